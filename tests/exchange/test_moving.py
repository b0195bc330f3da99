"""A league moves from a site on SQLite to one on PostgreSQL and back, equal to the last byte."""

import contextlib
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests import migrated
from tools import services

MAKE = """
import django
django.setup()
from tests.exchange.test_league_file import exported, played_league
club = played_league()
open("first.zip", "wb").write(exported(club.league))
"""
MOVE = """
import sys, django
django.setup()
from django.core.management import call_command
call_command("import_league", sys.argv[1], create_accounts=True, verbosity=0)
from zarleague.leagues.models import League
slug = League.objects.order_by("-pk").values_list("slug", flat=True)[0]
call_command("export_league", slug, sys.argv[2])
"""


def run(program: str, folder: Path, database: str, *arguments: str) -> None:
    """Run a program of a site with its data in a folder, or in a database of a server."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "DATA_DIR": str(folder),
        "SECRET_KEY": "a key for this test",
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
    } | ({"DATABASE_URL": database} if database else {})
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@contextlib.contextmanager
def own_database() -> Iterator[str]:
    """Yield the address of a migrated database on PostgreSQL, removed afterwards."""
    name = f"moving_{secrets.token_hex(4)}"
    with services.postgresql() as server, psycopg.connect(server, autocommit=True) as admin:
        address = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        migrated.postgresql(address)
        try:
            yield address
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    back = tmp_path / "back"
    back.mkdir()
    for folder in (tmp_path, back):
        migrated.sqlite(folder / "zarleague.sqlite3")
    run(MAKE, tmp_path, "")
    with own_database() as database:
        run(MOVE, tmp_path, database, "first.zip", "second.zip")
    run(MOVE, back, "", "../second.zip", "../third.zip")
    first = (tmp_path / "first.zip").read_bytes()
    assert len(first) > 5000
    assert (tmp_path / "second.zip").read_bytes() == first
    assert (tmp_path / "third.zip").read_bytes() == first
