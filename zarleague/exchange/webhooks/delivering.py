"""Send the pending deliveries, with retries for three days; switch off dead addresses."""

import datetime
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import BigIntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.background.sending import GIVEN_UP, SENT, Attempt, Channel
from zarleague.exchange import addresses
from zarleague.exchange.addresses import Reply, Unreachable
from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.webhooks import messages
from zarleague.leagues import audit, mail
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import Membership, User
from zarleague.storage import deadlocks

State = Delivery.State

WAITS: Final = tuple(
    datetime.timedelta(seconds=seconds)
    for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000)
)
"""Delays between the attempts, as Standard Webhooks recommends: 5 seconds, 5 and 30 minutes, 2, 5,
10, 14, 20 and 20 hours, three days in all."""
KEPT: Final = datetime.timedelta(days=30)
"""Age at which deliveries are removed from the log."""
MOST_WAITING: Final = 5000
"""Pending deliveries of one address; older ones are given up."""
GONE: Final = 410


def _attempt(delivery: Delivery) -> Attempt:
    if not delivery.body:
        delivery.body = messages.body_of(delivery)
        delivery.save(update_fields=["body"])
    method, address = messages.request_of(delivery)
    headers = messages.headers(delivery, timezone.now())
    try:
        answer = addresses.send(method, address, delivery.body.encode(), headers)
    except Unreachable as error:
        answer = Reply(0, str(error))
    delivery.status, delivery.answer = answer.status or None, answer.text[:500]
    if 200 <= answer.status < 300:
        return SENT
    return GIVEN_UP if answer.status == GONE else Attempt(State.WAITING, answer.wait)


def _ended(delivery: Delivery) -> None:
    if delivery.state == State.GIVEN_UP:
        _switch_off(delivery.webhook, gone=delivery.status == GONE)


_organisers: Final = Membership.objects.filter(role=Membership.Role.ORGANISER).order_by("pk")
DELIVERIES: Final = Channel(
    model=Delivery,
    attempt=_attempt,
    kind_of_owner="account",
    owner=Coalesce(
        Subquery(_organisers.filter(league=OuterRef("webhook__league")).values("user")[:1]),
        0,
        output_field=BigIntegerField(),
    ),
    waits=WAITS,
    claim=datetime.timedelta(seconds=45),
    related=("webhook__league",),
    ready=lambda _now: Q(webhook__active=True),
    same_way=lambda delivery: Q(webhook=delivery.webhook_id),
    ended=_ended,
    notes=("status", "answer"),
)
"""To the webhooks of the leagues whose first organiser an account is."""


def _switch_off(webhook: Webhook, *, gone: bool) -> None:
    """Switch an address off, and notify the organisers."""
    if not Webhook.objects.filter(pk=webhook.pk, active=True).exists():
        return
    webhook.active = False
    webhook.problem = (
        gettext_noop("The other program answered that this address no longer exists.")
        if gone
        else gettext_noop("Every delivery failed for three days.")
    )
    webhook.save(update_fields=["active", "problem"])
    audit.record(
        "stop_webhook",
        webhook,
        Actor(),
        before={"active": True},
        after={"active": False, "problem": webhook.problem},
    )
    if settings.SENDS_MAIL:
        transaction.on_commit(lambda: _tell_organisers(webhook), robust=True)


def _tell_organisers(webhook: Webhook) -> None:
    league = webhook.league
    members = Membership.objects.filter(league=league, role=Membership.Role.ORGANISER)
    people = mail.reachable(User.objects.filter(pk__in=members.values("user"), is_active=True))
    with translation.override(league.language):
        subject = f"{league.name}: {_('a webhook was switched off')}"
        text = f"{webhook.label}\n{_(webhook.problem)}\n"
    get_connection().send_messages(
        [EmailMessage(subject, text, to=[user.email]) for user in people]
    )


def remove_old() -> None:
    """Remove deliveries after a month, and give up those that are too many."""
    deadlocks.delete_in_order(Delivery.objects.filter(created_at__lt=timezone.now() - KEPT))
    for webhook in Webhook.objects.all():
        waiting = webhook.deliveries.filter(state=State.WAITING).order_by("-pk")
        if newest := list(waiting.values_list("pk", flat=True)[MOST_WAITING : MOST_WAITING + 1]):
            with transaction.atomic():
                old = waiting.filter(pk__lte=newest[0])
                deadlocks.lock_in_order(old)
                old.update(state=State.GIVEN_UP)
