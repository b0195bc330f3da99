"""Copy a whole database out and back in, as one consistent snapshot while it is in use.

SQLite uses its online backup API. PostgreSQL sends each table by ``COPY``, all in one read-only
transaction with one snapshot, whatever is written meanwhile.
"""

import contextlib
import sqlite3
import zipfile
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.graph import MigrationGraph
from django.db.migrations.recorder import MigrationRecorder

from zarleague.exchange.backups.files import Manifest, NotABackup, pieces, read_part, write_part
from zarleague.storage import releases

SQLITE_PART: Final = "database.sqlite3"
_Key = tuple[str, str]
"""The app and the name of a migration."""
_MIGRATIONS_TABLE = MigrationRecorder.Migration._meta.db_table


def applied_migrations() -> dict[str, list[str]]:
    """Return the names of the applied migrations by app."""
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


def check_is_known(manifest: Manifest) -> None:
    """Raise NotABackup if this version cannot restore the backup: it is of a later version, or of
    another kind of database."""
    if manifest.database != connection.vendor:
        raise NotABackup(
            f"This is a backup of a {manifest.database} database and this site runs on "
            f"{connection.vendor}. Restore it on a site of its own kind, export each league "
            "there with “manage.py export_league”, and import the files here."
        )
    had = {(app, name) for app, names in manifest.migrations.items() for name in names}
    if releases.is_before_1_0(had):
        raise NotABackup(f"This backup was {releases.WAY_OUT} Restore it with that version first.")
    known = MigrationExecutor(connection).loader.disk_migrations
    if unknown := sorted(had - known.keys()):
        raise NotABackup(
            "This backup was made by a newer version of zarleague, which has "
            f"{'.'.join(unknown[0])}. Update zarleague first."
        )


def has_data() -> bool:
    """Return whether the database holds any account or league."""
    tables = {"leagues_user", "leagues_league"} & set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                return True
    return False


def copy_out(archive: zipfile.ZipFile, manifest: Manifest, scratch: Path) -> None:
    """Write the database's parts into a backup. *scratch* is a path for a temporary file.

    Raise sqlite3.DatabaseError if SQLite finds its copy damaged.
    """
    if connection.vendor == "sqlite":
        _copy_sqlite_out(archive, manifest, scratch)
    else:
        _copy_postgresql_out(archive, manifest)


def copy_in(archive: zipfile.ZipFile, manifest: Manifest, scratch: Path) -> None:
    """Replace the database with that of a backup, unchanged: the caller migrates it afterwards."""
    if connection.vendor == "sqlite":
        _copy_sqlite_in(archive, scratch)
    else:
        _copy_postgresql_in(archive, manifest)


def _sqlite_path() -> str:
    return str(connection.settings_dict["NAME"])


def _check_sqlite(copy: sqlite3.Connection) -> None:
    (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"The copy of the database is damaged: {found}")
    if copy.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.DatabaseError("The copy of the database refers to rows that are not there.")


def _copy_sqlite_out(archive: zipfile.ZipFile, manifest: Manifest, scratch: Path) -> None:
    with (
        contextlib.closing(sqlite3.connect(_sqlite_path())) as source,
        contextlib.closing(sqlite3.connect(scratch)) as copy,
    ):
        # All pages in one step: it is one snapshot, and in WAL mode no writer waits for it.
        source.backup(copy)
        # Otherwise the copy would need a -wal file beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
        _check_sqlite(copy)
    manifest.parts[SQLITE_PART] = write_part(archive, SQLITE_PART, pieces(scratch))


def _copy_sqlite_in(archive: zipfile.ZipFile, scratch: Path) -> None:
    with scratch.open("wb") as opened:
        for chunk in read_part(archive, SQLITE_PART):
            opened.write(chunk)
    connection.close()
    with (
        contextlib.closing(sqlite3.connect(scratch)) as copy,
        contextlib.closing(sqlite3.connect(_sqlite_path())) as target,
    ):
        _check_sqlite(copy)
        # One transaction: if the process is killed, the former database is still there.
        copy.backup(target)
        target.execute("PRAGMA journal_mode=WAL")


@contextlib.contextmanager
def _one_state() -> Iterator[None]:
    """Run the block in a read-only transaction with one snapshot (REPEATABLE READ)."""
    if connection.in_atomic_block:
        raise RuntimeError("A backup cannot be made inside a transaction.")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _columns(cursor: Any, table: str) -> list[str]:
    return [column.name for column in connection.introspection.get_table_description(cursor, table)]


def _quoted(names: list[str]) -> str:
    return ", ".join(connection.ops.quote_name(name) for name in names)


def _part_of(table: str) -> str:
    return f"tables/{table}.copy"


def _copy_postgresql_out(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    with _one_state(), connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor)) - {_MIGRATIONS_TABLE}
        for table in sorted(tables):
            columns = manifest.columns[table] = _columns(cursor, table)
            statement = f"COPY {_quoted([table])} ({_quoted(columns)}) TO STDOUT"
            with cursor.copy(statement) as rows:
                chunks = (bytes(chunk) for chunk in rows)
                part = write_part(archive, _part_of(table), chunks, of_rows=True)
            manifest.parts[_part_of(table)] = part
            for sequence in connection.introspection.get_sequences(cursor, table):
                cursor.execute(f"SELECT last_value FROM {_quoted([sequence['name']])}")  # noqa: S608
                manifest.sequences[sequence["name"]] = cursor.fetchone()[0]


@transaction.atomic
def _copy_postgresql_in(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Create the tables of the backup's migrations and fill them, in one transaction."""
    with connection.cursor() as cursor:
        if present := connection.introspection.table_names(cursor):
            cursor.execute(f"DROP TABLE {_quoted(present)} CASCADE")
    executor = MigrationExecutor(connection)
    executor.recorder.ensure_schema()
    had = {(app, name) for app, names in manifest.migrations.items() for name in names}
    executor.migrate(_latest(had, executor.loader.graph))
    with connection.cursor() as cursor:
        tables = sorted(manifest.columns)
        cursor.execute("SET LOCAL zarleague.rewriting = 'on'")  # see `play.triggers`
        cursor.execute(f"TRUNCATE {_quoted(tables)} CASCADE")
        # Foreign keys form cycles; a migration leaves new ones immediate, so defer them.
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for table in tables:
            columns = _quoted(manifest.columns[table])
            with cursor.copy(f"COPY {_quoted([table])} ({columns}) FROM STDIN") as rows:
                for chunk in read_part(archive, _part_of(table)):
                    rows.write(chunk)
            cursor.execute(f"SELECT count(*) FROM {_quoted([table])}")  # noqa: S608
            if cursor.fetchone()[0] != manifest.parts[_part_of(table)].rows:
                raise NotABackup(f"The table {table} has other rows than the backup.")
        for sequence, value in manifest.sequences.items():
            cursor.execute("SELECT setval(%s, %s)", [_quoted([sequence]), value])
        # Check the foreign keys now: a table with pending checks cannot be altered.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _latest(had: Set[_Key], graph: MigrationGraph) -> list[_Key]:
    """Return the leaf migrations of the backup: those that no other of the same app follows."""
    return sorted(
        node
        for node in had
        if node in graph.nodes
        and not any(
            child.key in had and child.key[0] == node[0] for child in graph.node_map[node].children
        )
    )
