"""Run the demo site in a separate process, for screenshots and benchmarks, and list its pages."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tools import services

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 900.0
"""Seconds to wait for the site, and for what it works out in the background: on a machine that has
much else to do, it takes minutes."""
_SITE: Final = {"DATABASE_URL": "", "REDIS_URL": "", "SECRET_KEY": ""}
_ROW: Final = re.compile(r"\| ([^|]+) \| `(/[^`]*)` \| [^|]+ \|")
_QUERIES: Final = {
    "league": "SELECT slug FROM leagues_league",
    "season": "SELECT id FROM leagues_season WHERE state = 'running'",
    "finished": "SELECT min(id) FROM leagues_season WHERE state = 'finished'",
    "player": "SELECT player_id FROM play_seasontotal ORDER BY unranked, metric",
    "match": "SELECT max(id) FROM play_match WHERE state = 'open'",
    "hand": "SELECT number FROM play_hand WHERE match_id = (SELECT max(id) FROM play_match "
    "WHERE state = 'open') ORDER BY number",
    "logged": "SELECT hand.match_id || '/h/' || hand.number FROM play_hand AS hand "
    "JOIN play_handversion AS version ON version.id = hand.confirmed_id "
    "WHERE version.evidence = 4 ORDER BY hand.id DESC",
    "dispute": "SELECT id FROM play_dispute WHERE state = 'open'",
    "ruling": "SELECT id FROM play_ruling",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """One page of the table in docs/design.md: its name, where it is on the demo site, and whether
    it is seen by somebody who has not signed in."""

    name: str
    path: str
    logged_out: bool


@dataclass(frozen=True, slots=True)
class DemoSite:
    """A running demo site."""

    address: str
    pages: tuple[Shown, ...]


@contextlib.contextmanager
def demo_site() -> Iterator[DemoSite]:
    """Serve a new demo site for the length of the block, once its report and comparison of ratings
    exist."""
    with tempfile.TemporaryDirectory(prefix="zarleague-demo-") as folder:
        port = services.free_port()
        own = {"DATA_DIR": folder, "PORT": str(port), "HOST": "127.0.0.1"}
        site = subprocess.Popen(
            [sys.executable, "-m", "zarleague"],
            cwd=ROOT,
            env=os.environ | _SITE | own,
            stdout=subprocess.DEVNULL,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(site, lambda: _answers(address))
            database = next(Path(folder).glob("*.sqlite3"))
            _wait(site, lambda: _is_derived(database))
            added = subprocess.run(
                [sys.executable, "-m", "tools.demo_more"],
                cwd=ROOT,
                env=os.environ | _SITE | own,
                stdout=subprocess.PIPE,
                check=True,
            )
            yield DemoSite(address, pages_of(database, json.loads(added.stdout)))
        finally:
            site.terminate()
            site.wait()


def pages_of(database: Path, added: dict[str, str]) -> tuple[Shown, ...]:
    """Return the pages of docs/design.md with the addresses they have on a demo site. *added* is
    what `tools.demo_more` printed."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        known = {key: connection.execute(sql).fetchone()[0] for key, sql in _QUERIES.items()}
    known |= added
    listed = listed_pages()
    home = [name for name, _ in listed].index("Home")
    return tuple(
        Shown(name, path.format(**known), at < home) for at, (name, path) in enumerate(listed)
    )


def sign_in(tab: Page) -> None:
    """Sign a browser in as the demo's organiser."""
    tab.goto("/")
    tab.get_by_role("button", name="Try the demo as its organiser").click()
    tab.wait_for_load_state()


def listed_pages() -> list[tuple[str, str]]:
    """Return name and address of the pages in the table of docs/design.md."""
    text = (ROOT / "docs" / "design.md").read_text()
    return [(name.strip(), path) for name, path in _ROW.findall(text)]


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2):  # noqa: S310 (our own site)
            return True
    except OSError:
        return False


def _is_derived(database: Path) -> bool:
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        reports = connection.execute("SELECT count(*) FROM reports_seasonreport").fetchone()[0]
        compared = connection.execute("SELECT count(*) FROM reports_backtest").fetchone()[0]
    return bool(reports and compared)


def _wait(site: subprocess.Popen[bytes], until: Callable[[], bool]) -> None:
    """Wait until a function returns True. Raise TimeoutError if it does not, and RuntimeError as
    soon as the site has ended."""
    end = time.monotonic() + PATIENCE
    while not until():
        if site.poll() is not None:
            raise RuntimeError(f"The demo site has ended with status {site.returncode}.")
        if time.monotonic() > end:
            raise TimeoutError("The demo site was not ready in time.")
        time.sleep(0.5)
