"""Start the next seasons of divisions, with who moved up and down."""

import datetime
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import divisions_of, following
from zarleague.leagues.services import lock_league
from zarleague.leagues.services.seasons import new_season
from zarleague.play.locks import lock_seasons
from zarleague.play.selectors.divisions import Division, divisions, placed_next


@transaction.atomic
def start_next_divisions(
    season: Season,
    *,
    starts: datetime.date,
    names: Sequence[str],
    actor: Actor,
    key: str,
    ends: datetime.date | None = None,
    placed: Mapping[int, int | None] | None = None,
) -> list[Season]:
    """Start the next season of each of a season's divisions, which are all over, as copies of them
    with these names, the highest first; return them.

    Players are in the division where `divisions` sends them. ``placed`` says otherwise of single
    ones, by id: the number of their division, None for none; newcomers are in it, too.
    """
    write = KeyedWrite("start-next-divisions", locals())
    access.require(access.can_organise(actor, season.league))
    league = lock_league(season.league_id)
    if (made := write.made_in(league.pk)) is not None:
        return divisions_of(Season.objects.get(pk=made))
    lock_seasons(one.pk for one in divisions_of(season))
    found = divisions(season)
    if not found:
        raise Invalid("season", gettext_noop("This season has no divisions."))
    people = placed_next(league, found, placed or {})
    _check_ready(found, names)
    made_seasons: list[Season] = []
    for division, name, players in zip(found, names, people, strict=True):
        last = division.season
        above = made_seasons[-1] if made_seasons else None
        made_seasons.append(
            new_season(
                league,
                name,
                starts=starts,
                ends=ends,
                rules=last.rules,
                game=last.game,
                weekday=last.weekday,
                qualified=[[player, [0, 1]] for player in players],
                above=above,
                moves=None if above is None else last.moves,
                follows=last,
                actor=actor,
            )
        )
    write.record(league.pk, made_seasons[0].pk)
    return made_seasons


def _check_ready(found: Sequence[Division], names: Sequence[str]) -> None:
    for one in found:
        if one.season.state != Season.State.FINISHED:
            raise Invalid(
                "season",
                gettext_noop("End {name} first: its standings say who moves."),
                name=one.season.name,
            )
        if (later := following(one.season)) is not None:
            raise Invalid(
                "season",
                gettext_noop("{name} has its next season already: {later}."),
                name=one.season.name,
                later=later.name,
            )
    if len(names) != len(found):
        raise Invalid(
            "names",
            gettext_noop("Name each of the next seasons: there are {count} divisions."),
            count=len(found),
        )
