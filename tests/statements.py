"""The statements of a block of code, and the rows they read."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements that read, with their parameters."""
    found: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("SELECT", "WITH")):
            found.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def rows_read(asked: Iterable[tuple[str, Any]]) -> int:
    """Return how many rows these statements read now."""
    read = 0
    for sql, params in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM ({sql}) AS found", params)  # noqa: S608
            read += cursor.fetchone()[0]
    return read
