"""``python -m tools.guide_pictures``: retake the pictures of the guide and of the README.

They show the demo site. The guide's go to static/guide/, by day and by night, the README's to
docs/images/.
"""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tools import services
from tools.demo_site import ROOT, DemoSite, demo_site, sign_in

GUIDE: Final = ROOT / "static" / "guide"
README: Final = ROOT / "docs" / "images"
PHONE: Final = (390, 760)
GAMES: Final = ("zar", "uno", "zuits", "uno-golf")
TAPS: Final = 2
"""Cards tapped for the player who is shown, one by one and by kind."""
COLOURS: Final = 64
"""Colours of a picture: a page has few, and a picture of them weighs a third."""


def main() -> None:
    """Take the pictures."""
    with demo_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(),
            args=["--no-sandbox"],
        )
        take(browser, site)
        browser.close()


def take(browser: Browser, site: DemoSite) -> None:
    """Take all pictures of a demo site."""
    path = {page.name: page.path for page in site.pages}
    _take_readme(browser, site, path)
    _take_guide(browser, site, path)


def _take_readme(browser: Browser, site: DemoSite, path: Mapping[str, str]) -> None:
    tab = _signed_in(browser, site, 390, 844, scale=1.5)
    tab.goto(path["Scorepad"])
    _save(tab, README / "scorepad-phone.png")
    tab.goto(path["Entry"])
    _enter_some(tab)
    _save(tab, README / "entry-phone.png")
    tab.context.close()
    tab = _signed_in(browser, site, 1280, 900)
    tab.goto(path["League"])
    _save(tab, README / "league-desktop.png")
    tab.context.close()


def _take_guide(browser: Browser, site: DemoSite, path: Mapping[str, str]) -> None:
    """Take the pictures of the guide; for each game a match of four players is started."""
    tab = _signed_in(browser, site, *PHONE)
    for game in GAMES:
        _choose_players(tab, path["Start of a match"], game)
        if game == GAMES[0]:
            _by_day_and_night(tab, "start")
        _start(tab)
        tab.goto(f"{tab.url}enter/")
        _enter_some(tab)
        _by_day_and_night(tab, game)
    tab.context.close()


def _signed_in(browser: Browser, site: DemoSite, width: int, height: int, scale: float = 1) -> Page:
    """Return a tab in which the demo's organiser is signed in."""
    context = browser.new_context(
        base_url=site.address,
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
        service_workers="block",
        locale="en-GB",
    )
    tab = context.new_page()
    sign_in(tab)
    return tab


def _choose_players(tab: Page, path: str, game: str) -> None:
    tab.goto(path)
    tab.locator(f"input[name=game][value={game}]").check()
    players = tab.locator("[data-player]")
    for index in range(4):
        players.nth(index).click()
    tab.locator("[data-seats] input[type=radio]").first.check()
    tab.evaluate("scrollTo(0, 0)")


def _start(tab: Page) -> None:
    """Start the match, though the same four may still play the game before."""
    tab.get_by_role("button", name="Start match").click()
    pad, anyway = tab.locator("[data-pad]"), tab.get_by_role("button", name="Start anyway")
    pad.or_(anyway).first.wait_for()
    if anyway.is_visible():
        anyway.click()
        pad.wait_for()


def _enter_some(tab: Page) -> None:
    """Enter who went out, where that is asked, and some cards of the first of the others."""
    tab.locator("[data-entry][data-ready]").wait_for()
    winners = tab.locator("[data-winner-choice]:not([hidden]) input[name=winner]")
    if winners.count():
        winners.first.check()
    adds = tab.locator("[data-place-body]:not([hidden]) [data-form]:not([hidden]) [data-step='1']")
    cards = tab.locator("[data-tray]:not([hidden]) [data-code]")
    for buttons in (cards, adds):
        for index in range(min(TAPS, buttons.count())):
            buttons.nth(index).click()
    tab.evaluate("scrollTo(0, 0)")


def _by_day_and_night(tab: Page, name: str) -> None:
    for theme, ending in (("light", ""), ("dark", "-dark")):
        tab.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        _save(tab, GUIDE / f"{name}{ending}.png")
    tab.emulate_media(color_scheme="light")


def _save(tab: Page, file: Path) -> None:
    tab.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main()
