"""The time of a page: it passes as a test lets it, however long the machine takes for a step."""

import datetime

from playwright.sync_api import Locator, Page, expect

from tests.fixtures.browser import PATIENCE

SECOND = 1000
"""Milliseconds."""
PAUSE = 20
"""Milliseconds between two looks at the page."""
NOTE = """() => {
    const set = window.setTimeout;
    window.waits = [];
    window.setTimeout = (go, after = 0, ...given) => {
        window.waits.push(after);
        return set(go, after, ...given);
    };
}"""
"""Lets the page note how long it means to wait before it goes on."""
WAITS = "(most) => Math.max(0, ...window.waits.splice(0).filter((after) => after <= most))"


def stop(page: Page) -> None:
    """Let the page's time stand still from now on; ``page.clock.install()`` was called before."""
    page.clock.pause_at(datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=1))
    page.evaluate(NOTE)


def expect_within_a_second(page: Page, shown: Locator, text: str) -> None:
    """Wait until a text is shown, and fail if the page itself waits longer than a second for it.
    Its time has been stopped, and passes only while it waits; what it asks the server for, and what
    the server tells it, may take as long as it takes."""
    left = SECOND
    for _ in range(PATIENCE // PAUSE):
        if shown.text_content() == text:
            return
        waits = page.evaluate(WAITS, left)
        left -= waits
        page.clock.run_for(waits)
        page.wait_for_timeout(PAUSE)
    expect(shown).to_have_text(text, timeout=PAUSE)
