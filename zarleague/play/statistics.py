"""Statistics for the databases' planners about indexes that begin with the league.

Without them SQLite's planner assumes that a league has ten rows, and may read all of a league's
rows instead of those with the right key. ``ANALYZE`` would count them, but the counts of the first
evening are wrong for the hundredth. So fixed figures are stored, as SQLite's documentation advises
for stable plans. Figures from ``ANALYZE`` are left as they are.

PostgreSQL gathers statistics by itself as rows change. Until then its planner expects a new league
to have no rows, and may read all of them as well. So it gathers them after one per cent of the rows
of these tables has changed (see `postgresql.league_keys`), and after a large import at once.
"""

from typing import Any, Final

from django.apps import apps
from django.db import connection, connections

from zarleague.leagues.league_key import OfLeague

_ROWS: Final = 1_000_000
"""Rows of a table, and of a league in it."""
_OF_A_SEASON: Final = 100_000
_OF_A_KEY: Final = 10
"""Rows with the same match, hand or player."""
MANY: Final = 1000
"""Hands in a large import."""


def install(using: str = "default", **_: Any) -> None:
    """Store the figures of the indexes that have none."""
    to_migrate = connections[using]
    if to_migrate.vendor != "sqlite":
        return
    tables = _tables()
    with to_migrate.cursor() as cursor:
        if not set(tables) <= set(to_migrate.introspection.table_names(cursor)):
            return  # only some of the apps have been migrated
        cursor.execute("ANALYZE django_migrations")  # creates the table of the figures
        cursor.execute("DELETE FROM sqlite_stat1 WHERE tbl = 'django_migrations'")
        for table in tables:
            cursor.execute(f"PRAGMA index_list({table})")
            for _number, index, is_unique, *_rest in cursor.fetchall():
                cursor.execute(f"PRAGMA index_info({index})")
                columns = [name for *_place, name in cursor.fetchall()]
                if columns[0] == "league_id":
                    cursor.execute(
                        "INSERT INTO sqlite_stat1 (tbl, idx, stat) SELECT %s, %s, %s"
                        " WHERE NOT EXISTS (SELECT 1 FROM sqlite_stat1 WHERE idx = %s)",
                        [table, index, _figures(columns, unique=bool(is_unique)), index],
                    )
        cursor.execute("ANALYZE sqlite_schema")  # this connection reads them again


def gather(imported: int) -> None:
    """Let PostgreSQL gather statistics if so many imported hands change them."""
    if connection.vendor == "postgresql" and imported >= MANY:
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(_tables())}")


def _tables() -> list[str]:
    return [model._meta.db_table for model in apps.get_models() if issubclass(model, OfLeague)]


def _figures(columns: list[str], *, unique: bool) -> str:
    """Return the rows of the table, then those that are equal in the first column, in the first
    two, and so on."""
    equal = [_ROWS, *(_OF_A_KEY for _ in columns[1:])]
    if columns[1] == "season_id":
        equal[1] = _OF_A_SEASON
    if unique:
        equal[-1] = 1
    return " ".join(map(str, [_ROWS, *equal]))
