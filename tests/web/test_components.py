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
    """A stepper counts and stops, and a keypad writes figures."""
    phone.goto("/styleguide/")
    assert phone.evaluate(TOO_SMALL, TARGET) == []
    assert barriers(phone) == []
    wild = phone.get_by_role("spinbutton", name="wild")
    less = phone.get_by_role("button", name="One fewer: wild")
    expect(less).to_be_disabled()
    phone.get_by_role("button", name="One more: wild").tap()
    expect(wild).to_have_value("1")
    less.tap()
    expect(wild).to_have_value("0")
    expect(less).to_be_disabled()
    keypad = phone.get_by_role("group", name="Ann’s points")
    for key in ("Clear", "0", "7", "4", "Delete last digit", "2"):
        keypad.get_by_role("button", name=key, exact=True).tap()
    expect(keypad.locator("output")).to_have_text("72")
    assert phone.locator("#total").input_value() == "72"


def test_dialogs_cards_and_the_theme_on_a_desk(page: Page) -> None:
    """A dialog gives the focus back; cards are drawn from the sprite; the theme is kept."""
    page.emulate_media(color_scheme="light")
    page.goto("/styleguide/")
    opener = page.get_by_role("button", name="Turn link off").first
    opener.click()
    dialog = page.get_by_role("dialog", name="Turn this link off?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    # A <use> whose symbol is missing has no extent; a minus has a width but no height.
    page.wait_for_function(
        """() => [...document.querySelectorAll(".card use")].every((mark) => {
             const box = mark.getBBox();
             return box.width > 0;
           })"""
    )
    page.get_by_role("button", name="Switch between light and dark theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # --paper by night, #161411.
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(22, 20, 17)"
    )
