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
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from zarleague.standings.ratings.blas import one_blas_thread
from zarleague.standings.ratings.dense import dense_maximum
from zarleague.standings.ratings.groups import Groups
from zarleague.standings.ratings.history import Bools, Comparisons, Floats, History, Ints
from zarleague.standings.ratings.interface import (
    MIDDLE,
    PER_LOGIT,
    Ratings,
    logistic_chance,
    logistic_first,
    no_ratings,
)
from zarleague.standings.ratings.pairs import PairCounts
from zarleague.standings.ratings.prior import (
    LITTLE,
    Fit,
    Learned,
    learn,
    learn_from,
    learned_from,
)
from zarleague.standings.ratings.sparse import (
    Pairs,
    sparse_prior_slope,
    sparse_strengths,
    sparse_variances,
)

DENSE_UP_TO: Final = 2500
"""Players above which pairs are kept as a list and no P x P array is made."""


@dataclass(frozen=True, kw_only=True)
class BradleyTerry:
    """The full-history fit; see the module for the model."""

    learned: Learned | None = None
    """Parameters learned from the league; None to learn them from the hands of each fit."""
    settled_deviation: float = 50.0
    """Deviation in rating points, by the hands alone and against the other players, above which a
    rating is provisional; reached after about 27 four-player hands."""
    dense_up_to: int = DENSE_UP_TO
    key: str = "bradley-terry"

    def with_history(self, history: History) -> "BradleyTerry":
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
            weighted = counts.weighted(learned.tie_factor)
            del counts  # P x P arrays: no more of them at once than necessary
            maximum = dense_maximum(weighted, learned.prior_deviation)
            del weighted
            spread = maximum.covariance()[np.ix_(played, played)]
            label, sizes = groups.label[played], groups.sizes()[played]
            same = label[:, None] == label[None, :]
            np.subtract(spread, learned.prior_deviation**2 / sizes, out=spread, where=same)
            slope = maximum.prior_slope(learned.prior_deviation)[played]
            strengths = maximum.strengths[played]
            ratings = self._ratings(
                history.player_ids[played],
                strengths,
                np.diag(spread),
                slope,
                sizes,
                hands[played],
                learned,
            )
            kept = _kept_variance(np.diag(spread), learned)
            spread += learned.log_variance * np.outer(slope, slope)
            spread *= np.outer(narrowed := np.sqrt(kept), narrowed)
            spread += learned.pure_luck**2 * np.outer(strengths, strengths)
            return replace(ratings, covariance=PER_LOGIT**2 * spread)

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
                slope = maximum.prior_slope(learned.prior_deviation)
            played = np.flatnonzero(hands)
            sizes = groups.sizes()[played]
            yield (
                evening,
                self._ratings(
                    history.player_ids[played],
                    maximum.strengths[played],
                    variances[played] - learned.prior_deviation**2 / sizes,
                    slope[played],
                    sizes,
                    hands[played],
                    learned,
                ),
            )

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """See `Rater.chance`."""
        return logistic_chance(ratings, first, second)

    def first(self, ratings: Ratings, player_ids: ArrayLike) -> Floats:
        """See `Rater.first`."""
        return logistic_first(ratings, player_ids)

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
            sparse_prior_slope(pairs, learned.prior_deviation, strengths),
            groups.sizes()[played],
            history.hands_played()[played],
            learned,
        )

    def _ratings(
        self,
        player_ids: Ints,
        strengths: Floats,
        variance: Floats,
        slope: Floats,
        sizes: Ints,
        hands: Ints,
        learned: Learned,
    ) -> Ratings:
        """Convert strengths (log-odds, given that there is skill) into rating points.

        ``variance`` is theirs for the prior deviation that was learned; the doubt about that adds
        its own along ``slope``, see `dense.Maximum.prior_slope`.

        Ratings are means over there being skill or not, so they are nearer the middle than the
        strengths if there is. The square of that is added to the variance, which is the mean over
        both cases, see `_kept_variance`.
        """
        # A player without opponents has no mean to be compared with: only the prior is known.
        variance = np.where(sizes == 1, learned.prior_deviation**2, np.maximum(variance, 0.0))
        of_rating = _kept_variance(variance, learned) * (variance + learned.log_variance * slope**2)
        of_rating += (learned.pure_luck * strengths) ** 2
        return Ratings(
            player_ids=player_ids,
            rating=MIDDLE + PER_LOGIT * (1.0 - learned.pure_luck) * strengths,
            deviation=PER_LOGIT * np.sqrt(of_rating),
            hands=hands,
            provisional=self._provisional(variance, sizes, learned),
        )

    def _provisional(self, variance: Floats, sizes: Ints, learned: Learned) -> Bools:
        """Return whether the hands alone leave a deviation above `settled_deviation`.

        Measured against the mean of the *other* players of the group, so that it does not depend on
        how many play: m / (m - 1) times the difference to the mean of all m. The precision of the
        hands alone is the posterior precision minus the prior's, so a narrow prior makes nobody
        settled. Uncertainty about the prior, which is largest for the best and worst players, is
        left out, so it makes nobody provisional.
        """
        others = np.maximum(sizes - 1, 1) / sizes
        prior = learned.prior_deviation**2 / others
        precision = others**2 / np.maximum(variance, 1e-12) - 1.0 / prior
        needed = (PER_LOGIT / self.settled_deviation) ** 2
        return np.asarray((sizes == 1) | (precision < needed))


def _kept_variance(variance: Floats, learned: Learned) -> Floats:
    """Return (P,) the factor by which averaging over "there is skill" and "there is next to none"
    reduces a variance. "Next to none" is a prior deviation of `prior.LITTLE`; its precision
    replaces that of the learned prior, each strength treated on its own.
    """
    narrower = max(LITTLE**-2 - learned.prior_deviation**-2, 0.0)
    little = 1.0 / (1.0 + narrower * variance)
    return np.asarray(1.0 - learned.pure_luck * (1.0 - little))
