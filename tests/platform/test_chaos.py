"""A short run of ``make chaos``, and that it detects the defects it looks for."""

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import httpx
import psycopg
import pytest

from tests import migrated
from tests.sampling import SAMPLED
from tools import services
from tools.chaos import __main__ as chaos
from tools.chaos import checks, disk, faults, postgresql_disk, running, sites
from tools.chaos.phones import TABLES, expected
from tools.chaos.sites import small_disk

PATIENCE = 300
"""Seconds in which a site recovers on a loaded machine; `make chaos` allows it a minute."""
WRITE = """
import os, sqlite3, sys
from pathlib import Path
from tools.chaos import disk
files, platter, synchronous = sys.argv[1:]
disk.watch(Path(files), Path(platter))
site = sqlite3.connect(files + "/site.sqlite3", isolation_level=None)
site.execute("PRAGMA journal_mode=WAL")
site.execute("PRAGMA synchronous=" + synchronous)
site.execute("CREATE TABLE hand (number INTEGER)")
for number in range(20):
    site.execute("INSERT INTO hand VALUES (?)", [number])
os._exit(0)
"""
"""A site that acknowledges 20 hands and dies before it closes its files."""
FORK = """
import os, subprocess, time
from pathlib import Path
file = Path(os.environ["CHAOS_CLOCK"])
def wrong_by(asked):
    deadline = time.monotonic() + 300
    found = None
    while found != asked and time.monotonic() < deadline:
        found = round(time.time() - int(subprocess.check_output(["date", "+%s"])) - 0.5, -1)
        time.sleep(0.05)
    return found
file.write_text("93600")
assert wrong_by(93600) == 93600
if os.fork() == 0:
    assert wrong_by(93600) == 93600
    file.write_text("-7200")
    assert wrong_by(-7200) == -7200
    file.write_text("0")
    assert wrong_by(0) == 0
    os._exit(0)
assert os.wait()[1] == 0
assert wrong_by(0) == 0
"""
"""A server that starts a worker while its clock is wrong."""


class Never(random.Random):
    """Chance by which a disk writes nothing that it was not made to."""

    def random(self) -> float:
        return 1.0


@pytest.mark.parametrize(("synchronous", "kept"), [("FULL", 20), ("NORMAL", None)])
def test_a_power_cut_loses_what_was_not_synced(
    tmp_path: Path, synchronous: str, kept: int | None
) -> None:
    """FULL syncs before every acknowledgement, NORMAL when the log is copied back: the hands of the
    last minutes are lost, if not the whole table.
    """
    files, platter = tmp_path / "files", tmp_path / "platter"
    files.mkdir()
    command = [sys.executable, "-c", WRITE, str(files), str(platter), synchronous]
    subprocess.run(command, check=True)
    lost = disk.cut_power(files, platter, Never())
    site = sqlite3.connect(files / "site.sqlite3")
    tables = site.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if kept is None:
        assert lost
        assert tables == (0,)
    else:
        assert site.execute("SELECT count(*) FROM hand").fetchone() == (kept,)
    site.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """Make a folder that other accounts may enter; PostgreSQL does not run as root."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize(("synchronous_commit", "kept"), [("on", 500), ("off", None)])
def test_a_power_cut_of_postgresql_loses_what_was_not_synced(
    folder: Path, synchronous_commit: str, kept: int | None
) -> None:
    """With ``synchronous_commit`` a hand is in the log before it is acknowledged; without, the log
    is written up to ten seconds later here. The log restores what other files have lost.
    """
    files, copy = folder / "files", folder / "copy"
    files.mkdir()
    settings = (f"synchronous_commit={synchronous_commit}", "wal_writer_delay=10s")
    with services.own_postgresql(files, *postgresql_disk.SETTINGS, *settings) as (url, server):
        with psycopg.connect(url) as site:
            site.execute("CREATE TABLE hand (number integer, note text)")
        postgresql_disk.checkpoint(server, files / "data", copy)
        site = psycopg.connect(url, autocommit=True)
        for number in range(500):
            site.execute("INSERT INTO hand VALUES (%s, repeat('long ', 1000))", [number])
        lost = postgresql_disk.cut_power(server, files / "data", copy, Never())
        site.close()
        server.start()
        with psycopg.connect(url) as site:
            found = site.execute("SELECT count(*) FROM hand").fetchone()
    if kept is None:
        assert found
        assert found[0] < 500
    else:
        assert found == (kept,)
        assert lost


def test_servers_and_their_workers_follow_a_clock_that_jumps(tmp_path: Path) -> None:
    clock = sites.Clock(tmp_path)
    command = [sys.executable, "-c", FORK]
    subprocess.run(command, env=os.environ | clock.environment, check=True)


class Table:
    """A phone that had two hands acknowledged, in match 7."""

    table = TABLES[0]
    match = 7
    acknowledged = {(7, 1): (0, 3, 5), (7, 2): (4, 0, 2)}


class Abandoned:
    """A site whose only worker dies after the last fault."""

    address = "http://site"
    made: ClassVar[dict[str, Any]] = {"league": "club", "season": 1}
    works = False

    def supervise(self) -> None:
        self.works = True

    @property
    def inside(self) -> Any:
        return self

    def ask(self, what: str) -> list[str]:
        return [] if self.works else ["the ratings of Club are behind"]


def test_what_dies_after_the_last_fault_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(httpx, "get", lambda *_, **__: httpx.Response(200, json={"rows": []}))
    site: Any = Abandoned()
    assert checks.check_site(site, [], None, within=0).wrong == []


def row(number: int, *points: int) -> dict[str, Any]:
    results = [{"name": name, "points": each} for name, each in zip(TABLES[0], points, strict=True)]
    return {"number": number, "results": results}


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([row(1, 0, 3, 5), row(2, 4, 0, 2)], []),
        ([row(1, 0, 3, 5)], ["hand 2: None"]),
        ([row(1, 0, 3, 5), row(2, 4, 0, 2), row(2, 4, 0, 2)], ["hand 2: [(4, 0, 2), (4, 0, 2)]"]),
        ([row(1, 0, 3, 5), row(2, 4, 0, 2), row(3, 4, 0, 2)], ["hand 3: [(4, 0, 2)]"]),
        ([row(1, 0, 3, 6), row(2, 4, 0, 2)], ["hand 1: [(0, 3, 6)]"]),
    ],
    ids=["right", "lost", "doubled", "doubled under another number", "other points"],
)
def test_a_hand_that_is_not_there_exactly_once(
    monkeypatch: pytest.MonkeyPatch, rows: list[Any], wrong: list[str]
) -> None:
    class Site:
        address = "http://site"

    monkeypatch.setattr(httpx, "get", lambda *_, **__: httpx.Response(200, json={"results": rows}))
    site: Any = Site
    phones: list[Any] = [Table]
    found = checks.hands_wrong(site, phones)
    assert [one.partition(", ")[2].partition(", not")[0] for one in found] == wrong
    assert expected(phones) == Counter(Ann=4, Bob=3, Cat=7)


@contextlib.contextmanager
def migrated_disk(folder: Path) -> Iterator[Path | None]:
    """Mount the disk of an embedded site, with a migrated database on it."""
    with small_disk(folder) as disk:
        migrated.sqlite(folder / "zarleague.sqlite3")
        yield disk


@pytest.mark.long
def test_each_kind_of_fault_once_on_one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at after all of them. There is one process, which is killed when the clock jumps, as
    well: ``make test-all`` kills it for its own sake, too, and has a page open in a browser."""
    monkeypatch.setattr(sites, "small_disk", migrated_disk)
    left_out = (faults.WEB_KILLED, faults.ALL_KILLED) if SAMPLED else ()
    kinds = [one for one in faults.EMBEDDED if one not in left_out]
    with sites.embedded() as site:
        each_once(site, "embedded", kinds, browser=not SAMPLED)


def each_once(site: sites.Site, title: str, kinds: Sequence[Any], *, browser: bool) -> None:
    """Let each fault happen once on a site, and look at it after all of them."""
    tallies = running.run_on(
        site, title, kinds, len(kinds), together=len(kinds), seed=20, browser=browser,
        within=PATIENCE,
    )  # fmt: skip
    print(chaos.table(title, tallies))
    for name, tally in tallies.items():
        assert tally.times == 1, name
        assert (tally.lost, tally.wrong, tally.failures) == ([], [], 0), name
