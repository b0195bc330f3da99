"""Plain SQL for the few statements that every confirmed hand needs.

Composing a query costs Django's ORM some ten times what the database takes to answer it, and a hand
needs two dozen. The statements here are the same on SQLite and PostgreSQL; everything else goes
through the ORM.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from django.db import connection
from django.db.models import Model

BATCH = 500
"""Rows written by one statement."""


def rows(statement: str, *params: Any) -> list[tuple[Any, ...]]:
    """The rows a statement gives; values as the database has them, JSON as text."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def rows_in(statement: str, keys: Iterable[int], *params: Any) -> list[tuple[Any, ...]]:
    """The rows of a statement with ``IN %s`` at its end, which stands for the keys."""
    listed = sorted(keys)
    marks = ", ".join(["%s"] * len(listed))
    return rows(statement.removesuffix("%s") + f"({marks})", *params, *listed)


def run(statement: str, *params: Any) -> None:
    """Carry out a statement."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


def create(rows: Sequence[Model]) -> None:
    """Insert new rows of one model and give them their keys: `save` without looking for signals
    or parents. The rows are complete; nothing is filled in."""
    if not rows:
        return
    meta = rows[0]._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    names = tuple(field.column for field in fields)
    statement = _statement(meta.db_table, names, (), len(rows)) + " RETURNING id"
    values = [
        field.get_db_prep_save(getattr(row, field.attname), connection)
        for row in rows
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key
            row._state.adding = False
            row._state.db = connection.alias


def upsert(
    table: str, columns: Sequence[str], unique: Sequence[str], values: Iterable[Sequence[Any]]
) -> None:
    """Insert rows, or bring those up to date that have the same ``unique`` columns."""
    pending = iter(values)
    with connection.cursor() as cursor:
        while batch := list(islice(pending, BATCH)):
            statement = _statement(table, tuple(columns), tuple(unique), len(batch))
            cursor.execute(statement, list(chain.from_iterable(batch)))


@lru_cache(maxsize=512)
def _statement(table: str, columns: tuple[str, ...], unique: tuple[str, ...], count: int) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    marks = "(" + ", ".join(["%s"] * len(columns)) + ")"
    text = f'INSERT INTO "{table}" ({names}) VALUES {", ".join([marks] * count)}'  # noqa: S608
    if not unique:
        return text
    changes = ", ".join(f'"{c}" = excluded."{c}"' for c in columns if c not in unique)
    return f"{text} ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {changes}"
