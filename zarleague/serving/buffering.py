"""Buffer the whole body of a request before calling Django, within limits.

A phone on bad Wi-Fi may take long to send a hand, and a thread that waits for it serves nobody
else. So the event loop does the waiting, and Django's threads only get complete requests. The
limits keep senders who never finish from filling the memory.
"""

import asyncio
import codecs

from django.conf import settings
from django.utils.http import parse_header_parameters
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zarleague.serving import problems

BODY_SECONDS = 30
"""Seconds a body may take to arrive."""
MOST_TOGETHER = 64_000_000
"""Bytes that the bodies of all requests of one process may hold at the same time."""


STOPPING = "This process stops before your request is finished. Send it again in a moment."

_CODES = {408: "too-slow", 413: "too-long", 415: "unsupported-media-type", 503: "busy"}


class _Refused(Exception):
    """Raised to reject the request; ``status`` and ``text`` are the response."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class BufferBodies:
    """Calls an application once the body of a request is complete.

    Answers 413 if a body is longer than ``DATA_UPLOAD_MAX_MEMORY_SIZE``, without reading it if its
    Content-Length says so; 408 if it takes longer than ``seconds``; 415 if its text is not in
    UTF-8; 503 if all bodies together would need more than ``most_together`` bytes, or if the server
    stops and does not wait any longer. Each of these closes the connection.
    """

    def __init__(
        self,
        application: ASGIApp,
        *,
        seconds: float = BODY_SECONDS,
        most_together: int = MOST_TOGETHER,
    ) -> None:
        self._application = application
        self._seconds = seconds
        self._most_together = most_together
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Buffer the body and call the application; do nothing if the client disconnects."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds):
                is_complete = await self._fill(body, scope, receive)
            if is_complete:
                first: list[Message] = [{"type": "http.request", "body": bytes(body)}]

                async def again() -> Message:
                    return first.pop() if first else await receive()

                await self._application(scope, again, send)
        except TimeoutError:
            await _refuse(408, "The request took too long to arrive.", scope, receive, send)
        except _Refused as refused:
            await _refuse(refused.status, refused.text, scope, receive, send)
        except asyncio.CancelledError:
            await _refuse(503, STOPPING, scope, receive, send)
        finally:
            self._held -= len(body)

    async def _fill(self, body: bytearray, scope: Scope, receive: Receive) -> bool:
        """Read the body; return False if the client disconnects before its end."""
        if not _is_in_utf8(scope):
            raise _Refused(415, "Send text as UTF-8: Content-Type names another charset.")
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if int(declared) > most:
            raise _Refused(413, f"The request is longer than {most} bytes.")
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            part = message.get("body", b"")
            if len(body) + len(part) > most:
                raise _Refused(413, f"The request is longer than {most} bytes.")
            if self._held + len(part) > self._most_together:
                raise _Refused(503, "Too many requests are arriving. Try again in a moment.")
            body += part
            self._held += len(part)
            more = message.get("more_body", False)
        return True


def _is_in_utf8(scope: Scope) -> bool:
    """Return whether the charset of a request's Content-Type is UTF-8, ASCII or none.

    Django reads the query in the charset too, and fails if that is ``hex``, which Python knows but
    not as an encoding of text.
    """
    kinds = b",".join(value for name, value in scope["headers"] if name == b"content-type")
    try:
        _, parameters = parse_header_parameters(kinds.decode("latin-1"))
        return codecs.lookup(parameters.get("charset", "utf-8")).name in {"utf-8", "ascii"}
    except (LookupError, ValueError):  # unknown; too long to be parsed
        return False


async def _refuse(status: int, text: str, scope: Scope, receive: Receive, send: Send) -> None:
    headers = {"Connection": "close"}
    if status == 503:
        headers["Retry-After"] = "2"  # seconds
    answer: Response = PlainTextResponse(f"{text}\n", status, headers)
    if scope["path"].startswith(problems.API):
        document = problems.document(status, _CODES[status], text)
        answer = JSONResponse(document, status, headers, problems.CONTENT_TYPE)
    await answer(scope, receive, send)
