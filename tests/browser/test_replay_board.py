"""The replay board in a browser: stepping, viewers, hidden cards, witnesses, accessibility."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.barriers import barriers_as_it_is
from tests.engine.playthroughs import FOLDER
from zarleague.engine import KEYS

OPEN = (
    "game uno uno-mattel\nseats Ann Bob Cat\ndealer Cat\n"
    "deal Ann 7\ndeal Bob g1 g2 g3 g4 g6 g7 g8\ndeal Cat 7\nup r5\nAnn W4 blue\nBob draws 4\n"
    "Cat r7\n"
)
"""Ann may play the wild draw four only if she holds no red card, and nobody named hers. Then Cat
plays a red 7 where blue is asked for."""


def show(page: Page, log: str, place: str = "") -> None:
    page.goto(f"/replay/?{urlencode({'log': log})}{place}")
    expect(page.locator(".ring-seat").first).to_be_visible()


def seat(page: Page, name: str) -> Locator:
    return page.locator(".ring-seat").filter(has=page.locator(".name", has_text=name))


def current(page: Page) -> Locator:
    return page.locator("[data-event][aria-current=step]")


def test_steps_are_taken_by_keys_and_links(page: Page) -> None:
    """The list and the address follow."""
    show(page, OPEN, "&step=4")
    expect(current(page)).to_have_attribute("data-event", "4")
    # A card turned up, 108 cards less 21 dealt and this one in the draw pile.
    expect(page.locator(".pile.stock")).to_contain_text("Draw pile 86")
    expect(page.locator(".pile.discard .fan")).to_have_attribute(
        "aria-label", "Discard pile, 1: red 5"
    )
    show(page, OPEN, "#e0")
    expect(current(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_text("1Ann is dealt 7 cards")
    expect(seat(page, "Ann").locator(".fan")).to_have_attribute("aria-label", "7 unknown cards")
    page.keyboard.press("End")
    expect(current(page)).to_have_attribute("data-event", "7")
    expect(page).to_have_url(re.compile(r"#e7$"))
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_attribute("data-event", "6")
    page.keyboard.press("Home")
    expect(current(page)).to_have_count(0)


def test_findings_are_jumped_to_with_rule_source_and_what_is_owed(page: Page) -> None:
    show(page, OPEN)  # without a step in the link: at the first finding
    expect(current(page)).to_have_attribute("data-event", "5")
    now = page.locator("[data-now]")
    expect(now).to_contain_text("Can’t tell")
    expect(now.locator(".rule cite")).to_contain_text("Mattel")
    page.get_by_role("button", name="Next finding").click()
    expect(current(page)).to_have_attribute("data-event", "7")
    expect(now.locator(".verdict")).to_have_text("Not allowed")
    expect(page.locator("#announcer")).to_contain_text("7. Cat plays red 7. Not allowed")
    page.keyboard.press("p")
    expect(current(page)).to_have_attribute("data-event", "5")
    page.keyboard.press("n")
    expect(current(page)).to_have_attribute("data-event", "7")
    page.keyboard.press("p")
    seat(page, "Bob").get_by_role("button", name="has to draw 4").click()
    expect(page.get_by_role("dialog")).to_contain_text("4 since move 5: Ann plays wild draw four")


def test_both_witnesses_deal_the_hidden_cards(page: Page) -> None:
    show(page, OPEN, "#e5")
    hand = seat(page, "Ann").locator(".fan")
    expect(hand).to_have_attribute("aria-label", "6 unknown cards")
    below = page.locator(".replay-table")  # beside the cards they change
    expect(below.get_by_role("button", name="Show hidden cards that")).to_have_count(2)
    settles = page.locator(".settles")
    expect(settles.get_by_role("link")).to_have_text(["1. Ann is dealt 7 cards"])
    page.get_by_role("button", name="Show hidden cards that make it not allowed").click()
    assert "red" in (hand.get_attribute("aria-label") or "")
    expect(page.locator("[data-now]")).to_contain_text("Ann is dealt")
    page.get_by_role("button", name="Show hidden cards that make it allowed").click()
    label = hand.get_attribute("aria-label") or ""
    assert "red" not in label
    assert label.count(",") == 5  # six cards, all named
    page.get_by_role("button", name="Show hidden cards that make it allowed").click()
    expect(hand).to_have_attribute("aria-label", "6 unknown cards")


def test_unknown_cards_say_what_they_could_be_and_eyes_what_their_player_knew(page: Page) -> None:
    show(page, OPEN, "#e4")
    seat(page, "Ann").locator("button.fan").click()
    lens = page.get_by_role("dialog")
    expect(lens).to_contain_text("Ann: Each could still be one of these:")
    # 54 faces; none is used up by seven green cards and a red 5 of which there are two each.
    expect(lens.locator("li")).to_have_count(54)
    page.keyboard.press("Escape")
    expect(lens).to_be_hidden()
    page.keyboard.press("End")
    expect(current(page)).to_have_attribute("data-event", "7")
    expect(seat(page, "Bob").locator(".fan")).to_have_attribute(
        "aria-label",
        "green 1, green 2, green 3, green 4, green 6, green 7, green 8, 4 unknown cards",
    )
    page.get_by_label("View as").select_option("Ann")
    expect(seat(page, "Bob").locator(".fan")).to_have_attribute("aria-label", "11 unknown cards")
    expect(page.locator("[data-now]")).to_contain_text(
        "Ann could have proved it by counting cards: Not allowed"
    )


def test_a_swipe_steps_on_and_back(phone: Page) -> None:
    show(phone, OPEN, "#e3")
    swipe = """(table, by) => {
      const touch = (x) => new Touch({identifier: 1, target: table, clientX: x, clientY: 200});
      table.dispatchEvent(new TouchEvent("touchstart", {touches: [touch(200)]}));
      table.dispatchEvent(new TouchEvent("touchend", {changedTouches: [touch(200 + by)]}));
    }"""
    table = phone.locator("[data-table]")
    table.evaluate(swipe, -80)
    expect(current(phone)).to_have_attribute("data-event", "4")
    table.evaluate(swipe, 80)
    expect(current(phone)).to_have_attribute("data-event", "3")
    table.evaluate(swipe, 10)
    expect(current(phone)).to_have_attribute("data-event", "3")


def test_a_card_flies_unless_the_device_asks_for_less_motion_and_playing_stops(
    page: Page,
) -> None:
    show(page, OPEN, "#e4")
    count = """() => {
      let flown = 0;
      new MutationObserver((changes) => {
        for (const {addedNodes} of changes) flown += addedNodes.length;
      }).observe(document.querySelector("[data-flights]"), {childList: true});
      window.flown = () => flown;
    }"""
    page.evaluate(count)
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_attribute("data-event", "5")
    assert page.evaluate("flown()") == 1
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_attribute("data-event", "5")
    assert page.evaluate("flown()") == 1
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(current(page)).to_have_attribute("data-event", "7")
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_have_attribute("aria-pressed", "false")


@pytest.mark.table(one_in=4)  # one board, with other cards
@pytest.mark.parametrize("key", KEYS)
def test_no_barriers_at_any_table(phone: Page, key: str) -> None:
    recorded = (FOLDER / f"{key}-mistakes.txt").read_text(encoding="utf-8")
    log = "".join(f"{line}\n" for line in recorded.splitlines() if line and line[0] != ";")
    show(phone, log, "#e20")
    assert barriers_as_it_is(phone) == []


def test_other_rules_are_asked_and_compared(phone: Page) -> None:
    show(phone, OPEN)
    phone.get_by_role("button", name="What if you’d played by other rules?").click()
    phone.get_by_role("button", name="At any time.").click()
    expect(phone.locator(".side")).to_have_count(2)
    expect(
        phone.get_by_text("They first differ at move 5: Ann plays wild draw four")
    ).to_be_visible()
    assert barriers_as_it_is(phone) == []
    phone.get_by_role("button", name="Back to the replay").click()
    expect(phone.locator(".ring-seat")).to_have_count(3)


def test_a_pasted_log_is_shown_and_the_example_too(phone: Page) -> None:
    phone.goto("/replay/")
    phone.get_by_role("link", name="See an example").click()
    expect(phone.locator("[data-event]")).to_have_count(13)
    phone.goto("/replay/")
    phone.get_by_label("Play log").fill("Ann b2")
    phone.get_by_role("button", name="Replay").click()
    expect(phone.locator(".error")).to_contain_text("begin it with a line like")
    phone.get_by_label("Play log").fill(OPEN)
    phone.get_by_role("button", name="Replay").click()
    expect(phone.locator("[data-event]")).to_have_count(7)
