"""Save hands over HTTP while background tasks run, on SQLite in one process and on PostgreSQL as a
cluster: in a season of 200 hands, and in one of 200,000 whose first evening is corrected again and
again, so that all its ranks and ratings are recomputed."""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg

from benchmarks import Figure
from benchmarks.load import percentile
from tools import services
from tools.cluster import Part, cluster, database_on, wait_until_ready

HANDS: Final = 200_000
SAVES: Final = 400
PAUSE: Final = 0.1
"""Seconds between two saves."""
CORRECTED_EVERY: Final = 3.0
"""Seconds between two corrections."""
DATABASE: Final = "zarleague_bench_saves"
SECRET_KEY: Final = "only for figures, and long enough for them all"  # noqa: S105
TOKEN: Final = "b" * 32
SILENT: Final = Path(os.devnull)


def figures() -> Iterator[Figure]:
    """Yield the 99th percentile of a save in both seasons, one database after the other."""
    with _on_sqlite() as (address, made):
        yield from _measured(address, made, "SQLite")
    with _on_postgresql() as (address, made):
        yield from _measured(address, made, "PostgreSQL")


def _measured(address: str, made: dict[str, Any], database: str) -> Iterator[Figure]:
    with _phone(address, made) as phone:
        _saves(phone, made["small"]["today"], 30)  # everything is loaded by then
        small = percentile(_saves(phone, made["small"]["today"], SAVES), 99)
        with _corrections(address, made):
            large = percentile(_saves(phone, made["large"]["today"], SAVES), 99)
    yield Figure(
        f"a hand saved in a season of 200, 99th percentile, {database}", small * 1000, "ms"
    )
    yield Figure(
        f"a hand saved while {HANDS:,} hands are recomputed, 99th percentile, {database}",
        large * 1000,
        "ms",
        "the same in the season of 200",
        small / large,
    )


def _phone(address: str, made: dict[str, Any]) -> httpx.Client:
    cookies = {"sessionid": made["session"], "csrftoken": TOKEN}
    return httpx.Client(
        base_url=address, cookies=cookies, headers={"X-CSRFToken": TOKEN}, timeout=60
    )


_serial = itertools.count(1)


def _post(phone: httpx.Client, path: str, **more: Any) -> None:
    serial = next(_serial)
    sheets = [{}, *({"points": 1 + serial % 30 + seat} for seat in range(3))]
    answer = phone.post(
        f"/api/v1/matches/{path}",
        json={"form": "totals", "winner": 0, "sheets": sheets} | more,
        headers={"Idempotency-Key": f"save-{serial}"},
    )
    answer.raise_for_status()


def _saves(phone: httpx.Client, match: int, number: int) -> list[float]:
    """Return the seconds of each of so many saves."""
    taken = []
    for _ in range(number):
        time.sleep(PAUSE)
        start = time.perf_counter()
        _post(phone, f"{match}/hands/")
        taken.append(time.perf_counter() - start)
    return taken


@contextlib.contextmanager
def _corrections(address: str, made: dict[str, Any]) -> Iterator[None]:
    """Correct a hand of the large season's first evening, every few seconds."""
    over = threading.Event()
    refused: list[httpx.HTTPError] = []

    def correct() -> None:
        with _phone(address, made) as phone:
            for version in itertools.count(1):
                path = f"{made['large']['first']}/hands/1/versions/"
                try:
                    _post(phone, path, version=version, reason="Counted again with everybody.")
                except httpx.HTTPError as error:
                    refused.append(error)
                    return
                if over.wait(CORRECTED_EVERY):
                    return

    thread = threading.Thread(target=correct)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if refused:
        raise refused[0]


def _make(environment: dict[str, str]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.saves_site", str(HANDS)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


@contextlib.contextmanager
def _on_sqlite() -> Iterator[tuple[str, dict[str, Any]]]:
    """Serve the league in one process; yield its address, and what was made."""
    with tempfile.TemporaryDirectory(prefix="zarleague-bench-") as folder:
        port = services.free_port()
        environment = {"DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "PORT": str(port)}
        made = _make(environment)
        site = Part([sys.executable, "-m", "zarleague"], environment, SILENT)
        try:
            wait_until_ready(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}", made
        finally:
            site.end()


@contextlib.contextmanager
def _on_postgresql() -> Iterator[tuple[str, dict[str, Any]]]:
    """Serve the league as a cluster; yield its address, and what was made."""
    with services.postgresql() as server, services.redis() as redis:
        database = database_on(server, DATABASE)
        common = {"SECRET_KEY": SECRET_KEY, "HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"}
        try:
            made = _make(common | {"DATABASE_URL": database, "REDIS_URL": ""})
            port = services.free_port()
            with cluster(port, database, redis, DATABASE, SILENT, **common):
                yield f"http://127.0.0.1:{port}", made
        finally:
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
