"""A league moves from a site on PostgreSQL to one on SQLite and back, equal to the last byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction

from tests import migrated
from tests.exchange.test_league_file import exported, played_league
from zarleague.leagues.models import League

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MOVE = """
import django
django.setup()
from django.core.management import call_command
from zarleague.leagues.models import League
call_command("import_league", "first.zip", create_accounts=True, verbosity=0)
call_command("export_league", League.objects.get().slug, "second.zip")
"""


def move_on_sqlite(folder: Path) -> None:
    """Move a league through a site whose data is in a folder."""
    migrated.sqlite(folder / "zarleague.sqlite3")
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "DATA_DIR": str(folder),
        "SECRET_KEY": "a key for this test",
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", MOVE],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_from_postgresql_to_sqlite_and_back(tmp_path: Path) -> None:
    with transaction.atomic():
        first = exported(played_league().league)
        transaction.set_rollback(True)  # the league leaves this site
    assert len(first) > 5000
    (tmp_path / "first.zip").write_bytes(first)
    move_on_sqlite(tmp_path)
    assert (tmp_path / "second.zip").read_bytes() == first
    call_command("import_league", tmp_path / "second.zip", create_accounts=True, verbosity=0)
    call_command("export_league", League.objects.get().slug, tmp_path / "third.zip")
    assert (tmp_path / "third.zip").read_bytes() == first
