"""Many rows at once, by the quickest way the database has."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from django.db import connection, models
from numpy.typing import NDArray

from zarleague.leagues import sql

_HEADER: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END: Final = b"\xff\xff"


def insert(model: type[models.Model], columns: Mapping[str, NDArray[Any]]) -> None:
    """Insert rows given as arrays of numbers or truth values, equally long, by their columns.

    A number is as wide as the database keeps it: ``int64`` where Django has a BigIntegerField or
    the key of another model, ``int32`` for an IntegerField. What is not given is null.
    """
    table = model._meta.db_table
    if connection.vendor != "postgresql":
        rows = zip(*(column.tolist() for column in columns.values()), strict=True)
        sql.upsert(table, list(columns), (), rows)
        return
    quote = connection.ops.quote_name
    into = f"{quote(table)} ({', '.join(map(quote, columns))})"
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {into} FROM STDIN (FORMAT BINARY)") as to,
    ):
        for part in (_HEADER, _packed(columns), _END):
            to.write(part)


def _packed(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """The rows as ``COPY`` takes them: the number of columns in 16 bits, then for each its length
    in 32 and its value, highest byte first."""
    fields: list[tuple[str, Any]] = [("columns", ">i2")]
    for name, column in columns.items():
        fields += [(f"length of {name}", ">i4"), (name, column.dtype.newbyteorder(">"))]
    rows = np.empty(len(next(iter(columns.values()))), fields)
    rows["columns"] = len(columns)
    for name, column in columns.items():
        rows[f"length of {name}"] = column.itemsize
        rows[name] = column
    return rows.tobytes()
