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

from zarleague.standings.ratings.dense import Counts, Near, covariance, dense_maximum
from zarleague.standings.ratings.history import Comparisons, Floats, History, Ints
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT, Ratings, logistic_chance
from zarleague.standings.ratings.solve import symmetric_inverse
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
        hands = history.hands_played()
        played = np.flatnonzero(hands)
        if history.players > self.dense_up_to:
            return self._fit_sparse(history, played)
        # Who has not played stays at 0 and touches nobody; a history's slice may have such players.
        found = dense_maximum(
            Counts.of(Comparisons.of(history), history.players), self.prior_deviation
        )
        inverse = symmetric_inverse(found.information.matrix())[np.ix_(played, played)]
        spread = PER_LOGIT**2 * covariance(inverse, self.prior_deviation, len(played))
        return self._ratings(
            history.player_ids[played],
            found.strengths[played],
            np.sqrt(np.diag(spread)) / PER_LOGIT,
            hands[played],
            spread,
        )

    def after_each_evening(self, history: History) -> Iterator[tuple[int, Ratings]]:
        """Yield (evening, ratings after it): a full fit each, started from the evening before.

        These ratings carry no covariance; `fit` has that of the last.
        """
        if history.players > self.dense_up_to:
            for evening in history.evenings:
                yield evening, self.fit(history.upto(evening))
            return
        counts = Counts.none(history.players)
        hands = np.zeros(history.players, dtype=np.int64)
        near: Near | None = None
        for evening, alone in history.by_evening():
            compared = Comparisons.of(alone)
            counts.include(compared)
            hands += alone.hands_played()
            start = near.moved_by(compared) if near else None
            found = dense_maximum(counts, self.prior_deviation, start)
            near = Near.to(found)
            played = np.flatnonzero(hands)
            variance = covariance(near.inverse.diagonal(), self.prior_deviation, len(played))
            yield (
                evening,
                self._ratings(
                    history.player_ids[played],
                    found.strengths[played],
                    np.sqrt(variance[played]),
                    hands[played],
                ),
            )

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """See `Rater.chance`."""
        return logistic_chance(ratings, first, second)

    def _fit_sparse(self, history: History, played: Ints) -> Ratings:
        pairs = Pairs.of(Comparisons.of(history), history.players).among(played)
        strengths = sparse_strengths(pairs, self.prior_deviation)
        deviation = sparse_deviations(pairs, self.prior_deviation, strengths)
        return self._ratings(
            history.player_ids[played], strengths, deviation, history.hands_played()[played]
        )

    def _ratings(
        self,
        player_ids: Ints,
        strengths: Floats,
        deviation: Floats,
        hands: Ints,
        spread: Floats | None = None,
    ) -> Ratings:
        """Turn strengths and their deviations from log-odds into rating points."""
        in_points = PER_LOGIT * deviation
        return Ratings(
            player_ids=player_ids,
            rating=MIDDLE + PER_LOGIT * strengths,
            deviation=in_points,
            hands=hands,
            provisional=in_points > self.settled_deviation,
            covariance=spread,
        )
