"""Send the pending deliveries, with retries for three days; switch off an address that never
answers."""

import datetime
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.webhooks import addresses, messages
from zarleague.exchange.webhooks.addresses import Reply, Unreachable
from zarleague.leagues import audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import Membership, User

State = Delivery.State

WAITS: Final = tuple(
    datetime.timedelta(seconds=seconds)
    for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000)
)
"""Delays between the attempts, as Standard Webhooks recommends: 5 seconds, 5 and 30 minutes, 2, 5,
10, 14, 20 and 20 hours, three days in all."""
AT_ONCE: Final = 20
"""Deliveries to one address in one run."""
CLAIM: Final = datetime.timedelta(seconds=45)
"""Time for which an attempt is claimed by one worker; then another may repeat it."""
KEPT: Final = datetime.timedelta(days=30)
"""Age at which deliveries are removed from the log."""
MOST_WAITING: Final = 5000
"""Pending deliveries of one address; older ones are given up."""
GONE: Final = 410


def due() -> list[int]:
    """Return the ids of the webhooks with deliveries that are due."""
    waiting = Delivery.objects.filter(
        _is_due(timezone.now()), state=State.WAITING, webhook__active=True
    )
    return list(waiting.order_by().values_list("webhook", flat=True).distinct()[:500])


def deliver(webhook_id: int) -> int:
    """Send the due deliveries of one address, oldest first, until an attempt fails; return how many
    were sent. No transaction is open during a request."""
    sent = 0
    due = Delivery.objects.filter(webhook=webhook_id, webhook__active=True, state=State.WAITING)
    for pk in list(
        due.filter(_is_due(timezone.now())).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    ):
        now = timezone.now()
        if not due.filter(_is_due(now), pk=pk).update(next_at=now + CLAIM):
            continue
        delivery = Delivery.objects.select_related("webhook__league").get(pk=pk)
        if not _attempt(delivery, now):
            break
        sent += 1
    return sent


def _is_due(now: datetime.datetime) -> Q:
    """Return the condition for deliveries whose time has come, or was set by a clock that was
    ahead."""
    from_ahead = Q(attempts=0, created_at__gt=now) | Q(tried_at__gt=now)
    return Q(next_at__lte=now) | Q(from_ahead, next_at__gt=now + CLAIM)


def _attempt(delivery: Delivery, now: datetime.datetime) -> bool:
    if not delivery.body:
        delivery.body = messages.body_of(delivery)
        delivery.save(update_fields=["body"])
    method, address = messages.request_of(delivery)
    body = delivery.body.encode()
    try:
        answer = addresses.send(method, address, body, messages.headers(delivery, now))
    except Unreachable as error:
        answer = Reply(0, str(error))
    delivery.attempts += 1
    delivery.tried_at = now
    delivery.status, delivery.answer = answer.status or None, answer.text[:500]
    if 200 <= answer.status < 300:
        delivery.state = State.SENT
        _save(delivery)
        return True
    if delivery.attempts > len(WAITS) or answer.status == GONE:
        delivery.state = State.GIVEN_UP
        with transaction.atomic():
            _save(delivery)
            _switch_off(delivery.webhook, gone=answer.status == GONE)
    else:
        delivery.next_at = now + max(WAITS[delivery.attempts - 1], answer.wait)
        _save(delivery)
    return False


def _save(delivery: Delivery) -> None:
    delivery.save(update_fields=["attempts", "tried_at", "status", "answer", "state", "next_at"])


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
        webhook.league_id,
        "stop_webhook",
        Actor(),
        topic=audit.Topic.LEAGUE,
        about=webhook,
        name=webhook.label,
        before={"active": True},
        after={"active": False, "problem": webhook.problem},
    )
    if settings.SENDS_MAIL:
        transaction.on_commit(lambda: _tell_organisers(webhook), robust=True)


def _tell_organisers(webhook: Webhook) -> None:
    league = webhook.league
    members = Membership.objects.filter(league=league, role=Membership.Role.ORGANISER)
    people = User.objects.filter(pk__in=members.values("user"), is_active=True).exclude(email="")
    with translation.override(league.language):
        subject = f"{league.name}: {_('a webhook was switched off')}"
        text = f"{webhook.label}\n{_(webhook.problem)}\n"
    get_connection(timeout=20).send_messages(
        [EmailMessage(subject, text, to=[user.email]) for user in people]
    )


def remove_old() -> None:
    """Remove deliveries after a month, and give up those that are too many."""
    Delivery.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    for webhook in Webhook.objects.all():
        waiting = webhook.deliveries.filter(state=State.WAITING).order_by("-pk")
        newest = list(waiting.values_list("pk", flat=True)[MOST_WAITING : MOST_WAITING + 1])
        if newest:
            waiting.filter(pk__lte=newest[0]).update(state=State.GIVEN_UP)
