"""Deadlocks: two transactions that each wait for a row of the other.

PostgreSQL ends one of the two. Nothing of that one is left and the other goes on, so doing the same
once more succeeds. Rows are locked in one order everywhere so that none happens; see
:mod:`zarleague.play.locks`. On SQLite one transaction writes at a time.
"""

from typing import Any, Final

from django.db import connection, transaction
from django.db.models import QuerySet

_SQLSTATES: Final = {"40P01", "40001"}
"""Deadlock detected; serialization failure."""


def lock_in_order(rows: "QuerySet[Any]") -> None:
    """Lock rows by the order of their keys until the transaction ends. To be called before a
    statement that changes several of them, which by itself takes them in any order."""
    if connection.features.has_select_for_update:
        list(rows.order_by("pk").select_for_update(of=("self",)).values_list("pk"))


def delete_in_order(rows: "QuerySet[Any]") -> None:
    """Delete rows that others may change or delete at the same time, locked in order."""
    with transaction.atomic():
        lock_in_order(rows)
        rows.delete()


def is_deadlock(error: BaseException | None) -> bool:
    """Return whether an error, or one of those that led to it, is that of a deadlock."""
    while error is not None:
        if getattr(error, "sqlstate", None) in _SQLSTATES:
            return True
        error = error.__cause__ or error.__context__
    return False
