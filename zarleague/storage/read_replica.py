"""Read pages from a read replica of PostgreSQL, with read-your-writes consistency.

With ``REPLICA_URL`` page views are read from the replica. Everything else is read from the primary:
writes, reads in a transaction, the API, background tasks, and the updates that an open page fetches
after an event.

A response to a write sets a cookie with the position of the primary's log after it. Until the
replica has replayed that position, the visitor's pages are read from the primary. A forged cookie
only changes where its sender's own pages are read.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase

REPLICA: Final = "replica"
COOKIE: Final = "written"
KEPT: Final = 86_400
"""Seconds the cookie is kept; a replica that lags a day behind is broken."""
PAUSE: Final = 5
"""Seconds for which the replica is not tried again after a failure."""
_POSITION: Final = re.compile(r"[0-9A-F]{1,8}/[0-9A-F]{1,8}")

_reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)
_has_written: ContextVar[bool] = ContextVar("has_written", default=False)


def alias_for_reading() -> str:
    """Return the alias of the database to read from in this context."""
    if _reads_from.get() == DEFAULT_DB_ALIAS or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return DEFAULT_DB_ALIAS
    return REPLICA


def note_write() -> None:
    """Read from the primary from now on, since this request writes."""
    _reads_from.set(DEFAULT_DB_ALIAS)
    _has_written.set(True)


class Router:
    """Django's database router."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        """Return the alias of the database to read from."""
        return alias_for_reading()

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Return the primary, and read from it from now on."""
        note_write()
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        """Return True: both databases contain the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Return whether a database is migrated: the primary, which the replica follows."""
        return db == DEFAULT_DB_ALIAS


class ReplicaMiddleware:
    """Chooses the database of each request, and sets the cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._ask_again = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        position = request.COOKIES.get(COOKIE, "")
        is_page = request.method in ("GET", "HEAD") and (
            request.headers.get("Sec-Fetch-Mode") == "navigate"
        )
        from_replica = is_page and self._has_replayed(position)
        with _reading(REPLICA if from_replica else DEFAULT_DB_ALIAS):
            response = self._get_response(request)
            if _has_written.get():
                self._hand_out(response)
            elif position and from_replica:
                response.delete_cookie(COOKIE)
        return response

    def _has_replayed(self, position: str) -> bool:
        """Return whether the replica is reachable and has replayed the primary's log up to a
        position."""
        if time.monotonic() < self._ask_again:
            return False
        try:
            return has_replayed(position)
        except Error:
            self._ask_again = time.monotonic() + PAUSE
            return False

    def _hand_out(self, response: HttpResponseBase) -> None:
        response.set_cookie(
            COOKIE,
            written_position(),
            max_age=KEPT,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


def has_replayed(position: str) -> bool:
    """Return whether the replica has replayed the log up to a position; "" is its beginning. Raise
    the driver's error if it is unreachable."""
    if position and not _POSITION.fullmatch(position):
        return False
    with connections[REPLICA].cursor() as cursor:
        # A database that replays no log is no replica, but the primary under another name.
        cursor.execute(
            "SELECT coalesce(pg_last_wal_replay_lsn() >= CAST(%s AS pg_lsn), true)",
            [position or "0/0"],
        )
        return bool(cursor.fetchone()[0])


def written_position() -> str:
    """Return the position of the primary's log after everything committed by now."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT CAST(pg_current_wal_lsn() AS text)")
        return str(cursor.fetchone()[0])


@contextmanager
def _reading(alias: str) -> Iterator[None]:
    reads_from, has_written = _reads_from.set(alias), _has_written.set(False)
    try:
        yield
    finally:
        _reads_from.reset(reads_from)
        _has_written.reset(has_written)
