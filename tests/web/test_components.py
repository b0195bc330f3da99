"""The shared components in a real browser: behaviour, persistence, accessibility."""

from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers

TARGET = 48
"""Least width and height, in CSS pixels, of what is touched."""

TOO_SMALL = """(least) => {
  const touched = "a, button, summary, select, label.check, .seat, .segmented label";
  const small = [...document.querySelectorAll(touched)].filter((element) => {
    const box = element.getBoundingClientRect();
    // Links in running text, and those whose reach is drawn by ::after, are larger than their box.
    const grown = getComputedStyle(element, "::after").position === "absolute";
    return box.width && !grown && !element.closest("p, .colophon") &&
      Math.round(box.height) < least;
  });
  return small.map((element) => element.outerHTML.slice(0, 90));
}"""


def test_accessible_on_a_phone_and_for_the_thumb(phone: Page) -> None:
    phone.goto("/styleguide/")
    assert phone.evaluate(TOO_SMALL, TARGET) == []
    assert barriers(phone) == []


def test_theme_is_kept(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/styleguide/")
    page.get_by_role("button", name="Switch between light and dark theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # --paper by night, #161411.
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(22, 20, 17)"
    )


def test_stepper_counts_and_stops(phone: Page) -> None:
    phone.goto("/styleguide/")
    wild = phone.get_by_role("spinbutton", name="wild")
    less = phone.get_by_role("button", name="One fewer: wild")
    expect(less).to_be_disabled()
    phone.get_by_role("button", name="One more: wild").tap()
    expect(wild).to_have_value("1")
    less.tap()
    expect(wild).to_have_value("0")
    expect(less).to_be_disabled()


def test_keypad_writes_figures(phone: Page) -> None:
    phone.goto("/styleguide/")
    keypad = phone.get_by_role("group", name="Ann’s points")
    for key in ("Clear", "0", "7", "4", "Delete last digit", "2"):
        keypad.get_by_role("button", name=key, exact=True).tap()
    expect(keypad.locator("output")).to_have_text("72")
    assert phone.locator("#total").input_value() == "72"


def test_dialog_opens_and_gives_the_focus_back(page: Page) -> None:
    page.goto("/styleguide/")
    opener = page.get_by_role("button", name="Turn link off").first
    opener.click()
    dialog = page.get_by_role("dialog", name="Turn this link off?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_cards_are_drawn_from_the_sprite(page: Page) -> None:
    page.goto("/styleguide/")
    # A <use> whose symbol is missing has no extent; a minus has a width but no height.
    page.wait_for_function(
        """() => [...document.querySelectorAll(".card use")].every((mark) => {
             const box = mark.getBBox();
             return box.width > 0;
           })"""
    )
