"""E-mails about disputes, to everybody concerned who has an account with an address.

A notice is a row written in the transaction of its event and sent by `background.sending`.
"""

import datetime
from collections.abc import Callable
from typing import Final

from django.core.mail import EmailMessage
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from zarleague.leagues import mail
from zarleague.leagues.models import Membership, User
from zarleague.play.models import Dispute, Notice
from zarleague.play.rulings.ruling_access import accounts_of_players

DAY: Final = datetime.timedelta(days=1)
AT_ONCE: Final = 50
"""Notices of overdue rulings written in one run."""
MOST_A_DAY: Final = 30
"""Notices within a day of what one account, or all who have none, says in the disputes of a league:
somebody who disputes without pause fills nobody's mailbox. Rulings do not count."""
_SAID: Final = (
    Notice.Kind.OPENED,
    Notice.Kind.STATED,
    Notice.Kind.WITHDRAWN,
    Notice.Kind.APPEALED,
)


def write(dispute: Dispute, kind: Notice.Kind, author: User | None) -> None:
    """Write a notice, in the transaction of its event, unless its author has caused many."""
    if kind not in _SAID or may_tell(dispute, author.pk if author else None):
        Notice.objects.create(dispute=dispute, kind=kind, author=author)


def may_tell(dispute: Dispute, author_id: int | None) -> bool:
    """Return whether people are still told of what this author says in disputes of the league."""
    lately = Notice.objects.filter(
        kind__in=_SAID, author=author_id, created_at__gt=timezone.now() - DAY
    )
    return lately.filter(dispute__league=dispute.league_id).count() < MOST_A_DAY


def write_overdue(now: datetime.datetime) -> None:
    """Write a notice for each dispute whose deadline for a ruling has passed, once."""
    overdue = Dispute.objects.filter(state__in=Dispute.PENDING, due_at__lt=now)
    for dispute in overdue.exclude(notices__kind=Notice.Kind.OVERDUE)[:AT_ONCE]:
        Notice.objects.get_or_create(dispute=dispute, kind=Notice.Kind.OVERDUE)


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


NOTICES: Final = mail.of_leagues(
    Notice,
    _messages,
    owner=F("dispute__hand__match__season__league"),
    related=("dispute__hand__match__season__league",),
)
