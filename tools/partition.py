"""Partition a site's large tables by league, to try what PostgreSQL then does.

``python -m tools.partition 8`` does it on the database of the environment, with eight partitions
for each table. It is a trial, not a step of an installation: `docs/scale.md` says what it showed.
Foreign keys of other tables to ids alone are dropped, since a partitioned table has no unique index
without the league.
"""

import os
import sys
from typing import Any, Final, NamedTuple

from zarleague.postgresql.league_keys import GATHER_OFTEN

_WHOLE: Final = "_whole"
"""Ends the name of a table while its rows are copied."""

_DEFINITIONS: Final = """
SELECT conname, contype, conrelid::regclass::text, confrelid::regclass::text,
  pg_get_constraintdef(oid)
FROM pg_constraint
WHERE contype IN ('p', 'u', 'f') AND connamespace = current_schema()::regnamespace
  AND (conrelid::regclass::text = ANY(%s) OR confrelid::regclass::text = ANY(%s))
"""
_INDEXES: Final = """
SELECT indexdef FROM pg_indexes
WHERE schemaname = current_schema() AND tablename = ANY(%s) AND indexname NOT IN (
  SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace)
"""


class Definition(NamedTuple):
    """A constraint."""

    name: str
    kind: str
    """As in the catalogue: p primary key, u unique, f foreign key."""
    table: str
    target: str
    text: str

    def needs_ids_alone(self, partitioned: list[str]) -> bool:
        """Return whether it needs the ids of a partitioned table to be unique without the
        league."""
        refers = self.target in partitioned and "(id)" in self.text.partition("REFERENCES")[2]
        return self.text == "UNIQUE (id)" or refers


def large_tables() -> list[str]:
    """Return the tables whose rows know their league."""
    from django.apps import apps

    from zarleague.leagues.league_key import OfLeague

    models = (model for model in apps.get_models() if issubclass(model, OfLeague))
    return sorted(model._meta.db_table for model in models)


def partition(parts: int) -> None:
    """Replace the large tables by partitioned ones with the same rows and constraints."""
    from django.db import connection, transaction

    from zarleague.play import triggers

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        tables = large_tables()
        cursor.execute(_DEFINITIONS, [tables, tables])
        constraints = [Definition(*row) for row in cursor.fetchall()]
        cursor.execute(_INDEXES, [tables])
        indexes = [index for (index,) in cursor.fetchall()]
        for table in tables:
            _copy(cursor, table, parts)
        for table in tables:
            cursor.execute(f"DROP TABLE {table}{_WHOLE} CASCADE")
        for index in indexes:
            cursor.execute(index)
        for one in sorted(constraints, key=lambda one: "puf".index(one.kind)):
            if one.needs_ids_alone(tables):
                if one.kind == "u":
                    cursor.execute(f"CREATE INDEX ON {one.table} (id)")
                continue
            cursor.execute(f'ALTER TABLE {one.table} ADD CONSTRAINT "{one.name}" {one.text}')
        triggers.install()


def _copy(cursor: Any, table: str, parts: int) -> None:
    """Move a table's rows to a partitioned table of its name, which has no constraints yet."""
    cursor.execute(f"ALTER TABLE {table} RENAME TO {table}{_WHOLE}")
    cursor.execute(
        f"CREATE TABLE {table} (LIKE {table}{_WHOLE} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
        " PARTITION BY HASH (league_id)"
    )
    for part in range(parts):
        cursor.execute(
            f"CREATE TABLE {table}_{part} PARTITION OF {table}"
            f" FOR VALUES WITH (MODULUS {parts}, REMAINDER {part}) WITH ({GATHER_OFTEN})"
        )
    cursor.execute(f"INSERT INTO {table} SELECT * FROM {table}{_WHOLE}")  # noqa: S608
    cursor.execute(
        "SELECT pg_get_serial_sequence(attrelid::regclass::text, attname) FROM pg_attribute"
        " WHERE attrelid = %s::regclass AND attname = 'id'",
        [f"{table}{_WHOLE}"],
    )
    found = cursor.fetchone()
    if found is None:
        return
    (sequence,) = found
    # Before version 17 a partitioned table's id cannot be an identity.
    cursor.execute(f"CREATE SEQUENCE {table}_ids OWNED BY {table}.id")
    cursor.execute(f"SELECT setval('{table}_ids', nextval('{sequence}'))")
    cursor.execute(f"ALTER TABLE {table} ALTER id SET DEFAULT nextval('{table}_ids')")


def main() -> None:
    """Partition the database of the environment."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
    django.setup()
    partition(int(sys.argv[1]))


if __name__ == "__main__":
    main()
