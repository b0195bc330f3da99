"""An evening of 24 on a phone: who is here, six tables, six open scorepads; taps are counted."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from zarleague.play import selectors
from zarleague.play.models import EveningRound, Match


@pytest.fixture
def club(live_app):
    club = factories.club()
    club.add(*(f"Player {number:02}" for number in range(1, 25)))
    return club


def shot(page, name):
    """Keep a picture where the environment asks for them."""
    if folder := os.environ.get("EVENING_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_24_players_sit_at_six_open_scorepads_after_27_taps(club, phone, sign_in, live_app):
    taps = 0

    def tap(place):
        nonlocal taps
        place.tap()
        taps += 1

    sign_in(phone, club.scorekeeper)
    phone.goto(f"{live_app}{reverse('league', args=[club.league.slug])}")
    tap(phone.get_by_role("link", name="Tonight’s tables"))
    people = phone.locator("[data-people] .seat")
    expect(people).to_have_count(24)
    for number in range(24):
        tap(people.nth(number))
    expect(phone.locator("[data-count]")).to_have_text("24")
    shot(phone, "here")
    tap(phone.get_by_role("button", name="Draw the tables"))
    expect(phone.locator("[data-table]")).to_have_count(6)
    shot(phone, "drawn")
    # One exchange, and back: two people change their tables by two taps each.
    first, other = (
        phone.locator("[data-table]").nth(table).locator("[data-player]").first for table in (0, 1)
    )
    was = [first.inner_text(), other.inner_text()]
    with phone.expect_response(lambda response: response.request.method == "POST"):
        first.tap()
        other.tap()
    expect(phone.locator("[data-table]").first).to_contain_text(was[1])
    row = EveningRound.objects.get()
    assert row.changed
    tables = selectors.tables_of(selectors.rounds_of(row.evening).get())
    assert [tables[table].players[0].name for table in (1, 0)] == was
    tap(phone.get_by_role("button", name="Start all 6 matches"))
    expect(phone.get_by_role("link", name="Table 6")).to_be_visible()
    shot(phone, "started")
    assert taps == 27
    matches = Match.objects.filter(state=Match.State.OPEN)
    assert matches.count() == 6
    assert sorted(seat.player.name for match in matches for seat in match.seats.all()) == sorted(
        club.players
    )
    phone.get_by_role("link", name="Table 6").tap()
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
