"""Named so because Django looks for a backend's `DatabaseWrapper` in a module of this name."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is kept from request to request."""

    def is_usable(self) -> bool:
        """Whether the server still keeps its end open, seen without asking it.

        It says so when it closes a connection, so on an idle one there is something to read only
        after its end.
        """
        if self.connection is None:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)
