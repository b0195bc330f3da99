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
    """Return the schemes in which the colours of a page are looked at, by its number on a tour of
    many: both in ``make test-all``. That takes most of the time, so that in a sample every fourth
    page has its turn, by day and by night alternately. That the colours of the tokens can be told
    apart in each, `tests.web.test_design` computes."""
    if SAMPLED:
        return [SCHEMES[number % 8 // 4]] if number % 4 == 0 else []
    return SCHEMES


def barriers(page: Page, schemes: Sequence[Scheme] = SCHEMES) -> list[str]:
    """Return what axe finds on a page of a phone, of its colours in these schemes, and its width if
    it can be scrolled sideways. The page stays in the last of the schemes."""
    found = _barriers(page, without=COLOURS)
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(AT_ONCE)
        found += [f"{scheme}: {one}" for one in _violations(page, COLOURS)]
    return found


def barriers_as_it_is(page: Page) -> list[str]:
    """Return the same for the colours in which the page is shown."""
    return _barriers(page)


def _barriers(page: Page, without: Sequence[str] = ()) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    found = _violations(page, TAGS, without)
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*found, f"{width} pixels wide"] if width > 390 else found


def _violations(page: Page, rules: Sequence[str], without: Sequence[str] = ()) -> list[str]:
    # No page has sounds, and none of these rules reads the style sheets: nothing to load first.
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    off = {"rules": {rule: {"enabled": False} for rule in without}}
    found: list[str] = page.evaluate(VIOLATIONS, options | off)
    return found
