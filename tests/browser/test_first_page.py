"""What a stranger may try on the first page, in Chromium: on a site where nobody has played."""

import pytest
from django.urls import reverse

from tests.browser.barriers import barriers


@pytest.fixture
def first_page(phone, live_app):
    phone.goto(reverse("home"))
    return phone


def rows(page):
    """Return rank, name and points of each row of the table."""
    cells = "row => [0, 2, 5].map((index) => row.cells[index].textContent).join(' ')"
    return page.locator("[data-standing] tbody tr").evaluate_all(f"rows => rows.map({cells})")


def add(page, player, kind):
    page.get_by_role("button", name=f"One more: {player}: {kind}").click()


def test_a_hand_is_entered_counted_and_moves_the_table(first_page):
    page = first_page
    assert rows(page) == ["1 Bob 9", "2 Dee 11", "3 Cat 12", "4 Ann 14"]
    add(page, "Bob", "Dragons")
    page.get_by_role("button", name="Next: Cat").click()
    add(page, "Cat", "Numbers")
    page.get_by_role("button", name="Next: Dee").click()
    for _ in range(4):  # of the deck's four dragons one is Bob's
        add(page, "Dee", "Dragons")
    page.get_by_text("Too many of “Dragons”: the deck has only 4.").wait_for()
    assert page.get_by_role("button", name="Save hand 7").is_disabled()
    for _ in range(3):
        page.get_by_role("button", name="One fewer: Dee: Dragons").click()
    page.get_by_role("button", name="Save hand 7").click()
    # Bob 9 + 5, Dee 11 + 5, Cat 12 + 1, Ann 14 + 0: Ann and Bob share the second place.
    page.get_by_text("After hand 7").wait_for()
    assert rows(page) == ["1 Cat 13", "2 Ann 14", "2 Bob 14", "4 Dee 16"]
    page.get_by_text("Bob went out").wait_for()
    assert page.get_by_role("button", name="Next: Dee").is_enabled()


def test_the_first_page_has_no_barrier_and_its_disputed_hand_is_stepped_through(first_page):
    page = first_page
    assert barriers(page) == []
    now = page.locator("[data-now]")
    now.get_by_text("Ann had to draw 1 first.").wait_for()
    page.get_by_role("button", name="Step forward").click()
    now.get_by_text("Bob draws a card").wait_for()
    page.keyboard.press("ArrowLeft")
    now.get_by_text("Ann plays green 3").wait_for()
    assert "#" not in page.url


def test_a_hand_is_tapped_in_by_itself_unless_movement_is_unwanted(phone, live_app):
    phone.emulate_media(reduced_motion="no-preference")
    phone.goto(reverse("home"))
    phone.locator("[data-trying]").scroll_into_view_if_needed()
    phone.get_by_text("After hand 7").wait_for()
    # Bob 9 + 6, Cat 12 + 1, Dee 11 + 7.
    assert rows(phone)[0].startswith("1 Cat")
    phone.get_by_role("row", name="4 ▼ 2 Dee 11 → 18").wait_for()
