"""Letters about evenings ahead, to one account each: a reminder the day before, and what changes.

A reminder goes to the players of the league who have an account and have not said no, once for each
day an evening is on. That an evening is cancelled, takes place after all, or has another day or
time is told to those who said yes or maybe, and to those who were reminded of it. Each letter is an
e-mail and a message to the browsers of its account, for those who want them.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from zarleague.exchange.models import EveningPush, Letter, PushSubscription
from zarleague.leagues import mail
from zarleague.leagues.formats import clock_time, long_day
from zarleague.leagues.models import AuditEntry, Player
from zarleague.leagues.services import lock_league
from zarleague.play import selectors as play
from zarleague.play.models import Attendance, Evening
from zarleague.storage import deadlocks

Kind = Letter.Kind
State = Attendance.State
REMINDED_FROM: Final = datetime.time(10)
"""From this time of the day before, in the league's time zone."""
AWAKE: Final = range(8, 22)
"""The hours of day in which reminders are written."""
USUAL_START: Final = datetime.time(18)
"""When an evening begins of which no time was said: then nobody is reminded any more."""
SECOND_THOUGHTS: Final = datetime.timedelta(minutes=5)
"""How long news of an evening wait: what is changed again meanwhile is told once, or not at all."""
KEPT: Final = datetime.timedelta(days=31)
"""For how long letters are kept after their evening."""
_LETTER_OF: Final[Mapping[str, str]] = {
    "cancel_evening": Kind.CANCELLED,
    "reinstate_evening": Kind.REINSTATED,
    "move_evening": Kind.MOVED,
    "name_evening": Kind.MOVED,
}
"""The letter that each service causes."""
_DONE: Final = (State.NO, *Attendance.LISTED)
"""Of whom this is said, nobody has to be reminded."""


def write_reminders(now: datetime.datetime) -> int:
    """Write the reminders whose time has come and that nobody has got; return their number. May
    run at any time, and twice."""
    days = [now.date() + datetime.timedelta(days=ahead) for ahead in range(-1, 3)]
    soon = Evening.objects.filter(date__in=days, cancelled_at=None, league__reminds=True)
    return sum(
        _remind(evening) for evening in soon.select_related("league") if _is_due(evening, now)
    )


def _is_due(evening: Evening, now: datetime.datetime) -> bool:
    """Return whether it is time to remind of an evening; a day on which people came together
    without having planned it has no reminders."""
    league = evening.league
    first = datetime.datetime.combine(
        evening.date - datetime.timedelta(days=1), REMINDED_FROM, ZoneInfo(league.time_zone)
    )
    return (
        league.evening_of(evening.created_at) < evening.date
        and first <= now < _begins(evening)
        and now.astimezone(ZoneInfo(league.time_zone)).hour in AWAKE
    )


def _begins(evening: Evening) -> datetime.datetime:
    return evening.league.moment_of(evening.date, evening.starts_at or USUAL_START)


@transaction.atomic
def _remind(evening: Evening) -> int:
    lock_league(evening.league_id)  # all that is written of evenings waits for it, and this, too
    written = Letter.objects.filter(evening=evening, kind=Kind.REMINDER, day=evening.date)
    states = play.states_of(evening)
    if not set(Attendance.LISTED).isdisjoint(states.values()):
        return 0  # it has begun
    accounts = [
        player.user_id
        for player in _players_with_account(evening).filter(inactive=False)
        if states.get(player.pk) != State.NO
    ]
    known = set(written.values_list("account", flat=True))
    return _write(evening, Kind.REMINDER, evening.date, set(accounts) - known, timezone.now())


def note_changes(entries: Sequence[AuditEntry], **_kwargs: Any) -> None:
    """Write letters about changes of evenings, in their transaction."""
    for entry in entries:
        if (kind := _LETTER_OF.get(entry.action)) is not None:
            _note_change(entry, kind)


def _note_change(entry: AuditEntry, kind: str) -> None:
    if entry.action == "name_evening" and "starts_at" not in entry.after:
        return
    assert entry.about_id is not None
    evening = Evening.objects.select_related("league").get(pk=entry.about_id)
    if evening.date < _today(evening):
        return
    was = entry.before.get("evening")
    day = datetime.date.fromisoformat(was) if was else evening.date
    waiting = Letter.objects.filter(
        evening=evening, kind__in=Letter.CHANGES, state=Letter.State.WAITING, attempts=0
    )
    moved_from = waiting.filter(kind=Kind.MOVED).values_list("day", flat=True).first()
    day = moved_from or day
    unsaid = set(waiting.filter(kind=Kind.CANCELLED).values_list("account", flat=True))
    deadlocks.delete_in_order(waiting.filter(kind__in={Kind.CANCELLED, Kind.REINSTATED, kind}))
    if entry.action == "move_evening" and day == evening.date:
        return  # it is back, or only its season is another
    people = _concerned(evening, day)
    if kind == Kind.REINSTATED:
        people -= unsaid
    _write(evening, kind, day, people - {entry.author_id}, entry.at + SECOND_THOUGHTS)


def take_along(moved: Evening, there: Evening, **_kwargs: Any) -> None:
    """Give the letters of an evening that joins another to that one, in its transaction: who was
    reminded stays known, and what waits is sent."""
    Letter.objects.filter(evening=moved).update(evening=there)


def _today(evening: Evening) -> datetime.date:
    return evening.league.evening_of(timezone.now())


def _concerned(evening: Evening, day: datetime.date) -> set[int]:
    """Return the accounts of those who said that they will come, or may, and of those who were
    reminded of that day."""
    states = play.states_of(evening)
    coming = [player for player, state in states.items() if state in (State.YES, State.MAYBE)]
    accounts = _players_with_account(evening).filter(pk__in=coming)
    reminded = Letter.objects.filter(evening=evening, kind=Kind.REMINDER, day=day)
    refused = [player for player, state in states.items() if state == State.NO]
    not_coming = Player.objects.filter(pk__in=refused).values_list("user", flat=True)
    both = {*accounts.values_list("user", flat=True), *reminded.values_list("account", flat=True)}
    return {account for account in both - set(not_coming) if account is not None}


def _players_with_account(evening: Evening) -> QuerySet[Player]:
    """Return the players of a league whose accounts are members of it."""
    return Player.objects.filter(
        league=evening.league_id,
        merged_into=None,
        user__memberships__league=evening.league_id,
        user__is_active=True,
    )


def _write(
    evening: Evening,
    kind: str,
    day: datetime.date,
    accounts: Iterable[int | None],
    at: datetime.datetime,
) -> int:
    """Write a letter to each account, to be sent from *at* on; return their number."""
    letters = Letter.objects.bulk_create(
        Letter(
            league_id=evening.league_id,
            kind=kind,
            evening=evening,
            account_id=account,
            day=day,
            next_at=at,
        )
        for account in sorted(account for account in accounts if account is not None)
    )
    by_account = {letter.account_id: letter for letter in letters}
    wanted = mail.who_want("evenings", by_account)
    browsers = PushSubscription.objects.filter(user__in=wanted, ended_at=None)
    EveningPush.objects.bulk_create(
        EveningPush(subscription=one, letter=by_account[one.user_id], next_at=at)
        for one in browsers
    )
    return len(letters)


def is_outdated(letter: Letter) -> bool:
    """Return whether what a letter says is no longer so, or no longer of use to its account."""
    evening = letter.evening
    assert evening is not None
    if letter.kind == Kind.REMINDER:
        moved = evening.date != letter.day
        changed = moved or _begins(evening) <= timezone.now() or _said(letter) in _DONE
    else:
        changed = evening.date < _today(evening)
    is_cancelled = evening.cancelled_at is not None
    is_member = letter.league.memberships.filter(user=letter.account_id).exists()
    return changed or is_cancelled != (letter.kind == Kind.CANCELLED) or not is_member


def _said(letter: Letter) -> str | None:
    """Return what the account of a letter said of its evening, None if nothing."""
    player = Player.objects.filter(league=letter.league_id, user=letter.account_id).first()
    return play.states_of(letter.evening).get(player.pk) if player else None


def words(letter: Letter) -> tuple[str, list[str], str]:
    """Return subject, paragraphs and page of a letter in the active language."""
    evening, league = letter.evening, letter.league
    assert evening is not None
    assert letter.day is not None
    page = reverse("evening", args=[league.slug, evening.date.isoformat()])
    name = evening.title or _("Evening")
    facts = {"name": name, "date": when(evening), "was": long_day(letter.day)}
    match letter.kind:
        case Kind.CANCELLED:
            text = _("%(name)s on %(date)s is cancelled.") % facts
            return f"{league.name}: {text}", [text, evening.cancelled_why], page
        case Kind.REINSTATED:
            text = _("%(name)s on %(date)s takes place after all.") % facts
        case Kind.MOVED if letter.day == evening.date:
            text = _("%(name)s now begins at another time: %(date)s.") % facts
        case Kind.MOVED:
            text = _("%(name)s of %(was)s is now on %(date)s.") % facts
        case _:
            text = _("%(name)s is on %(date)s.") % facts
    paragraphs = [text, *([evening.place] if evening.place else []), _answer(letter)]
    return f"{league.name}: {text}", paragraphs, page


def when(evening: Evening) -> str:
    """Return the day of an evening and, if it was said, the time, in the active language."""
    day = long_day(evening.date)
    if evening.starts_at is None:
        return day
    return _("%(day)s, %(time)s") % {"day": day, "time": clock_time(evening.starts_at)}


def _answer(letter: Letter) -> str:
    match _said(letter):
        case State.YES:
            return _("You said yes. If you can’t come, please change that here.")
        case State.MAYBE:
            return _("You said maybe. Will you come?")
        case _:
            return _("You haven’t said whether you’ll come.")


def remove_old(now: datetime.datetime) -> None:
    """Remove the letters about evenings that are over for a month, with their messages."""
    deadlocks.delete_in_order(Letter.objects.filter(evening__date__lt=(now - KEPT).date()))
