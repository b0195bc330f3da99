"""Bradley–Terry ratings by one fit over all hands.

With strength t_i of each player, the chance that i is placed ahead of j is
1 / (1 + exp(t_j - t_i)); a level place is half of either. The ratings are the strengths that
maximise

    sum over comparisons of w (s log P(i ahead) + (1 - s) log P(j ahead)) - sum of t_i^2 / (2 d^2)

with s = 1, 1/2 or 0, the weight w of `pairs`, and d the deviation of the Gaussian prior around 0,
which `prior` learns from the same hands. For a given d this function is strictly concave: the
maximum is unique and does not depend on the order of the hands. All strengths are then multiplied
by the probability, learned as well, that the game is not pure luck. (R. A. Bradley and M. E. Terry,
"Rank analysis of incomplete block designs", Biometrika 39, 1952; half for a level place as in chess
ratings.)

At the maximum the strengths of every group of players connected by hands sum to 0, so a rating is
strength against the mean of the group. Its deviation comes from the inverse of the negative
Hessian, taken of that difference: the mean itself is held by the prior alone and says nothing about
anybody. The vector of ones over a group is an eigenvector of the negative Hessian with eigenvalue
1 / d^2, so taking the mean of m players out subtracts d^2 / m from every variance and covariance
within the group.

Intervals are about what the hands alone say: the prior draws strengths to the middle, by how much
depends on d, and d is never known well enough for intervals about the drawn strengths to hold as
often as they say in every league, one of nothing but luck among them. See `_by_hands`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np

from zarleague.standings.ratings.blas import one_blas_thread
from zarleague.standings.ratings.dense import dense_maximum
from zarleague.standings.ratings.groups import Groups
from zarleague.standings.ratings.history import Comparisons, Floats, History, Ints
from zarleague.standings.ratings.interface import (
    MIDDLE,
    PER_LOGIT,
    LogisticRater,
    Ratings,
    no_ratings,
)
from zarleague.standings.ratings.pairs import PairCounts, variance_left
from zarleague.standings.ratings.prior import Fit, Learned, learn, learn_from, learned_from
from zarleague.standings.ratings.sparse import Pairs, sparse_strengths, sparse_variances

DENSE_UP_TO: Final = 2500
"""Players above which pairs are kept as a list and no P x P array is made."""

LEAST_SHARE: Final = 1e-6
"""Least share that hands are taken to tell, which one hand exceeds."""


@dataclass(frozen=True, kw_only=True)
class BradleyTerry(LogisticRater):
    """The full-history fit; see the module for the model."""

    learned: Learned | None = None
    """Parameters learned from the league; None to learn them from the hands of each fit."""
    settled_deviation: float = 50.0
    """Deviation in rating points, by the hands alone and against the other players, above which a
    rating is provisional; reached after about 27 four-player hands."""
    dense_up_to: int = DENSE_UP_TO
    key: str = "bradley-terry"

    def with_history(self, history: History) -> Self:
        """Return this rater with the prior and the tie factor learned from a whole history."""
        with one_blas_thread():
            return replace(self, learned=learn(history))

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands.

        Counting pairs is linear in the hands. Each value of the prior that is tried then takes a
        few Newton steps. A step is cubic in the number of players, or linear in the pairs that met
        beyond ``dense_up_to`` players.
        """
        if not history.hands:
            return no_ratings(history.player_ids[:0])
        with one_blas_thread():
            hands = history.hands_played()
            played = np.flatnonzero(hands)
            groups = Groups.of(history)
            if history.players > self.dense_up_to:
                return self._fit_sparse(history, groups, played)
            # A player without a hand stays at 0 and affects nobody; a slice may include some.
            counts = PairCounts.of(history)
            learned = self.learned or learned_from(counts)
            weighted, of_size = counts.weighted(learned.tie_factor), counts.hands()
            del counts  # P x P arrays: no more of them at once than necessary
            maximum = dense_maximum(weighted, learned.prior_deviation)
            del weighted
            spread = maximum.covariance()[np.ix_(played, played)]
            label, sizes = groups.label[played], groups.sizes()[played]
            same = label[:, None] == label[None, :]
            np.subtract(spread, learned.prior_deviation**2 / sizes, out=spread, where=same)
            strengths, variance = maximum.strengths[played], np.diag(spread).copy()
            ratings = self._ratings(
                history.player_ids[played],
                strengths,
                variance,
                sizes,
                hands[played],
                learned,
                of_size,
            )
            share = np.sqrt(_share_of_hands(variance, sizes, learned.prior_deviation))
            spread /= np.outer(share, share)
            spread *= PER_LOGIT**2 * variance_left(of_size, learned.prior_deviation)
            return replace(ratings, covariance=spread)

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        """Yield (evening, ratings after it), from ``since`` on if it is given: a full fit each,
        with a warm start from the evening before and the ``rough`` precision of `dense_maximum`.
        Evenings before ``since`` are counted, not fitted.

        Unless ``learned`` is given, each evening learns the prior from the hands up to it alone.
        These ratings carry no covariance; `fit` has that of the last.
        """
        if history.players > self.dense_up_to:
            for evening, _ in history.by_evening(since):
                yield evening, self.fit(history.upto(evening))
            return
        earlier = history.slice(0, 0) if since is None else history.before(since)
        counts, groups = PairCounts.of(earlier), Groups.of(earlier)
        hands = earlier.hands_played()
        found: Fit | None = None
        for evening, alone in history.by_evening(since):
            counts.add(alone)
            groups.add(alone)
            hands += alone.hands_played()
            with one_blas_thread():
                learned, maximum = found = self._next_maximum(counts, found)
                variances = maximum.variances()
            played = np.flatnonzero(hands)
            sizes = groups.sizes()[played]
            yield (
                evening,
                self._ratings(
                    history.player_ids[played],
                    maximum.strengths[played],
                    variances[played] - learned.prior_deviation**2 / sizes,
                    sizes,
                    hands[played],
                    learned,
                    counts.hands(),
                ),
            )

    def _next_maximum(self, counts: PairCounts, before: Fit | None) -> Fit:
        """Return the maximum after an evening, given that of the evening before."""
        if self.learned is None:
            return learn_from(counts, before.learned if before else None, rough=True)
        weighted, deviation = counts.weighted(self.learned.tie_factor), self.learned.prior_deviation
        start = before.maximum if before else None
        return Fit(self.learned, dense_maximum(weighted, deviation, start, rough=True))

    def _fit_sparse(self, history: History, groups: Groups, played: Ints) -> Ratings:
        learned = self.learned or learn(history)
        found = Comparisons.of(history)
        pairs = Pairs.of(found, history.players, 1.0 / learned.tie_factor).among(played)
        strengths = sparse_strengths(pairs, learned.prior_deviation)
        return self._ratings(
            history.player_ids[played],
            strengths,
            sparse_variances(pairs, learned.prior_deviation, strengths),
            groups.sizes()[played],
            history.hands_played()[played],
            learned,
            dict(enumerate(np.bincount(history.sizes).tolist())),
        )

    def _ratings(
        self,
        player_ids: Ints,
        strengths: Floats,
        variance: Floats,
        sizes: Ints,
        hands: Ints,
        learned: Learned,
        of_size: Mapping[int, int],
    ) -> Ratings:
        """Convert strengths (log-odds, given that there is skill) and their posterior variances
        into rating points; ``sizes`` are of each player's group, ``of_size`` counts hands.

        Ratings are means over there being skill or not. A rating is provisional while the hands
        alone leave a deviation above `settled_deviation`, measured against the mean of the *other*
        players of the group, so that it does not depend on how many play: m / (m - 1) times the
        difference to the mean of all m.
        """
        share = _share_of_hands(variance, sizes, learned.prior_deviation)
        by_hands = np.maximum(variance, 0.0) / share
        by_hands *= variance_left(of_size, learned.prior_deviation)
        # A player without opponents has no mean to be compared with: only the prior is known.
        deviation = PER_LOGIT * np.where(sizes == 1, learned.prior_deviation, np.sqrt(by_hands))
        others = (sizes - 1) / sizes
        return Ratings(
            player_ids=player_ids,
            rating=MIDDLE + PER_LOGIT * (1.0 - learned.pure_luck) * strengths,
            deviation=deviation,
            hands=hands,
            provisional=(sizes == 1) | (deviation > self.settled_deviation * others),
            by_hands=MIDDLE + PER_LOGIT * strengths / share,
        )


def _share_of_hands(variance: Floats, sizes: Ints, prior_deviation: float) -> Floats:
    """Return (P,) how much of each strength the hands tell and not the prior, from 0 to 1.

    Of the precision 1 / v of a strength against the mean of its group of m, the prior has
    1 / (d^2 (1 - 1/m)); the rest is the hands'. Their estimate is the strength divided by this
    share, its variance v divided by it: as if each strength had been estimated on its own, which is
    exact where everybody meets everybody equally often.
    """
    before = prior_deviation**2 * np.maximum(sizes - 1, 1) / np.maximum(sizes, 2)
    return np.where(sizes == 1, 1.0, np.maximum(1.0 - variance / before, LEAST_SHARE))
