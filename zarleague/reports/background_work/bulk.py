"""Bulk insert by the fastest means of each database.

The rating lists of a long league have 17,000 rows, which all change with a correction of an old
hand: PostgreSQL copies them in, SQLite repeats one prepared statement. Both hold the write lock for
a tenth of the time that `bulk_create` would.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import connection, models
from numpy.typing import NDArray

PART: Final = 10_000
"""Rows made of columns at a time."""
_TYPES = {
    "BigAutoField": "int8",
    "BinaryField": "bytea",
    "BooleanField": "bool",
    "FloatField": "float8",
    "IntegerField": "int4",
    "PositiveIntegerField": "int4",
}
"""PostgreSQL's name of a field's type."""


def insert(model: type[models.Model], columns: Mapping[str, NDArray[Any]]) -> None:
    """Insert rows given as equally long arrays by their columns: of numbers, truth values or bytes.
    In an array of objects some may be None.

    Columns not given are null.
    """
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            marks = ", ".join(["%s"] * len(columns))
            statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608
            for rows in _rows(columns):
                cursor.executemany(statement, rows)
            return
        fields = {field.column: field for field in model._meta.concrete_fields}
        with cursor.copy(f"COPY {table} ({names}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types([_TYPES[_kind(fields[name])] for name in columns])
            for rows in _rows(columns):
                for row in rows:
                    copy.write_row(row)


def _rows(columns: Mapping[str, NDArray[Any]]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of columns, `PART` at a time: as rows they take ten times the memory."""
    length = len(next(iter(columns.values())))
    for first in range(0, length, PART):
        part = (column[first : first + PART].tolist() for column in columns.values())
        yield list(zip(*part, strict=True))


def _kind(field: "models.Field[Any, Any]") -> str:
    """Return the kind of a field; of a foreign key, that of the key it refers to."""
    key = field.target_field if isinstance(field, models.ForeignKey) else field
    return key.get_internal_type()
