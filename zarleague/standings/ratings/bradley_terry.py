"""Bradley–Terry ratings by one fit over all hands.

A hand of n players is n(n-1)/2 comparisons, each of weight 2/n, so that a hand weighs n-1 in all.
With strength t_i of each player, the chance that i is placed ahead of j is
1 / (1 + exp(t_j - t_i)); a level place is half of either. The ratings are the strengths that
maximise

    sum over comparisons of 2/n (s log P(i ahead) + (1 - s) log P(j ahead)) - sum of t_i^2 / (2 d^2)

with s = 1, 1/2 or 0, and d the deviation of the Gaussian prior around 0. This function is strictly
concave: there is one answer, and the order of the hands is not in it. (R. A. Bradley and
M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952; half for a level
place as in chess ratings.)

At the maximum the strengths sum to 0, so a rating is strength against the mean of the players. Its
deviation comes from the inverse of the negative Hessian, taken of that difference: the mean itself
is held by the prior alone and says nothing about anybody. The weights treat the comparisons of a
hand as independent, which they are not quite, so intervals are a guide and no more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from zarleague.standings.ratings.dense import dense_covariance, dense_strengths
from zarleague.standings.ratings.history import Comparisons, Floats, History, Ints
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT, Ratings, logistic_chance
from zarleague.standings.ratings.sparse import Pairs, sparse_deviations, sparse_strengths

DENSE_UP_TO: Final = 2500
"""Players above which pairs are kept as a list and no P x P array is made."""


@dataclass(frozen=True, kw_only=True)
class BradleyTerry:
    """The full-history fit; see the module for the model."""

    prior_deviation: float = 0.5
    """Deviation of strengths before the first hand, in log-odds: at 0.5 two players in three lie
    within 87 rating points of the middle. Card games hold much luck; more would let a few lucky
    hands look like skill."""
    settled_deviation: float = 45.0
    """Deviation in rating points above which a rating is provisional; reached after about thirty
    four-player hands."""
    dense_up_to: int = DENSE_UP_TO
    key: str = "bradley-terry"

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands.

        Counting pairs is linear in the hands. A handful of Newton steps follow, each cubic in the
        players, or linear in the pairs beyond ``dense_up_to`` players.
        """
        played = np.flatnonzero(history.hands_played())
        if len(played) > self.dense_up_to:
            return self._fit_sparse(history, played)
        wins = win_counts(Comparisons.of(history), history.players)[np.ix_(played, played)]
        strengths = dense_strengths(wins, self.prior_deviation, np.zeros(len(played)))
        return self._dense_ratings(history, played, wins, strengths, history.hands_played()[played])

    def after_each_evening(self, history: History) -> Iterator[tuple[int, Ratings]]:
        """Yield (evening, ratings after it): a full fit each, started from the evening before."""
        if len(np.unique(history.player)) > self.dense_up_to:
            for evening in history.evenings:
                yield evening, self.fit(history.upto(evening))
            return
        # In order of first appearance the players so far are always the leading block.
        arrival = _arrival(history)
        rank = np.argsort(arrival)
        wins = np.zeros((len(arrival), len(arrival)))
        hands = np.zeros(len(arrival), dtype=np.int64)
        strengths = np.zeros(0)
        for evening, played in history.by_evening():
            found = Comparisons.of(played)
            wins += win_counts(found, history.players)[np.ix_(arrival, arrival)]
            hands += played.hands_played()[arrival]
            count = int(np.count_nonzero(hands))
            start = np.zeros(count)
            start[: len(strengths)] = strengths
            strengths = dense_strengths(wins[:count, :count], self.prior_deviation, start)
            by_id = rank[rank < count]
            yield (
                evening,
                self._dense_ratings(
                    history,
                    np.sort(arrival[:count]),
                    wins[np.ix_(by_id, by_id)],
                    strengths[by_id],
                    hands[by_id],
                ),
            )

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """See `Rater.chance`."""
        return logistic_chance(ratings, first, second)

    def _dense_ratings(
        self, history: History, played: Ints, wins: Floats, strengths: Floats, hands: Ints
    ) -> Ratings:
        covariance = dense_covariance(wins, self.prior_deviation, strengths) * PER_LOGIT**2
        deviation = np.sqrt(np.diag(covariance))
        return Ratings(
            player_ids=history.player_ids[played],
            rating=MIDDLE + PER_LOGIT * strengths,
            deviation=deviation,
            hands=hands,
            provisional=deviation > self.settled_deviation,
            covariance=covariance,
        )

    def _fit_sparse(self, history: History, played: Ints) -> Ratings:
        pairs = Pairs.of(Comparisons.of(history), history.players).among(played)
        strengths = sparse_strengths(pairs, self.prior_deviation)
        deviation = PER_LOGIT * sparse_deviations(pairs, self.prior_deviation, strengths)
        return Ratings(
            player_ids=history.player_ids[played],
            rating=MIDDLE + PER_LOGIT * strengths,
            deviation=deviation,
            hands=history.hands_played()[played],
            provisional=deviation > self.settled_deviation,
        )


def win_counts(found: Comparisons, players: int) -> Floats:
    """Return (P, P): the weight with which the row's player was placed ahead of the column's.

    Halves are counted as whole numbers hand size by hand size and weighted last, so that the sums
    are the same to the last bit in any order.
    """
    wins = np.zeros(players * players)
    for size in np.unique(found.size):
        at = found.size == size
        first, second = found.first[at], found.second[at]
        halves = 2.0 * found.score[at]
        wins += np.bincount(first * players + second, halves, players * players) / size
        wins += np.bincount(second * players + first, 2.0 - halves, players * players) / size
    return wins.reshape(players, players)


def _arrival(history: History) -> Ints:
    """Return the indices of the players who played, in order of their first row."""
    players, first_row = np.unique(history.player, return_index=True)
    return players[np.argsort(first_row)]
