"""The calendar of a league's evenings, and who may subscribe to it."""

import datetime
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from zarleague.exchange import calendar
from zarleague.leagues import services
from zarleague.leagues.models import League
from zarleague.play import services as play

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


TODAY = datetime.date(2026, 3, 6)


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A private league with two hands on Friday, 6 March 2026, in a season to the 27th."""
    club = factories.club(
        name="Aces; Kings, Queens and all the other people of the Café Zoë am Markt"
    )
    match = factories.match(club)
    factories.hand(club, match, 0, 12, 30)
    factories.hand(club, match, 5, 0, 7, winner=1)
    club.season.ends = datetime.date(2026, 3, 27)
    club.season.save()
    return club


def address(club: Club, key: str | None = None) -> str:
    page = reverse("calendar", args=[club.league.slug])
    return f"{page}?{urlencode({'key': key})}" if key is not None else page


def test_an_evening_is_a_day_in_the_calendar(club: Club) -> None:
    response = Client().get(address(club, calendar.key_for(club.league, club.player)))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    raw = response.content
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    lines = raw.decode().replace("\r\n ", "").split("\r\n")
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    assert [line for line in lines if line.startswith("DTSTART")] == [
        "DTSTART;VALUE=DATE:20260306",
        "DTSTART;VALUE=DATE:20260327",
    ]
    name = r"Aces\; Kings\, Queens and all the other people of the Café Zoë am Markt"
    assert f"SUMMARY:{name}" in lines
    assert f"DESCRIPTION:{club.season.name}: 2 hands" in lines
    page = reverse("season", args=[club.league.slug, club.season.pk])
    assert f"URL:http://testserver{page}?last=2026-03-06" in lines


def test_evenings_ahead_are_in_it_until_they_are_played(club: Club) -> None:
    played, ahead = datetime.date(2026, 3, 6), datetime.date(2026, 3, 13)
    play.name_evening(club.league, played, title="Opening", place="", actor=club.boss)
    play.name_evening(club.league, ahead, title="Long night", place="Café Zoë", actor=club.boss)
    feed = calendar.feed(club.league, "one.example", TODAY, lambda season, day: f"{season} {day}")
    lines = feed.replace("\r\n ", "").split("\r\n")
    assert [line for line in lines if line.startswith(("DTSTART", "LOCATION"))] == [
        "DTSTART;VALUE=DATE:20260306",
        "DTSTART;VALUE=DATE:20260313",
        "LOCATION:Café Zoë",
        "DTSTART;VALUE=DATE:20260327",
    ]
    assert "URL:None 2026-03-13" in lines
    assert any(line.endswith("am Markt: Long night") for line in lines)


def test_a_time_of_day_is_in_the_leagues_zone(club: Club) -> None:
    """Berlin is an hour ahead of UTC until 29 March 2026, 1:00 UTC, then two until 25 October. An
    evening that begins at half past midnight is on the day after its date."""
    ahead = (("2026-03-13", "19:30"), ("2026-04-10", "00:30"))
    for day, begins in ahead:
        play.name_evening(
            club.league,
            datetime.date.fromisoformat(day),
            title="",
            place="",
            starts_at=datetime.time.fromisoformat(begins),
            actor=club.boss,
        )
    lines = calendar.feed(club.league, "one.example", TODAY, lambda *_: "").split("\r\n")
    zone = lines[lines.index("BEGIN:VTIMEZONE") : lines.index("END:VTIMEZONE")]
    assert "TZID:Europe/Berlin" in zone
    changes = [line for line in zone if line.startswith(("DTSTART", "TZOFFSETTO"))]
    assert changes == [
        "DTSTART:19700101T000000",
        "TZOFFSETTO:+0100",
        "DTSTART:20260329T020000",
        "TZOFFSETTO:+0200",
        "DTSTART:20261025T030000",
        "TZOFFSETTO:+0100",
    ]
    assert [line for line in lines if "TZID=" in line] == [
        "DTSTART;TZID=Europe/Berlin:20260313T193000",
        "DTEND;TZID=Europe/Berlin:20260313T233000",
        "DTSTART;TZID=Europe/Berlin:20260411T003000",
        "DTEND;TZID=Europe/Berlin:20260411T043000",
    ]


def test_an_evening_thousands_of_years_ahead_takes_no_longer(club: Club) -> None:
    """The clocks change once to summer in each of the five years from 2026 on."""
    for day in (datetime.date(2026, 3, 13), datetime.date(8999, 12, 31)):
        play.name_evening(
            club.league, day, title="", place="", starts_at=datetime.time(20), actor=club.boss
        )
    feed = calendar.feed(club.league, "one.example", TODAY, lambda *_: "")
    assert feed.count("BEGIN:DAYLIGHT") == 5
    assert "TZID=Europe/Berlin:89991231T200000" in feed


def test_a_cancelled_evening_stays_in_it_as_cancelled(club: Club) -> None:
    today = club.league.evening_of(timezone.now())
    play.plan_evenings(club.league, [today], title="Cup", actor=club.boss, key=key())
    play.cancel_evening(club.league, today, reason="Snow", actor=club.boss, key=key())
    feed = calendar.feed(club.league, "one.example", today, lambda *_: "")
    event = feed.split("BEGIN:VEVENT")[2].split("\r\n")
    assert "STATUS:CANCELLED" in event
    assert "DESCRIPTION:Cancelled: Snow" in event


def test_the_same_evening_of_another_site_is_another_event(club: Club) -> None:
    def uids(site: str) -> list[str]:
        feed = calendar.feed(club.league, site, TODAY, lambda season, day: "")
        return [line for line in feed.split("\r\n") if line.startswith("UID:")]

    one, end = uids("one.example")
    assert one.startswith("UID:evening-")
    assert one.endswith("@one.example")
    assert end.startswith("UID:end-")
    assert not {one, end} & set(uids("two.example"))


def test_a_key_opens_one_league_for_as_long_as_its_owner_may_see_it(club: Club) -> None:
    key = calendar.key_for(club.league, club.player)
    other = factories.club()
    assert Client().get(address(club, key)).status_code == 200
    assert Client().get(address(other, key)).status_code == 404
    for wrong in ("", "1", key[:-1], calendar.key_for(club.league, club.outsider)):
        assert Client().get(address(club, wrong)).status_code == 404
    services.remove_member(club.league.memberships.get(user=club.player), actor=club.boss)
    assert Client().get(address(club, key)).status_code == 404


def test_without_a_key_it_is_seen_by_whoever_sees_the_league(club: Club) -> None:
    assert Client().get(address(club)).status_code == 302
    outsider = Client()
    outsider.force_login(club.outsider)
    assert outsider.get(address(club)).status_code == 404
    League.objects.filter(pk=club.league.pk).update(visibility=League.Visibility.PUBLIC)
    assert Client().get(address(club)).status_code == 200
