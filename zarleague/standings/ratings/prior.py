"""What a league's own hands say about how much luck there is: the prior deviation of strengths.

Strengths have the prior N(0, d^2). With the strengths at the maximum for d, H the negative Hessian
there and P players, the evidence for d is, by Laplace's method and but for a constant,

    log posterior at the maximum - log det(H) / 2 - P log d

(D. J. C. MacKay, "Bayesian interpolation", Neural Computation 4, 1992). To it comes a weak prior on
d itself: log d is normal around log 0.4 with deviation 1.2, so that a league of two evenings is
taken for an ordinary card game. The answer is the best d of a fixed grid, so the same hands have
one answer, whatever their order.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.dense import Maximum, dense_maximum, log_posterior
from zarleague.standings.ratings.history import Floats, History
from zarleague.standings.ratings.pairs import PairCounts, WeightedPairs

ORDINARY: Final = 0.4
"""Prior deviation of strengths of an ordinary card game, in log-odds."""
SPREAD: Final = 1.2
"""Deviation of log d around log `ORDINARY`: two leagues in three lie within a factor of 3."""
GRID: Final = tuple(0.02 * 2.0 ** (step / 4.0) for step in range(29))
"""From 0.02, next to no skill, to 2.56, next to no luck; neighbours differ by a fifth."""
COARSE: Final = 4
"""Steps of the grid between the values that are tried first; then those around the best are."""
NEAR_ENOUGH: Final = 1e-3
"""Largest Newton step, in log-odds, after which the evidence is exact enough to compare."""
MOST_PLAYERS: Final = 1000
"""The prior is learned from this many players, those with the most hands: its own uncertainty is
then below three per cent, and more would only take longer."""


@dataclass(frozen=True)
class Learned:
    """What a fit takes from the league beside the counts."""

    prior_deviation: float = ORDINARY
    """Of strengths before the first hand, in log-odds."""
    doubt: float = 0.0
    """Variance of the logarithm of the prior deviation, as the hands leave it: a power of 2."""
    tie_factor: float = 1.0
    """See `PairCounts.tie_factor`; weights are divided by it."""


class Fit(NamedTuple):
    """What a league says, and the maximum under it."""

    learned: Learned
    maximum: Maximum


def learn(history: History) -> Learned:
    """Return what all hands of a history say."""
    if history.players > MOST_PLAYERS:
        history = _most_active(history)
    return learn_from(PairCounts.of(history)).learned


def learn_from(counts: PairCounts) -> Fit:
    """Return what counted hands say, and the maximum under it."""
    factor = counts.tie_factor()
    weighted = counts.weighted(factor)
    tried: dict[int, tuple[float, Maximum]] = {}
    _try(tried, weighted, range(0, len(GRID), COARSE))
    best = _best(tried)
    _try(tried, weighted, range(max(best - COARSE + 1, 0), min(best + COARSE, len(GRID))))
    best = _best(tried)
    maximum = dense_maximum(weighted, GRID[best], tried[best][1].strengths)
    return Fit(Learned(GRID[best], _doubt(tried, best), factor), maximum)


def _doubt(tried: Mapping[int, tuple[float, Maximum]], best: int) -> float:
    """Return the variance of log d: one by the curvature of the evidence around its maximum."""
    step = math.log(GRID[1] / GRID[0])
    middle = min(max(best, 1), len(GRID) - 2)
    below, at, above = (tried[middle + by][0] for by in (-1, 0, 1))
    curvature = (2.0 * at - below - above) / step**2
    doubt = min(1.0 / max(curvature, SPREAD**-2), SPREAD**2)
    return 2.0 ** round(math.log2(doubt))


def _best(tried: Mapping[int, tuple[float, Maximum]]) -> int:
    """Return the step of the grid with the most evidence, the lowest of equals."""
    return max(sorted(tried), key=lambda step: tried[step][0])


def _try(
    tried: dict[int, tuple[float, Maximum]], counts: WeightedPairs, steps: Iterable[int]
) -> None:
    """Note the evidence and the maximum of some values of the grid, in order."""
    start: Floats | None = None
    for step in steps:
        if step not in tried:
            found = dense_maximum(counts, GRID[step], start, NEAR_ENOUGH)
            tried[step] = (_evidence(counts, found, GRID[step]), found)
        start = tried[step][1].strengths


def _evidence(counts: WeightedPairs, found: Maximum, deviation: float) -> float:
    players = len(found.strengths)
    fit = log_posterior(counts, deviation**-2, found.strengths)
    fit -= found.log_determinant() / 2.0 + players * math.log(deviation)
    return fit - (math.log(deviation / ORDINARY) / SPREAD) ** 2 / 2.0


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
