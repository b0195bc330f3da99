"""A short run of ``make chaos``, and that it detects the defects it looks for."""

import random
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from tools.chaos import __main__ as chaos
from tools.chaos import checks, disk, faults, running
from tools.chaos.phones import TABLES, expected

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


class Table:
    """A phone that had two hands acknowledged, in match 7."""

    table = TABLES[0]
    match = 7
    acknowledged = {(7, 1): (0, 3, 5), (7, 2): (4, 0, 2)}


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


@pytest.mark.parametrize(
    ("kind", "kinds"),
    [("embedded", faults.EMBEDDED), ("cluster", faults.CLUSTER)],
)
def test_each_kind_of_fault_once(kind: str, kinds: tuple[Any, ...]) -> None:
    """Looked at after all of them, with a page open in a browser all the time."""
    tallies = running.run(kind, len(kinds), together=len(kinds), seed=20, browser=True)
    print(chaos.table(kind, tallies))
    for name, tally in tallies.items():
        assert tally.times == 1, name
        assert (tally.lost, tally.wrong, tally.failures) == ([], [], 0), name
