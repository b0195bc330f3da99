"""The connection to PostgreSQL; Django finds the class by the names of this module and its own."""

import select
import time
from typing import Any, Final

from django.db.backends.postgresql import base

TRUSTED: Final = 5.0
"""Seconds after an answer of the server in which a connection on which nothing arrives is taken to
work."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to PostgreSQL, whose health is asked for less often.

    Django asks the server ``SELECT 1`` before the first statement of each request, which costs more
    than a twentieth of the time of a season's page. But a server that shuts down, or ends a
    connection, says so on it: while nothing has arrived there, it is alive. One that lost its power
    says nothing, so it is asked again after `TRUSTED` seconds.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._answered = float("-inf")

    def close_if_health_check_failed(self) -> None:
        """Close a connection that does not work any more."""
        held = self.connection
        is_trusted = time.monotonic() - self._answered < TRUSTED
        if is_trusted and held is not None and not held.closed and _nothing_arrived(held.fileno()):
            self.health_check_done = True
        else:
            super().close_if_health_check_failed()

    def is_usable(self) -> bool:
        """Return whether the server answers."""
        answers = bool(super().is_usable())
        if answers:
            self._answered = time.monotonic()
        return answers


def _nothing_arrived(socket: int) -> bool:
    """Return whether there is nothing to read; of a closed connection there is its end."""
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return not poll.poll(0)
