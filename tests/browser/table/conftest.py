"""A league with a match of four, and scorekeepers with phones."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.factories import Club
from tests.fixtures.browser import Kind, Lend, ServiceWorkers
from zarleague.leagues.models import User
from zarleague.play.models import Match

from .keeper import Keeper


@pytest.fixture
def club(live_app: str) -> Club:
    """Make a private league of eight."""
    made = factories.club(name="The Crooked Crab")
    made.add("Ann", "Bob", "Cat", "Dee", "Eve", "Finn", "Gus", "Hana")
    return made


@pytest.fixture
def match(club: Club) -> Match:
    """Start a match of Zar between Ann, Bob, Cat and Dee."""
    return factories.match(club, "Ann", "Bob", "Cat", "Dee")


@pytest.fixture
def keeper(phone: Page, club: Club, match: Match, sign_in: Callable[[Page, User], None]) -> Keeper:
    """Return the organiser with a phone; an error on its browser's console fails the test."""
    sign_in(phone, club.organiser)
    return Keeper(phone, match)


@pytest.fixture
def new_phone(lend: Lend, service_workers: ServiceWorkers) -> Iterator[Callable[[], Page]]:
    """Return a function that hands out phones; they may lose the network or be refused, which a
    browser reports on its console."""
    errors: list[str] = []
    opened: list[Page] = []

    def hand_out() -> Page:
        page = lend(Kind("phone", service_workers, waits=False)).new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        opened.append(page)
        return page

    yield hand_out
    for page in opened:
        page.close()  # what it still has to say arrives before
    assert not errors, "scripts failed: " + "; ".join(errors)


@pytest.fixture
def new_keeper(
    new_phone: Callable[[], Page], match: Match, sign_in: Callable[[Page, User], None]
) -> Callable[[User], Keeper]:
    """Return ``new_keeper(user)``: another scorekeeper of the match with a phone of their own."""

    def hire(user: User) -> Keeper:
        page = new_phone()
        sign_in(page, user)
        return Keeper(page, match)

    return hire
