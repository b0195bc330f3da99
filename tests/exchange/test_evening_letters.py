"""Letters about evenings ahead: who is reminded when, what is told of changes, and how often."""

import datetime
from typing import Any

import pytest
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.exchange.test_pushing import PushService, service, turned_on
from tests.factories import Club, key, sent
from zarleague.exchange import evening_letters
from zarleague.exchange.letters import LETTERS
from zarleague.exchange.models import EveningPush, Letter
from zarleague.exchange.pushing import EVENING_PUSHES
from zarleague.leagues import mail
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League, User
from zarleague.play import services as play
from zarleague.play.models import Evening

__all__ = ["service"]

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

DAY = datetime.date(9000, 1, 10)
"""The league is in Berlin, where it is winter: one hour ahead of UTC."""
WEEK_LATER = datetime.date(9000, 1, 17)


def at(hour: int, minute: int = 0, *, day: int = 9) -> datetime.datetime:
    """Return a moment of January 9000, in UTC."""
    return datetime.datetime(9000, 1, day, hour, minute, tzinfo=datetime.UTC)


@pytest.fixture
def club(db: None, settings: Any) -> Club:
    """Ann, Bob and Cat have the accounts of player, scorekeeper and organiser; Dee has none. An
    evening at 19:30 is planned."""
    settings.SENDS_MAIL = True
    settings.SITE_URL = "https://cards.example"
    club = factories.club()
    people = club.add("Ann", "Bob", "Cat", "Dee")
    for player, user in zip(people, (club.player, club.scorekeeper, club.organiser), strict=False):
        user.email = f"{player.name.lower()}@cards.example"
        user.save()
        player.user = user
        player.save()
    named(club, starts_at=datetime.time(19, 30))
    return club


def named(club: Club, **fields: Any) -> None:
    fields = {"title": "Cup", "place": "The Swan"} | fields
    play.name_evening(club.league, DAY, actor=club.boss, **fields)


def says(club: Club, name: str, state: str) -> None:
    people = [(club.players[name], state)]
    play.set_attendance(club.league, DAY, people, actor=club.boss, key=key())


def told() -> list[tuple[str, str]]:
    """Send the letters that wait, however long they were to; return who got which subject."""
    Letter.objects.update(next_at=timezone.now())
    outbox.outbox.clear()
    sent(LETTERS)
    return sorted((one.to[0].split("@")[0], one.subject) for one in outbox.outbox)


REMINDED = "Friday League: Cup is on 10 Jan 9000, 19:30."
CANCELLED = "Friday League: Cup on 10 Jan 9000, 19:30 is cancelled."


def test_from_ten_oclock_of_the_day_before_until_it_begins(club: Club) -> None:
    """Ten o'clock in Berlin is nine in UTC; nobody is woken, and the evening begins at 18:30 UTC.
    The same task twice writes nothing twice."""
    assert evening_letters.write_reminders(at(8, 59)) == 0
    assert evening_letters.write_reminders(at(9)) == 3
    assert evening_letters.write_reminders(at(9)) == 0
    Letter.objects.all().delete()
    for moment, letters in ((at(22), 0), (at(6, 59, day=10), 0), (at(18, 30, day=10), 0)):
        assert evening_letters.write_reminders(moment) == letters
    assert evening_letters.write_reminders(at(18, 29, day=10)) == 3


def test_who_said_no_is_not_reminded_and_the_others_read_what_they_said(club: Club) -> None:
    says(club, "Ann", "yes")
    says(club, "Bob", "no")
    assert evening_letters.write_reminders(at(12)) == 2
    assert told() == [("ann", REMINDED), ("cat", REMINDED)]
    ann, cat = sorted(outbox.outbox, key=lambda one: one.to)
    page = f"https://cards.example/l/{club.league.slug}/evenings/9000-01-10/"
    assert all("The Swan" in one.body and page in one.body for one in (ann, cat))
    assert "You said yes." in ann.body
    assert "You haven’t said whether you’ll come." in cat.body
    assert told() == []


def test_who_says_no_after_it_was_written_gets_nothing(club: Club) -> None:
    evening_letters.write_reminders(at(12))
    says(club, "Ann", "no")
    assert [name for name, _subject in told()] == ["bob", "cat"]


def test_a_league_an_inactive_player_and_an_account_may_do_without(club: Club) -> None:
    mail.choose(club.player, {"evenings": False})
    leagues.set_inactive(club.players["Bob"], True, actor=club.boss)
    evening_letters.write_reminders(at(12))
    assert told() == [("cat", REMINDED)]
    Letter.objects.all().delete()
    leagues.update_league(club.league, reminds=False, actor=club.boss)
    assert evening_letters.write_reminders(at(12)) == 0


def test_no_reminder_of_an_evening_that_began_or_was_not_planned(club: Club) -> None:
    """The row of an evening that was not planned is made on its day."""
    Evening.objects.update(created_at=at(8, day=10))
    assert evening_letters.write_reminders(at(12, day=10)) == 0
    Evening.objects.update(created_at=at(8, day=8))
    says(club, "Ann", "here")
    assert evening_letters.write_reminders(at(12, day=10)) == 0


def test_cancelled_is_told_to_those_who_said_yes_or_were_reminded(club: Club) -> None:
    """Cat cancels it and knows."""
    says(club, "Ann", "yes")
    play.cancel_evening(club.league, DAY, reason="Snow", actor=club.boss, key=key())
    assert evening_letters.write_reminders(at(12)) == 0
    assert told() == [("ann", CANCELLED)]
    assert "Snow" in outbox.outbox[0].body
    play.reinstate_evening(club.league, DAY, actor=club.boss, key=key())
    assert told() == [("ann", "Friday League: Cup on 10 Jan 9000, 19:30 takes place after all.")]
    assert evening_letters.write_reminders(at(12)) == 3
    told()
    play.cancel_evening(club.league, DAY, reason="Snow", actor=club.boss, key=key())
    assert told() == [("ann", CANCELLED), ("bob", CANCELLED)]


def test_what_is_taken_back_at_once_is_not_told(club: Club) -> None:
    says(club, "Ann", "maybe")
    play.cancel_evening(club.league, DAY, reason="Snow", actor=club.boss, key=key())
    play.reinstate_evening(club.league, DAY, actor=club.boss, key=key())
    named(club, starts_at=datetime.time(20))
    named(club, starts_at=datetime.time(20, 15))
    assert told() == [("ann", "Friday League: Cup now begins at another time: 10 Jan 9000, 20:15.")]


def move(club: Club, day: datetime.date, to: datetime.date) -> None:
    play.move_evening(club.league, day, played_on=to, reason="Holiday", actor=club.boss, key=key())


def test_moved_is_told_and_the_new_day_has_a_reminder(club: Club) -> None:
    evening_letters.write_reminders(at(12))
    told()
    says(club, "Bob", "no")
    move(club, DAY, WEEK_LATER)
    assert told() == [("ann", "Friday League: Cup of 10 Jan 9000 is now on 17 Jan 9000, 19:30.")]
    assert evening_letters.write_reminders(at(12)) == 0
    assert evening_letters.write_reminders(at(12, day=16)) == 2
    evening_letters.remove_old(at(12, day=18))
    assert Letter.objects.exists()
    evening_letters.remove_old(at(12, day=18) + datetime.timedelta(days=31))
    assert not Letter.objects.exists()


def test_merged_with_another_day_what_waits_is_sent_and_nobody_is_reminded_twice(
    club: Club,
) -> None:
    next_day = DAY + datetime.timedelta(days=1)
    play.name_evening(club.league, next_day, title="Derby", place="", actor=club.boss)
    assert evening_letters.write_reminders(at(12)) == 3
    move(club, DAY, next_day)
    there = Evening.objects.get()
    assert set(Letter.objects.values_list("evening", flat=True)) == {there.pk}
    # Cat, the organiser, moved it and is not told; all three had been reminded of the day before.
    assert told() == [
        ("ann", "Friday League: Derby of 10 Jan 9000 is now on 11 Jan 9000, 19:30."),
        ("bob", "Friday League: Derby of 10 Jan 9000 is now on 11 Jan 9000, 19:30."),
    ]


def test_moved_to_and_fro_is_told_once_or_not_at_all(club: Club) -> None:
    says(club, "Ann", "yes")
    move(club, DAY, DAY + datetime.timedelta(days=1))
    move(club, DAY + datetime.timedelta(days=1), WEEK_LATER)
    assert told() == [("ann", "Friday League: Cup of 10 Jan 9000 is now on 17 Jan 9000, 19:30.")]
    move(club, WEEK_LATER, DAY)
    move(club, DAY, WEEK_LATER)
    assert told() == []


def test_who_leaves_the_league_gets_nothing_more(club: Club) -> None:
    evening_letters.write_reminders(at(12))
    leagues.remove_member(club.league.memberships.get(user=club.player), actor=club.boss)
    assert [name for name, _subject in told()] == ["bob", "cat"]


def test_on_a_device_that_asked_for_it(club: Club, service: PushService) -> None:
    turned_on(club.player, service.subscription())
    turned_on(club.scorekeeper, service.subscription("/bob"))
    mail.choose(club.scorekeeper, {"evenings": False})
    evening_letters.write_reminders(at(12))
    evening_letters.write_reminders(at(12))
    assert sent(EVENING_PUSHES) == 1
    ((_headers, body),) = service.got
    assert service.read(body) == {
        "title": REMINDED,
        "body": "The Swan You haven’t said whether you’ll come.",
        "page": f"/l/{club.league.slug}/evenings/9000-01-10/",
    }
    assert EveningPush.objects.count() == 0
    turned_on(club.organiser, service.subscription("/cat"))
    Letter.objects.filter(account=club.organiser).delete()
    evening_letters.write_reminders(at(12))
    play.cancel_evening(club.league, DAY, reason="Snow", actor=club.boss, key=key())
    assert sent(EVENING_PUSHES) == 0  # it is cancelled: nobody is reminded any more


def test_the_choice_on_the_page_of_the_account(club: Club) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=club.player.pk))
    client.post("/profile/mail/", {"evenings": "on"})
    assert mail.choice_of(club.player).evenings
    client.post("/profile/mail/", {})
    assert not mail.choice_of(club.player).evenings
    assert League.objects.get(pk=club.league.pk).reminds
