"""E-mails about disputes, to everybody concerned who has an account with an address.

A notice is a row written in the transaction of its event. A task sends the pending ones, so that
nothing is lost with a message of the queue, a worker or the mail server.
"""

import datetime
from collections.abc import Callable, Iterator
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from zarleague.background.queueing import stale_for
from zarleague.leagues import mail
from zarleague.leagues.models import Membership, User
from zarleague.play.models import Dispute, Notice
from zarleague.play.ruling_access import accounts_of_players

AT_ONCE: Final = 50
"""Notices sent in one run."""
RETRY_AFTER: Final = datetime.timedelta(minutes=5)
"""Time after an attempt before the next one."""
GIVE_UP_AFTER: Final = datetime.timedelta(days=2)
"""Age at which a notice that could not be sent is given up as outdated."""


def write(dispute: Dispute, kind: Notice.Kind, author: User | None) -> Notice:
    """Write a notice, in the transaction of its event."""
    return Notice.objects.create(dispute=dispute, kind=kind, author=author)


def write_overdue(now: datetime.datetime) -> None:
    """Write a notice for each dispute whose deadline for a ruling has passed, once."""
    overdue = Dispute.objects.filter(state__in=Dispute.PENDING, due_at__lt=now)
    for dispute in overdue.exclude(notices__kind=Notice.Kind.OVERDUE)[:AT_ONCE]:
        Notice.objects.get_or_create(dispute=dispute, kind=Notice.Kind.OVERDUE)


def send() -> int:
    """Send the pending notices; return the number of e-mails sent. Without a mail server they are
    marked as sent.

    A notice is claimed for `RETRY_AFTER` and marked when its e-mail is sent, so that it is sent
    later if the worker is killed or the mail server is unreachable.
    """
    sent = 0
    for notice in _claimed(timezone.now()):
        if settings.SENDS_MAIL:
            sent += get_connection(timeout=20).send_messages(_messages(notice)) or 0
        Notice.objects.filter(pk=notice.pk).update(sent_at=timezone.now())
    return sent


def _claimed(now: datetime.datetime) -> Iterator[Notice]:
    """Yield the pending notices, each claimed for this run and still relevant."""
    waiting = Notice.objects.filter(
        Q(tried_at=None) | stale_for(RETRY_AFTER, "tried_at"),
        sent_at=None,
        created_at__gt=now - GIVE_UP_AFTER,
    )
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        if waiting.filter(pk=pk).update(tried_at=now):
            yield Notice.objects.select_related("dispute__hand__match__season__league").get(pk=pk)


def recipients(notice: Notice) -> list[User]:
    """Return the accounts to notify: the author of the dispute, the players of the hand, the
    authors of statements, arbiters and organisers; without the account that caused the notice."""
    dispute = notice.dispute
    league = dispute.hand.match.season.league
    judges = Membership.objects.filter(Q(arbiter=True) | Q(role="organiser"), league=league)
    concerned = set(judges.values_list("user", flat=True))
    if notice.kind != Notice.Kind.OVERDUE:
        concerned |= accounts_of_players(dispute.hand)
        concerned |= set(dispute.statements.values_list("author", flat=True))
        concerned.add(dispute.opened_by_id or 0)
    return mail.wanting("disputes", concerned - {None, notice.author_id})


def _messages(notice: Notice) -> list[EmailMessage]:
    dispute = notice.dispute
    league = dispute.hand.match.season.league
    with translation.override(league.language):
        number = dispute.hand.number
        subject = f"{league.name}: " + _SUBJECTS[notice.kind]() % {"number": number}
        said = f"{dispute.opened_by_name}: {dispute.text}"
        page = f"/l/{league.slug}/disputes/{dispute.pk}/"
        return [
            mail.message(user, "disputes", subject, [said], page) for user in recipients(notice)
        ]


_SUBJECTS: dict[str, Callable[[], str]] = {
    Notice.Kind.OPENED: lambda: _("hand %(number)s is disputed"),
    Notice.Kind.STATED: lambda: _("new statement on hand %(number)s"),
    Notice.Kind.RULED: lambda: _("ruling on hand %(number)s"),
    Notice.Kind.WITHDRAWN: lambda: _("the dispute about hand %(number)s is withdrawn"),
    Notice.Kind.APPEALED: lambda: _("the ruling on hand %(number)s is appealed"),
    Notice.Kind.OVERDUE: lambda: _("a ruling on hand %(number)s is overdue"),
}
