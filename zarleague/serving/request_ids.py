"""An id for every request: in its response, in every line it logs, and on the page for a failure,
so that a user who reports it can be helped."""

import contextvars
import logging
import re
import secrets
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER: Final = "X-Request-ID"
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

_current: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")


def current() -> str:
    """Return the id of the current request, "" outside of one."""
    return _current.get()


class RequestIds:
    """Calls an application with `current` set, and adds the id to its response.

    With ``trusted``, an id set by a proxy is used; one that is not 8 to 64 letters, digits, dots,
    hyphens or underscores is replaced.
    """

    def __init__(self, app: ASGIApp, *, trusted: bool) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "") if self._trusted else ""
        name = given if _SANE.fullmatch(given) else secrets.token_hex(6)

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = name
            await send(message)

        held = _current.set(name)
        try:
            await self._app(scope, receive, named)
        finally:
            _current.reset(held)


class WithRequest(logging.Filter):
    """Logging filter that adds the id of the request to each record as ``request_id``, "-" outside
    of one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id; keep the record."""
        record.request_id = current() or "-"
        return True
