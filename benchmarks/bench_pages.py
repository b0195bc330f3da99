"""The size of a page, and the time until it is painted and usable, on a slow phone: a processor
four times slower, a line of 1.6 Mbit/s with 150 ms of delay."""

from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from benchmarks import Figure
from tools import services
from tools.demo_site import Shown, demo_site, sign_in

SLOWER: Final = 4
LINE: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PAINTED: Final = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
USABLE: Final = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
"""By then the page is read and its modules have run."""


def figures() -> Iterator[Figure]:
    """Yield kilobytes and seconds to the first paint and to use of every page, on the first visit
    of a phone and on the next."""
    with demo_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(),
            args=["--no-sandbox"],
        )
        context = browser.new_context(base_url=site.address)
        tab = context.new_page()
        sign_in(tab)
        state = context.storage_state()
        context.close()
        for page in site.pages:
            yield from _visits(browser, site.address, page, state)
        browser.close()


def _visits(browser: Browser, address: str, page: Shown, state: Any) -> Iterator[Figure]:
    context = browser.new_context(
        base_url=address,
        storage_state=None if page.logged_out else state,
        viewport={"width": 390, "height": 844},
        service_workers="block",
    )
    tab = context.new_page()
    devtools = context.new_cdp_session(tab)
    received: list[float] = []
    devtools.on("Network.loadingFinished", lambda done: received.append(done["encodedDataLength"]))
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", LINE)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for visit in ("first visit", "next visit"):
        received.clear()
        tab.goto(page.path, wait_until="load")
        # A stream of events never ends, so that the network is never idle.
        tab.wait_for_timeout(1500)
        yield Figure(f"{page.name}, {visit}", round(sum(received) / 1000, 1), "kB")
        painted = tab.evaluate(PAINTED)
        if painted:
            yield Figure(f"{page.name}, {visit}, first paint", round(painted / 1000, 2), "s")
        usable = tab.evaluate(USABLE)
        yield Figure(f"{page.name}, {visit}, usable", round(usable / 1000, 2), "s")
    context.close()
