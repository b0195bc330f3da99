"""Penalties and disputes."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import Player, Season
from zarleague.leagues.once import Once
from zarleague.leagues.selectors import aliases
from zarleague.play import news
from zarleague.play.locks import lock_hand, lock_match, lock_season
from zarleague.play.models import Dispute, Hand, Match, Penalty
from zarleague.play.results import as_held
from zarleague.play.totals import recount_penalty


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
    """Hold points against a player: by a scorekeeper in a match, else by the organiser.

    ``points`` are a whole number above 0 whichever way the game counts. The evening is the
    match's, or today's.
    """
    season = lock_season(season.pk)
    at = at or timezone.now()
    if match is not None:
        match = lock_match(match.pk)
        access.require(match.season_id == season.pk and access.can_score(actor, match))
    else:
        access.require(access.can_organise(actor, season.league))
    once = Once(season.league_id, key, "penalty", season.pk, player.pk, points, reason)
    if (made := once.made()) is not None:
        return Penalty.objects.get(pk=made)
    if player.league_id != season.league_id:
        raise Invalid("player", gettext_noop("That is a player of another league."))
    if points < 1:
        raise Invalid("points", gettext_noop("A penalty is at least one point."))
    if not reason.strip():
        raise Invalid("reason", gettext_noop("Please say why."))
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
    once.remember(penalty.pk)
    recount_penalty(season, as_held(penalty, aliases(season.league_id)), sign=1)
    news.season_table_changed(season)
    if match is not None:
        news.match_changed(match)
    return penalty


@transaction.atomic
def cancel_penalty(
    penalty: Penalty, *, reason: str, actor: Actor, at: datetime.datetime | None = None
) -> Penalty:
    """Count a penalty no more; it stays on record. Cancelling it again changes nothing."""
    season = lock_season(penalty.season_id)
    penalty = Penalty.objects.select_related("match__season").get(pk=penalty.pk)
    if penalty.match is not None:
        access.require(access.can_score(actor, penalty.match))
    else:
        access.require(access.can_organise(actor, season.league))
    if penalty.cancelled_at is not None:
        return penalty
    penalty.cancelled_at = at or timezone.now()
    penalty.cancelled_by = actor.label
    penalty.cancel_reason = reason.strip()
    penalty.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
    recount_penalty(season, as_held(penalty, aliases(season.league_id)), sign=-1)
    news.season_table_changed(season)
    if penalty.match is not None:
        news.match_changed(penalty.match)
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
    """Say that a hand was not as it is recorded; ``log`` tells how it was. While a dispute is open
    the hand is provisional."""
    hand = lock_hand(hand.pk)
    access.require(access.can_dispute(actor, hand.match))
    once = Once(hand.match.season.league_id, key, "dispute", hand.pk, text, log)
    if (made := once.made()) is not None:
        return Dispute.objects.get(pk=made)
    if not text.strip() and not log.strip():
        raise Invalid("text", gettext_noop("Please say what is wrong."))
    dispute = Dispute.objects.create(
        hand=hand,
        text=text.strip(),
        log=log,
        opened_by=actor.user,
        opened_by_name=actor.label,
        opened_at=at or timezone.now(),
    )
    once.remember(dispute.pk)
    news.dispute_changed(hand.match, dispute)
    return dispute


@transaction.atomic
def close_dispute(
    dispute: Dispute,
    state: str,
    *,
    ruling: str,
    actor: Actor,
    at: datetime.datetime | None = None,
) -> Dispute:
    """Rule on a dispute (``upheld``, ``rejected``), or withdraw it, which its author may too.

    Upholding it changes no points: correct the hand beside it.
    """
    hand = lock_hand(dispute.hand_id)
    dispute = Dispute.objects.get(pk=dispute.pk)
    own = actor.user is not None and dispute.opened_by_id == actor.user.pk
    access.require(
        access.can_organise(actor, hand.match.season.league)
        or (own and state == Dispute.State.WITHDRAWN)
    )
    if state not in Dispute.State.values or state == Dispute.State.OPEN:
        raise Invalid("state", gettext_noop("A dispute is upheld, rejected or withdrawn."))
    if dispute.state != Dispute.State.OPEN:
        raise Invalid("state", gettext_noop("This dispute is closed already."))
    dispute.state = state
    dispute.ruling = ruling.strip()
    dispute.closed_by_name = actor.label
    dispute.closed_at = at or timezone.now()
    dispute.save(update_fields=["state", "ruling", "closed_by_name", "closed_at"])
    news.dispute_changed(hand.match, dispute)
    return dispute
