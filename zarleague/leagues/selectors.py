"""Reads about leagues and their people."""

import datetime

from django.db.models import Q, QuerySet

from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import sql
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, LeagueGame, Player, Season


def leagues_of(actor: Actor) -> QuerySet[League]:
    """The leagues the actor belongs to, by name; for a link, the one it is for."""
    mine = Q(pk__in=[])
    if actor.user is not None:
        mine |= Q(memberships__user=actor.user)
    if actor.link is not None:
        mine |= Q(pk=actor.link.league_id)
    return League.objects.filter(mine).order_by("name").distinct()


def players_of(league: League) -> QuerySet[Player]:
    """Everybody who plays, merged guests left out, by name."""
    return Player.objects.filter(league=league, merged_into=None)


def names(league: League) -> dict[int, str]:
    """Name by player id, merged guests included."""
    return dict(Player.objects.filter(league=league).values_list("id", "name"))


def aliases(league_id: int) -> dict[int, int]:
    """Whom each merged player's results count for, by id; a chain of merges is followed."""
    into: dict[int, int] = dict(
        sql.rows(
            "SELECT id, merged_into_id FROM leagues_player"
            " WHERE league_id = %s AND merged_into_id IS NOT NULL",
            league_id,
        )
    )
    return {guest: _end(guest, into) for guest in into}


def _end(player: int, into: dict[int, int]) -> int:
    while player in into:
        player = into[player]
    return player


def house_rules(league: League, game: str) -> Ruleset:
    """The ruleset the league plays a game by; the game's first preset if it has not said.

    Raises KeyError for a game there is not.
    """
    chosen = LeagueGame.objects.filter(league=league, game=game).first()
    if chosen is None:
        return find(game).ruleset()
    return find(game).ruleset(chosen.preset, chosen.overrides)


def current_season(league: League, on: datetime.date) -> Season | None:
    """The running season that holds the date, else the latest running one that has begun."""
    return (
        Season.objects.filter(league=league, state=Season.State.RUNNING, starts__lte=on)
        .filter(Q(ends__isnull=True) | Q(ends__gte=on))
        .first()
    )
