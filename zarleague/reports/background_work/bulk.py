"""Bulk insert by one prepared statement.

The rating lists of a long league have 17,000 rows, which all change with a correction of an old
hand: they are written in a second.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import connection, models
from numpy.typing import NDArray

PART: Final = 10_000
"""Rows made of columns at a time."""


def insert(model: type[models.Model], columns: Mapping[str, NDArray[Any]]) -> None:
    """Insert rows given as equally long arrays by their columns: of numbers, truth values or bytes.
    In an array of objects some may be None.

    Columns not given are null.
    """
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    marks = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608
    with connection.cursor() as cursor:
        for rows in _rows(columns):
            cursor.executemany(statement, rows)


def _rows(columns: Mapping[str, NDArray[Any]]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of columns, `PART` at a time: as rows they take ten times the memory."""
    length = len(next(iter(columns.values())))
    for first in range(0, length, PART):
        part = (column[first : first + PART].tolist() for column in columns.values())
        yield list(zip(*part, strict=True))
