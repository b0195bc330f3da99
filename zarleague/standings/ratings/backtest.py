"""Compare raters by how well they predict a league's hands, evening by evening.

A rater predicts an evening from the evenings before it alone. Every pair of players in every hand
of that evening is one forecast. The first evening is not predicted.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Comparisons, Floats, History
from zarleague.standings.ratings.interface import Rater

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


@dataclass(frozen=True)
class _BinSums:
    """Sums over the forecasts of one bin, each from the favourite's side."""

    pairs: int = 0
    forecast: float = 0.0
    observed: float = 0.0

    def __add__(self, other: "_BinSums") -> "_BinSums":
        return _BinSums(
            self.pairs + other.pairs, self.forecast + other.forecast, self.observed + other.observed
        )


@dataclass(frozen=True)
class Sums:
    """What marks are computed from: sums over forecasts, which can be added up."""

    pairs: int = 0
    """Forecasts."""
    parted: int = 0
    """Forecasts of pairs that were parted by place."""
    right: float = 0.0
    """Of these, those in which the one given the better chance was ahead; even ones half."""
    loss: float = 0.0
    """Sum of -log of the chance given to what happened."""
    bins: tuple[_BinSums, ...] = (_BinSums(),) * BINS

    @classmethod
    def of(cls, forecast: Floats, score: Floats) -> "Sums":
        """Return the sums of forecasts (N,) of being ahead; ``score`` (N,) is 1 ahead, 1/2 level,
        0 behind."""
        kept = np.clip(forecast, FARTHEST, 1.0 - FARTHEST)
        loss = -(score * np.log(kept) + (1.0 - score) * np.log(1.0 - kept))
        parted = score != 0.5
        named = np.where(np.abs(kept - 0.5) < EVEN, 0.0, kept - 0.5)
        right = (1.0 + np.sign(named * (score - 0.5))) / 2.0
        return cls(
            len(score),
            int(parted.sum()),
            float(right[parted].sum()),
            float(loss.sum()),
            _binned(kept, score),
        )

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.pairs + other.pairs,
            self.parted + other.parted,
            self.right + other.right,
            self.loss + other.loss,
            tuple(one + more for one, more in zip(self.bins, other.bins, strict=True)),
        )

    def marks(self, key: str) -> Marks:
        bins = tuple(
            Bin(one.pairs, one.forecast / one.pairs, one.observed / one.pairs)
            for one in self.bins
            if one.pairs
        )
        apart = sum(one.pairs * abs(one.forecast - one.observed) for one in bins)
        return Marks(
            key,
            self.pairs,
            _share(self.right, self.parted),
            _share(self.loss, self.pairs),
            bins,
            _share(apart, self.pairs),
        )

    def to_json(self) -> list[Any]:
        """Return the sums as JSON, every bit of them."""
        bins = [list(astuple(one)) for one in self.bins]
        return [self.pairs, self.parted, self.right, self.loss, bins]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "Sums":
        pairs, parted, right, loss, bins = stored
        return cls(pairs, parted, right, loss, tuple(_BinSums(*one) for one in bins))


def backtest(history: History, raters: Iterable[Rater]) -> tuple[Marks, ...]:
    """Return the marks of each rater, the lowest log loss first."""
    marks = [_marks_of(history, rater) for rater in raters]
    return tuple(sorted(marks, key=lambda mark: (np.nan_to_num(mark.log_loss), mark.key)))


def sums_by_evening(
    history: History, rater: Rater, after: int | None = None
) -> Iterator[tuple[int, Sums]]:
    """Yield (evening, the sums of its forecasts) in order, from the second evening on; with
    ``after``, an evening of the history, only of those after it.

    The rater rates no evening whose ratings no forecast needs, see `Rater.after_each_evening`.
    """
    played = islice(history.by_evening(after), 1, None)
    # There is one more evening to rate than to predict: the last is not asked for.
    for (evening, hands), (_, before) in zip(
        played, rater.after_each_evening(history, after), strict=False
    ):
        found = Comparisons.of(hands)
        first, second = hands.player_ids[found.first], hands.player_ids[found.second]
        yield evening, Sums.of(rater.chance(before, first, second), found.score)


def _marks_of(history: History, rater: Rater) -> Marks:
    return sum((sums for _, sums in sums_by_evening(history, rater)), Sums()).marks(rater.key)


def _share(part: float, of: int) -> float:
    return part / of if of else math.nan


def _binned(forecast: Floats, score: Floats) -> tuple[_BinSums, ...]:
    # Count each pair once, from the favourite's side. Without a favourite count it from both sides,
    # so that each is ahead half the time.
    underdog = forecast < 0.5
    favourite = np.where(underdog, 1.0 - forecast, forecast)
    ahead = np.where(underdog, 1.0 - score, score)
    ahead = np.where(np.abs(forecast - 0.5) < EVEN, 0.5, ahead)
    bin_of = np.minimum((2.0 * BINS * (favourite - 0.5)).astype(np.int64), BINS - 1)
    return tuple(
        _BinSums(int(chosen.sum()), float(favourite[chosen].sum()), float(ahead[chosen].sum()))
        for chosen in (bin_of == index for index in range(BINS))
    )
