"""Messages that leave the site: e-mails, webhooks, web push.

A message is a row, written in the transaction of its event, so that nothing is lost with a message
of the queue, a worker or the other side. Tasks of the queue `QUEUE` send the due ones, on workers
of their own, since the other side decides how long that takes. They work for one owner at a time,
and each owner has `BUDGET` seconds a minute: an owner whose servers are slow waits for them alone.
Tables that are read from an address are counted against it, too.
"""

import datetime
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, time
from typing import Any, Final, Generic, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.background import queueing
from zarleague.storage import counters, deadlocks

QUEUE: Final = "sending"
"""The Celery queue of everything that waits for servers elsewhere."""
BUDGET: Final = 20
"""Seconds that the messages of one owner may take within `WINDOW`."""
WINDOW: Final = 60
"""Seconds, from one full minute to the next."""
TURN: Final = 40
"""Seconds after which another worker may work for an owner, if the one that does is lost. Each
message begins them again."""
AFTER_FAILURE: Final = datetime.timedelta(seconds=30)
"""Time for which nothing else is sent to where an attempt has just failed."""

logger = logging.getLogger(__name__)


class Outgoing(models.Model):
    """A message to be sent, as every kind has it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        SENT = "sent", _("Delivered")
        GIVEN_UP = "given-up", _("Given up")

    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now)
    """The time of the next attempt; during one, the time when another worker may take over."""
    tried_at = models.DateTimeField(null=True)
    """When the last attempt began, or one to the same place failed."""

    class Meta:
        abstract = True


@dataclass(frozen=True)
class Attempt:
    """What came of one attempt."""

    state: Outgoing.State
    """`WAITING` if it failed, and is to be repeated; `GIVEN_UP` if that would be of no use."""
    wait: datetime.timedelta = datetime.timedelta(0)
    """Least delay before the next attempt."""
    count: int = 1
    """Messages that were sent: an e-mail goes to several people."""


SENT: Final = Attempt(Outgoing.State.SENT)
FAILED: Final = Attempt(Outgoing.State.WAITING)
GIVEN_UP: Final = Attempt(Outgoing.State.GIVEN_UP)

Message = TypeVar("Message", bound=Outgoing)


def _nothing(_message: Any) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Channel(Generic[Message]):
    """One kind of message: whose it is, how it is sent, and how often that is tried."""

    model: type[Message]
    attempt: Callable[[Message], Attempt]
    """Send a message. It may note what it learns in the message, which is saved. Whatever it raises
    counts as a failure. No transaction is open."""
    kind_of_owner: str
    owner: Combinable
    """The id of the owner, as a column of a query of messages."""
    waits: Sequence[datetime.timedelta]
    """Delays before the second attempt, the third, …"""
    claim: datetime.timedelta
    """Time for which an attempt is claimed by one worker; then another may repeat it."""
    lasts: datetime.timedelta | None = None
    """Age at which a message is given up as outdated, until when the last delay is repeated; None
    if it is given up after the last delay."""
    related: tuple[str, ...] = ()
    """What is read with a message."""
    ready: Callable[[datetime.datetime], Q] = lambda _now: Q()
    """The condition for messages that may be sent now, beside their own time."""
    same_way: Callable[[Message], Q] = lambda _message: Q()
    """The condition for messages that would fail as this one did: all, if not told otherwise."""
    ended: Callable[[Message], None] = _nothing
    """Called when a message was sent or given up."""

    notes: tuple[str, ...] = ()
    """The fields in which an attempt may note something."""

    def due(self, owner: int | None = None) -> models.QuerySet[Any]:
        """Return the messages whose time has come, of one owner or of all, the oldest first;
        ``whose`` is the owner's id."""
        now = timezone.now()
        found = self._due(now).filter(self.ready(now)).order_by("pk").annotate(whose=self.owner)
        return found if owner is None else found.filter(whose=owner)

    def _due(self, now: datetime.datetime) -> models.QuerySet[Message]:
        """Return the messages whose time has come, or was set by a clock that was ahead."""
        later = now + queueing.AHEAD
        from_ahead = Q(attempts=0, created_at__gt=later) | Q(tried_at__gt=later)
        has_come = Q(next_at__lte=now) | Q(from_ahead, next_at__gt=now + self.claim)
        return self.waiting().filter(has_come)

    def waiting(self) -> models.QuerySet[Message]:
        """Return the messages that are to be sent, now or later."""
        return self.model._default_manager.filter(state=Outgoing.State.WAITING)

    def take(self, owner: int) -> Message | None:
        """Claim the oldest message that is due and return it, None if there is none."""
        while (pk := self.due(owner).values_list("pk", flat=True).first()) is not None:
            if self.claimed(pk):
                found = self.model._default_manager.select_related(*self.related)
                return found.filter(pk=pk).first()
        return None

    def claimed(self, pk: int) -> bool:
        """Claim a message that is due; return whether this worker got it. The condition names
        columns of the message alone, which the database compares again after waiting for another
        worker's update."""
        now = timezone.now()
        return bool(self._due(now).filter(pk=pk).update(next_at=now + self.claim, tried_at=now))

    def carry_out(self, message: Message) -> Attempt:
        """Try to send a claimed message, and note what came of it."""
        now = timezone.now()
        if self.lasts is not None and message.created_at <= now - self.lasts:
            attempt = GIVEN_UP
        else:
            attempt = self._tried(message)
            message.attempts += 1
            message.tried_at = now
        if attempt.state == Outgoing.State.WAITING and self._is_last(message):
            attempt = GIVEN_UP
        message.state = attempt.state
        if attempt.state == Outgoing.State.WAITING:
            wait = self.waits[min(message.attempts, len(self.waits)) - 1]
            message.next_at = now + max(wait, attempt.wait)
            self._put_off(self.same_way(message), now)
        with transaction.atomic():
            # Of a message that was deleted meanwhile, with its webhook or browser, nothing is left.
            fields = ("state", "attempts", "next_at", "tried_at", *self.notes)
            values = {field: getattr(message, field) for field in fields}
            is_left = self._row(message).update(**values)
            if is_left and attempt.state != Outgoing.State.WAITING:
                self.ended(message)
        return attempt

    def _is_last(self, message: Message) -> bool:
        return self.lasts is None and message.attempts > len(self.waits)

    def _tried(self, message: Message) -> Attempt:
        try:
            return self.attempt(message)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            if self._row(message).exists():
                logger.warning("%s could not be sent.", message, exc_info=True)
            else:
                logger.info("A %s was removed while it was sent.", message._meta.verbose_name)
            return FAILED

    def _row(self, message: Message) -> models.QuerySet[Message]:
        return self.model._default_manager.filter(pk=message.pk)

    def _put_off(self, others: Q, now: datetime.datetime) -> None:
        waiting = self.waiting().filter(others, next_at__lte=now)
        with transaction.atomic():
            deadlocks.lock_in_order(waiting)
            waiting.update(next_at=now + AFTER_FAILURE, tried_at=now)


def owners_due(channels: Iterable[Channel[Any]], **conditions: Any) -> list[str]:
    """Return the owners of due messages that meet the conditions, each as ``kind:id``."""
    return sorted(
        {
            f"{channel.kind_of_owner}:{owner}"
            for channel in channels
            for owner in channel.due()
            .filter(**conditions)
            .order_by()
            .values_list("whose", flat=True)
            .distinct()[:500]
        }
    )


def begin_again(channels: Iterable[Channel[Any]]) -> None:
    """Let the messages that were being sent be sent again at once: on a site of one process, as it
    starts, whatever worked on them is dead."""
    for channel in channels:
        claimed = channel.waiting().filter(next_at=F("tried_at") + channel.claim)
        claimed.update(next_at=timezone.now())


def send(owner: str, channels: Iterable[Channel[Any]]) -> int:
    """Send the due messages of an owner until its time is used up; return how many were sent. Two
    workers do not work for one owner at the same time."""
    kind, _, number = owner.partition(":")
    turn = f"sending-turn-{owner}"
    if not has_time(owner) or not queueing.claim(turn, TURN):
        return 0
    sent = 0
    try:
        for channel in channels:
            if channel.kind_of_owner == kind:
                sent += _send_by(channel, owner, int(number), turn)
    finally:
        cache.delete(turn)
    return sent


def _send_by(channel: Channel[Any], owner: str, number: int, turn: str) -> int:
    sent = 0
    while has_time(owner):
        message = channel.take(number)
        if message is None:
            break
        cache.set(turn, time(), TURN)
        with charged(owner):
            attempt = channel.carry_out(message)
        if attempt.state == Outgoing.State.SENT:
            sent += attempt.count
    return sent


def has_time(owner: str) -> bool:
    """Return whether an owner, ``kind:id``, has seconds left in this window."""
    return cache.get(_time_of(owner), 0) < BUDGET * 1000


@contextmanager
def charged(owner: str) -> Iterator[None]:
    """Count the time of the block against the window in which it ends."""
    began = monotonic()
    try:
        yield
    finally:
        counters.add(_time_of(owner), round((monotonic() - began) * 1000), 2 * WINDOW)


def _time_of(owner: str) -> str:
    """Return the name of the milliseconds that an owner has used in this window. A clock that was
    wrong has counted for another one."""
    return f"sending-time-{owner}-{int(time()) // WINDOW}"
