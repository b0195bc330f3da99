"""Add, change and remove webhooks; repeat deliveries. For organisers."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_noop

from zarleague.exchange import addresses
from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.webhooks import messages
from zarleague.exchange.webhooks.enqueue import new_delivery
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League
from zarleague.leagues.names import tidy
from zarleague.leagues.services import lock_league
from zarleague.storage import deadlocks

MOST: Final = 20
"""Webhooks of a league."""
_NEEDS_MORE: Final = {
    Webhook.Shape.TELEGRAM: gettext_noop("Telegram needs the id of the chat."),
    Webhook.Shape.MATRIX: gettext_noop("Matrix needs an access token."),
}


@transaction.atomic
def add_webhook(
    league: League,
    *,
    label: str,
    shape: str,
    address: str,
    extra: str,
    events: Iterable[str],
    actor: Actor,
) -> Webhook:
    """Add a webhook. Raise Invalid."""
    access.require(access.can_organise(actor, league))
    lock_league(league.pk)
    if Webhook.objects.filter(league=league).count() >= MOST:
        raise Invalid("label", gettext_noop("A league can have {most} webhooks."), most=MOST)
    if shape not in Webhook.Shape.values:
        raise Invalid("shape", gettext_noop("There’s no such program."))
    parts = addresses.checked(address.strip())
    if shape in _NEEDS_MORE and not extra.strip():
        raise Invalid("extra", _NEEDS_MORE[Webhook.Shape(shape)])
    if not extra.isascii() or not extra.isprintable() or len(extra) > 500 or len(address) > 1000:
        raise Invalid("extra", gettext_noop("This isn’t a chat or a token."))
    webhook = Webhook.objects.create(
        league=league,
        label=tidy(label)[:80] or str(parts.hostname)[:80],
        shape=shape,
        address=address.strip(),
        extra=extra.strip(),
        secret=messages.new_secret(),
        events=_known(events),
    )
    audit.record("add_webhook", webhook, actor, after={"shape": shape, "host": parts.hostname})
    return webhook


@transaction.atomic
def change_webhook(
    webhook: Webhook, *, active: bool, events: Iterable[str], actor: Actor
) -> Webhook:
    """Switch a webhook on or off, and choose its events. Switching it on sends the messages that
    wait at once."""
    access.require(access.can_organise(actor, webhook.league))
    before = audit.values(webhook, "active", "events")
    if active and not webhook.active:
        webhook.problem = ""
        waiting = webhook.deliveries.filter(state=Delivery.State.WAITING)
        deadlocks.lock_in_order(waiting)
        waiting.update(next_at=F("created_at"))
    webhook.active, webhook.events = active, _known(events)
    webhook.save(update_fields=["active", "events", "problem"])
    after = audit.values(webhook, "active", "events")
    audit.record("change_webhook", webhook, actor, before=before, after=after)
    return webhook


@transaction.atomic
def remove_webhook(webhook: Webhook, *, actor: Actor) -> None:
    """Remove a webhook and its deliveries."""
    access.require(access.can_organise(actor, webhook.league))
    audit.record("remove_webhook", webhook, actor)
    deadlocks.lock_in_order(webhook.deliveries.all())
    webhook.delete()


@transaction.atomic
def send_test(webhook: Webhook, *, actor: Actor) -> Delivery:
    access.require(access.can_organise(actor, webhook.league))
    delivery = new_delivery(webhook, messages.TEST, {})
    delivery.save(force_insert=True)
    return delivery


@transaction.atomic
def send_again(delivery: Delivery, *, actor: Actor) -> Delivery:
    """Repeat a delivery at once: the same message with the same id."""
    access.require(access.can_organise(actor, delivery.webhook.league))
    if not delivery.webhook.active:
        raise Invalid("webhook", gettext_noop("This webhook is switched off."))
    delivery.state, delivery.attempts = Delivery.State.WAITING, 0
    delivery.next_at = delivery.created_at  # and not now: the clock may be ahead
    delivery.save(update_fields=["state", "attempts", "next_at"])
    return delivery


def webhooks_of(league: League) -> list[Webhook]:
    return list(Webhook.objects.filter(league=league))


def webhook_of(league: League, webhook_id: int) -> Webhook | None:
    return Webhook.objects.select_related("league").filter(league=league, pk=webhook_id).first()


def deliveries_of(webhook: Webhook, size: int, before: int | None) -> list[Delivery]:
    """Return deliveries, latest first: those older than the one with that id."""
    found = Delivery.objects.filter(webhook=webhook)
    return list((found.filter(pk__lt=before) if before else found)[:size])


def all_deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    """Return the deliveries of a webhook, latest first."""
    return Delivery.objects.filter(webhook=webhook)


def delivery_of(webhook: Webhook, delivery_id: int) -> Delivery | None:
    found = Delivery.objects.select_related("webhook__league")
    return found.filter(webhook=webhook, pk=delivery_id).first()


def _known(events: Iterable[str]) -> list[str]:
    wanted = set(events)
    return [event for event in messages.EVENTS if event in wanted]
