"""Open, add to, withdraw and appeal disputes. `services.rulings` decides them."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit, stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League
from zarleague.play import match_access, notify
from zarleague.play.locks import lock_hand
from zarleague.play.models import Dispute, EngineDifference, Hand, Notice, Statement
from zarleague.play.rulings import notices, ruling_access
from zarleague.storage import deadlocks

MAX_TEXT = 4000
MAX_LOG = 100_000
MAX_STATEMENTS = 20
"""Statements in one dispute: one for each player of a large table, and some more."""


@transaction.atomic
def open_dispute(
    hand: Hand,
    *,
    text: str,
    actor: Actor,
    key: str,
    log: str = "",
    event: int | None = None,
    at: datetime.datetime | None = None,
) -> Dispute:
    """Open a dispute on the record of a hand; ``log`` is the author's account of it, ``event`` the
    number of the disputed event in the recorded log, from 1. The hand is provisional while a ruling
    is awaited.

    Raise Invalid if the league's time for disputes is over, or if there is no such event.
    """
    write = KeyedWrite("open-dispute", locals())
    hand = lock_hand(hand.pk)
    access.require(match_access.can_dispute(actor, hand.match))
    league = hand.match.season.league
    if (made := write.made_in(league.pk)) is not None:
        return Dispute.objects.get(pk=made)
    at = at or timezone.now()
    _check_words(text, log)
    _check_time(hand, at)
    if event is not None and not 1 <= event <= _lines(hand):
        raise Invalid("event", gettext_noop("The play log of this hand has no such move."))
    stored_a_day.charge_texts(actor, log)
    dispute = Dispute.objects.create(
        league=league,
        hand=hand,
        version=hand.confirmed,
        event=event,
        text=text.strip(),
        log=log,
        opened_by=actor.user,
        opened_by_name=actor.label,
        opened_at=at,
        due_at=_due(hand, at),
    )
    write.record(league.pk, dispute.pk)
    _record_and_notify("open_dispute", hand, dispute, Notice.Kind.OPENED, actor, dispute.text)
    return dispute


@transaction.atomic
def add_statement(
    dispute: Dispute,
    *,
    text: str,
    actor: Actor,
    key: str,
    log: str = "",
    at: datetime.datetime | None = None,
) -> Statement:
    """Add a statement about the hand, in words or as a log of it, while a ruling is awaited.
    Permitted for everybody who may dispute the hand."""
    write = KeyedWrite("add-statement", locals())
    hand, dispute = _locked(dispute)
    access.require(match_access.can_dispute(actor, hand.match))
    league_id = hand.match.season.league_id
    if (made := write.made_in(league_id)) is not None:
        return Statement.objects.get(pk=made)
    _check_words(text, log)
    _check_pending(dispute)
    if Statement.objects.filter(dispute=dispute).count() >= MAX_STATEMENTS:
        raise Invalid("text", gettext_noop("There are too many statements already."))
    stored_a_day.charge_texts(actor, log)
    statement = Statement.objects.create(
        dispute=dispute,
        text=text.strip(),
        log=log,
        author=actor.user,
        author_name=actor.label,
        link=actor.link,
        created_at=at or timezone.now(),
    )
    write.record(league_id, statement.pk)
    _record_and_notify("add_statement", hand, dispute, Notice.Kind.STATED, actor, statement.text)
    return statement


@transaction.atomic
def withdraw_dispute(
    dispute: Dispute,
    *,
    actor: Actor,
    key: str,
    reason: str = "",
    at: datetime.datetime | None = None,
) -> Dispute:
    """Withdraw a dispute, or the appeal if one is pending: the first ruling counts then. Permitted
    for its author and organisers."""
    write = KeyedWrite("withdraw-dispute", locals())
    hand, dispute = _locked(dispute)
    access.require(ruling_access.can_withdraw(actor, dispute))
    league_id = hand.match.season.league_id
    if write.made_in(league_id) is not None:
        return dispute
    _check_pending(dispute)
    write.record(league_id, dispute.pk)
    first = dispute.rulings.order_by("-number").first()
    dispute.state = first.verdict if first is not None else Dispute.State.WITHDRAWN
    dispute.ruling = reason.strip()[:MAX_TEXT]
    dispute.closed_by_name = actor.label
    dispute.closed_at = at or timezone.now()
    dispute.save(update_fields=["state", "ruling", "closed_by_name", "closed_at"])
    _record_and_notify(
        "withdraw_dispute", hand, dispute, Notice.Kind.WITHDRAWN, actor, dispute.ruling
    )
    return dispute


@transaction.atomic
def appeal_ruling(
    dispute: Dispute, *, text: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Dispute:
    """Appeal the ruling on a dispute, once: another arbiter rules again. The first ruling counts
    until then. Permitted for parties, within the league's time for disputes."""
    write = KeyedWrite("appeal-ruling", locals())
    hand, dispute = _locked(dispute)
    access.require(ruling_access.can_appeal(actor, dispute))
    league = hand.match.season.league
    if write.made_in(league.pk) is not None:
        return dispute
    _check_words(text, "")
    first = dispute.rulings.first()
    if first is None or dispute.is_pending:
        raise Invalid("state", gettext_noop("There is no ruling to appeal."))
    if dispute.appealed_at is not None:
        raise Invalid("state", gettext_noop("A ruling can be appealed once."))
    at = at or timezone.now()
    if _too_late(hand, first.created_at, at):
        raise Invalid("state", gettext_noop("The time for an appeal is over."))
    write.record(league.pk, dispute.pk)
    dispute.state = Dispute.State.APPEALED
    dispute.appeal = text.strip()
    dispute.appealed_by_name = actor.label
    dispute.appealed_at = at
    dispute.due_at = _due(hand, at)
    dispute.save(update_fields=["state", "appeal", "appealed_by_name", "appealed_at", "due_at"])
    _record_and_notify("appeal_ruling", hand, dispute, Notice.Kind.APPEALED, actor, dispute.appeal)
    return dispute


@transaction.atomic
def publish_rulings(dispute: Dispute, published: bool, *, actor: Actor) -> Dispute:
    """Publish the rulings on a dispute to the other leagues of the site, or withdraw them."""
    hand, dispute = _locked(dispute)
    access.require(ruling_access.can_publish(actor, dispute))
    if published and not hand.match.season.league.shares_rulings:
        raise Invalid("published", gettext_noop("This league doesn’t share its rulings."))
    dispute.published = published
    dispute.save(update_fields=["published"])
    _record("publish_rulings", hand, dispute, actor, {"published": published})
    return dispute


@transaction.atomic
def put_differences_aside(league: League, upto: int, *, actor: Actor) -> None:
    """Dismiss the differences of another engine version in the league's stored logs, up to a row's
    id."""
    access.require(access.can_organise(actor, league))
    found = EngineDifference.objects.filter(league=league, seen_at=None, pk__lte=upto)
    deadlocks.lock_in_order(found)
    count = found.update(seen_at=timezone.now())
    audit.record(
        "put_differences_aside", league, actor, topic=audit.Topic.RULING, after={"hands": count}
    )


def _locked(dispute: Dispute) -> tuple[Hand, Dispute]:
    """Lock the season of a dispute; return its hand and the dispute, read again."""
    hand = lock_hand(dispute.hand_id)
    dispute = Dispute.objects.get(pk=dispute.pk)
    dispute.hand = hand
    return hand, dispute


def _check_words(text: str, log: str) -> None:
    if not text.strip() and not log.strip():
        raise Invalid("text", gettext_noop("Please say what is wrong."))
    if len(text) > MAX_TEXT:
        raise Invalid(
            "text", gettext_noop("Please say it in at most {most} characters."), most=MAX_TEXT
        )
    if len(log) > MAX_LOG:
        raise Invalid("log", gettext_noop("This log is too long."))


def _check_pending(dispute: Dispute) -> None:
    if not dispute.is_pending:
        raise Invalid("state", gettext_noop("This dispute is already closed."))


def _check_time(hand: Hand, at: datetime.datetime) -> None:
    entered = hand.confirmed.created_at if hand.confirmed else at
    if _too_late(hand, entered, at):
        raise Invalid("text", gettext_noop("The time to dispute this hand is over."))


def _too_late(hand: Hand, since: datetime.datetime, at: datetime.datetime) -> bool:
    hours = hand.match.season.league.dispute_hours
    return bool(hours) and at > since + datetime.timedelta(hours=hours)


def _due(hand: Hand, at: datetime.datetime) -> datetime.datetime | None:
    hours = hand.match.season.league.ruling_hours
    return at + datetime.timedelta(hours=hours) if hours else None


def _lines(hand: Hand) -> int:
    """Return the maximum number of events in the recorded log, from its lines."""
    return len(hand.confirmed.log.splitlines()) if hand.confirmed else 0


def _record_and_notify(
    service: str, hand: Hand, dispute: Dispute, kind: Notice.Kind, actor: Actor, why: str
) -> None:
    """Write the audit entry, and notify open pages and the people concerned."""
    _record(service, hand, dispute, actor, {"state": dispute.state}, why)
    notify.dispute_changed(hand.match, dispute)
    notices.write(dispute, kind, actor.user)


def _record(
    service: str, hand: Hand, dispute: Dispute, actor: Actor, after: audit.Values, why: str = ""
) -> None:
    audit.record(
        service,
        dispute,
        actor,
        after={"match": hand.match_id, "number": hand.number} | dict(after),
        why=why,
    )
