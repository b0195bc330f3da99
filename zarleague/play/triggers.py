"""Database triggers that reject changes of append-only rows.

Installed after every ``migrate`` rather than by a migration: on SQLite a migration that alters a
table creates it anew and would silently drop its triggers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection, connections

from zarleague.leagues.append_only import AppendOnly

_POSTGRESQL = """
CREATE OR REPLACE FUNCTION zarleague_written_once() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF current_setting('zarleague.rewriting', true) = 'on' THEN
    RETURN COALESCE(NEW, OLD);
  END IF;
  RAISE EXCEPTION '% rows are written once', TG_TABLE_NAME
   USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE OR REPLACE FUNCTION zarleague_own_version() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM play_handversion
                 WHERE id = NEW.confirmed_id AND hand_id = NEW.id) THEN
    RAISE EXCEPTION 'a hand confirms one of its own versions'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER own_version BEFORE UPDATE OF confirmed_id ON play_hand
  FOR EACH ROW EXECUTE FUNCTION zarleague_own_version();
"""
_POSTGRESQL_TABLE = """
CREATE OR REPLACE TRIGGER written_once BEFORE UPDATE OR DELETE ON {table}
  FOR EACH ROW EXECUTE FUNCTION zarleague_written_once();
"""
_SQLITE = (
    "DROP TRIGGER IF EXISTS own_version",
    """
    CREATE TRIGGER own_version BEFORE UPDATE OF confirmed_id ON play_hand
    WHEN NOT EXISTS (SELECT 1 FROM play_handversion
                     WHERE id = NEW.confirmed_id AND hand_id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'a hand confirms one of its own versions'); END
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
)


def _tables() -> set[str]:
    return {model._meta.db_table for model in apps.get_models() if issubclass(model, AppendOnly)}


@contextmanager
def rewriting() -> Iterator[None]:
    """Disable the triggers of append-only rows inside the block, which must be in a transaction.

    For two services only: to remove imported rows that nobody has seen or referred to, and to
    remove a person's name.
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


def install(using: str = "default", **_: Any) -> None:
    """Create or update the triggers of every table of an `AppendOnly` model."""
    connection = connections[using]
    tables = _tables()
    if not {"play_hand", *tables} <= set(connection.introspection.table_names()):
        return  # only some of the apps have been migrated
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL)
            for table in sorted(tables):
                cursor.execute(_POSTGRESQL_TABLE.format(table=table))
            return
        for statement in _SQLITE:
            cursor.execute(statement)
        for table in sorted(tables):
            for statement in _SQLITE_TABLE:
                cursor.execute(statement.format(table=table))
