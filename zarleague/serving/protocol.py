"""uvicorn's HTTP protocol with limits on slow and excessive clients.

uvicorn waits without limit for the rest of a request's head and for a client that does not read,
and does not limit the length of a head. The limits on bodies are in `buffering`.
"""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10
"""Seconds the head of a request may take to arrive, from its first byte or the connection on."""
HEAD_BYTES = 32_768
"""Bytes of a head: its line and its headers."""
WRITE_SECONDS = 30
"""Seconds a reader may take nothing while there is something to send."""
STREAMS = "/live/"
"""Where the addresses of event streams begin; an address has half of its connections for them."""

_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class LimitedProtocol(HttpToolsProtocol):
    """One connection; it is aborted when it exceeds a limit."""

    head_seconds: ClassVar[float] = HEAD_SECONDS
    write_seconds: ClassVar[float] = WRITE_SECONDS
    _open: ClassVar[Counter[str]] = Counter()
    _unfinished: ClassVar[dict[str, dict["LimitedProtocol", None]]] = {}
    """By address, the connections whose request has not arrived completely, oldest first."""
    _streams: ClassVar[dict[str, dict["LimitedProtocol", None]]] = {}
    """By address, the connections with an open event stream, oldest first."""

    _address = ""
    _is_counted = False
    _head_length = 0
    _waits_for_head: asyncio.TimerHandle | None = None
    _waits_for_reader: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and start the timeout for the head of a request.

        Beyond the limit the oldest connection of the address gives way on which no request has
        arrived completely: somebody who opens many and sends nothing keeps out nobody who shares
        the address. If all others are being answered or kept for the next request, it is this one.
        """
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._open[self._address] += 1
        self._is_counted = True
        self._expect_head()
        most = settings.CONNECTIONS_PER_ADDRESS
        if most and self._open[self._address] > most:
            oldest = next(iter(self._unfinished[self._address]))
            oldest._forget()
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse received data; reject a head that is too long."""
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self._waits_for_head is None:
            self._expect_head()
        self._head_length += len(data)
        super().data_received(data)
        if self._waits_for_head and self._head_length > HEAD_BYTES:
            self.transport.write(_TOO_LONG)
            self.transport.close()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store a header; ignore a trailer, which comes after the body and would not be limited."""
        if "path" not in self.scope:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start the request: its head is complete. The oldest event stream of the address gives way
        to one too many, so that streams keep no page out; whoever reads it opens it again."""
        self._stop_waiting_for_head()
        super().on_headers_complete()
        if not self.scope["path"].startswith(STREAMS):
            return
        streams = self._streams.setdefault(self._address, {})
        streams[self] = None
        most = settings.CONNECTIONS_PER_ADDRESS
        if most and len(streams) > max(1, most // 2):
            oldest = next(iter(streams))
            oldest._forget()
            oldest.transport.abort()

    def on_response_complete(self) -> None:
        """Go on to the next request, which may be a stream that has arrived already."""
        if not self.pipeline:
            _remove(self._streams, self._address, self)
        super().on_response_complete()

    def on_message_complete(self) -> None:
        """Note that the request has arrived completely."""
        self._finish()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Disconnect the client unless it reads something in time."""
        super().pause_writing()
        if self._waits_for_reader is None:
            self._waits_for_reader = self.loop.call_later(self.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue writing: the client has read something."""
        if self._waits_for_reader is not None:
            self._waits_for_reader.cancel()
            self._waits_for_reader = None
        super().resume_writing()

    def _expect_head(self) -> None:
        self._unfinished.setdefault(self._address, {})[self] = None
        self._head_length = 0
        self._waits_for_head = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop_waiting_for_head(self) -> None:
        if self._waits_for_head is not None:
            self._waits_for_head.cancel()
            self._waits_for_head = None

    def _finish(self) -> None:
        """Take the connection from the unfinished ones."""
        _remove(self._unfinished, self._address, self)

    def _forget(self) -> None:
        """Count the connection no longer. Repeating it changes nothing."""
        self._finish()
        _remove(self._streams, self._address, self)
        self._stop_waiting_for_head()
        if not self._is_counted:
            return
        self._is_counted = False
        self._open[self._address] -= 1
        if not self._open[self._address]:
            del self._open[self._address]


def _remove(
    kept: dict[str, dict[LimitedProtocol, None]], address: str, connection: LimitedProtocol
) -> None:
    found = kept.get(address, {})
    found.pop(connection, None)
    if not found:
        kept.pop(address, None)
