"""Backups: made while the site runs, verified, kept by a rule, stored elsewhere, restored."""

import datetime
import errno
import json
import os
import re
import sqlite3
import threading
import zipfile
from pathlib import Path

import pytest
import pytest_django
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import factories
from tests.own_database import database_of_its_own
from zarleague.exchange.backups import databases, files, making
from zarleague.exchange.backups.files import (
    NotABackup,
    Store,
    backups_in,
    moment_of,
    name_of,
    verify,
)
from zarleague.exchange.backups.making import kept
from zarleague.leagues.models import League, Season, User
from zarleague.play.models import Hand, HandVersion

NOON = datetime.datetime(2026, 3, 6, 12, 0, tzinfo=datetime.UTC)


def noon(text: str) -> datetime.datetime:
    """Return noon of a day like 2026-03-06."""
    return datetime.datetime.fromisoformat(f"{text}T12:00:00+00:00")


class TestRule:
    def test_days_weeks_and_months_are_counted_apart(self) -> None:
        """A backup every noon from 1 January 2025 to Friday, 6 March 2026."""
        first = noon("2025-01-01")
        days = [first + datetime.timedelta(n) for n in range(430)]
        assert days[-1] == noon("2026-03-06")
        daily = [f"2026-03-0{n}" for n in range(1, 7)] + ["2026-02-28"]
        # The weeks end on Sundays; that of 6 March has not ended, and its latest is the 6th.
        weekly = ["2026-03-06", "2026-03-01", "2026-02-22", "2026-02-15"]
        monthly = [
            "2026-03-06", "2026-02-28", "2026-01-31", "2025-12-31", "2025-11-30", "2025-10-31",
            "2025-09-30", "2025-08-31", "2025-07-31", "2025-06-30", "2025-05-31", "2025-04-30",
        ]  # fmt: skip
        assert kept(days) == {noon(day) for day in {*daily, *weekly, *monthly}}

    def test_of_one_day_the_latest_is_kept(self) -> None:
        morning, evening = NOON.replace(hour=8), NOON.replace(hour=20)
        assert kept([morning, evening]) == {evening}

    def test_days_without_a_backup_do_not_push_others_out(self) -> None:
        """Two backups a year apart: a site that was off keeps both."""
        assert kept([noon("2025-03-06"), NOON]) == {noon("2025-03-06"), NOON}


def test_names_say_when() -> None:
    berlin = datetime.datetime.fromisoformat("2026-03-06T13:00:00+01:00")
    assert name_of(berlin) == "zarleague-20260306T120000Z.zip"
    assert moment_of("zarleague-20260306T120000Z.zip") == NOON
    assert moment_of("notes.zip") is None


@pytest.mark.django_db(transaction=True)
class TestBackup:
    def test_made_while_hands_are_saved_it_brings_back_what_was_changed_since(
        self, tmp_path: Path
    ) -> None:
        club = factories.club()
        match = factories.match(club)
        stop, began = threading.Event(), threading.Event()

        def enter() -> None:
            try:
                while not stop.is_set():
                    factories.hand(club, match, 0, 12, 30)
                    began.set()
            finally:
                connection.close()

        table = threading.Thread(target=enter)
        table.start()
        try:
            assert began.wait(120)
            made = making.back_up(tmp_path, NOON)
        finally:
            stop.set()
            table.join()
        assert made.name == "zarleague-20260306T120000Z.zip"
        assert made.stat().st_mode & 0o777 == 0o600
        assert [path.name for path in tmp_path.iterdir()] == [made.name]
        club.league.name = "Renamed"
        club.league.save()
        factories.user("later")
        making.restore(made, replace=True)
        assert League.objects.get().name == "Friday League"
        assert not User.objects.filter(username="later").exists()
        hands = Hand.objects.count()
        assert hands >= 1
        assert Hand.objects.filter(confirmed=None).count() == 0
        versions = list(HandVersion.objects.all())
        assert len(versions) == hands
        for version in versions:
            assert list(version.results.values_list("points", flat=True)) == [0, 12, 30]
        # The site goes on: new rows get new keys, and the guard of written rows is there.
        club.league.refresh_from_db()
        factories.hand(club, factories.match(club), 0, 1, 2)
        assert Hand.objects.count() == hands + 1
        with pytest.raises(Exception, match="written once"), connection.cursor() as cursor:
            cursor.execute("UPDATE play_handversion SET author_name = 'x'")

    def test_data_is_not_replaced_unless_asked(self, tmp_path: Path) -> None:
        factories.club()
        made = making.back_up(tmp_path)
        with pytest.raises(making.AlreadyInUse):
            making.restore(made)
        with pytest.raises(CommandError, match="Add --replace"):
            call_command("restore", str(made))

    @pytest.mark.parametrize(
        ("error", "reason"),
        [
            (sqlite3.OperationalError("database or disk is full"), "database or disk is full"),
            (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "No space left on device"),
        ],
    )
    def test_a_full_disk_is_one_sentence_that_names_the_folder(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        settings: pytest.FixtureRequest,
        caplog: pytest.LogCaptureFixture,
        error: Exception,
        reason: str,
    ) -> None:
        def no_room(*_: object) -> None:
            raise error

        made = making.back_up(tmp_path)
        full = tmp_path / "full"
        settings.BACKUP_DIR = str(full)  # type: ignore[attr-defined]
        settings.DATA_DIR = full  # type: ignore[attr-defined]
        monkeypatch.setattr(databases, "copy_out", no_room)
        monkeypatch.setattr(databases, "copy_in", no_room)
        backup = f"The backup can’t be written to {full}: {reason}."
        with pytest.raises(CommandError, match=re.escape(backup)):
            call_command("backup", str(full))
        assert making.back_up_by_the_clock(NOON) is None
        assert [record.getMessage() for record in caplog.records] == [
            f"The day has no backup yet. {backup}"
        ]
        with pytest.raises(CommandError, match=f"^The data can’t be written to {full}: {reason}"):
            call_command("restore", str(made))
        assert list(full.glob("*.zip")) == []

    def test_a_damaged_file_is_refused_and_changes_nothing(self, tmp_path: Path) -> None:
        factories.club()
        made = making.back_up(tmp_path)
        whole = made.read_bytes()
        with zipfile.ZipFile(made) as archive:
            part = max(archive.infolist(), key=lambda info: info.compress_size)
        at = part.header_offset + 30 + len(part.filename) + part.compress_size // 2
        flipped = bytes(byte ^ 0xFF for byte in whole[at : at + 4])
        for damaged in (whole[:at], whole[:at] + flipped + whole[at + 4 :], b"no zip"):
            made.write_bytes(damaged)
            with pytest.raises(NotABackup):
                making.restore(made, replace=True)
        assert League.objects.count() == 1

    def test_a_byte_that_is_wrong_anywhere_is_refused_with_a_sentence(self, tmp_path: Path) -> None:
        made = making.back_up(tmp_path)
        whole = made.read_bytes()
        refused = 0
        for at in range(0, len(whole), len(whole) // 150):
            made.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
            try:
                files.verify(made)
            except NotABackup:
                refused += 1
        assert refused > 100  # the others are in fields that only other programs read

    def test_a_newer_backup_and_one_of_another_database_are_refused(self, tmp_path: Path) -> None:
        made = making.back_up(tmp_path)
        for change, said in (
            ({"migrations": {"play": ["9999_later"]}}, "newer version"),
            ({"version": 99}, "newer version"),
            ({"database": "oracle"}, "export_league"),
        ):
            other = tmp_path / "other.zip"
            with zipfile.ZipFile(made) as old, zipfile.ZipFile(other, "w") as new:
                for name in old.namelist():
                    content = old.read(name)
                    if name == "manifest.json":
                        content = json.dumps(json.loads(content) | change).encode()
                    new.writestr(name, content)
            with pytest.raises(NotABackup, match=said):
                making.restore(other, replace=True)

    def test_the_clock_makes_one_a_day_and_keeps_by_the_rule(
        self, tmp_path: Path, settings: pytest.FixtureRequest
    ) -> None:
        settings.BACKUP_DIR = ""  # type: ignore[attr-defined]
        assert making.back_up_by_the_clock(NOON) is None
        settings.BACKUP_DIR = str(tmp_path)  # type: ignore[attr-defined]
        for days in range(9, -1, -1):
            (tmp_path / name_of(NOON - datetime.timedelta(days))).touch()
        (tmp_path / name_of(NOON)).unlink()
        (tmp_path / "mine.txt").touch()
        assert making.back_up_by_the_clock(NOON) is not None
        assert making.back_up_by_the_clock(NOON + datetime.timedelta(hours=1)) is None
        # Seven days to 28 February; 1 March and the weeks before it; February's last is the 28th.
        days = ["0228", "0301", "0302", "0303", "0304", "0305", "0306"]
        names = {f"zarleague-2026{day}T120000Z.zip" for day in days}
        assert {path.name for path in tmp_path.iterdir()} == {*names, "mine.txt"}


class TestStore:
    def test_what_is_put_there_comes_back_and_old_ones_go(
        self, bucket: str, tmp_path: Path
    ) -> None:
        store = Store(bucket)
        path = tmp_path / name_of(NOON)
        path.write_bytes(os.urandom(6 << 20))  # more than one part of an upload
        store.put(path)
        store.put(path.rename(tmp_path / name_of(NOON.replace(hour=8))))
        morning = NOON.replace(hour=8)
        assert store.backups() == {NOON: name_of(NOON), morning: name_of(morning)}
        fetched = tmp_path / "fetched"
        store.get(name_of(NOON), fetched)
        assert fetched.read_bytes() == (tmp_path / name_of(morning)).read_bytes()
        (tmp_path / name_of(morning)).unlink()
        assert making.keep_by_rule(tmp_path, store) == [name_of(morning)]
        assert list(store.backups()) == [NOON]

    @pytest.mark.sqlite  # restoring on PostgreSQL is tried above
    @pytest.mark.django_db(transaction=True)
    def test_the_clock_stores_and_a_command_fetches_and_restores(
        self, bucket: str, tmp_path: Path, settings: pytest.FixtureRequest
    ) -> None:
        settings.BACKUP_DIR = str(tmp_path / "here")  # type: ignore[attr-defined]
        settings.BACKUP_STORE = f"{bucket}/by-the-clock"  # type: ignore[attr-defined]
        settings.DATA_DIR = tmp_path / "data"  # type: ignore[attr-defined]
        club = factories.club()
        made = making.back_up_by_the_clock(NOON)
        assert made is not None
        made.unlink()
        club.league.name = "Renamed"
        club.league.save()
        call_command("restore", "latest", from_store=True, replace=True, verbosity=0)
        assert League.objects.get().name == "Friday League"
        (replaced,) = backups_in(tmp_path / "data" / "replaced").values()
        verify(replaced)

    @pytest.mark.django_db(transaction=True)
    def test_without_the_store_the_backup_is_here_and_stored_later(
        self,
        bucket: str,
        tmp_path: Path,
        settings: pytest.FixtureRequest,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        settings.BACKUP_DIR = str(tmp_path)  # type: ignore[attr-defined]
        settings.BACKUP_STORE = f"{bucket.replace('/backups/', '/nowhere/')}/later"  # type: ignore[attr-defined]
        factories.club()
        for days in range(1, 9):
            (tmp_path / name_of(NOON - datetime.timedelta(days=days))).touch()
        made = making.back_up_by_the_clock(NOON)
        assert made is not None
        assert made.exists()
        (record,) = (one for one in caplog.records if one.levelname == "ERROR")
        assert "The store nowhere cannot be used: NoSuchBucket" in record.getMessage()
        assert min(backups_in(tmp_path)) == NOON - datetime.timedelta(days=6)  # seven are kept
        settings.BACKUP_STORE = f"{bucket}/later"  # type: ignore[attr-defined]
        assert making.back_up_by_the_clock(NOON.replace(hour=13)) is None
        assert Store(settings.BACKUP_STORE).backups() == {NOON: made.name}  # type: ignore[attr-defined]

    @pytest.mark.django_db(transaction=True)
    def test_commands_say_in_a_sentence_that_the_store_refuses(
        self, bucket: str, tmp_path: Path, settings: pytest.FixtureRequest
    ) -> None:
        settings.DATA_DIR = tmp_path / "data"  # type: ignore[attr-defined]
        settings.BACKUP_STORE = bucket.replace("/backups/", "/nowhere/")  # type: ignore[attr-defined]
        said = "The store nowhere cannot be used: NoSuchBucket"
        with pytest.raises(CommandError, match=said):
            call_command("backup", str(tmp_path / "here"), store=True)
        assert len(backups_in(tmp_path / "here")) == 1
        with pytest.raises(CommandError, match=said):
            call_command("restore", "latest", from_store=True)

    @pytest.mark.parametrize(
        "address", ["", "https://key:secret@host/bucket", "s3://host/bucket", "s3://k:s@host/"]
    )
    def test_an_incomplete_address_is_refused(self, address: str) -> None:
        with pytest.raises(ValueError, match="BACKUP_STORE must be like"):
            Store(address)


@pytest.mark.database
@pytest.mark.sqlite  # that all migrations run on PostgreSQL, `test_migrations` sees
def test_a_backup_of_an_older_version_is_brought_up_to_this_one(
    tmp_path: Path,
    django_db_setup: None,
    django_db_blocker: pytest_django.DjangoDbBlocker,
    settings: pytest.FixtureRequest,
) -> None:
    """The old site has only people, leagues and seasons; it gets the other tables."""
    settings.DATA_DIR = tmp_path / "data"  # type: ignore[attr-defined]
    with django_db_blocker.unblock():
        with database_of_its_own(tmp_path, "old"), connection.cursor() as cursor:
            executor = MigrationExecutor(connection)
            executor.migrate([("leagues", "0001_initial")])
            cursor.execute(
                "INSERT INTO leagues_league (id, slug, name, visibility, time_zone, language,"
                " default_game, objection_hours, created_at) VALUES"
                " (7, 'old', 'Old league', 'public', 'UTC', 'en', 'zar', 48, '2025-01-01 12:00:00')"
            )
            cursor.execute(
                "INSERT INTO leagues_season (id, league_id, name, starts, state, rules, lots,"
                " created_at) VALUES (5, 7, 'First', '2025-01-01', 'running',"
                """ '{"preset": "total-points", "options": {}}', '[]', '2025-01-01 12:00:00')"""
            )
            made = making.back_up(tmp_path / "kept")
        with database_of_its_own(tmp_path, "new"):
            making.restore(made)
            season = Season.objects.get()
            assert (season.pk, season.name, season.revision) == (5, "First", 0)
            assert season.league.name == "Old league"
            executor = MigrationExecutor(connection)
            assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_a_backup_from_before_1_0_is_refused() -> None:
    names = {"leagues": ["0001_initial", "0002_merged_players"]}
    manifest = files.Manifest(connection.vendor, "2026-11-24", names)
    with pytest.raises(NotABackup, match="made before zarleague 1"):
        databases.check_is_known(manifest)
