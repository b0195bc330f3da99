"""Penalties and disputes."""

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
from zarleague.play.locks import lock_hand, lock_match, lock_season
from zarleague.play.models import Dispute, Hand, Match, Penalty
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
    """Give a player penalty points: a scorekeeper may in a match, otherwise the organiser.

    ``points`` are a whole number above 0 whichever way the game counts. The evening is the match's,
    or today's.
    """
    write = KeyedWrite("add-penalty", locals())
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
        raise Invalid("player", gettext_noop("That player is in another league."))
    if points < 1:
        raise Invalid("points", gettext_noop("A penalty must be at least one point."))
    if not reason.strip():
        raise Invalid("reason", gettext_noop("Please give a reason."))
    played_on = match.played_on if match is not None else season.league.evening_of(at)
    penalty = Penalty.objects.create(
        season=season,
        match=match,
        player=player,
        evening=evening or played_on,
        points=points,
        reason=reason.strip(),
        author_name=actor.label,
        created_at=at,
    )
    write.record(season.league_id, penalty.pk)
    _record_penalty("add_penalty", penalty, actor, why=penalty.reason, at=at)
    recount_penalty(season, penalty_points(penalty, aliases(season.league_id)), sign=1)
    notify.season_table_changed(season)
    if match is not None:
        notify.match_changed(match)
    return penalty


@transaction.atomic
def cancel_penalty(
    penalty: Penalty, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Penalty:
    """Stop counting a penalty; it stays on record. Cancelling it again changes nothing."""
    write = KeyedWrite("cancel-penalty", locals())
    season = lock_season(penalty.season_id)
    penalty = Penalty.objects.select_related("match__season").get(pk=penalty.pk)
    if penalty.match is not None:
        access.require(match_access.can_score(actor, penalty.match))
    else:
        access.require(access.can_organise(actor, season.league))
    if write.made_in(season.league_id) is not None or penalty.cancelled_at is not None:
        return penalty
    write.record(season.league_id, penalty.pk)
    penalty.cancelled_at = at or timezone.now()
    penalty.cancelled_by = actor.label
    penalty.cancel_reason = reason.strip()
    penalty.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
    why = penalty.cancel_reason
    _record_penalty("cancel_penalty", penalty, actor, why=why, at=penalty.cancelled_at)
    recount_penalty(season, penalty_points(penalty, aliases(season.league_id)), sign=-1)
    notify.season_table_changed(season)
    if penalty.match is not None:
        notify.match_changed(penalty.match)
    return penalty


@transaction.atomic
def open_dispute(
    hand: Hand,
    *,
    text: str,
    actor: Actor,
    key: str,
    log: str = "",
    at: datetime.datetime | None = None,
) -> Dispute:
    """Open a dispute on how a hand is recorded; ``log`` tells the author's account of it. The hand
    is provisional while a dispute is open.
    """
    write = KeyedWrite("open-dispute", locals())
    hand = lock_hand(hand.pk)
    access.require(match_access.can_dispute(actor, hand.match))
    league_id = hand.match.season.league_id
    if (made := write.made_in(league_id)) is not None:
        return Dispute.objects.get(pk=made)
    if not text.strip() and not log.strip():
        raise Invalid("text", gettext_noop("Please say what’s wrong."))
    dispute = Dispute.objects.create(
        hand=hand,
        text=text.strip(),
        log=log,
        opened_by=actor.user,
        opened_by_name=actor.label,
        opened_at=at or timezone.now(),
    )
    write.record(league_id, dispute.pk)
    after = {"state": Dispute.State.OPEN.value}
    _record_dispute("open_dispute", dispute, hand, actor, after=after, why=dispute.text)
    notify.dispute_changed(hand.match, dispute)
    return dispute


@transaction.atomic
def close_dispute(
    dispute: Dispute,
    state: str,
    *,
    ruling: str,
    actor: Actor,
    key: str,
    at: datetime.datetime | None = None,
) -> Dispute:
    """Close a dispute: rule on it (``upheld``, ``rejected``), or withdraw it, as its author may
    too.

    Upholding a dispute changes no points: the hand is corrected separately.
    """
    write = KeyedWrite("close-dispute", locals())
    hand = lock_hand(dispute.hand_id)
    dispute = Dispute.objects.get(pk=dispute.pk)
    own = actor.user is not None and dispute.opened_by_id == actor.user.pk
    access.require(
        access.can_organise(actor, hand.match.season.league)
        or (own and state == Dispute.State.WITHDRAWN)
    )
    league_id = hand.match.season.league_id
    if write.made_in(league_id) is not None:
        return dispute
    if state not in Dispute.State.values or state == Dispute.State.OPEN:
        raise Invalid("state", gettext_noop("A dispute can be upheld, rejected or withdrawn."))
    if dispute.state != Dispute.State.OPEN:
        raise Invalid("state", gettext_noop("This dispute is already settled."))
    write.record(league_id, dispute.pk)
    before = {"state": dispute.state}
    dispute.state = state
    dispute.ruling = ruling.strip()
    dispute.closed_by_name = actor.label
    dispute.closed_at = at or timezone.now()
    dispute.save(update_fields=["state", "ruling", "closed_by_name", "closed_at"])
    _record_dispute(
        "close_dispute",
        dispute,
        hand,
        actor,
        before=before,
        after={"state": state},
        why=dispute.ruling,
    )
    notify.dispute_changed(hand.match, dispute)
    return dispute


def _record_penalty(
    action: str, penalty: Penalty, actor: Actor, *, why: str, at: datetime.datetime | None
) -> None:
    kept = {"player": penalty.player_id, "points": penalty.points}
    cancelled = penalty.cancelled_at is not None
    audit.record(
        penalty.season.league_id,
        action,
        actor,
        topic=audit.Topic.RULING,
        about=penalty,
        before=kept if cancelled else None,
        after=None if cancelled else kept,
        why=why,
        at=at,
    )


def _record_dispute(
    action: str,
    dispute: Dispute,
    hand: Hand,
    actor: Actor,
    *,
    after: audit.Values,
    why: str,
    before: audit.Values | None = None,
) -> None:
    audit.record(
        hand.match.season.league_id,
        action,
        actor,
        topic=audit.Topic.RULING,
        about=dispute,
        before=before,
        after={"match": hand.match_id, "number": hand.number} | dict(after),
        why=why,
    )
