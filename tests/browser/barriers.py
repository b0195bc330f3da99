"""What keeps somebody from using a page, as axe finds it by day and by night."""

from collections.abc import Sequence
from typing import Final, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.sampling import SAMPLED

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""In the other scheme only the colours are others: the rest of the page is the same."""
Scheme = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")
VIOLATIONS = """(options) => axe.run(options).then((found) => found.violations.map(
  (one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`))"""
"""All that axe has looked at would be thousands of objects, each of which Playwright checks."""
AT_ONCE = """() => {
  for (;;) {
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    if (!changing.length) return;
    for (const one of changing) one.finish();
  }
}"""
"""Ends the colours between those of the day and those of the night; what inherits a colour begins
to change when that is there."""


def by_turns(number: int) -> Sequence[Scheme]:
    """Return the schemes for a page by its number on a tour of many: one and the other by turns,
    since looking at colours takes most of the time; both with ``TABLES=whole``. That the colours of
    the tokens can be told apart in each, `tests.web.test_design` computes."""
    if SAMPLED:
        return [SCHEMES[number % 2]]
    return SCHEMES


def barriers(page: Page, schemes: Sequence[Scheme] = SCHEMES) -> list[str]:
    """Return what axe finds on a page of a phone in these colour schemes, and its width if it can
    be scrolled sideways. The page stays in the last of them."""
    found: list[str] = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(AT_ONCE)
        new = barriers_as_it_is(page) if scheme == schemes[0] else _violations(page, COLOURS)
        found += [f"{scheme}: {one}" for one in new]
    return found


def barriers_as_it_is(page: Page) -> list[str]:
    """Return the same for the colours in which the page is shown."""
    page.evaluate(AXE_SCRIPT)
    found = _violations(page, TAGS)
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*found, f"{width} pixels wide"] if width > 390 else found


def _violations(page: Page, rules: list[str]) -> list[str]:
    # No page has sounds, and none of these rules reads the style sheets: nothing to load first.
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found: list[str] = page.evaluate(VIOLATIONS, options)
    return found
