"""The same actions on a page by touch, and by keyboard alone."""

from collections.abc import Callable
from typing import Final, Protocol

from playwright.sync_api import ElementHandle, Locator, Page, expect

FURTHEST: Final = 150
"""Presses of a key after which an element counts as out of reach."""

_STEPS: Final = """target => {
  const at = document.activeElement;
  if (at === target || (target.type === "radio" && at.name === target.name)) return 0;
  const reached = "a[href], button, input, select, textarea, summary, [tabindex]";
  const within = document.querySelector("dialog:modal") ?? document;
  const isStop = (one) => one.tabIndex >= 0 && !one.disabled && !one.closest("[inert]") &&
    (one.type !== "radio" || one.checked) && one.checkVisibility({ visibilityProperty: true });
  const stops = [...within.querySelectorAll(reached)].filter(
    (one) => one === at || one === target || isStop(one));
  return stops.indexOf(target) - stops.indexOf(at) || 1;
}"""
"""How often Tab is to be pressed, or Shift+Tab where less than 0, by a guess from the document; 0
where the focus is. It is asked once for many presses, since an answer takes longer than they do."""


class Operating(Protocol):
    """A way to operate the controls of a page."""

    def press(self, target: Locator) -> None:
        """Press a button, a link or the heading of a folded part."""

    def fill(self, target: Locator, text: str) -> None:
        """Type in place of what a field holds."""

    def choose(self, label: Locator) -> None:
        """Choose the radio button inside a label."""

    def check(self, radio: Locator) -> None:
        """Choose a radio button."""

    def select(self, target: Locator, value: str) -> None:
        """Choose the option of a select that has this value."""


class Touch:
    """Touch: whatever can be seen can be touched."""

    def press(self, target: Locator) -> None:
        """Touch it."""
        target.click()

    def fill(self, target: Locator, text: str) -> None:
        """Touch the field and type."""
        target.fill(text)

    def choose(self, label: Locator) -> None:
        """Touch the label."""
        label.click()

    def check(self, radio: Locator) -> None:
        """Touch the radio button."""
        radio.check()

    def select(self, target: Locator, value: str) -> None:
        """Touch the option."""
        target.select_option(value)


class Keyboard:
    """The keyboard alone: nothing is clicked, and but for Tab only the page moves the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        """Tab to it and press Enter."""
        self._reach(target)
        self.page.keyboard.press("Enter")

    def fill(self, target: Locator, text: str) -> None:
        """Tab to the field and type."""
        self._reach(target)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        expect(target).to_have_value(text)

    def choose(self, label: Locator) -> None:
        """Choose the radio button by Tab and arrow keys."""
        self.check(label.locator("input"))

    def check(self, radio: Locator) -> None:
        """Tab to the group, press Space and go on by arrow keys."""
        self._reach(radio)
        self.page.keyboard.press("Space")
        self._repeat("ArrowDown", radio.is_checked)

    def select(self, target: Locator, value: str) -> None:
        """Tab to the select and go on by arrow keys."""
        self._reach(target)
        self.page.keyboard.press("Home")
        self._repeat("ArrowDown", lambda: target.input_value() == value)

    def _reach(self, target: Locator) -> None:
        element = self._ready(target)
        left = FURTHEST
        while steps := element.evaluate(_STEPS):
            for _ in range(abs(steps)):
                self.page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
            left -= abs(steps)
            assert left > 0, f"{FURTHEST} times Tab were not enough"

    def _ready(self, target: Locator) -> ElementHandle:
        """Wait until the page's script is there for an element; before, Tab passes it by."""
        element = target.element_handle()
        self.page.wait_for_function("element => !element.closest('[inert]')", arg=element)
        return element

    def _repeat(self, key: str, is_there: Callable[[], bool]) -> None:
        for _ in range(FURTHEST):
            if is_there():
                return
            self.page.keyboard.press(key)
        message = f"{FURTHEST} times {key} were not enough"
        raise AssertionError(message)
