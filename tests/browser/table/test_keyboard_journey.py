"""The whole way by keyboard alone: signing in, a hand, a correction, a replay."""

import re

from playwright.sync_api import Page, expect

from tests.factories import Club
from zarleague.play.models import Match

from .keeper import Keeper
from .operating import Keyboard


def test_from_sign_in_through_a_correction_and_a_replay(
    page: Page, club: Club, match: Match
) -> None:
    """The hand is corrected where a page is as narrow as a phone's."""
    keys = Keyboard(page)
    keeper = Keeper(page, match, keys)

    page.goto(keeper.address)
    keys.fill(page.get_by_label("Username"), club.organiser.username)
    keys.fill(page.get_by_label("Password"), "correct horse battery")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{keeper.address}")
    keys.press(page.get_by_role("link", name="Hand 1"))
    page.wait_for_selector("[data-entry][data-ready]")
    keeper.form("Points only")
    cat = page.locator("[name=winner]").nth(2)
    for _ in range(50):  # the third of four: arrow keys look at the others, Space decides
        if page.evaluate("document.activeElement.name") == "winner":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(cat).to_be_checked()
    for points in ("5", "7", "3"):  # Ann, Bob and Dee: the focus has gone to Ann's field
        page.keyboard.type(points)
        page.keyboard.press("Enter")  # the last one saves
    keeper.expect_saved(1)
    page.goto(keeper.address)
    keeper.expect_totals("5", "7", "0", "3")

    page.set_viewport_size({"width": 390, "height": 844})
    keys.press(page.get_by_role("link", name="Hand 1", exact=True))
    page.wait_for_url(re.compile(r"/h/1/$"))
    keys.press(page.get_by_role("link", name="Correct", exact=True))
    page.wait_for_selector("[data-entry][data-ready]")
    keys.press(page.locator("[data-place-of='1'] [data-opens-place]"))
    keys.fill(page.locator("[data-place-of='1'] [data-total-input]:visible"), "8")
    keys.fill(page.get_by_label("Why?"), "Miscounted")
    keys.press(keeper.button)
    page.wait_for_url(re.compile(r"/h/1/$"))
    page.goto(keeper.address)
    keeper.expect_totals("5", "8", "0", "3")

    page.set_viewport_size({"width": 1280, "height": 844})
    page.goto("/replay/")
    keys.press(page.get_by_role("link", name="See an example"))
    step = page.locator("[data-event][aria-current=step]")
    expect(page.locator(".ring-seat").first).to_be_visible()
    for key, event in {"Home": "", "ArrowRight": "1", "End": "13", "ArrowLeft": "12"}.items():
        page.keyboard.press(key)
        if event:
            expect(step).to_have_attribute("data-event", event)
        else:
            expect(step).to_have_count(0)
