"""A coloured cross table of a player and the opponents met most often."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import ngettext

from zarleague.leagues.models import Player, Season
from zarleague.play import selectors as play

SHOWN: Final = 9
"""Opponents in the cross table, those with the most hands together; the list below it has more."""
SHADES: Final = 5
"""Number of colours for shares, from hardly ever ahead to nearly always."""


class DuelCell(NamedTuple):
    """One player's record against another: share of hands won in per cent, its shade, and both in
    words. Everything is empty if they never met or are the same player."""

    share: str
    shade: int | None
    words: str


class DuelRow(NamedTuple):
    """A player's row, with a cell for each player of the table."""

    player: int
    name: str
    cells: list[DuelCell]


def duel_rows(season: Season, player: Player, met: Sequence[play.Meeting]) -> list[DuelRow]:
    """Return the rows of the cross table, the player's first; empty for fewer than two others."""
    closest = sorted(met, key=lambda one: -(one.ahead + one.behind + one.level))[:SHOWN]
    if len(closest) < 2:
        return []
    names = {player.pk: player.name} | {one.other: one.name for one in closest}
    found = play.duels(season, list(names))
    return [
        DuelRow(one, name, [_cell(name, names[other], found.get((one, other))) for other in names])
        for one, name in names.items()
    ]


def _cell(name: str, other: str, duel: play.Duel | None) -> DuelCell:
    if duel is None:
        return DuelCell("", None, "")
    hands = sum(duel)
    # A tie is half a win, as in a chess table.
    halves = 2 * duel.ahead + duel.level
    words = ngettext(
        "%(name)s ahead of %(other)s in %(ahead)s of %(num)s hand",
        "%(name)s ahead of %(other)s in %(ahead)s of %(num)s hands",
        hands,
    )
    said = words % {"name": name, "other": other, "ahead": duel.ahead, "num": hands}
    shade = min(SHADES - 1, halves * SHADES // (2 * hands))
    return DuelCell(str((100 * halves + hands) // (2 * hands)), shade, said)
