"""Penalties: points against a player beyond the scores of the hands."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import Player, Season
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access, notify
from zarleague.play.locks import lock_match, lock_season, lock_seasons
from zarleague.play.models import Match, Penalty, Ruling
from zarleague.play.reasons import checked_reason
from zarleague.play.totals import recount_penalty
from zarleague.play.totals.confirmed import penalty_points


@transaction.atomic
def add_penalty(
    season: Season,
    player: Player,
    points: int,
    *,
    reason: str,
    actor: Actor,
    key: str,
    match: Match | None = None,
    evening: datetime.date | None = None,
    at: datetime.datetime | None = None,
) -> Penalty:
    """Give a player penalty points: scorekeepers in a match, organisers anywhere.

    ``points`` are a whole number above 0 whichever way the game counts. The evening is that of the
    match, or today's.
    """
    write = KeyedWrite("add-penalty", locals())
    if match is not None:
        lock_seasons({season.pk, match.season_id})
    season = lock_season(season.pk)
    at = at or timezone.now()
    if match is not None:
        match = lock_match(match.pk)
        access.require(match.season_id == season.pk and match_access.can_score(actor, match))
    else:
        access.require(access.can_organise(actor, season.league))
    if (made := write.made_in(season.league_id)) is not None:
        return Penalty.objects.get(pk=made)
    if player.league_id != season.league_id:
        raise Invalid("player", gettext_noop("That is a player of another league."))
    if points < 1:
        raise Invalid("points", gettext_noop("A penalty is at least one point."))
    reason = checked_reason(reason)
    played_on = match.played_on if match is not None else season.league.evening_of(at)
    penalty = write_penalty(
        Penalty(
            season=season,
            match=match,
            player=player,
            evening=evening or played_on,
            points=points,
            reason=reason,
            author_name=actor.label,
            created_at=at,
        ),
        actor,
    )
    write.record(season.league_id, penalty.pk)
    return penalty


def write_penalty(penalty: Penalty, actor: Actor) -> Penalty:
    """Save a new penalty and count it. The caller holds the season's lock and has validated
    permissions and fields."""
    season = penalty.season
    penalty.save(force_insert=True)
    audit.record(
        "add_penalty",
        penalty,
        actor,
        league_id=season.league_id,
        after=_kept(penalty),
        why=penalty.reason,
        at=penalty.created_at,
    )
    recount_penalty(season, penalty_points(penalty, aliases(season.league_id)), sign=1)
    _announce(penalty)
    return penalty


def cancel_penalties_of(
    ruling: Ruling, *, actor: Actor, reason: str, at: datetime.datetime
) -> None:
    """Cancel the penalties that a ruling imposed. The caller holds the season's lock."""
    imposed = Penalty.objects.filter(ruling=ruling, cancelled_at=None)
    for penalty in imposed.select_related("season", "match__season"):
        _cancel(penalty, actor, reason, at)


def _cancel(penalty: Penalty, actor: Actor, reason: str, at: datetime.datetime) -> None:
    season = penalty.season
    penalty.cancelled_at = at
    penalty.cancelled_by = actor.label
    penalty.cancel_reason = reason
    penalty.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
    audit.record(
        "cancel_penalty",
        penalty,
        actor,
        league_id=season.league_id,
        before=_kept(penalty),
        why=reason,
        at=at,
    )
    recount_penalty(season, penalty_points(penalty, aliases(season.league_id)), sign=-1)
    _announce(penalty)


def _kept(penalty: Penalty) -> dict[str, int]:
    return {"player": penalty.player_id, "points": penalty.points}


def _announce(penalty: Penalty) -> None:
    notify.season_table_changed(penalty.season)
    if penalty.match is not None:
        notify.match_changed(penalty.match)


@transaction.atomic
def cancel_penalty(
    penalty: Penalty, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Penalty:
    """Cancel a penalty; it stays on record. Repeating it changes nothing."""
    write = KeyedWrite("cancel-penalty", locals())
    season = lock_season(penalty.season_id)
    penalty = Penalty.objects.select_related("match__season").get(pk=penalty.pk)
    if penalty.match is not None:
        access.require(match_access.can_score(actor, penalty.match))
    else:
        access.require(access.can_organise(actor, season.league))
    if write.made_in(season.league_id) is not None or penalty.cancelled_at is not None:
        return penalty
    reason = checked_reason(reason)
    write.record(season.league_id, penalty.pk)
    penalty.season = season
    _cancel(penalty, actor, reason, at or timezone.now())
    return penalty
