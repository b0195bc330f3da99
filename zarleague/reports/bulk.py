"""Many rows at once, by the quickest way the database has."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models

from zarleague.leagues import sql


def insert(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows given as plain values, one per column.

    Values go to the database as they are: no model is made of them and no default filled in.
    """
    table = model._meta.db_table
    if connection.vendor != "postgresql":
        sql.upsert(table, columns, (), rows)
        return
    quote = connection.ops.quote_name
    into = f"{quote(table)} ({', '.join(map(quote, columns))})"
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
