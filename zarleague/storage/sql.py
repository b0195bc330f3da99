"""Plain SQL for the paths with measured performance: execute it, and create instances of models
from its rows, as the ORM would. Everything else goes through the ORM.

Composing a query takes the ORM some ten times as long as the database takes to answer it. A hand
needs two dozen: as plain SQL it costs 3.6 ms of processor time on SQLite, with only the four on
roles, merges and receipts made by the ORM 8.1 ms (`make bench ARGS=play`). So the statements of
entering or correcting a hand, and of the checks before it, are plain SQL, each in the function that
needs it, and those of the totals in `play.totals.rows`. They are the same on SQLite and PostgreSQL.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model
from django.db.models.expressions import Col

_Converter = Callable[[Any, Any, Any], Any]
Instance = TypeVar("Instance", bound=Model)

Row = tuple[Any, ...]
Key = tuple[int, int]
"""The ids of a league and of one of its rows."""

HIGHEST_ID = 2**63 - 1
"""The largest whole number of either database."""
PAIRS = 500
"""Pairs of keys in one statement."""
BATCH = 100
"""Rows written by one statement."""


def rows(statement: str, *params: Any) -> list[Row]:
    """Return the rows of a statement; values as returned by the database, JSON as text."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        found: list[Row] = cursor.fetchall()
    return found


def rows_in(statement: str, keys: Iterable[int], *params: Any) -> list[Row]:
    """Return the rows of a statement that ends in ``IN %s``, the placeholder for the keys."""
    listed = sorted(keys)
    marks = ", ".join(["%s"] * len(listed))
    return rows(statement.removesuffix("%s") + f"({marks})", *params, *listed)


def rows_by_pairs(statement: str, keys: Iterable[tuple[int, int]], *params: Any) -> list[Row]:
    """Return the rows of a statement about pairs of keys, read from ``wanted(one, other)``.

    The statement has to name ``wanted`` first and to join the other tables to it by CROSS JOIN:
    then SQLite looks up each pair by an index. For ``IN (VALUES ...)`` it reads the whole season.
    """
    listed = sorted(keys)
    found: list[Row] = []
    for start in range(0, len(listed), PAIRS):
        part = listed[start : start + PAIRS]
        # PostgreSQL takes the type of the columns from the casts.
        marks = ", ".join(["(CAST(%s AS bigint), CAST(%s AS bigint))"] * len(part))
        text = f"WITH wanted(one, other) AS (VALUES {marks}) {statement}"
        found += rows(text, *chain.from_iterable(part), *params)
    return found


def instances(model: type[Instance], condition: str, *params: Any) -> list[Instance]:
    """Return the rows of a model that satisfy a condition, as instances."""
    columns = _columns(model)
    statement = f"SELECT {columns.names} FROM {model._meta.db_table} WHERE {condition}"  # noqa: S608
    return [columns.instance(model, row) for row in rows(statement, *params)]


def run(statement: str, *params: Any) -> None:
    """Execute a statement that writes."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


def create(new: Sequence[Model]) -> None:
    """Insert new rows of one model and set their keys, without the signals that `save` sends.

    The rows must be complete; no defaults are filled in.
    """
    if not new:
        return
    table, names, fields = _insertable(type(new[0]))
    values = [
        field.get_db_prep_save(getattr(row, field.attname), connection)
        for row in new
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(_statement(table, names, (), len(new)) + " RETURNING id", values)
        for row, (key,) in zip(new, cursor.fetchall(), strict=True):
            row.pk = key
            row._state.adding = False
            row._state.db = DEFAULT_DB_ALIAS


def upsert(
    table: str, columns: Sequence[str], unique: Sequence[str], values: Iterable[Sequence[Any]]
) -> None:
    """Insert rows, or update those that have the same ``unique`` columns."""
    pending = iter(values)
    with connection.cursor() as cursor:
        while batch := list(islice(pending, BATCH)):
            statement = _statement(table, tuple(columns), tuple(unique), len(batch))
            cursor.execute(statement, list(chain.from_iterable(batch)))


class _Columns(NamedTuple):
    """The columns of a model: their names as SQL, the attributes they fill, and the converters
    from what the database returns to the value of the attribute."""

    names: str
    attributes: list[str]
    converters: "list[tuple[int, _Converter, Col]]"

    def instance(self, model: type[Instance], row: Sequence[Any]) -> Instance:
        values = list(row)
        for at, convert, column in self.converters:
            values[at] = convert(values[at], column, connection)
        return model.from_db(DEFAULT_DB_ALIAS, self.attributes, values)


@cache
def _columns(model: type[Model]) -> _Columns:
    meta = model._meta
    fields = meta.concrete_fields
    columns = [field.get_col(meta.db_table) for field in fields]
    converters = [
        (at, convert, column)
        for at, (field, column) in enumerate(zip(fields, columns, strict=True))
        for convert in (
            *connection.ops.get_db_converters(column),
            *field.get_db_converters(connection),
        )
    ]
    names = ", ".join(f'"{meta.db_table}"."{field.column}"' for field in fields)
    return _Columns(names, [field.attname for field in fields], converters)


@cache
def _insertable(model: type[Model]) -> tuple[str, tuple[str, ...], "list[Field[Any, Any]]"]:
    """Return table, columns and fields of a new row without its primary key."""
    meta = model._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    return meta.db_table, tuple(str(field.column) for field in fields), fields


@lru_cache(maxsize=512)
def _statement(table: str, columns: tuple[str, ...], unique: tuple[str, ...], count: int) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    marks = "(" + ", ".join(["%s"] * len(columns)) + ")"
    text = f'INSERT INTO "{table}" ({names}) VALUES {", ".join([marks] * count)}'  # noqa: S608
    if not unique:
        return text
    changes = ", ".join(f'"{c}" = excluded."{c}"' for c in columns if c not in unique)
    return f"{text} ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {changes}"
