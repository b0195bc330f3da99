"""Deadlocks: two transactions that each wait for a row of the other.

PostgreSQL ends one of the two. Nothing of that one is left and the other goes on, so doing the same
once more succeeds. Rows are locked in one order everywhere so that none happens; see
:mod:`zarleague.play.locks`. On SQLite one transaction writes at a time.
"""

from typing import Final

_SQLSTATES: Final = {"40P01", "40001"}
"""Deadlock detected; serialization failure."""


def is_deadlock(error: BaseException | None) -> bool:
    """Return whether an error, or one of those that led to it, is that of a deadlock."""
    while error is not None:
        if getattr(error, "sqlstate", None) in _SQLSTATES:
            return True
        error = error.__cause__ or error.__context__
    return False
