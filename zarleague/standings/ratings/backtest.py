"""Compare raters by how well they predict a league's hands, evening by evening.

A rater predicts an evening from the evenings before it alone. Every pair of players in every hand
of that evening is one forecast. The first evening is not predicted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Comparisons, Floats, History
from zarleague.standings.ratings.interface import Rater, Ratings

BINS: Final = 5
"""Calibration bins, equally wide, from a chance of 1/2 to 1."""
EVEN: Final = 1e-9
"""A forecast this close to 1/2 names no favourite."""
FARTHEST: Final = 1e-6
"""Forecasts are kept this far from certainty, where a miss would cost without limit."""


class Bin(NamedTuple):
    """Forecasts of similar confidence in the favourite."""

    pairs: int
    forecast: float
    """Mean chance given to the favourite."""
    observed: float
    """Share of the pairs in which the favourite was ahead, a level place counting half."""


@dataclass(frozen=True)
class Marks:
    """The scores of one rater."""

    key: str
    pairs: int
    """Forecasts marked."""
    accuracy: float
    """Share of the pairs parted by place in which the one given the better chance was ahead; an
    even forecast counts half. Higher is better, 1/2 is guessing. NaN without such a pair."""
    log_loss: float
    """Mean of -log of the chance given to what happened, natural logarithm, a level place half of
    either. Lower is better, 0.693 is guessing. NaN without a pair."""
    calibration: tuple[Bin, ...]
    """Bins that have forecasts, from the least confident."""
    calibration_error: float
    """Mean distance of forecast and observed share, weighted by pairs. NaN without a pair."""


def backtest(history: History, raters: Iterable[Rater]) -> tuple[Marks, ...]:
    """Return the marks of each rater, the lowest log loss first."""
    marks = [_mark(history, rater) for rater in raters]
    return tuple(sorted(marks, key=lambda mark: (np.nan_to_num(mark.log_loss), mark.key)))


def mark(key: str, forecast: Floats, score: Floats) -> Marks:
    """Mark forecasts (N,) of being ahead; ``score`` (N,) is 1 ahead, 1/2 level, 0 behind."""
    if not len(score):
        return Marks(key, 0, float("nan"), float("nan"), (), float("nan"))
    kept = np.clip(forecast, FARTHEST, 1.0 - FARTHEST)
    loss = -(score * np.log(kept) + (1.0 - score) * np.log(1.0 - kept))
    parted = score != 0.5
    named = np.where(np.abs(kept - 0.5) < EVEN, 0.0, kept - 0.5)
    right = (1.0 + np.sign(named * (score - 0.5))) / 2.0
    bins = _calibration(kept, score)
    error = sum(part.pairs * abs(part.forecast - part.observed) for part in bins) / len(score)
    return Marks(
        key,
        len(score),
        float(right[parted].mean()) if parted.any() else float("nan"),
        float(loss.mean()),
        bins,
        error,
    )


def _mark(history: History, rater: Rater) -> Marks:
    forecasts: list[Floats] = []
    scores: list[Floats] = []
    before: Ratings | None = None
    for (_, after), (_, played) in zip(
        rater.after_each_evening(history), history.by_evening(), strict=True
    ):
        if before is not None:
            found = Comparisons.of(played)
            first, second = played.player_ids[found.first], played.player_ids[found.second]
            forecasts.append(rater.chance(before, first, second))
            scores.append(found.score)
        before = after
    return mark(rater.key, _joined(forecasts), _joined(scores))


def _joined(parts: Sequence[Floats]) -> Floats:
    return np.concatenate(parts) if parts else np.zeros(0)


def _calibration(forecast: Floats, score: Floats) -> tuple[Bin, ...]:
    # Count each pair once, from the favourite's side. Without a favourite count it from both sides,
    # so that each is ahead half the time.
    underdog = forecast < 0.5
    favourite = np.where(underdog, 1.0 - forecast, forecast)
    ahead = np.where(underdog, 1.0 - score, score)
    ahead = np.where(np.abs(forecast - 0.5) < EVEN, 0.5, ahead)
    bin_of = np.minimum((2.0 * BINS * (favourite - 0.5)).astype(np.int64), BINS - 1)
    return tuple(
        Bin(int(chosen.sum()), float(favourite[chosen].mean()), float(ahead[chosen].mean()))
        for chosen in (bin_of == index for index in range(BINS))
        if chosen.any()
    )
