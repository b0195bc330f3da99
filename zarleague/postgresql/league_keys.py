"""Keys that begin with the league, on PostgreSQL.

To Django a row's primary key is its id, since foreign keys to keys of several columns do not exist
there. In PostgreSQL it is the league and the id, and foreign keys between rows of leagues have both
columns, so the tables can be partitioned or distributed by league. SQLite, which knows neither,
keeps the keys that Django gives it.

Of a league that is newer than its statistics PostgreSQL expects no rows, takes all indexes for
equally good, and may read the whole league through the index of the primary key. So it gathers
statistics of these tables ten times as often as by default.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GATHER_OFTEN: Final = "autovacuum_analyze_scale_factor = 0.01"
"""The part of a table's rows after whose change statistics are gathered."""

_CONSTRAINTS: Final = """
SELECT held.conname, held.conrelid::regclass::text, held.contype,
  (SELECT array_agg(attname ORDER BY place)
    FROM unnest(held.conkey) WITH ORDINALITY AS part(number, place)
    JOIN pg_attribute ON attrelid = held.conrelid AND attnum = part.number),
  target.relname,
  EXISTS (SELECT 1 FROM pg_attribute
    WHERE attrelid = held.conrelid AND attname = 'league_id' AND attnotnull)
FROM pg_constraint AS held LEFT JOIN pg_class AS target ON target.oid = held.confrelid
WHERE held.connamespace = current_schema()::regnamespace AND (
  (held.contype = 'p' AND held.conrelid::regclass::text = ANY(%s))
  OR (held.contype = 'f' AND (target.relname = ANY(%s) OR
    (held.conrelid::regclass::text = ANY(%s) AND EXISTS (SELECT 1 FROM pg_constraint AS theirs
      JOIN pg_attribute ON attrelid = theirs.conrelid AND attnum = theirs.conkey[1]
      WHERE theirs.conrelid = held.confrelid AND theirs.contype = 'p' AND attname = 'league_id'))))
)
ORDER BY held.conname
"""


class _Constraint(NamedTuple):
    name: str
    table: str
    kind: str
    """As in the catalogue: p primary key, f foreign key."""
    columns: list[str]
    target: str | None
    of_league: bool
    """Whether each row of the table has a league."""


def lead_by_league(
    editor: BaseDatabaseSchemaEditor, tables: Collection[str], by_id: Collection[str]
) -> None:
    """Put the league before the columns of the keys of some tables, and of the foreign keys between
    rows that have a league. Tables whose rows are found by their id alone keep a unique index of
    it, by which the remaining tables refer to them."""
    if editor.connection.vendor != "postgresql":
        return
    found = _constraints(editor, tables)
    keys = [one for one in found if one.kind == "p"]
    foreign = [one for one in found if one.kind == "f"]
    for one in (*foreign, *keys):
        editor.execute(f"ALTER TABLE {one.table} DROP CONSTRAINT {one.name}")
    for one in keys:
        _add(editor, one, f"PRIMARY KEY (league_id, {', '.join(one.columns)})")
        editor.execute(f"ALTER TABLE {one.table} SET ({GATHER_OFTEN})")
    for table in by_id:
        editor.execute(f"ALTER TABLE {table} ADD UNIQUE (id)")
    for one in foreign:
        (column,) = one.columns
        league = "league_id, " if one.of_league else ""
        refers = f"FOREIGN KEY ({league}{column}) REFERENCES {one.target} ({league}id)"
        _add(editor, one, f"{refers} DEFERRABLE INITIALLY DEFERRED")


def _constraints(editor: BaseDatabaseSchemaEditor, tables: Collection[str]) -> list[_Constraint]:
    with editor.connection.cursor() as cursor:
        listed = list(tables)
        cursor.execute(_CONSTRAINTS, [listed] * 3)
        return [_Constraint(*row) for row in cursor.fetchall()]


def _add(editor: BaseDatabaseSchemaEditor, one: _Constraint, definition: str) -> None:
    editor.execute(f'ALTER TABLE {one.table} ADD CONSTRAINT "{one.name}" {definition}')
