"""Lay out line charts over hands or evenings. ``components/chart.html`` draws them, inline on a
page or as an SVG file for a printed report. In a chart of a season the leaders have a colour and a
name; other lines are grey until hovered or tapped.

Values are integers or floats in the order of play; ``None`` is a hand the player missed; the line
goes straight to the next value. Charts have no colours: a line has a number from 1 to 8, which
selects a marker here and a colour and dash in the stylesheet; 0 is a grey line.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor, log10
from typing import Final
from unicodedata import east_asian_width

from zarleague.leagues.formats import rounding

WIDTH: Final = 480
HEIGHT: Final = 300
LEFT: Final = 36
RIGHT: Final = 118
TOP: Final = 26
BOTTOM: Final = 28
NAMED: Final = 6
"""Lines with a colour and a name in a chart of a whole season."""
STYLES: Final = 8
"""Line styles of the stylesheet; a ninth line repeats the first."""

MARKERS: Final = ("circle", "square", "triangle", "diamond", "cross", "down", "ring", "bar")
LABEL_GAP: Final = 16
"""Least distance in chart units between two names at the right edge."""
ROOM: Final = 11
"""Letters of a name for which there is room to the right of a chart."""
MOST_WIDE: Final = 3.0
"""An axis has room for intervals up to so many times as wide as the narrowest: that of somebody
with a single hand would leave no room for the others."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line to draw: a name and a value for each position on the axis. ``low`` and ``high``, if
    given, are the ends of an interval, drawn as a band; they are None where the value is.
    """

    name: str
    values: Sequence[float | None]
    low: Sequence[float | None] = ()
    high: Sequence[float | None] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """A position in the chart, in chart units from the upper left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of an axis: its position and label."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line ready to draw: style, path, markers, name and last value."""

    name: str
    label: str
    """The name at the end of the line, as short as it stays distinct; "" of a grey line."""
    style: int
    marker: str
    path: str
    values: tuple[str, ...]
    """The value at each position, shown when somebody points at the line; "" without one."""
    marks: tuple[Point, ...]
    end: Point
    label_y: float
    last: str
    """The last value as the active language writes it."""
    band: str
    """The outline of the interval around the line; "" without one."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart ready to draw, with a text alternative."""

    width: int
    height: int
    left: int
    right: float
    bottom: float
    lines: tuple[Line, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    base: float | None
    axis: str
    """The name of the values, written above the upper end of the axis."""
    labels: tuple[str, ...]
    """Of each position, where `columns` has those with room for a name."""


def line_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    from_zero: bool = True,
    axis: str = "",
    decimals: int = 0,
    named: int | None = None,
    height: int = HEIGHT,
) -> Chart | None:
    """Lay out a chart of several series over common labels; ``None`` when there is no value.

    The axis reaches down to zero unless ``from_zero`` is false, as for ratings. ``decimals`` limits
    the decimals of values. Lines after the first ``named`` are grey; the axis has room for their
    last values, and earlier ones beyond it are drawn at its end. ``height`` is in chart units.
    """
    drawn = [line for line in series if any(value is not None for value in line.values)]
    if not drawn:
        return None
    leaders = len(drawn) if named is None else min(named, len(drawn))
    values = [
        *(value for line in drawn[:leaders] for value in line.values if value is not None),
        *(end for line in drawn[:leaders] for end in _near_ends(line.low, line.high)),
        *(_last(line.values) for line in drawn[leaders:]),
    ]
    reached = [*values, 0] if from_zero else values
    ticks = nice_ticks(min(reached), max(reached), least=10.0**-decimals)
    low, high = ticks[0], ticks[-1]
    right, bottom = WIDTH - RIGHT, height - BOTTOM

    across = [
        round(LEFT + (right - LEFT) * place / max(len(labels) - 1, 1), 1)
        for place in range(len(labels))
    ]
    write = _writer(decimals)

    def y(value: float) -> float:
        return round(bottom - (bottom - TOP) * (min(max(value, low), high) - low) / (high - low), 1)

    paths = [
        [Point(x, y(v)) for x, v in zip(across, line.values, strict=True) if v is not None]
        for line in drawn
    ]
    labels_at_end = short_names([line.name for line in drawn])
    label_ys = [
        *spread([points[-1].y for points in paths[:leaders]], LABEL_GAP, TOP, bottom),
        *(points[-1].y for points in paths[leaders:]),
    ]
    lines = tuple(
        Line(
            name=line.name,
            label=label if index < leaders else "",
            style=index % STYLES + 1 if index < leaders else 0,
            marker=MARKERS[index % STYLES if index < leaders else 0],
            path=path(points),
            values=tuple("" if v is None else write(v) for v in line.values),
            marks=_few(points) if index < leaders else (points[-1],),
            end=points[-1],
            label_y=label_y,
            last=write(_last(line.values)),
            band=_band(line, across, y),
        )
        for index, (line, label, points, label_y) in enumerate(
            zip(drawn, labels_at_end, paths, label_ys, strict=True)
        )
    )
    step = max(1, ceil(len(labels) / 6))
    return Chart(
        width=WIDTH,
        height=height,
        left=LEFT,
        right=right,
        bottom=bottom,
        lines=lines,
        rows=tuple(Tick(y(value), write(value)) for value in ticks),
        columns=tuple(Tick(across[i], labels[i]) for i in range(0, len(labels), step)),
        base=y(0) if low < 0 <= high else None,
        axis=axis,
        labels=tuple(labels),
    )


def nice_ticks(low: float, high: float, count: int = 5, least: float = 1.0) -> tuple[float, ...]:
    """Return about ``count`` round values that enclose ``low`` and ``high``, at least two, and at
    least ``least`` apart."""
    if low == high:
        high = low + least
    raw = (high - low) / count
    unit = 10 ** floor(log10(raw))
    step = max(least, next(unit * m for m in (1, 2, 5, 10) if unit * m >= raw))
    first, last = floor(low / step), ceil(high / step)
    return tuple(step * i for i in range(first, last + 1))


def _last(values: Sequence[float | None]) -> float:
    return next(value for value in reversed(values) if value is not None)


def _writer(decimals: int) -> Callable[[float], str]:
    """Return a function that formats a value, without decimals if it is whole."""
    write = rounding()
    return lambda value: write(value, 0 if round(value, 6) == round(value) else decimals)


def short_names(names: Sequence[str]) -> list[str]:
    """Return first names; those that are not unique get the initial of the last name: "Ann O.".
    What has no room beside a chart is cut."""
    first = Counter(name.split(" ")[0] for name in names)
    return [
        _cut(given if first[given] == 1 or not last else f"{given} {last.split(' ')[-1][0]}.")
        for given, _, last in (name.partition(" ") for name in names)
    ]


def _cut(name: str) -> str:
    """Return the beginning of a name wider than `ROOM`; a Chinese sign takes two letters."""
    ends = list(accumulate(2 if east_asian_width(sign) in "WF" else 1 for sign in name))
    return name if not ends or ends[-1] <= ROOM else name[: bisect_right(ends, ROOM - 1)] + "…"


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return label positions near ``wanted``, in the same order and at least ``gap`` apart. They
    stay between ``low`` and ``high`` if they all fit.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    floor_y = low
    for i in order:
        placed[i] = max(wanted[i], floor_y)
        floor_y = placed[i] + gap
    ceiling = high
    for i in reversed(order):
        placed[i] = min(placed[i], ceiling)
        ceiling = placed[i] - gap
    return placed


def path(points: Sequence[Point]) -> str:
    """Return the SVG path through the points."""
    return "M" + " L".join(f"{point.x:g} {point.y:g}" for point in points)


def _band(line: Series, across: Sequence[float], y: Callable[[float], float]) -> str:
    """Return the outline of a line's interval: along its upper ends and back along the lower."""
    upper, lower = (
        [Point(x, y(v)) for x, v in zip(across, ends, strict=False) if v is not None]
        for ends in (line.high, line.low)
    )
    return f"{path([*upper, *reversed(lower)])} Z" if upper and lower else ""


def _near_ends(lows: Sequence[float | None], highs: Sequence[float | None]) -> list[float]:
    """Return the ends of intervals an axis has room for, see `MOST_WIDE`."""
    known = [
        (low, high)
        for low, high in zip(lows, highs, strict=True)
        if low is not None and high is not None
    ]
    most = MOST_WIDE * min((high - low for low, high in known), default=0.0)
    return [end for low, high in known if high - low <= most for end in (low, high)]


def _few(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return about eight of the points, evenly spaced and including the last."""
    step = ceil(len(points) / 8)
    return tuple(reversed(points[::-1][::step]))


@dataclass(frozen=True, slots=True)
class Span:
    """One row of an interval chart: a point, and the ends of its interval if it has one, in per
    cent of the width of the axis.
    """

    at: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """Points and intervals on one axis, a row for each, in the order of the values."""

    ticks: tuple[Tick, ...]
    """In per cent of the width."""
    spans: tuple[Span, ...]


def interval_chart(
    values: Sequence[tuple[float, float | None, float | None]],
) -> IntervalChart | None:
    """Lay out (value, low, high) on one axis; ``None`` without a value. Ends beyond the axis, see
    `MOST_WIDE`, are drawn at its own.
    """
    if not values:
        return None
    points, lows, highs = zip(*values, strict=True)
    reached = [*points, *_near_ends(lows, highs)]
    ticks = nice_ticks(min(reached), max(reached), count=3)
    low, high, write = ticks[0], ticks[-1], _writer(0)

    def x(value: float | None) -> float | None:
        if value is None:
            return None
        return round(100 * (min(max(value, low), high) - low) / (high - low), 2)

    return IntervalChart(
        tuple(Tick(x(value) or 0.0, write(value)) for value in ticks),
        tuple(Span(x(value) or 0.0, x(least), x(most)) for value, least, most in values),
    )
