"""Where a match stands, for the scorepad: the players by place, what the last hand moved, and a
chart of the totals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from zarleague.play.selectors import HandCell, HandRow
from zarleague.reports.drawings.charts import Chart, Series, line_chart
from zarleague.standings.totals import MatchTotals
from zarleague.web.table.players import PlayerColumn


@dataclass(frozen=True, slots=True)
class Stand:
    """One player's place in a match. ``moved`` is how many places the last hand gained, negative if
    it lost some, 0 also without a place before it; ``last`` are the points of that hand, None for
    somebody who sat it out; ``behind`` is the distance to the leader in points."""

    place: int
    name: str
    moved: int
    last: int | None
    total: int
    behind: int


def match_standing(
    totals: MatchTotals, columns: Sequence[PlayerColumn], rows: Sequence[HandRow]
) -> list[Stand]:
    """Return the players with a hand by place, those who share one in the order of their seats;
    ``rows`` are the hands of the match."""
    counted = [row for row in rows if row.cells]
    # The totals were read before the hands: between the two the first hand may have been saved.
    if not counted or not totals.points:
        return []
    last = counted[-1].cells
    before = _before(totals, last).standing()
    best = (max if totals.high_wins else min)(totals.points.values())
    return [
        Stand(
            place=column.place,
            name=column.name,
            moved=before[column.player][0] - column.place if column.player in before else 0,
            last=last[column.player].points if column.player in last else None,
            total=column.total,
            behind=abs(column.total - best),
        )
        for column in sorted(columns, key=lambda column: column.place)
        if column.total is not None
    ]


def _before(totals: MatchTotals, last: Mapping[int, HandCell]) -> MatchTotals:
    """Return the totals before the last hand, without those whose first hand it was."""
    known = [player for player in totals.points if totals.hands[player] > (player in last)]
    points = {
        player: totals.points[player] - (last[player].points if player in last else 0)
        for player in known
    }
    wins = {
        player: totals.wins.get(player, 0) - (player in last and last[player].won)
        for player in known
    }
    hands = {player: totals.hands[player] - (player in last) for player in known}
    return replace(totals, points=points, wins=wins, hands=hands, played=totals.played - 1)


def match_chart(
    columns: Sequence[PlayerColumn], rows: Sequence[HandRow], unit: int = 1
) -> Chart | None:
    """Return a chart of the totals after each hand, from 0 on for those who played the first; None
    before the second hand. *unit* stored points make one point."""
    counted = [row for row in rows if row.cells]
    if len(counted) < 2:
        return None
    lines = [
        Series(
            column.name,
            [
                0 if column.player in counted[0].cells else None,
                *(
                    _in_points(row.cells[column.player].total, unit)
                    if column.player in row.cells
                    else None
                    for row in counted
                ),
            ],
        )
        for column in columns
        if column.total is not None
    ]
    numbers = ["0", *(str(row.number) for row in counted)]
    return line_chart(
        lines, numbers, axis=_("Total points"), decimals=0 if unit == 1 else 2 if unit == 4 else 1
    )


def _in_points(points: int, unit: int) -> float:
    return points if unit == 1 else points / unit
