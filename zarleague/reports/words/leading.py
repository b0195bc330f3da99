"""Who leads a season, in words, where there is room for some rows: letters, pictures, frames."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names_of
from zarleague.play.selectors import (
    FinalRow,
    final_table,
    games_played,
    named_table,
    unit_of_points,
)
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json


class Leader(NamedTuple):
    """A player's place in a season as it is printed."""

    player: int
    rank: str
    name: str
    hands: str
    """"" in a final: who is in it is there before the first hand."""
    figure: str


class Leaders(NamedTuple):
    """The first of a season under what ranks them; of a final the order that decides it, not what
    its hands add up to."""

    order: str
    caption: str
    """The order at length, with what is to be said of provisional ranks."""
    measure: str
    """The name of the figure."""
    lines: Sequence[Leader]


def leaders(season: Season, limit: int) -> Leaders:
    """Return the first ``limit`` of a season."""
    if season.final_of_id is not None:
        found = _of_final(season)
        return found._replace(lines=found.lines[:limit])
    rules = rules_from_json(season.rules)
    rows, names = named_table(season, limit=limit)
    ranks, note = ranking_words.ranks_from_top(rows)
    unit = unit_of_points(season, games_played(season)) or 1
    figures = ranking_words.metrics_column(rules, [row.metric for row in rows], unit)
    return Leaders(
        ranking_words.order(rules),
        f"{ranking_words.caption(rules)} {note}".strip(),
        ranking_words.measure(rules),
        [
            Leader(row.player_id, rank, names[row.player_id], str(row.hands), figure)
            for row, rank, figure in zip(rows, ranks, figures, strict=True)
        ],
    )


def leader_in(final: Season, player_id: int) -> tuple[str, Leader] | None:
    """Return what a final ranks by and a player's place in it; None of who did not qualify, and in
    any other season."""
    if final.final_of_id is None:
        return None
    found = _of_final(final)
    return next(((found.measure, one) for one in found.lines if one.player == player_id), None)


def _of_final(final: Season) -> Leaders:
    rules = rules_from_json(final.rules)
    rows = final_table(final)
    names = names_of(final.league, [row.player_id for row in rows])
    if final.final_seats is not None:
        measure = order = _("Matches won")
    else:
        measure, order = ranking_words.measure(rules), ranking_words.order(rules)
    lines = [
        Leader(row.player_id, str(row.rank), names[row.player_id], "", figure)
        for row, figure in zip(rows, _figures(final, rows), strict=True)
    ]
    return Leaders(order, order, measure, lines)


def _figures(final: Season, rows: Sequence[FinalRow]) -> list[str]:
    if final.final_seats is not None:
        return [str(row.total) for row in rows]
    unit = unit_of_points(final, games_played(final)) or 1
    totals = [row.total for row in rows]
    return ranking_words.metrics_column(rules_from_json(final.rules), totals, unit)
