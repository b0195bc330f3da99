"""A season's table in words: every figure of a row as the page prints it.

The words are put together here and not in the template: they are the same for many rows, and a
template asks for each of them again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from zarleague.leagues.formats import decimals_of
from zarleague.reports.season_report.words import RANKINGS, TIE_BREAKS, dropped, shortfall
from zarleague.standings.table import Row
from zarleague.web.words import figures


class Line(NamedTuple):
    """One row as it is printed; "" where nothing is said."""

    player: int
    rank: str
    name: str
    notes: tuple[str, ...]
    """Ties decided, minimums not met, evenings dropped."""
    hands: str
    wins: str
    beside: str
    """Points, or points per hand: the one that is not the metric."""
    penalty: str
    metric: str


class Table(NamedTuple):
    """A table and the words around it."""

    caption: str
    beside: str
    """The head of the column of that name."""
    measure: str
    """What the table ranks by."""
    lines: Sequence[Line]


def table_in_words(rows: Sequence[Row], names: Mapping[int, str], ranking: str) -> Table:
    """The rows of a season that ranks by a preset."""
    by_average = ranking == "average-per-hand"
    metrics = figures([row.metric for row in rows], decimals_of(row.metric for row in rows))
    beside = (
        [str(row.points) for row in rows]
        if by_average
        else figures([row.average for row in rows], 2)
    )
    return Table(
        caption=str(RANKINGS[ranking]),
        beside=_("Points") if by_average else _("Average"),
        measure=_measure(ranking),
        lines=[
            Line(
                row.player_id,
                str(row.rank or "–"),
                names[row.player_id],
                tuple(_notes(row)),
                str(row.hands),
                str(row.wins),
                value,
                str(row.penalty or ""),
                metric,
            )
            for row, value, metric in zip(rows, beside, metrics, strict=True)
        ],
    )


def _measure(ranking: str) -> str:
    match ranking:
        case "average-per-hand":
            return _("Average")
        case "hands-won":
            return _("Won")
        case "place-points" | "several-games":
            return _("Place points")
        case _points:
            return _("Points")


def _notes(row: Row) -> Iterator[str]:
    for step in row.decided_by:
        yield _("tie decided by %(what)s") % {"what": TIE_BREAKS[step]}
    for short in row.shortfalls:
        yield shortfall(*short)
    if row.dropped:
        yield dropped(len(row.dropped))
