"""How soon the replay board answers a key: milliseconds of work of the page's one thread (scripts,
style, layout, painting) for each step through a hand of 300 events, in Chromium without a window,
at the size of a phone, with cards in flight."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from playwright.sync_api import CDPSession, sync_playwright

from benchmarks import Figure
from tools import services
from tools.demo_site import demo_site
from zarleague.bots import play_hand
from zarleague.engine import Log, find, write

EVENTS: Final = 300
SEATS: Final = ("Ann", "Bob", "Cat", "Dee")
GOAL: Final = "goal of 50 ms"
SETTLED: Final = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def figures() -> Iterator[Figure]:
    """Yield the median and the 99th percentile of all steps forward, with the goal of 50 ms."""
    with demo_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(),
            args=["--no-sandbox"],
        )
        size: Any = {"width": 390, "height": 844}
        tab = browser.new_page(base_url=site.address, viewport=size)
        tab.goto("/replay/")
        tab.locator("textarea[name=log]").fill(write(_hand()))
        tab.get_by_role("button", name="Replay").click()
        tab.wait_for_selector(".ring-seat")
        devtools = tab.context.new_cdp_session(tab)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        taken = []
        for _ in range(EVENTS):
            before = _worked(devtools)
            tab.keyboard.press("ArrowRight")
            tab.evaluate(SETTLED)
            taken.append(1000 * (_worked(devtools) - before))
        browser.close()
    taken.sort()
    for name, place in (("p50", len(taken) // 2), ("p99", len(taken) * 99 // 100)):
        value = round(taken[place], 1)
        yield Figure(f"a key on the replay board, {name}", value, "ms", GOAL, round(50 / value, 1))


def _hand() -> Log:
    """Return the first hand of bots that is long enough, cut to its first events."""
    game = find("uno")
    for seed in range(1000):
        log = play_hand(game, game.ruleset(), SEATS, 0, Random(seed))
        if len(log.events) >= EVENTS:
            return Log(log.ruleset, log.seats, log.dealer, log.events[:EVENTS], ())
    raise LookupError(f"no hand has {EVENTS} events")


def _worked(devtools: CDPSession) -> float:
    """Return the seconds that the page's thread has worked so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))
