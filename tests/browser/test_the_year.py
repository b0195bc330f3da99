"""A club's year through the pages: planned, drawn, moved, voided, ended, a final, the next. Hands
are entered and disputed by services: how that is done at the table, `tests.browser.table` tries.

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
import re
from collections.abc import Mapping

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.table.test_disputes import SignIn, expect_standings
from tests.factories import Club, key
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
PAD = re.compile(r"/m/\d+/$")


@pytest.fixture
def club(live_app: str) -> Club:
    """A league in a time zone in which it is noon now: its evening does not change meanwhile."""
    club = factories.club()
    hour = timezone.now().hour - 12
    League.objects.filter(pk=club.league.pk).update(time_zone=f"Etc/GMT{hour:+d}")
    Season.objects.filter(pk=club.season.pk).update(name="Spring 1")
    club.league.refresh_from_db()
    club.add(*NAMES)
    return club


class Organiser:
    """An organiser at a desk."""

    def __init__(self, page: Page, club: Club) -> None:
        self.page = page
        self.club = club
        self.league = f"/l/{club.league.slug}/"
        self.tonight = club.league.evening_of(timezone.now())

    def press(self, name: str) -> None:
        """Press a button and wait for the page that answers it."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).click()

    def evening(self, day: datetime.date, page: str = "") -> None:
        """Open the page of an evening."""
        self.page.goto(f"{self.league}evenings/{day.isoformat()}/{page}")

    def change(self, title: str, confirmed: str, reason: str, day: str = "") -> None:
        """Make one of the changes of a match or an evening that show first who would move."""
        section = self.page.locator("section").filter(
            has=self.page.get_by_role("heading", name=title, exact=True)
        )
        if day:
            section.locator("[name=played_on]").fill(day)
        section.get_by_label("Why?").fill(reason)
        with self.page.expect_navigation():
            section.get_by_role("button", name="Show what would change").click()
        self.press(confirmed)

    def standings(self, *rows: tuple[str, str]) -> None:
        """Check the table of the league's page."""
        expect_standings(self.page, self.club.league, rows)


def planned_with_answers(organiser: Organiser) -> str:
    """Plan tonight and a week from now; return Ann's link for that, which she has used."""
    page, week_later = organiser.page, organiser.tonight + 7 * DAY
    page.goto(f"{organiser.league}evenings/")
    page.get_by_label("First evening").fill(organiser.tonight.isoformat())
    page.get_by_label("Until").fill(week_later.isoformat())
    page.get_by_label("Title").fill("Cup")
    page.get_by_label("Where").fill("The Swan")
    organiser.press("Plan")
    expect(page.locator(".evenings > li")).to_have_count(2)
    link = ""
    for day, name in ((organiser.tonight, "Bob"), (week_later, "Ann")):
        organiser.evening(day)
        person = organiser.club.players[name].pk
        link = page.locator(f"#answer-{person}").text_content() or ""
        page.goto(link)
        organiser.press("Yes")
    return link


def moved_ahead(organiser: Organiser, link: str) -> None:
    """Move the evening of next week by a day: what is said of it and the answers go with it."""
    page = organiser.page
    there = organiser.tonight + 8 * DAY
    organiser.evening(there - DAY, "change/")
    organiser.change(
        "Move to another day or season", "Move the evening", "Holiday", there.isoformat()
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Cup")
    expect(page.get_by_text("The Swan")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")


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
    page = organiser.page
    organiser.evening(organiser.tonight)
    people = page.locator("[data-people] .seat")
    expect(people.filter(has_text="Bob").locator("input")).to_be_checked()
    for name in NAMES:
        if name != "Bob":
            people.filter(has_text=name).click()
    expect(page.locator("[data-count]")).to_have_text("8")
    page.get_by_label("How", exact=True).select_option("standing")
    organiser.press("Draw the tables")
    organiser.press("Start all 2 matches")
    expect(page.get_by_role("link", name="Table 2")).to_be_visible()
    first, second = Match.objects.filter(round__isnull=False).order_by("table")
    seated = [sorted(seat.player.name for seat in match.seats.all()) for match in (first, second)]
    assert seated == [NAMES[:4], NAMES[4:]]
    return first, second


def substituted(organiser: Organiser, match: Match) -> None:
    """Let Ivy sit in for Hal; what she scores is his."""
    page = organiser.page
    page.goto(f"{organiser.league}m/{match.pk}/seats/")
    seat = page.locator(".seating-list > li").filter(has_text="Hal")
    seat.get_by_text("Substitute a player").click()
    seat.get_by_label("or a name").fill("Ivy")
    seat.get_by_label("The hands count").select_option(
        label="all for the player who was there first"
    )
    organiser.press("Take this seat")


def test_a_clubs_year(page: Page, club: Club, sign_in: SignIn, live_app: str) -> None:
    organiser = Organiser(page, club)
    sign_in(page, club.organiser)
    moved_ahead(organiser, planned_with_answers(organiser))
    played_yesterday(organiser)
    first, second = drawn_tonight(organiser)
    substituted(organiser, second)
    disputed = played(organiser, first, TABLE_1)
    played(organiser, second, TABLE_2)
    page.goto(f"{organiser.league}m/{second.pk}/change/")
    organiser.change("Void the whole match", "Void the match", "The wrong sheet")
    organiser.standings(
        ("Bob", "1"), ("Cat", "3"), ("Eve", "4"), ("Ann", "5"), ("Fay", "5"),
        ("Dee", "6"), ("Gil", "6"), ("Hal", "7"),
    )  # fmt: skip
    page.goto(f"{organiser.league}m/{second.pk}/change/")
    organiser.change("Restore what was voided", "Restore the hands", "It was right")
    organiser.evening(organiser.tonight - DAY, "change/")
    organiser.change(
        "Move to another day or season",
        "Move the evening",
        "It was the day before",
        (organiser.tonight - 2 * DAY).isoformat(),
    )
    expect(page).to_have_url(re.compile(f"{(organiser.tonight - 2 * DAY).isoformat()}/$"))
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
    page = organiser.page
    play.open_dispute(disputed, text="No dragon", actor=organiser.club.boss, key=key())
    page.goto(f"{organiser.league}seasons/{organiser.club.season.pk}/settings/")
    listed = page.locator(".notice li")
    expect(page.get_by_text("1 match is still open, and is ended with the season.")).to_be_visible()
    expect(page.get_by_text("1 dispute is not ruled on.")).to_be_visible()
    expect(listed).to_have_count(2)
    organiser.press("End season")
    assert not Match.objects.filter(state=Match.State.OPEN).exists()


def final_of_four(organiser: Organiser) -> None:
    """The first four of the season play a final from zero."""
    page = organiser.page
    season = organiser.club.season
    page.goto(f"{organiser.league}seasons/{season.pk}/")
    page.get_by_role("link", name="Play a final").click()
    organiser.press("Start the final")
    address = page.url
    qualified = page.locator("[data-live-part=final] tbody tr")
    expect(qualified.locator("th a")).to_have_text(["Bob", "Cat", "Eve", "Ann"])
    page.get_by_role("link", name="Start the final table").click()
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url(PAD)
    played(organiser, Match.objects.latest("pk"), FINAL)
    page.goto(address)
    expect(qualified.locator("th a")).to_have_text(["Cat", "Bob", "Eve", "Ann"])
    expect(qualified.locator("td.lead")).to_have_text(["0", "1", "2", "5"])


def next_season(organiser: Organiser) -> None:
    """The next season begins as a copy of the last, not of its final."""
    page = organiser.page
    page.goto(f"{organiser.league}seasons/new/")
    expect(page.get_by_label("Name")).to_have_value("Spring 2")
    expect(page.get_by_label("Ranked as").locator("option:checked")).to_have_text("Spring 1")
    organiser.press("Start season")
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring 2")
    made, old = Season.objects.get(name="Spring 2"), Season.objects.get(name="Spring 1")
    assert made.rules == old.rules


def divisions_go_on(organiser: Organiser) -> None:
    """A season becomes the division below; once both are over they go on, with Hal sent down."""
    page, club = organiser.page, organiser.club
    lower = leagues.start_season(
        club.league, name="Below 1", starts=club.season.starts, actor=club.boss, key=key()
    )
    page.goto(f"{organiser.league}seasons/{lower.pk}/settings/")
    page.get_by_label("Division above").select_option(label="Spring 1")
    organiser.press("Save divisions")
    tabs = page.get_by_role("navigation", name="Divisions").get_by_role("link")
    expect(tabs).to_have_text(["Spring 1", "Below 1"])
    play.finish_season(lower, actor=club.boss, key=key())
    page.reload()
    page.get_by_role("link", name="Start the next seasons").click()
    page.get_by_label("Hal", exact=True).select_option(label="Division 2")
    organiser.press("Start the next seasons")
    expect(tabs).to_have_text(["Spring 3", "Below 2"])
    tabs.last.click()
    expect(page.locator("[data-live-part=divisions]")).to_contain_text("Hal")
