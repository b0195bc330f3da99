"""Run benchmarks that need Django, each in its own process, as Django is set up once per
process."""

import contextlib
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import django
from django.conf import settings
from django.db import connection

from benchmarks import Figure
from tools import services

ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "zarleague.settings",
    "SECRET_KEY": "only for figures",
    "REDIS_URL": "",
    "HTTPS": "0",
    "ALLOWED_HOSTS": "127.0.0.1",
}
"""The settings of a site that is measured."""


def on_each_database(module: str) -> Iterator[Figure]:
    """Yield the figures a module prints as a JSON list, on SQLite and then on PostgreSQL."""
    yield from _site(module, DATABASE_URL="")
    with services.postgresql() as database:
        yield from _site(module, DATABASE_URL=database)


def on_sqlite(module: str, **environment: str) -> Iterator[Figure]:
    """Yield the figures a module prints as a JSON list, on SQLite."""
    yield from _site(module, DATABASE_URL="", **environment)


def on_postgresql_and_redis(module: str) -> Iterator[Figure]:
    """Yield the figures a module prints as a JSON list, on PostgreSQL and with Redis."""
    with services.postgresql() as database, services.redis() as redis:
        yield from _site(module, DATABASE_URL=database, REDIS_URL=redis)


def print_measured(figures: Callable[[], Iterator[Figure]]) -> None:
    """Print the figures as one JSON list, measured on a temporary database."""
    django.setup()
    with on_a_database_of_its_own():
        print(json.dumps([dataclasses.asdict(figure) for figure in figures()]))


def print_walk(lines: Callable[[], Iterator[Mapping[str, Any]]]) -> None:
    """Print lines of JSON as they are measured, on a temporary database beside the one of
    ``DATABASE_URL``."""
    os.environ.update(ENVIRONMENT)
    settings.ALLOWED_HOSTS = ["testserver"]
    # Use static files without hashed names, so that collectstatic is not needed.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    django.setup()
    with on_a_database_of_its_own():
        for line in lines():
            print(json.dumps({"database": connection.display_name} | dict(line)), flush=True)


@contextlib.contextmanager
def on_a_database_of_its_own() -> Iterator[None]:
    """Connect to a new, migrated database, which is dropped at the end."""
    name = connection.settings_dict["NAME"]
    # A file, as on a real site: SQLite has no write-ahead log in memory.
    connection.settings_dict["TEST"]["NAME"] = f"{name}-bench"
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _site(module: str, **environment: str) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="zarleague-bench-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", module],
            env=os.environ | ENVIRONMENT | {"DATA_DIR": folder} | environment,
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
    for figure in json.loads(done.stdout):
        yield Figure(**figure)
