"""A served league in which hands are saved over HTTP: in one process on SQLite, and as a cluster on
PostgreSQL."""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import psycopg

from tools import services
from tools.cluster import Part, cluster, database_on, wait_until_ready

DATABASE: Final = "zarleague_bench_saves"
SECRET_KEY: Final = "only for figures, and long enough for them all"  # noqa: S105
TOKEN: Final = "b" * 32
SILENT: Final = Path(os.devnull)


class Site(NamedTuple):
    """A served site and what `saves_site` made on it."""

    address: str
    processes: tuple[str, ...]
    """Addresses of the web processes behind the proxy, or of the only one."""
    made: dict[str, Any]


def on_each_database(
    hands: int, *, stranger: bool = False, **environment: str
) -> Iterator[tuple[str, Site]]:
    """Yield a database's name and a site on it, one after the other, with a season of so many
    hands, and with a league of a stranger."""
    with on_sqlite(hands, stranger=stranger, **environment) as site:
        yield "SQLite", site
    with on_postgresql(hands, stranger=stranger, **environment) as site:
        yield "PostgreSQL", site


def phone(site: Site, session: str = "", address: str = "127.0.0.1") -> httpx.Client:
    """Return a client that is signed in as the scorekeeper, or by another session, and sends from
    this address."""
    return httpx.Client(
        base_url=site.address,
        cookies={"sessionid": session or site.made["session"], "csrftoken": TOKEN},
        headers={"X-CSRFToken": TOKEN},
        transport=httpx.HTTPTransport(local_address=address),
        timeout=60,
    )


_serial = itertools.count(1)


def post(sender: httpx.Client, path: str, **more: Any) -> None:
    """Send a new hand, or a version of one, to an address below ``/api/v1/matches/``."""
    serial = next(_serial)
    sheets = [{}, *({"points": 1 + serial % 30 + seat} for seat in range(3))]
    answer = sender.post(
        f"/api/v1/matches/{path}",
        json={"form": "totals", "winner": 0, "sheets": sheets} | more,
        headers={"Idempotency-Key": f"save-{os.getpid()}-{serial}"},
    )
    answer.raise_for_status()


def _make(hands: int, environment: dict[str, str], *, stranger: bool = False) -> dict[str, Any]:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.saves_site",
            str(hands),
            *(["stranger"] if stranger else []),
        ],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


@contextlib.contextmanager
def on_sqlite(hands: int, *, stranger: bool = False, **more: str) -> Iterator[Site]:
    """Serve the league, and one of a stranger, in one process."""
    with tempfile.TemporaryDirectory(prefix="zarleague-bench-") as folder:
        port = services.free_port()
        environment = {"DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "PORT": str(port)}
        environment |= more
        made = _make(hands, environment, stranger=stranger)
        address = f"http://127.0.0.1:{port}"
        site = Part([sys.executable, "-m", "zarleague"], environment, SILENT)
        try:
            wait_until_ready(address)
            yield Site(address, (address,), made)
        finally:
            site.end()


@contextlib.contextmanager
def on_postgresql(hands: int, *, stranger: bool = False, **more: str) -> Iterator[Site]:
    """Serve the league, and one of a stranger, as a cluster."""
    with services.postgresql() as server, services.redis() as redis:
        database = database_on(server, DATABASE)
        common = {"SECRET_KEY": SECRET_KEY, "HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"}
        common |= more
        try:
            there = {"DATABASE_URL": database, "REDIS_URL": ""}
            made = _make(hands, common | there, stranger=stranger)
            port = services.free_port()
            with cluster(port, database, redis, DATABASE, SILENT, **common) as parts:
                ports = [
                    part.environment["PORT"]
                    for part in parts.values()
                    if "PORT" in part.environment
                ]
                processes = tuple(f"http://127.0.0.1:{one}" for one in ports)
                yield Site(f"http://127.0.0.1:{port}", processes, made)
        finally:
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
