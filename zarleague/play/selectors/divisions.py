"""The divisions of a season, and who moves between them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import aliases, divisions_of, names_of, players_of
from zarleague.play.selectors.seasons import season_table
from zarleague.standings.divisions import (
    DivisionRow,
    DivisionTable,
    Mover,
    StillOpen,
    movers,
    next_divisions,
)
from zarleague.standings.metric import MixedDirectionsError


class Division(NamedTuple):
    """A division as it stands."""

    season: Season
    movers: Sequence[Mover]
    """Who is in it, best first, and where each goes at the end."""


def divisions(season: Season) -> list[Division]:
    """Return the divisions that a season is one of, the highest first, with who moves as the tables
    stand; none without divisions."""
    found = divisions_of(season)
    tables = [
        DivisionTable(_rows(one), placed_in(one), one.moves or 0 if one.above_id else 0)
        for one in found
    ]
    return [Division(one, who) for one, who in zip(found, movers(tables), strict=True)]


def placed_in(season: Season) -> list[int]:
    """Return who was placed in a division when it began, merged players as one."""
    if season.final_of_id is not None or not season.qualified:
        return []
    into: Mapping[int, int] = aliases(season.league_id)
    return list(dict.fromkeys(into.get(player, player) for player, _ in season.qualified))


def without_other_divisions(season: Season, people: Sequence[int]) -> list[int]:
    """Return those of some people who are not in another division beside a season."""
    elsewhere = {
        one.player
        for division in divisions(season)
        if division.season != season
        for one in division.movers
    }
    return [player for player in people if player not in elsewhere]


def placed_next(
    league: League, found: Sequence[Division], placed: Mapping[int, int | None]
) -> list[list[int]]:
    """Return who is in each of the next divisions. Raise Invalid for what cannot be: players that
    the league has not, a division that there is not or in which nobody is, and players who are
    level and not placed."""
    known = {player.pk for player in players_of(league)}
    if not placed.keys() <= known | {one.player for each in found for one in each.movers}:
        raise Invalid("placed", gettext_noop("One of the players isn’t in this league."))
    if any(there is not None and not 1 <= there <= len(found) for there in placed.values()):
        raise Invalid(
            "placed", gettext_noop("The divisions are numbered 1 to {last}."), last=len(found)
        )
    try:
        people = next_divisions([one.movers for one in found], placed, len(found))
    except StillOpen as error:
        named = names_of(league, error.players)
        raise Invalid(
            "placed",
            gettext_noop(
                "Level for a place that moves: {names}. Say in which division each plays."
            ),
            names=", ".join(named[player] for player in error.players),
        ) from error
    if [] in people:
        raise Invalid(
            "placed",
            gettext_noop("Nobody would be in division {number}. Place someone there."),
            number=people.index([]) + 1,
        )
    return people


def _rows(season: Season) -> list[DivisionRow]:
    try:
        rows = season_table(season)
    except MixedDirectionsError:
        return []
    return [DivisionRow(row.player_id, row.rank, row.hands) for row in rows]
