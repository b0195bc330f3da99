"""Learn from a league's own hands how much luck there is: the prior deviation of strengths.

Strengths have the prior N(0, d^2). With the strengths at the maximum for d, H the negative Hessian
there and P players, the evidence for d is, by Laplace's method and but for a constant,

    log posterior at the maximum - log det(H) / 2 - P log d

(D. J. C. MacKay, "Bayesian interpolation", Neural Computation 4, 1992). The prior of d itself is
weak: with probability 3/8 the game is pure luck, d = 0; otherwise log d is normal around log 0.38
with deviation 0.4, so that after two evenings the estimate is mostly that of an ordinary card game.
The d with the most evidence is not used, since it decides too early whether all are equal. Used are
the mean of log d weighted by the evidence, and the probability of pure luck, by which all strengths
shrink. All are sums over a fixed grid, rounded at the end, so the order of the hands does not
matter.
"""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.dense import Maximum, dense_maximum, log_posterior
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.pairs import PairCounts, WeightedPairs

ORDINARY: Final = 0.38
"""Prior deviation of strengths of an ordinary card game, in log-odds."""
SPREAD: Final = 0.4
"""Deviation of log d around log `ORDINARY`: two leagues in three lie within a factor of 1.5."""
PURE_LUCK: Final = 3.0 / 8.0
"""Chance, before any hand, that there is nothing but luck. With a higher one, what is predicted of
leagues of luck gets better by as much as of leagues of skill it gets worse: docs/standings.md."""
GRID: Final = tuple(0.02 * 2.0 ** (step / 4.0) for step in range(29))
"""From 0.02, next to no skill, to 2.56, next to no luck; neighbours differ by a fifth."""
NEGLIGIBLE: Final = 8.0
"""A deviation whose evidence is smaller by this, in natural logarithms, counts for nothing."""
NEAR_ENOUGH: Final = 1e-3
"""Largest Newton step, in log-odds, after which the evidence is exact enough to compare."""
LUCK_STEP: Final = 1.0 / 16.0
"""The chance of nothing but luck is rounded to this, so that a single hand hardly ever changes the
ratings of all evenings. It stops one step short of 1: ratings then still tell who is ahead."""
MOST_PLAYERS: Final = 1000
"""The prior is learned from this many players, those with the most hands: its own uncertainty is
then below three per cent, and more would only take longer."""

_LOGS: Final = np.log(GRID)
_START: Final = int(np.argmin(np.abs(_LOGS - math.log(ORDINARY))))
_BEFORE: Final = -(((_LOGS - math.log(ORDINARY)) / SPREAD) ** 2) / 2.0
_LOG_PRIOR: Final = _BEFORE + math.log((1.0 - PURE_LUCK) / np.exp(_BEFORE).sum())
"""Logarithm of the chance of each value of the grid before any hand."""


@dataclass(frozen=True)
class Learned:
    """The parameters that a fit takes from the league beside the counts."""

    prior_deviation: float = ORDINARY
    """Of strengths before the first hand, in log-odds, if there is skill."""
    tie_factor: float = 1.0
    """See `PairCounts.tie_factor`; weights are divided by it."""
    pure_luck: float = 0.0
    """Chance that there is no skill at all, as the hands leave it."""

    @property
    def skill(self) -> float:
        """Return the deviation of strengths, averaged over there being skill and pure luck."""
        return self.prior_deviation * math.sqrt(1.0 - self.pure_luck)


class Fit(NamedTuple):
    """The parameters learned from a league, and the maximum under them."""

    learned: Learned
    maximum: Maximum


def learn(history: History) -> Learned:
    """Return what is learned from all hands of a history; from an empty one, the prior belief."""
    if not history.hands:
        return Learned()
    if history.players > MOST_PLAYERS:
        history = _most_active(history)
    return learned_from(PairCounts.of(history))


def learned_from(counts: PairCounts) -> Learned:
    factor = counts.tie_factor()
    weighted = counts.weighted(factor)
    # Frees the largest tables, one for each size of a hand, unless the caller still needs them.
    del counts
    return _learned(_GridEvidence(weighted), factor)


def learn_from(counts: PairCounts, near: Learned | None = None, *, rough: bool = False) -> Fit:
    """Return what is learned from counted hands, and the maximum under it; ``rough`` as in
    `dense_maximum`. ``near`` is the result for nearly the same hands, if known: the search starts
    there.
    """
    factor = counts.tie_factor()
    fits = _GridEvidence(counts.weighted(factor))
    learned = _learned(fits, factor, near)
    start = fits.maximum_near(GRID.index(learned.prior_deviation))
    return Fit(learned, dense_maximum(fits.counts, learned.prior_deviation, start, rough=rough))


def _learned(fits: "_GridEvidence", factor: float, near: Learned | None = None) -> Learned:
    low, high = fits.around(_START if near is None else GRID.index(near.prior_deviation))
    steps = np.arange(low, high + 1)
    evidence = np.array([fits.evidence(int(step)) for step in steps])
    evidence = np.where(evidence < evidence.max() - NEGLIGIBLE, -np.inf, evidence)
    none = log_posterior(fits.counts, 0.0, np.zeros(len(fits.counts.won))) + math.log(PURE_LUCK)
    weights = np.exp(evidence - evidence.max())
    share = weights / weights.sum()
    mean = float(share @ _LOGS[steps])
    odds = math.log(weights.sum()) + float(evidence.max()) - none
    luck = 1.0 / (1.0 + math.exp(min(odds, 700.0)))
    return Learned(
        GRID[int(np.argmin(np.abs(_LOGS - mean)))],
        factor,
        min(round(luck / LUCK_STEP) * LUCK_STEP, 1.0 - LUCK_STEP),
    )


class _GridEvidence:
    """The evidence at points of the grid, each computed once with a warm start from its
    neighbour. Of the maxima, each with a P x P array, only those are kept that neighbours may start
    from, and the one with the most evidence."""

    def __init__(self, counts: WeightedPairs) -> None:
        self.counts = counts
        self._evidence: dict[int, float] = {}
        self._maxima: dict[int, Maximum] = {}

    def evidence(self, step: int) -> float:
        """Return the log evidence at one point of the grid, including its prior."""
        if step not in self._evidence:
            self._evidence[step] = self._compute(step)
            self._drop_maxima()
        return self._evidence[step]

    def maximum_near(self, step: int) -> Maximum:
        """Return the approximate maximum that is kept nearest to one point of the grid."""
        return self._maxima[min(self._maxima, key=lambda kept: (abs(kept - step), kept))]

    def around(self, start: int) -> tuple[int, int]:
        """Return the first and the last step of the range that has noticeable evidence or lies
        between it and ``start``. The evidence has one peak."""
        low = high = start
        best = self.evidence(start)
        growing = True
        while growing:
            growing = False
            if high + 1 < len(GRID) and self.evidence(high) >= best - NEGLIGIBLE:
                high, growing = high + 1, True
                best = max(best, self.evidence(high))
            if low > 0 and self.evidence(low) >= best - NEGLIGIBLE:
                low, growing = low - 1, True
                best = max(best, self.evidence(low))
        return low, high

    def _compute(self, step: int) -> float:
        start = self._maxima.get(step - 1) or self._maxima.get(step + 1)
        found = dense_maximum(self.counts, GRID[step], start, close_enough=NEAR_ENOUGH, rough=True)
        self._maxima[step] = found
        evidence = log_posterior(self.counts, GRID[step] ** -2, found.strengths)
        evidence -= found.log_determinant() / 2.0 + len(found.strengths) * _LOGS[step]
        return float(evidence + _LOG_PRIOR[step])

    def _drop_maxima(self) -> None:
        known = self._evidence.keys()
        best = max(known, key=self._evidence.__getitem__)
        for step in list(self._maxima):
            if step != best and {step - 1, step + 1} <= known:
                del self._maxima[step]


def _most_active(history: History) -> History:
    """Return the history of the players with the most hands alone."""
    order = np.lexsort((np.arange(history.players), -history.hands_played()))
    kept = np.zeros(history.players, dtype=np.bool_)
    kept[order[:MOST_PLAYERS]] = True
    rows = kept[history.player]
    hand = np.repeat(np.arange(history.hands), history.sizes)[rows]
    return History.of_columns(
        hand_id=history.hand_ids[hand],
        evening=history.evening[hand],
        player_id=history.player_ids[history.player[rows]],
        place=history.place[rows],
    )
