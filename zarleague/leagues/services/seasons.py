"""Seasons: start, finish, reopen."""

import datetime
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Season, default_season_rules
from zarleague.leagues.names import tidy
from zarleague.leagues.selectors import divisions_of
from zarleague.leagues.services.rows import check_game, check_row, lock_league

SEASON_FIELDS = ("name", "starts", "ends", "state", "game", "weekday")
"""The fields of a season recorded in the audit log, apart from its rules."""
MOST_SEASONS: Final = 1000
"""Seasons of a league: some work is done for each of them every night."""
MOST_DIVISIONS: Final = 50
"""Seasons of which each is the division below the next: a page reads the tables of all of them."""
MOST_MOVES: Final = 50


@transaction.atomic
def start_season(
    league: League,
    *,
    name: str,
    starts: datetime.date,
    actor: Actor,
    key: str,
    ends: datetime.date | None = None,
    rules: Mapping[str, Any] | None = None,
    game: str | None = None,
    weekday: int | None = None,
    like: Season | None = None,
) -> Season:
    """Start a season; ``rules`` have the form of `standings.rules.rules_to_json`. What is not given
    is as in the season ``like``; Monday is weekday 0."""
    write = KeyedWrite("start-season", locals())
    access.require(access.can_organise(actor, league))
    league = lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return Season.objects.select_related("league").get(pk=made)
    if like is not None:
        if like.league_id != league.pk:
            raise Invalid("like", gettext_noop("This league has no such season."))
        rules = like.rules if rules is None else rules
        game = like.game if game is None else game
        weekday = like.weekday if weekday is None else weekday
    days: dict[str, Any] = {"starts": starts, "ends": ends, "weekday": weekday}
    season = new_season(league, name, rules, actor=actor, game=game or "", **days)
    write.record(league.pk, season.pk)
    return season


def new_season(
    league: League,
    name: str,
    rules: Mapping[str, Any] | None = None,
    *,
    actor: Actor,
    game: str = "",
    **fields: Any,
) -> Season:
    """Start a season, the final of one or a division, with other *fields* of a `Season`; the
    calling service has checked permissions and locked the league."""
    if Season.objects.filter(league=league).count() >= MOST_SEASONS:
        raise Invalid("name", gettext_noop("A league can have {most} seasons."), most=MOST_SEASONS)
    if game:
        check_game(league, game, "game")
    ranking = default_season_rules() if rules is None else dict(rules)
    season = Season(league=league, name=tidy(name), rules=ranking, game=game, **fields)
    _check_season(season)
    season.save(force_insert=True)
    after: dict[str, Any] = {"rules": season.rules}
    if season.qualified:
        after["players"] = [player for player, _ in season.qualified]
    if season.final_seats is not None:
        after |= audit.values(season, "final_seats", "final_wins")
    if season.above is not None:
        after |= _division(season)
    action = "start_season" if season.final_of is None else "start_final"
    if season.follows is not None:
        action = "start_next_divisions"
    _record_season(action, season, actor, after=after)
    return season


def _check_season(season: Season) -> None:
    """Raise Invalid for a name that is taken, days in the wrong order or any other bad field."""
    others = Season.objects.filter(league_id=season.league_id, name=season.name)
    if others.exclude(pk=season.pk).exists():
        raise Invalid(
            "name",
            gettext_noop("There’s already a season called {name}. Choose another name."),
            name=season.name,
        )
    if season.ends is not None and season.ends < season.starts:
        raise Invalid(
            "ends",
            gettext_noop("The season starts on {day}; it can’t end before that."),
            day=season.starts,
        )
    check_row(season)


def end_season(season: Season, *, actor: Actor, ends: datetime.date | None) -> Season:
    """Mark a season as finished; the calling service has checked permissions and locked it."""
    before = audit.values(season, *SEASON_FIELDS)
    season.state = Season.State.FINISHED
    season.ends = ends
    _check_season(season)
    season.save(update_fields=["state", "ends"])
    _record_season("finish_season", season, actor, before=before)
    return season


@transaction.atomic
def reopen_season(season: Season, *, actor: Actor, key: str) -> Season:
    """Undo `end_season`. A last evening that is over goes, as the season would end with it again
    at once."""
    write = KeyedWrite("reopen-season", locals())
    access.require(access.can_organise(actor, season.league))
    found = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("league")
    season = found.get(pk=season.pk)
    if write.made_in(season.league_id) is not None:
        return season
    write.record(season.league_id, season.pk)
    before = audit.values(season, *SEASON_FIELDS)
    season.state = Season.State.RUNNING
    if season.ends is not None and season.ends < season.league.evening_of(timezone.now()):
        season.ends = None
    season.save(update_fields=["state", "ends"])
    _record_season("reopen_season", season, actor, before=before)
    return season


def write_season(season: Season, *, actor: Actor, **changed: Any) -> Season:
    """Change some of a season's fields; the calling service has checked permissions and its
    matches, and locked it."""
    if changed.get("game") not in (None, "", season.game):
        check_game(season.league, changed["game"], "game")
    before = audit.values(season, *SEASON_FIELDS)
    for name, value in changed.items():
        setattr(season, name, value)
    season.name = tidy(season.name)
    _check_season(season)
    season.save(update_fields=["name", *changed])
    _record_season("change_season", season, actor, before=before)
    return season


@transaction.atomic
def set_division(season: Season, *, actor: Actor, above: Season | None, moves: int = 1) -> Season:
    """Make a season the division below another of the league: at the end so many move up into it,
    and as many down. With None it is the highest, or no division."""
    access.require(access.can_organise(actor, season.league))
    lock_league(season.league_id)
    season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    if above is not None:
        _check_above(season, above)
        if not 1 <= moves <= MOST_MOVES:
            raise Invalid(
                "moves", gettext_noop("From 1 to {most} players move up and down."), most=MOST_MOVES
            )
    before = _division(season)
    season.above, season.moves = above, None if above is None else moves
    season.save(update_fields=["above", "moves"])
    audit.record("set_division", season, actor, before=before, after=_division(season))
    return season


def _check_above(season: Season, above: Season) -> None:
    """Raise Invalid if one season cannot be the division below the other."""
    if above.league_id != season.league_id:
        raise Invalid("above", gettext_noop("This league has no such season."))
    if season.final_of_id is not None or above.final_of_id is not None:
        raise Invalid("above", gettext_noop("A final is no division."))
    if taken := Season.objects.filter(above=above).exclude(pk=season.pk).first():
        raise Invalid(
            "above",
            gettext_noop("{below} is the division below {above} already."),
            below=taken.name,
            above=above.name,
        )
    higher, lower = divisions_of(above) or [above], divisions_of(season) or [season]
    higher, lower = higher[: higher.index(above) + 1], lower[lower.index(season) :]
    if season in higher:
        raise Invalid("above", gettext_noop("A division can’t be below itself."))
    if len(higher) + len(lower) > MOST_DIVISIONS:
        raise Invalid(
            "above",
            gettext_noop("There can be {most} divisions side by side."),
            most=MOST_DIVISIONS,
        )


def _division(season: Season) -> dict[str, Any]:
    return {"above": season.above.name if season.above else None, "moves": season.moves}


def _record_season(
    action: str,
    season: Season,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    audit.record(
        action,
        season,
        actor,
        before=before,
        after=audit.values(season, *SEASON_FIELDS) | dict(after or {}),
    )
