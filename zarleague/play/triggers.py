"""Database triggers that reject changes of append-only rows, and rows that contradict others.

The migrations that make the tables install them, and so does the end of every ``migrate``: on
SQLite a migration that alters a table creates it again, which silently drops its triggers. A
migration that changes rows written once calls `guard` first, since on PostgreSQL it relies on
functions that may be those of an earlier release.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from zarleague.leagues.append_only import AppendOnly

_POSTGRESQL_ROWS = """
CREATE OR REPLACE FUNCTION zarleague_written_once() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF current_setting('zarleague.rewriting', true) = 'on' THEN
    RETURN COALESCE(NEW, OLD);
  END IF;
  RAISE EXCEPTION '% rows are written once', TG_TABLE_NAME
   USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
_POSTGRESQL_REFERENCES = """
CREATE OR REPLACE FUNCTION zarleague_own_version() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM play_handversion
                 WHERE league_id = NEW.league_id AND id = NEW.confirmed_id
                   AND hand_id = NEW.id) THEN
    RAISE EXCEPTION 'a hand confirms one of its own versions'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER own_version BEFORE UPDATE OF confirmed_id ON play_hand
  FOR EACH ROW EXECUTE FUNCTION zarleague_own_version();
CREATE OR REPLACE FUNCTION zarleague_own_league() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NEW.league_id <> (SELECT league_id FROM play_hand WHERE id = NEW.hand_id) THEN
    RAISE EXCEPTION 'a dispute belongs to the league of its hand'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER own_league BEFORE INSERT OR UPDATE OF league_id, hand_id ON play_dispute
  FOR EACH ROW EXECUTE FUNCTION zarleague_own_league();
"""
_POSTGRESQL_TABLE = """
CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE ON {table}
  FOR EACH ROW EXECUTE FUNCTION zarleague_written_once();
CREATE OR REPLACE TRIGGER kept BEFORE TRUNCATE ON {table}
  FOR EACH STATEMENT EXECUTE FUNCTION zarleague_written_once();
"""
_SQLITE_OWN_VERSION = (
    "DROP TRIGGER IF EXISTS own_version",
    """
    CREATE TRIGGER own_version BEFORE UPDATE OF confirmed_id ON play_hand
    WHEN NOT EXISTS (SELECT 1 FROM play_handversion
                     WHERE league_id = NEW.league_id AND id = NEW.confirmed_id
                       AND hand_id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'a hand confirms one of its own versions'); END
    """,
)
_SQLITE_OWN_LEAGUE = (
    "DROP TRIGGER IF EXISTS own_league_{event}",
    """
    CREATE TRIGGER own_league_{event} BEFORE {event} ON play_dispute
    WHEN NEW.league_id <> (SELECT league_id FROM play_hand WHERE id = NEW.hand_id)
    BEGIN SELECT RAISE(ABORT, 'a dispute belongs to the league of its hand'); END
    """,
)
_SQLITE_TABLE = (
    "DROP TRIGGER IF EXISTS {table}_written_once",
    """
    CREATE TRIGGER {table}_written_once BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} rows are written once'); END
    """,
    "DROP TRIGGER IF EXISTS {table}_kept",
    """
    CREATE TRIGGER {table}_kept BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} rows are never deleted'); END
    """,
    "DROP TRIGGER IF EXISTS {table}_not_replaced",
    # REPLACE deletes the rows in its way without the trigger of DELETE.
    """
    CREATE TRIGGER {table}_not_replaced BEFORE INSERT ON {table}
    WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
    BEGIN SELECT RAISE(ABORT, '{table} rows are written once'); END
    """,
)


def _tables() -> set[str]:
    return {model._meta.db_table for model in apps.get_models() if issubclass(model, AppendOnly)}


def _same(connection: BaseDatabaseWrapper, cursor: Any, table: str) -> str:
    """Return the condition under which a row of a table in SQLite is in the way of a new one."""
    unique = [connection.introspection.get_primary_key_columns(cursor, table) or []]
    cursor.execute(f"PRAGMA index_list({table})")
    for _, name, is_unique, _, is_partial in cursor.fetchall():
        if is_unique and not is_partial:
            cursor.execute(f"PRAGMA index_info({name})")
            unique.append([column for _, _, column in cursor.fetchall()])
    rows = (
        " AND ".join(f'"{column}" = NEW."{column}"' for column in columns) for columns in unique
    )
    return " OR ".join(rows)


@contextmanager
def rewriting() -> Iterator[None]:
    """Disable the triggers of append-only rows inside the block, which must be in a transaction.

    For three services only: to remove rows that nobody has seen or referred to, to
    remove a person's name, and to move the PDF of a report into the store or back.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("Rows written once are rewritten in a transaction or not at all.")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL zarleague.rewriting = 'on'")
            yield
            cursor.execute("SET LOCAL zarleague.rewriting = 'off'")
            return
        for table in sorted(_tables()):  # part of the transaction: a rollback restores them
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_written_once")
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_kept")
        yield
    install()


def make_way(using: str = "default", **_: Any) -> None:
    """On SQLite, drop the triggers that read other tables: while such a trigger exists, a migration
    cannot recreate any of those tables."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for trigger in ("own_version", "own_league_insert", "own_league_update"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}")


def guard(_apps: Any, schema_editor: Any) -> None:
    """Guard the rows written once, as a step of a migration: on the tables there are by now.

    Triggers that read other tables wait for `install` on SQLite, where they would be in the way of
    the migrations that follow.
    """
    _guard_rows(schema_editor.connection)
    if schema_editor.connection.vendor == "postgresql":
        _guard_references(schema_editor.connection)


def install(using: str = "default", **_: Any) -> None:
    """Create or update all triggers, on the tables there are."""
    _guard_rows(connections[using])
    _guard_references(connections[using])


def _guard_rows(connection: BaseDatabaseWrapper) -> None:
    """Guard the rows of each `AppendOnly` model."""
    with connection.cursor() as cursor:
        tables = sorted(_tables() & set(connection.introspection.table_names(cursor)))
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_ROWS)
            for table in tables:
                cursor.execute(_POSTGRESQL_TABLE.format(table=table))
            return
        for table in tables:
            same = _same(connection, cursor, table)
            for statement in _SQLITE_TABLE:
                cursor.execute(statement.format(table=table, same=same))


def _guard_references(connection: BaseDatabaseWrapper) -> None:
    """Guard the references from hands to their versions, and from disputes to their league."""
    with connection.cursor() as cursor:
        read = {"play_hand", "play_handversion", "play_dispute"}
        if not read <= set(connection.introspection.table_names(cursor)):
            return
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_REFERENCES)
            return
        for statement in _SQLITE_OWN_VERSION:
            cursor.execute(statement)
        for event in ("insert", "update"):
            for statement in _SQLITE_OWN_LEAGUE:
                cursor.execute(statement.format(event=event))
