"""Set a season's ranking, draw lots among tied players, rebuild the totals."""

import datetime
import secrets
from collections.abc import Callable, Mapping, Sequence
from types import EllipsisType
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Max, Min
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import Player, Season
from zarleague.leagues.services.seasons import end_season, write_season
from zarleague.play import notify, totals
from zarleague.play.locks import lock_season
from zarleague.play.models import Match
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.seasons import period_table, season_table
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.matches import close_open_matches
from zarleague.play.services.rebuilding import rebuild_in_transaction, rebuilds_before_locking
from zarleague.play.totals.period import Period
from zarleague.standings.rules import Metric, RulesError, SeasonRules, rules_from_json
from zarleague.standings.series import Movement, moved

_Answer = TypeVar("_Answer")


@large_change
@rebuilds_before_locking
@transaction.atomic
def set_season_rules(
    season: Season, rules: Mapping[str, Any], *, actor: Actor, key: str, reason: str = ""
) -> Season:
    """Set the rules that rank the season, in the form of `standings.rules.rules_to_json`.

    Those of a finished season need a reason: its table was final. Raise Invalid without one, and
    for rules it cannot have.
    """
    write = KeyedWrite("set-season-rules", locals())
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    if write.made_in(season.league_id) is not None:
        return season
    _check_rules(season, rules)
    if season.state == Season.State.FINISHED:
        reason = checked_reason(reason)
    before = {"rules": season.rules}
    season.rules = dict(rules)
    season.save(update_fields=["rules"])
    audit.record(
        "set_season_rules",
        season,
        actor,
        topic=audit.Topic.RULES,
        before=before,
        after={"rules": season.rules},
        why=reason,
    )
    rebuild_in_transaction([season])
    write.record(season.league_id, season.pk)
    notify.season_table_changed(season)
    return season


def _check_rules(season: Season, rules: Mapping[str, Any]) -> SeasonRules:
    """Return the rules of a stored form. Raise Invalid for those that a season cannot have."""
    try:
        ranked_by = rules_from_json(rules)
    except RulesError as error:
        raise Invalid(error.option, error.sentence, **error.facts) from error
    adds_up = ranked_by.metric in (Metric.POINTS, Metric.AVERAGE)
    others = Match.objects.filter(season=season).exclude(high_wins=ranked_by.high_wins)
    if adds_up and others.exists():
        raise Invalid(
            "rules",
            gettext_noop(
                "Points can’t be added up because some matches are won the other way round."
            ),
        )
    return ranked_by


def preview_season_rules(
    season: Season, rules: Mapping[str, Any], *, actor: Actor, reason: str
) -> list[Movement]:
    """Return who would move in the season's table under other rules. Nothing is written or locked.
    Raise as `set_season_rules`."""
    access.require(access.can_organise(actor, season.league))
    ranked_by = _check_rules(season, rules)
    if season.state == Season.State.FINISHED:
        checked_reason(reason)
    after = period_table(season, Period(), ranked_by).rows
    return moved(season_table(season), after)


@transaction.atomic
def draw_lots(
    season: Season,
    players: Sequence[Player],
    *,
    actor: Actor,
    key: str,
    evening: datetime.date,
    shuffle: bool = False,
) -> Season:
    """Record lots drawn among players still tied, in this order, first drawn first.

    With ``shuffle`` the order is drawn here.
    """
    write = KeyedWrite("draw-lots", locals())
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    if write.made_in(season.league_id) is not None:
        return season
    order = [player.pk for player in players]
    if len(set(order)) < max(len(order), 2):
        raise Invalid("players", gettext_noop("You need at least two players to draw lots."))
    if shuffle:
        secrets.SystemRandom().shuffle(order)
    season.lots = [*season.lots, [evening.toordinal(), order]]
    season.save(update_fields=["lots"])
    audit.record(
        "draw_lots",
        season,
        actor,
        topic=audit.Topic.RULING,
        after={"evening": evening.isoformat(), "players": order},
    )
    write.record(season.league_id, season.pk)
    notify.season_table_changed(season)
    return season


@transaction.atomic
def change_season(
    season: Season,
    *,
    actor: Actor,
    name: str | None = None,
    game: str = "",
    weekday: int | None = None,
    starts: datetime.date | None = None,
    ends: datetime.date | EllipsisType | None = ...,
) -> Season:
    """Rename a season; set its usual game, the day of its evenings, Monday is 0, and its first and
    last day, None for no last one. Name and days that are not given stay.

    Raise Invalid if a match was played before the first day or after the last, or if the season is
    over and its days would change.
    """
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    days = (starts or season.starts, season.ends if isinstance(ends, EllipsisType) else ends)
    if days != (season.starts, season.ends):
        _check_days(season, *days)
    changed: dict[str, Any] = {"game": game, "weekday": weekday, "starts": days[0], "ends": days[1]}
    if name is not None:
        changed["name"] = name
    return write_season(season, actor=actor, **changed)


@transaction.atomic
def begin_earlier(season: Season, day: datetime.date, *, actor: Actor) -> Season:
    """Let a season begin on an earlier day, so that an evening before its first can be played in
    it."""
    kept: dict[str, Any] = {"game": season.game, "weekday": season.weekday}
    return change_season(season, actor=actor, starts=min(day, season.starts), **kept)


def _check_days(season: Season, starts: datetime.date, ends: datetime.date | None) -> None:
    if season.state == Season.State.FINISHED:
        raise Invalid(
            "starts",
            gettext_noop("This season is over. Reopen it to change its first or last day."),
        )
    played = Match.objects.filter(season=season).aggregate(
        first=Min("played_on"), last=Max("played_on")
    )
    if played["first"] is not None and played["first"] < starts:
        raise Invalid(
            "starts",
            gettext_noop("A match was played before this day, on {day}."),
            day=played["first"],
        )
    _check_last_day(played["last"], ends)


def _check_last_day(last: datetime.date | None, ends: datetime.date | None) -> None:
    """Raise Invalid if the last match was played after the last day."""
    if ends is not None and last is not None and last > ends:
        raise Invalid(
            "ends", gettext_noop("A match was played after this day, on {day}."), day=last
        )


@large_change
@transaction.atomic
def finish_season(
    season: Season, *, actor: Actor, key: str, ends: datetime.date | None = None
) -> Season:
    """Finish a season and close its open matches: from now on only an organiser may change its
    hands. Raise Invalid for a last evening before its last match."""
    write = KeyedWrite("finish-season", locals())
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    if write.made_in(season.league_id) is not None:
        return season
    ends = ends or season.ends
    last = Match.objects.filter(season=season).aggregate(last=Max("played_on"))["last"]
    _check_last_day(last, ends)
    close_open_matches(season, actor)
    season = end_season(season, actor=actor, ends=ends)
    write.record(season.league_id, season.pk)
    return season


def with_present_totals(season: Season, ask: Callable[[], _Answer]) -> _Answer:
    """Return what ``ask`` returns. If the totals it reads are those of release 1.0, the season is
    counted again first."""
    try:
        return ask()
    except totals.OutdatedTotals:
        totals.rebuild(season)
        return ask()
