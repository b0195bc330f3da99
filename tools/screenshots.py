"""``python -m tools.screenshots [WORD...]``: take pictures of every page listed in docs/design.md,
on a phone and on a desktop, in the light and the dark theme, and lay them out as one contact sheet.

The pictures and ``sheet.html`` with ``sheet.png`` go to build/screenshots/. With words, only pages
whose name contains one of them.
"""

import html
import re
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tools import services
from tools.demo_site import ROOT, DemoSite, Shown, demo_site, sign_in

FOLDER: Final = ROOT / "build" / "screenshots"
SIZES: Final = ((390, 844), (1440, 900))
THEMES: Final = ("light", "dark")
TALLEST: Final = 3000
"""Pixels of a page that a picture shows."""


def main() -> None:
    """Take the pictures and print the path of the contact sheet."""
    words = [word.lower() for word in sys.argv[1:]]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with demo_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(),
            args=["--no-sandbox"],
        )
        pages = [
            page
            for page in site.pages
            if not words or any(word in page.name.lower() for word in words)
        ]
        wide = [_take(browser, site, pages, *size, theme) for size in SIZES for theme in THEMES]
        _make_sheet(browser, pages)
        browser.close()
    for page in sorted({name for names in wide for name in names}):
        print(f"scrolls sideways: {page}")
    print(FOLDER / "sheet.html")


def file_of(page: Shown, width: int, theme: str) -> str:
    """Return the file name of a picture."""
    return f"{re.sub('[^a-z0-9]+', '-', page.name.lower())}-{width}-{theme}.png"


def _take(
    browser: Browser, site: DemoSite, pages: list[Shown], width: int, height: int, theme: str
) -> list[str]:
    """Take a picture of each page; return those that are wider than the screen."""
    context = browser.new_context(
        base_url=site.address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
        locale="en-GB",
    )
    tab = context.new_page()
    too_wide = []
    signed_in = False
    for page in pages:
        if not signed_in and not page.logged_out:
            sign_in(tab)
            signed_in = True
        tab.goto(page.path)
        tab.wait_for_timeout(400)
        tall = min(int(tab.evaluate("document.documentElement.scrollHeight")), TALLEST)
        clip = {"x": 0, "y": 0, "width": width, "height": max(tall, height)}
        tab.screenshot(path=FOLDER / file_of(page, width, theme), full_page=True, clip=clip)
        if tab.evaluate("document.documentElement.scrollWidth") > width:
            too_wide.append(f"{page.name}, {width} px")
    context.close()
    return too_wide


def _make_sheet(browser: Browser, pages: list[Shown]) -> None:
    rows = "".join(
        f"<section><h2>{html.escape(page.name)} <small>{html.escape(page.path)}</small></h2>"
        + "".join(
            f'<a href="{file}"><img class="w{width}" src="{file}" alt=""></a>'
            for width, _ in SIZES
            for theme in THEMES
            for file in [file_of(page, width, theme)]
        )
        + "</section>"
        for page in pages
    )
    style = """
      body { margin: 16px; background: #777; font: 14px sans-serif; color: #fff; }
      section { margin-bottom: 24px; } h2 { font-size: 15px; margin: 0 0 6px; }
      img { height: 420px; object-fit: cover; object-position: top; margin-right: 6px; }
      .w390 { width: 190px; } .w1440 { width: 640px; }
    """
    text = f"<!doctype html><meta charset=utf-8><title>Pages</title><style>{style}</style>{rows}"
    sheet = FOLDER / "sheet.html"
    sheet.write_text(text)
    tab = browser.new_page(viewport={"width": 1760, "height": 900})
    tab.goto(Path(sheet).as_uri())
    tab.screenshot(path=FOLDER / "sheet.png", full_page=True)
    tab.close()


if __name__ == "__main__":
    main()
