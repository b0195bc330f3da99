"""The time of a page: it passes as a test lets it, however long the machine takes for a step."""

import datetime

from playwright.sync_api import Locator, Page, expect

SECOND = 1000
"""Milliseconds."""
PAUSE = 30
"""Milliseconds of the machine's time for each one of the page's."""


def stop(page: Page) -> None:
    """Let the page's time stand still from now on; ``page.clock.install()`` was called before."""
    page.clock.pause_at(datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=1))


def expect_within_a_second(page: Page, shown: Locator, text: str) -> None:
    """Wait until a text is shown, and fail if the page itself waits longer than a second for it.
    Its time has been stopped; what it asks the server for may take as long as it takes."""
    for _ in range(SECOND):
        if shown.text_content() == text:
            return
        page.clock.run_for(1)
        page.wait_for_timeout(PAUSE)
    expect(shown).to_have_text(text, timeout=PAUSE)
