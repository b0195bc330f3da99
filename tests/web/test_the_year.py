"""A club's year through the pages: planned, drawn, moved, voided, ended, a final, the next. Hands
are entered and disputed by services: how that is done at the table, `tests.browser.table` tries,
and how a match starts with whom a link seats. A reader fills in the forms, without scripts: those
of tonight's page `tests.browser.test_evening` tries.

Points by Holland: number card 1, reverse or skip 2, draw two 3, wild 4, dragon 5; low wins. All
eight sit at one table yesterday, and Ann goes out. Tonight neighbours in that table play each
other: Bob goes out at the first table, Eve at the second, where Ivy sits in for Hal.

                      Ann  Bob  Cat  Dee  Eve  Fay  Gil  Hal
  yesterday           0    1    2    3    4    5    6    7
  tonight, table 1    5    0    1    3
  tonight, table 2                        0    1    5    3 (Ivy)
  without table 2     5    1    3    6    4    5    6    7
  the season          5    1    3    6    4    6    11   10
  the final           5    1    0         2

The first four of the season are Bob, Cat, Eve and Ann; Cat wins the final.
"""

import datetime
import json
from collections.abc import Mapping
from xml.etree.ElementTree import Element

import pytest
from django.utils import timezone

from tests import factories
from tests.factories import Club, key
from tests.web.reader import Reader, text_of
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League, Season
from zarleague.play import services as play
from zarleague.play.models import Hand, Match
from zarleague.play.selectors import seats_for

NAMES = ["Ann", "Bob", "Cat", "Dee", "Eve", "Fay", "Gil", "Hal"]
YESTERDAY = dict(zip(NAMES, range(8), strict=True))
TABLE_1 = {"Ann": 5, "Bob": 0, "Cat": 1, "Dee": 3}
TABLE_2 = {"Eve": 0, "Fay": 1, "Gil": 5, "Ivy": 3}
FINAL = {"Bob": 1, "Cat": 0, "Eve": 2, "Ann": 5}
DAY = datetime.timedelta(days=1)


@pytest.fixture
def club(db: None) -> Club:
    """A league in a time zone in which it is noon now: its evening does not change meanwhile."""
    club = factories.club()
    hour = timezone.now().hour - 12
    League.objects.filter(pk=club.league.pk).update(time_zone=f"Etc/GMT{hour:+d}")
    Season.objects.filter(pk=club.season.pk).update(name="Spring 1")
    club.league.refresh_from_db()
    club.add(*NAMES)
    return club


class Organiser(Reader):
    """An organiser at a desk."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.organiser)
        self.club = club
        self.league = f"/l/{club.league.slug}/"
        self.tonight = club.league.evening_of(timezone.now())

    def evening(self, day: datetime.date, page: str = "") -> None:
        """Open the page of an evening."""
        self.open(f"{self.league}evenings/{day.isoformat()}/{page}")

    def change(self, title: str, confirmed: str, reason: str, day: str = "") -> None:
        """Make one of the changes of a match or an evening that show first who would move."""
        section = self.section(title)
        if day:
            self.find("input[@name='played_on']", within=section).set("value", day)
        self.fill("Why?", reason, section)
        self.press("Show what would change", section)
        self.press(confirmed)

    def section(self, title: str) -> Element:
        """Return the section with this heading."""
        return next(one for one in self.all("section") if self.all("h2", title, one))

    def standings(self, *rows: tuple[str, str]) -> None:
        """Check the table of the league's page."""
        self.open(self.league)
        body = self.find("*[@data-live-part='table']//tbody")
        assert [(text_of(self.find("th//a", within=row)), self.lead(row)) for row in body] == [
            *rows
        ]

    def lead(self, row: Element) -> str:
        """Return the figure by which a row of a table is ranked."""
        (figure,) = (one for one in row.iter("td") if "lead" in one.get("class", "").split())
        return text_of(figure)


def planned_with_answers(organiser: Organiser) -> str:
    """Plan tonight and a week from now; return Ann's link for that, which she has used."""
    week_later = organiser.tonight + 7 * DAY
    organiser.open(f"{organiser.league}evenings/")
    organiser.fill("First evening", organiser.tonight.isoformat())
    organiser.fill("Until", week_later.isoformat())
    organiser.fill("Title", "Cup")
    organiser.fill("Where", "The Swan")
    organiser.press("Plan")
    (evenings,) = organiser.of_class("evenings")
    assert len(evenings.findall("li")) == 2
    link = ""
    for day, name in ((organiser.tonight, "Bob"), (week_later, "Ann")):
        organiser.evening(day)
        person = organiser.club.players[name].pk
        link = text_of(organiser.find(f"code[@id='answer-{person}']"))
        organiser.open(link)
        organiser.press("Yes")
    return link


def moved_ahead(organiser: Organiser, link: str) -> None:
    """Move the evening of next week by a day: what is said of it and the answers go with it."""
    there = organiser.tonight + 8 * DAY
    organiser.evening(there - DAY, "change/")
    organiser.change(
        "Move to another day or season", "Move the evening", "Holiday", there.isoformat()
    )
    organiser.find("h1", "Cup")
    assert "The Swan" in organiser.text
    organiser.open(link)
    assert organiser.find("button", "Yes").get("aria-pressed") == "true"


def played(organiser: Organiser, match: Match, points: Mapping[str, int]) -> Hand:
    """Enter the hand of a match; who has no points went out."""
    seated = [points[seat.player.name] for seat in seats_for(match) if seat.until_hand is None]
    return factories.hand(organiser.club, match, *seated, winner=seated.index(0), at=timezone.now())


def played_yesterday(organiser: Organiser) -> None:
    """Play a match of all eight."""
    day = organiser.tonight - DAY
    match = factories.match(organiser.club, *NAMES, played_on=day, at=timezone.now())
    played(organiser, match, YESTERDAY)
    play.close_match(match, actor=organiser.club.boss, key=key())


def drawn_tonight(organiser: Organiser) -> tuple[Match, Match]:
    """Draw two tables of neighbours and start them; Bob, who said yes, is ticked already."""
    organiser.evening(organiser.tonight)
    people = organiser.find("div[@data-people]")
    for person in people.iter("label"):
        box = organiser.find("input", within=person)
        assert ("checked" in box.attrib) == text_of(person).startswith("Bob")
        box.set("checked", "")
    organiser.choose("How", "By the standings")
    organiser.press("Draw the tables")
    organiser.press("Start all 2 matches")
    assert "Table 2" in organiser.text
    first, second = Match.objects.filter(round__isnull=False).order_by("table")
    seated = [sorted(seat.player.name for seat in match.seats.all()) for match in (first, second)]
    assert seated == [NAMES[:4], NAMES[4:]]
    return first, second


def substituted(organiser: Organiser, match: Match) -> None:
    """Let Ivy sit in for Hal; what she scores is his."""
    organiser.open(f"{organiser.league}m/{match.pk}/seats/")
    (seats,) = organiser.of_class("seating-list")
    (seat,) = (one for one in seats if "Hal" in text_of(one))
    organiser.fill("or a name", "Ivy", seat)
    organiser.choose("The hands count", "all for the player who was there first", seat)
    organiser.press("Take this seat", seat)


def test_a_clubs_year(club: Club) -> None:
    organiser = Organiser(club)
    moved_ahead(organiser, planned_with_answers(organiser))
    played_yesterday(organiser)
    first, second = drawn_tonight(organiser)
    substituted(organiser, second)
    disputed = played(organiser, first, TABLE_1)
    played(organiser, second, TABLE_2)
    organiser.open(f"{organiser.league}m/{second.pk}/change/")
    organiser.change("Void the whole match", "Void the match", "The wrong sheet")
    organiser.standings(
        ("Bob", "1"), ("Cat", "3"), ("Eve", "4"), ("Ann", "5"), ("Fay", "5"),
        ("Dee", "6"), ("Gil", "6"), ("Hal", "7"),
    )  # fmt: skip
    organiser.open(f"{organiser.league}m/{second.pk}/change/")
    organiser.change("Restore what was voided", "Restore the hands", "It was right")
    organiser.evening(organiser.tonight - DAY, "change/")
    organiser.change(
        "Move to another day or season",
        "Move the evening",
        "It was the day before",
        (organiser.tonight - 2 * DAY).isoformat(),
    )
    assert organiser.address.endswith(f"{(organiser.tonight - 2 * DAY).isoformat()}/")
    organiser.standings(
        ("Bob", "1"), ("Cat", "3"), ("Eve", "4"), ("Ann", "5"), ("Dee", "6"),
        ("Fay", "6"), ("Hal", "10"), ("Gil", "11"),
    )  # fmt: skip

    ended(organiser, disputed)
    final_of_four(organiser)
    next_season(organiser)
    divisions_go_on(organiser)


def ended(organiser: Organiser, disputed: Hand) -> None:
    """Dispute a hand, and end the season: what is open is listed. The voided match was ended."""
    play.open_dispute(disputed, text="No dragon", actor=organiser.club.boss, key=key())
    organiser.open(f"{organiser.league}seasons/{organiser.club.season.pk}/settings/")
    listed = [one for notice in organiser.of_class("notice") for one in notice.iter("li")]
    assert len(listed) == 2
    for said in (
        "1 match is still open, and is ended with the season.",
        "1 dispute is not ruled on.",
    ):
        assert said in organiser.text
    organiser.press("End season")
    assert not Match.objects.filter(state=Match.State.OPEN).exists()


def final_of_four(organiser: Organiser) -> None:
    """The first four of the season play a final from zero."""
    season = organiser.club.season
    organiser.open(f"{organiser.league}seasons/{season.pk}/")
    organiser.follow("Play a final")
    organiser.press("Start the final")
    address = organiser.address
    assert [name for name, _ in qualified(organiser)] == ["Bob", "Cat", "Eve", "Ann"]
    organiser.follow("Start the final table")
    organiser.find("button", "Start match")
    chosen = json.loads(organiser.find("script[@id='start-chosen']").text or "")
    assert [seat["name"] for seat in chosen["seated"]] == ["Bob", "Cat", "Eve", "Ann"]
    match = play.start_match(
        Season.objects.get(final_of=season),
        [organiser.club.players[name] for name in FINAL],
        play.MatchTerms(game="zar"),
        actor=organiser.club.boss,
        key=key(),
    )
    played(organiser, match, FINAL)
    organiser.open(address)
    assert qualified(organiser) == [("Cat", "0"), ("Bob", "1"), ("Eve", "2"), ("Ann", "5")]


def qualified(organiser: Organiser) -> list[tuple[str, str]]:
    """Return the names and points of those who play the final."""
    body = organiser.find("*[@data-live-part='final']//tbody")
    return [(text_of(organiser.find("th//a", within=row)), organiser.lead(row)) for row in body]


def next_season(organiser: Organiser) -> None:
    """The next season begins as a copy of the last, not of its final."""
    organiser.open(f"{organiser.league}seasons/new/")
    assert organiser.labelled("Name").get("value") == "Spring 2"
    chosen = organiser.find("option[@selected]", within=organiser.labelled("Ranked as"))
    assert text_of(chosen) == "Spring 1"
    organiser.press("Start season")
    organiser.find("h1", "Spring 2")
    made, old = Season.objects.get(name="Spring 2"), Season.objects.get(name="Spring 1")
    assert made.rules == old.rules


def divisions_go_on(organiser: Organiser) -> None:
    """A season becomes the division below; once both are over they go on, with Hal sent down."""
    club = organiser.club
    lower = leagues.start_season(
        club.league, name="Below 1", starts=club.season.starts, actor=club.boss, key=key()
    )
    settings = f"{organiser.league}seasons/{lower.pk}/settings/"
    organiser.open(settings)
    organiser.choose("Division above", "Spring 1")
    organiser.press("Save divisions")
    assert tabs(organiser) == ["Spring 1", "Below 1"]
    play.finish_season(lower, actor=club.boss, key=key())
    organiser.open(organiser.address)
    organiser.follow("Start the next seasons")
    organiser.choose("Hal", "Division 2")
    organiser.press("Start the next seasons")
    assert tabs(organiser) == ["Spring 3", "Below 2"]
    organiser.follow("Below 2")
    assert "Hal" in text_of(organiser.find("*[@data-live-part='divisions']"))


def tabs(organiser: Organiser) -> list[str]:
    """Return the divisions that the page links to."""
    return [text_of(one) for one in organiser.all("nav[@aria-label='Divisions']//a")]
