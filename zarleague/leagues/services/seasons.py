"""Seasons: start, finish, reopen."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Season, default_season_rules
from zarleague.leagues.names import tidy
from zarleague.leagues.services.rows import check_row, lock_league

SEASON_FIELDS = ("name", "starts", "ends", "state")
"""The fields of a season recorded in the audit log, apart from its rules."""


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
) -> Season:
    """Start a season; ``rules`` have the form of `standings.rules.rules_to_json`."""
    write = KeyedWrite("start-season", locals())
    access.require(access.can_organise(actor, league))
    league = lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return Season.objects.select_related("league").get(pk=made)
    season = new_season(league, name, starts=starts, ends=ends, rules=rules, actor=actor)
    write.record(league.pk, season.pk)
    return season


def new_season(
    league: League,
    name: str,
    *,
    starts: datetime.date,
    actor: Actor,
    ends: datetime.date | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """Start a season; the calling service has checked permissions and locked the league."""
    season = Season(
        league=league,
        name=tidy(name),
        starts=starts,
        ends=ends,
        rules=dict(rules) if rules is not None else default_season_rules(),
    )
    check_row(season)
    season.save(force_insert=True)
    _record_season("start_season", season, actor, after={"rules": season.rules})
    return season


def end_season(season: Season, *, actor: Actor, ends: datetime.date | None) -> Season:
    """Mark a season as finished; the calling service has checked permissions and locked it."""
    before = audit.values(season, *SEASON_FIELDS)
    season.state = Season.State.FINISHED
    season.ends = ends
    check_row(season)
    season.save(update_fields=["state", "ends"])
    _record_season("finish_season", season, actor, before=before)
    return season


@transaction.atomic
def reopen_season(season: Season, *, actor: Actor, key: str) -> Season:
    """Undo `end_season`; the season keeps its last evening."""
    write = KeyedWrite("reopen-season", locals())
    access.require(access.can_organise(actor, season.league))
    season, made = _locked(season, write)
    if made is not None:
        return season
    before = audit.values(season, *SEASON_FIELDS)
    season.state = Season.State.RUNNING
    season.save(update_fields=["state"])
    _record_season("reopen_season", season, actor, before=before)
    return season


def _record_season(
    action: str,
    season: Season,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    audit.record(
        season.league_id,
        action,
        actor,
        topic=audit.Topic.SEASON,
        about=season,
        name=season.name,
        before=before,
        after=audit.values(season, *SEASON_FIELDS) | dict(after or {}),
    )


def _locked(season: Season, write: KeyedWrite) -> tuple[Season, int | None]:
    """Lock the season and write the receipt.

    Return the season, read anew, and the id that an earlier call returned.
    """
    season = (
        Season.objects.select_for_update(no_key=True, of=("self",))
        .select_related("league")
        .get(pk=season.pk)
    )
    made = write.made_in(season.league_id)
    if made is None:
        write.record(season.league_id, season.pk)
    return season, made
