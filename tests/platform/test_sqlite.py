"""How an embedded league opens its database."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.factories import club

PROGRAM = """
import django, json
django.setup()
from django.db import connection, transaction
with connection.cursor() as cursor:
    names = ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
    found = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in names}
with transaction.atomic():
    found["in transaction"] = connection.connection.in_transaction
print(json.dumps(found))
"""


def test_writers_wait_readers_read_and_references_hold(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
    }
    command = [sys.executable, "-c", PROGRAM]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(printed.stdout) == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 20_000,  # milliseconds
        "synchronous": 2,  # FULL: a power cut loses nothing that was acknowledged
        "in transaction": True,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("season", ["9" * 30, "-" + "9" * 30])
def test_a_query_for_an_id_no_database_holds_is_refused(season: str) -> None:
    """SQLite's driver raises OverflowError for such a number, where PostgreSQL finds nothing."""
    league = club(visibility="public").league
    answer = Client().get(f"/api/v1/leagues/{league.slug}/matches/", {"season": season})
    assert answer.status_code == 400
