"""Check a site after a fault, and measure how long it takes to recover."""

import contextlib
import functools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import httpx
from playwright.sync_api import Page, sync_playwright

from tools import services
from tools.chaos.phones import Phone, expected
from tools.chaos.sites import Site

WITHIN = 60.0
"""Seconds in which everything is right again."""
PAUSE = 0.2


class Screen(Protocol):
    """A page that is open on somebody's screen."""

    def shows(self) -> Counter[str]:
        """Return each player's points as they stand there now."""


@dataclass
class OpenPage:
    """The season's page in a browser, opened once and never reloaded by us."""

    page: Page
    players: dict[str, int]

    def shows(self) -> Counter[str]:
        """Return each player's points as they stand there now."""
        found: dict[str, str] = self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('[data-number^=metric-]')]"
            ".map((cell) => [cell.dataset.number.slice(7), cell.textContent.trim()]))"
        )
        names = {str(player): name for name, player in self.players.items()}
        return Counter(
            {names[player]: int(text.replace(",", "")) for player, text in found.items()}
        )


@contextlib.contextmanager
def open_page(site: Site) -> Iterator[OpenPage]:
    """Have the season's page open in Chromium."""
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        path = services.chromium()
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page(locale="en-GB")
        page.goto(f"{site.address}/l/{site.made['league']}/seasons/{site.made['season']}/")
        try:
            yield OpenPage(page, site.made["players"])
        finally:
            browser.close()


@dataclass
class SiteCheck:
    """The result of the checks after a fault. Lists of sentences are empty if all is well."""

    lost: list[str]
    """Acknowledged hands that are not there, are there twice, or have other points."""
    wrong: list[str]
    """What was still wrong at the time limit."""
    seconds: float
    """Seconds until everything was right."""


def check_site(
    site: Site, phones: list[Phone], screen: Screen | None, within: float = WITHIN
) -> SiteCheck:
    """Repeat the checks until everything is right, at most ``within`` seconds. Start again what
    dies meanwhile: a worker takes a while to end after Redis has gone."""
    start = time.monotonic()
    points = expected(phones)
    hands = functools.partial(hands_wrong, site, phones)
    checks: list[Callable[[], list[str]]] = [
        hands,
        lambda: table_wrong(site, points),
        lambda: site.inside.ask("work"),
        lambda: site.inside.ask("check"),
    ]
    if screen:
        checks.append(lambda: _differing("the open page", screen.shows(), points))
    wrong = ["not checked"]
    lost = ["not checked"]
    while True:
        site.supervise()
        for check in checks[:]:
            try:
                wrong = check()
            except httpx.HTTPError as error:
                wrong = [f"{type(error).__name__}: {error}"]
            if wrong:
                # Looked at first the next time: all others together take the site much longer.
                checks.remove(check)
                checks.insert(0, check)
                break
        seconds = time.monotonic() - start
        if not wrong:
            return SiteCheck([], [], seconds)
        if seconds > within:
            with contextlib.suppress(httpx.HTTPError):
                lost = hands()
            return SiteCheck(lost, wrong, seconds)
        time.sleep(PAUSE)


def hands_wrong(site: Site, phones: list[Phone]) -> list[str]:
    """Return which acknowledged hands of the matches being played are not there exactly once."""
    wrong = []
    for phone in phones:
        held = {
            number: points
            for (match, number), points in phone.acknowledged.items()
            if match == phone.match
        }
        answer = _get(f"{site.address}/api/v1/matches/{phone.match}/hands/?page_size=200")
        if answer.status_code != 200:
            wrong.append(f"match {phone.match}: {answer.status_code}")
            continue
        there: dict[int, list[tuple[int, ...]]] = {}
        for row in answer.json()["results"]:
            points_of = {cell["name"]: cell["points"] for cell in row["results"]}
            points = tuple(points_of[name] for name in phone.table)
            there.setdefault(row["number"], []).append(points)
        wrong += [
            f"match {phone.match}, hand {number}: {there.get(number)}, not {held.get(number)} once"
            for number in sorted(there.keys() | held.keys())
            if there.get(number) != [held.get(number)]
        ]
    return wrong


def _get(address: str) -> httpx.Response:
    return httpx.get(address, timeout=15, verify=False)  # noqa: S501 (no TLS here)


def table_wrong(site: Site, points: Counter[str]) -> list[str]:
    """Return in what the season's table differs from what was acknowledged."""
    season = f"leagues/{site.made['league']}/seasons/{site.made['season']}"
    answer = _get(f"{site.address}/api/v1/{season}/standings/")
    if answer.status_code != 200:
        return [f"the table: {answer.status_code}"]
    found = Counter({row["name"]: row["points"] for row in answer.json()["rows"]})
    return _differing("the table", found, points)


def _differing(what: str, found: Counter[str], wanted: Counter[str]) -> list[str]:
    return [
        f"{what}: {name} has {found[name]} instead of {wanted[name]}"
        for name in sorted(wanted)
        if found[name] != wanted[name]
    ]
