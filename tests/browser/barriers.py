"""What keeps somebody from using a page, as axe finds it by day and by night."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BY_NIGHT = ["color-contrast", "link-in-text-block"]
"""By night only the colours are others: the rest of the page is the same."""
AT_ONCE = """() => {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
}"""
"""Ends the colours between those of the day and those of the night."""


def barriers(page: Page) -> list[str]:
    """Return what axe finds on a page of a phone in both colour schemes, and its width if it can
    be scrolled sideways. The page stays by night."""
    found: list[str] = []
    for scheme, rules in (("light", TAGS), ("dark", BY_NIGHT)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.evaluate(AT_ONCE)
        violations = Axe().run(page, options={"runOnly": rules}).response["violations"]
        found += (f"{scheme}: {one['id']}: {one['nodes'][0]['html'][:160]}" for one in violations)
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*found, f"{width} pixels wide"] if width > 390 else found
