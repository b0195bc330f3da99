"""The figures of an experiment, with confidence intervals of 95 percent."""

from math import sqrt
from typing import Final, NamedTuple

from zarleague.bots.experiments import FIGURES, ExperimentCounts, Sum

Z: Final = 1.96
"""Standard deviations on either side of a figure that hold 95 percent."""
MEANS: Final = ("turns", "spread")
"""The figures that are means; the others are shares from 0 to 1."""


class Interval(NamedTuple):
    """A figure and its 95 percent confidence interval."""

    value: float
    low: float
    high: float


class ComparedFigure(NamedTuple):
    """One figure under both rulesets, and by how much the second differs. A side is None where no
    hand was counted."""

    key: str
    sides: tuple[Interval | None, Interval | None]
    difference: Interval | None

    @property
    def differs(self) -> bool:
        """Return whether the difference is significant."""
        found = self.difference
        return found is not None and (found.low > 0 or found.high < 0)


def figures(one: ExperimentCounts, other: ExperimentCounts) -> list[ComparedFigure]:
    """Return the figures of an experiment, in the order of `FIGURES`."""
    return [_figure(key, getattr(one, key), getattr(other, key)) for key in FIGURES]


def mean(measured: Sum) -> Interval | None:
    """Return the mean of a figure with its interval by the normal distribution."""
    if not measured.hands:
        return None
    value = measured.total / measured.hands
    half = Z * _error(measured)
    return Interval(value, value - half, value + half)


def share(measured: Sum) -> Interval | None:
    """Return a share with Wilson's interval, which is also valid near 0 and 1."""
    count = measured.hands
    if not count:
        return None
    value = measured.total / count
    middle = value + Z * Z / (2 * count)
    half = Z * sqrt(value * (1 - value) / count + Z * Z / (4 * count * count))
    scale = 1 + Z * Z / count
    return Interval(value, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def _figure(key: str, one: Sum, other: Sum) -> ComparedFigure:
    of = mean if key in MEANS else share
    sides = of(one), of(other)
    if not one.hands or not other.hands:
        return ComparedFigure(key, sides, None)
    apart = other.total / other.hands - one.total / one.hands
    half = Z * sqrt(_error(one) ** 2 + _error(other) ** 2)
    return ComparedFigure(key, sides, Interval(apart, apart - half, apart + half))


def _error(measured: Sum) -> float:
    """Return the standard error of a mean."""
    count = measured.hands
    if count < 2:
        return 0.0
    variance = (measured.squares - measured.total * measured.total / count) / (count - 1)
    return sqrt(max(0.0, variance) / count)
