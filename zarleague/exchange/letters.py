"""E-mails about a league: invitations, finished reports, weekly digests, evenings ahead.

A letter is a row, written in the transaction of its event or by a periodic task. It is
sent by `background.sending`.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.exchange import evening_letters
from zarleague.exchange.models import Letter
from zarleague.leagues import mail, mailed_invitations
from zarleague.leagues.models import AuditEntry, Invitation, League, Membership, Season, User
from zarleague.leagues.selectors import current_season
from zarleague.play import selectors as play
from zarleague.play.models import SeasonEvening
from zarleague.reports.models import SeasonReport
from zarleague.reports.words.leading import leaders

WEEK: Final = datetime.timedelta(days=7)
DAY: Final = datetime.timedelta(days=1)
TO_AN_ADDRESS: Final = 3
"""Invitations that an account, or a mailbox, gets in a day, of all leagues; of one league one
account, or one address, gets one, however often it is invited."""
OF_REPORTS: Final = 3
"""Letters about reports of one season in a day: any member may have one made after each hand. One
that has not been sent yet is about a later report, too."""
LISTED: Final = 5
"""Rows of the table in a digest."""
_CHOICES: Final[Mapping[str, str]] = {
    Letter.Kind.INVITATION: "invitations",
    Letter.Kind.REPORT: "reports",
    Letter.Kind.DIGEST: "digest",
    Letter.Kind.REMINDER: "evenings",
    **dict.fromkeys(Letter.CHANGES, "evenings"),
}
"""The field of `MailChoice` for each kind of letter."""


def note_report(report: SeasonReport, **_kwargs: Any) -> None:
    """Write letters about a finished report, in its transaction, unless one about its season is
    still to be sent, or there were `OF_REPORTS` within a day."""
    season, kind = report.season, Letter.Kind.REPORT
    of_season = Letter.objects.filter(kind=kind, season=season)
    lately = of_season.filter(created_at__gt=report.made_at - DAY)
    is_waiting = of_season.filter(state=Letter.State.WAITING).exists()
    if not is_waiting and lately.count() < OF_REPORTS:
        Letter.objects.create(league_id=season.league_id, kind=kind, season=season)


def note_invitations(entries: Sequence[AuditEntry], **_kwargs: Any) -> None:
    """Write a letter about each invitation, in its transaction. An invitation that is changed, or
    made again within a day, sends none, nor does one beyond `TO_AN_ADDRESS`."""
    for entry in entries:
        if entry.action == "invite":
            _note_invitation(entry)


def _note_invitation(entry: AuditEntry) -> None:
    assert entry.about_id is not None
    invitation = Invitation.objects.get(pk=entry.about_id)
    lately = Q(created_at__gt=entry.at - DAY)
    already = _letters(Invitation.objects.filter(account_name=invitation.account_name)).filter(
        Q(invitation=invitation) | lately, league_id=entry.league_id
    )
    to_mailbox = _letters(_to_the_same(invitation)).filter(lately)
    if not (already.exists() or to_mailbox.count() >= TO_AN_ADDRESS):
        Letter.objects.create(
            league_id=entry.league_id, kind=Letter.Kind.INVITATION, invitation=invitation
        )
    already.filter(state=Letter.State.WAITING).update(invitation=invitation)


def _letters(invitations: QuerySet[Invitation]) -> QuerySet[Letter]:
    return Letter.objects.filter(kind=Letter.Kind.INVITATION, invitation__in=invitations)


def _to_the_same(invitation: Invitation) -> QuerySet[Invitation]:
    """Return the invitations of the same account, or to the same mailbox."""
    name = invitation.account_name
    if not invitation.by_mail:
        return Invitation.objects.filter(account_name=name)
    name, _, host = mail.mailbox_of(name).rpartition("@")
    tagged = Q(account_name__startswith=f"{name}+", account_name__endswith=f"@{host}")
    if connection.vendor == "sqlite":  # which finds a range by the index, and no beginning
        tagged &= Q(account_name__gte=f"{name}+", account_name__lt=f"{name},")
    return Invitation.objects.filter(Q(account_name=f"{name}@{host}") | tagged)


def write_digests(now: datetime.datetime) -> int:
    """Write a digest for each league that played in the last complete week; return the number of
    new ones. May run every day: a week has one digest."""
    today = now.date()
    monday = today - datetime.timedelta(days=today.weekday()) - WEEK
    leagues = set(_played(monday).values_list("season__league", flat=True))
    return sum(
        Letter.objects.get_or_create(league_id=league, kind=Letter.Kind.DIGEST, monday=monday)[1]
        for league in sorted(leagues)
    )


def _played(monday: datetime.date) -> QuerySet[SeasonEvening]:
    """Return the evenings of a week on which hands were played."""
    days = range(monday.toordinal(), (monday + WEEK).toordinal())
    return SeasonEvening.objects.filter(hands__gt=0, evening__gte=days.start, evening__lt=days.stop)


def _messages(letter: Letter) -> list[EmailMultiAlternatives]:
    league = letter.league
    if letter.invitation is not None and letter.invitation.by_mail:
        return _to_address(letter.invitation, league)
    kind = _CHOICES[letter.kind]
    people = mail.wanting(kind, _readers(letter))
    if not people:
        return []
    with translation.override(league.language):
        subject, paragraphs, page = _words(letter, league)
        return [mail.message(user, kind, subject, paragraphs, page) for user in people]


LETTERS: Final = mail.of_leagues(
    Letter,
    _messages,
    owner=F("league"),
    related=("league", "season", "invitation__created_by", "evening__league"),
)


def _to_address(invitation: Invitation, league: League) -> list[EmailMultiAlternatives]:
    address = invitation.account_name
    if _is_answered(invitation) or not mailed_invitations.wants_letters(address):
        return []
    page = reverse("answer-letter", args=[mailed_invitations.token_of(invitation)])
    with translation.override(league.language):
        subject, text = _invitation_words(invitation, league)
        answer = _("Accept or decline here. You can create an account there if you have none.")
        return [mail.invitation_to(address, subject, [text, answer], page)]


def _is_answered(invitation: Invitation) -> bool:
    return invitation.ended_at is not None or invitation.declined_at is not None


def _readers(letter: Letter) -> Iterable[int | None]:
    """Return the recipients of a letter; of one about an evening, its account while what it says is
    so; for an invitation, the account with that name, if it
    exists and has not answered."""
    if letter.evening is not None:
        return () if evening_letters.is_outdated(letter) else (letter.account_id,)
    invited = letter.invitation
    if invited is None:
        return Membership.objects.filter(league=letter.league).values_list("user", flat=True)
    if _is_answered(invited):
        return ()
    return User.objects.filter(username=invited.account_name).values_list("pk", flat=True)


def _words(letter: Letter, league: League) -> tuple[str, list[str], str]:
    if letter.evening is not None:
        return evening_letters.words(letter)
    if letter.invitation is not None:
        subject, text = _invitation_words(letter.invitation, league)
        return subject, [text, _("You can accept or decline on the first page.")], "/"
    if letter.season is not None:
        text = _("The report on %(name)s is ready.") % {"name": letter.season.name}
        page = reverse("season-reports", args=[league.slug, letter.season.pk])
        return f"{league.name}: {letter.season.name}", [text], page
    assert letter.monday is not None
    subject = f"{league.name}: {_('what happened in the week')}"
    page = reverse("league", args=[league.slug])
    return subject, list(_week(league, letter.monday)), page


def _invitation_words(invitation: Invitation, league: League) -> tuple[str, str]:
    text = _("%(name)s invites you to the league %(league)s. Your role there: %(role)s.") % {
        "name": invitation.created_by.username,
        "league": league.name,
        "role": invitation.get_role_display(),
    }
    return _("Invitation to %(league)s") % {"league": league.name}, text


def _week(league: League, monday: datetime.date) -> Iterator[str]:
    played = _played(monday).filter(season__league=league)
    hands = sum(evening.hands for evening in played)
    yield ngettext("%(num)s hand was played.", "%(num)s hands were played.", hands) % {"num": hands}
    if (season := current_season(league, monday + WEEK)) is not None:
        yield from _table(season)
    if disputes := play.pending_disputes(league).count():
        yield ngettext(
            "%(num)s dispute awaits a ruling.", "%(num)s disputes await a ruling.", disputes
        ) % {"num": disputes}


def _table(season: Season) -> Iterator[str]:
    lines = [f"{one.rank}  {one.name}  {one.figure}" for one in leaders(season, LISTED).lines]
    if lines:
        yield "\n".join([season.name, *lines])
