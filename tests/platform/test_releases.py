"""Databases of releases that this one cannot use are refused before anything is touched."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tests.own_database import database_of_its_own
from zarleague.background import celery
from zarleague.storage import releases
from zarleague.storage.releases import UnsupportedDatabase, release

BEFORE_1_0 = ("leagues", "0002_merged_players")
MAJOR, MINOR = release()


def _named(minor: int) -> tuple[str, str]:
    return "play", f"0099_v{MAJOR}_{minor}_notes_of_hands"


@pytest.fixture
def applied(db: None) -> Any:
    """Record a migration as applied."""
    return MigrationRecorder(connection).record_applied


@pytest.mark.parametrize("migration", [BEFORE_1_0, _named(MINOR + 1)])
def test_other_releases_are_refused(applied: Any, migration: tuple[str, str]) -> None:
    releases.check()
    applied(*migration)
    with pytest.raises(UnsupportedDatabase, match=r"Nothing was changed.*docs/upgrading.md"):
        call_command("migrate", verbosity=0)


def test_the_first_migrations_of_before_1_0_have_the_names_of_these(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(releases, "_OF_FIRST", "a_table_that_is_not_there")
    with pytest.raises(UnsupportedDatabase, match="before zarleague 1"):
        releases.check()


def test_this_release_serves_on_the_next_ones_database_but_not_further(applied: Any) -> None:
    applied(*_named(MINOR + 1))
    releases.check(serving=True)
    applied(*_named(MINOR + 2))
    with pytest.raises(UnsupportedDatabase, match="later version"):
        releases.check(serving=True)


def test_a_worker_does_not_start_and_the_site_is_not_ready(
    applied: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's transaction goes on
    celery._refuse_other_releases()
    applied(*BEFORE_1_0)
    with pytest.raises(SystemExit, match="Nothing was changed"):
        celery._refuse_other_releases()
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert "before zarleague 1.0" in answer.json()["parts"]["migrations"]


@pytest.fixture
def old_site(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Path:
    """The folder of a site from before 1.0 on SQLite, with nothing but what tells its age."""
    with django_db_blocker.unblock(), database_of_its_own(tmp_path, "zarleague"):
        MigrationRecorder(connection).record_applied(*BEFORE_1_0)
    return tmp_path


@pytest.mark.database
@pytest.mark.sqlite
@pytest.mark.parametrize("program", [["zarleague"], ["manage", "rebuild"]])
def test_an_old_sites_file_stays_as_it_is(old_site: Path, program: list[str]) -> None:
    file = old_site / "zarleague.sqlite3"
    before = file.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", *program],
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(old_site), "PORT": "0"},
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 1
    assert "This database was made before zarleague 1.0" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before
