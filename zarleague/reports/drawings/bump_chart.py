"""Bump charts: ranks over evenings, a line per player, rank 1 on top. ``components/bump.html``
draws them. Today's leaders have a colour and a name; other lines are grey until hovered or
tapped."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from zarleague.reports.drawings.charts import NAMED, Point, Tick, path, short_names, spread

WIDTH: Final = 480
LEFT: Final = 26
RIGHT: Final = 112
TOP: Final = 32
"""Above the first rank is the name of the axis."""
BOTTOM: Final = 28
PITCH: Final = (12.0, 24.0)
"""The least and the most distance between two ranks, in chart units."""
HEIGHT: Final = 320
"""The height of all ranks together, unless they would be nearer than the least distance."""
NAME_GAP: Final = 16
"""Least distance between two names."""
MOST_DATES: Final = 6
STEEP: Final = 4
"""Ranks that the height of a small line stands for, at least."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One player's ranks, one for each evening, None without one."""

    name: str
    ranks: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class BumpLine:
    """A line ready to draw. ``style`` is 0 for grey lines; ``label`` is the name at the end of the
    line or ""; ``points`` are by evening."""

    name: str
    label: str
    style: int
    path: str
    ends: tuple[Point, ...]
    """The last point of each stretch without a gap."""
    label_at: Point
    ranks: Sequence[int | None]

    @property
    def shown_ranks(self) -> list[int | str]:
        """Return the ranks as cells of a table show them."""
        return [rank or "–" for rank in self.ranks]

    @property
    def listed_ranks(self) -> str:
        """Return the ranks as scripts read them, nothing for none."""
        return ";".join(str(rank or "") for rank in self.ranks)


@dataclass(frozen=True, slots=True)
class BumpChart:
    """A chart ready to draw. Grey lines come first, so that the leaders lie above them."""

    width: int
    height: float
    left: int
    right: int
    lines: tuple[BumpLine, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    evenings: tuple[str, ...]


def bump_chart(placed: Sequence[Placed], evenings: Sequence[str]) -> BumpChart | None:
    """Return the chart of these players' ranks, given in the order of today's table, or None if
    there are fewer than two evenings or no ranks."""
    drawn = [one for one in placed if any(one.ranks)]
    # Nobody is ranked until somebody has the minimum of hands.
    first = min((next(i for i, rank in enumerate(one.ranks) if rank) for one in drawn), default=0)
    drawn = [Placed(one.name, one.ranks[first:]) for one in drawn]
    evenings = evenings[first:]
    if len(evenings) < 2 or not drawn:
        return None
    lowest = max(rank for one in drawn for rank in one.ranks if rank)
    pitch = min(max(HEIGHT / lowest, PITCH[0]), PITCH[1])
    right = WIDTH - RIGHT
    foot = TOP + pitch * (lowest - 1)

    across = [
        round(LEFT + (right - LEFT) * evening / (len(evenings) - 1), 1)
        for evening in range(len(evenings))
    ]
    down = [round(TOP + pitch * rank, 1) for rank in range(lowest)]
    stretches = [
        _stretches(
            [Point(x, down[r - 1]) if r else None for x, r in zip(across, one.ranks, strict=True)]
        )
        for one in drawn
    ]
    leaders = [i for i, one in enumerate(drawn) if one.ranks[-1]][:NAMED]
    heights = spread(
        [stretches[i][-1][-1].y for i in leaders], NAME_GAP, TOP, max(foot, TOP + NAME_GAP * NAMED)
    )
    label_y = dict(zip(leaders, heights, strict=True))
    names = short_names([one.name for one in drawn])
    lines = [
        BumpLine(
            name=one.name,
            label=names[i] if i in label_y else "",
            style=leaders.index(i) + 1 if i in label_y else 0,
            path=" ".join(_curve(stretch) for stretch in stretches[i]),
            ends=tuple(stretch[-1] for stretch in stretches[i]),
            label_at=Point(right + 18, label_y.get(i, stretches[i][-1][-1].y)),
            ranks=one.ranks,
        )
        for i, one in enumerate(drawn)
    ]
    step = ceil(len(evenings) / MOST_DATES)
    shown = [1, *range(5, lowest + 1, 5)]
    return BumpChart(
        width=WIDTH,
        height=round(max(foot, max(heights, default=0)) + BOTTOM, 1),
        left=LEFT,
        right=right,
        lines=tuple(sorted(lines, key=lambda line: -line.style if line.style else -NAMED - 1)),
        rows=tuple(Tick(down[rank - 1], str(rank)) for rank in shown),
        columns=tuple(Tick(across[i], evenings[i]) for i in range(len(evenings) - 1, -1, -step)),
        evenings=tuple(evenings),
    )


def sparkline(ranks: Sequence[int | None]) -> str:
    """Return the SVG path of a player's last ranks in a box of 64 by 20 units, better ranks higher;
    "" if there are fewer than two."""
    reached = [rank for rank in ranks if rank]
    if len(reached) < 2:
        return ""
    best, span = min(reached), max(reached) - min(reached)
    down = 16 / max(span, STEEP)
    top = 2 + (16 - down * span) / 2
    across = 60 / (len(ranks) - 1)
    points = [
        Point(round(2 + across * i, 1), round(top + down * (rank - best), 1)) if rank else None
        for i, rank in enumerate(ranks)
    ]
    return " ".join(path(stretch) for stretch in _stretches(points))


def _stretches(points: Sequence[Point | None]) -> list[list[Point]]:
    """Split the points at gaps."""
    runs: list[list[Point]] = []
    for before, point in zip((None, *points), points, strict=False):
        if point is None:
            continue
        if before is None:
            runs.append([])
        runs[-1].append(point)
    return runs


def _curve(points: Sequence[Point]) -> str:
    """Return a smooth path that is horizontal at every point."""
    parts = [f"M{points[0].x:g} {points[0].y:g}"]
    for one, other in pairwise(points):
        middle = round((one.x + other.x) / 2, 1)
        parts.append(f"C{middle:g} {one.y:g} {middle:g} {other.y:g} {other.x:g} {other.y:g}")
    return " ".join(parts)
