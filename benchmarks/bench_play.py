"""Hands and tables against plain SQL, on SQLite and on PostgreSQL."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks import Figure
from tests import services


def figures() -> Iterator[Figure]:
    """Yield the figures of `play_site`, one database after the other."""
    yield from _site(DATABASE_URL="")
    with services.postgresql() as database:
        yield from _site(DATABASE_URL=database)


def _site(**environment: str) -> Iterator[Figure]:
    """Run `play_site` in a process of its own: Django is set up once in a process."""
    with tempfile.TemporaryDirectory(prefix="zarleague-bench-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.play_site"],
            env=os.environ
            | {
                "DJANGO_SETTINGS_MODULE": "zarleague.settings",
                "SECRET_KEY": "only for figures",
                "DATA_DIR": folder,
                "REDIS_URL": "",
            }
            | environment,
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
    for figure in json.loads(done.stdout):
        yield Figure(**figure)
