"""``GET /live/<channels>?ticket=...``: a stream of server-sent events.

``GET /live/shared?stream=...&stream=...`` is one stream with the events of several such addresses,
for all tabs of a browser: its "ready" names those whose tickets are valid, and an event comes once
for each of its channels that is listened to.
"""

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qsl, urlsplit

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from zarleague.live.hub import hub
from zarleague.live.tickets import redeem

HEARTBEAT = 15
"""Seconds between comments that keep proxies from closing a stream without events."""
MOST_SHARED = 100
"""Addresses in one shared stream; the head of a request has room for about as many."""
RETRY = 2000
"""Milliseconds a page waits before it reconnects."""


class Streams:
    """The endpoint. ``may_listen`` returns whether an audience may still listen; it is called once
    for each stream, in a thread of its own, since it queries the database."""

    def __init__(self, may_listen: Callable[[str], bool]) -> None:
        self._may_listen = may_listen
        self._thread = ThreadPoolExecutor(1, "live")

    async def answer_several(self, request: Request) -> ASGIApp:
        """Stream the events of several addresses, or answer 403 if no ticket is valid."""
        channels: dict[str, None] = {}
        audiences: dict[str, None] = {}
        valid = []
        for address in request.query_params.getlist("stream")[:MOST_SHARED]:
            split = urlsplit(address)
            names = split.path.removeprefix("/live/")
            signature = dict(parse_qsl(split.query)).get("ticket", "")
            found, audience = redeem(names, signature)
            if found and (audience in audiences or await self._may_still_listen(audience)):
                channels |= dict.fromkeys(found)
                audiences[audience] = None
                valid.append(names)
        if not valid:
            return PlainTextResponse("None of these tickets is valid (any more).\n", 403)
        return functools.partial(_stream, tuple(channels), tuple(audiences), tuple(valid))

    async def answer(self, request: Request) -> ASGIApp:
        """Stream the events of the ticket's channels, or answer 403 if the ticket is invalid."""
        names, signature = request.path_params["channels"], request.query_params.get("ticket", "")
        channels, audience = redeem(names, signature)
        if not channels or not await self._may_still_listen(audience):
            return PlainTextResponse("This ticket is not valid (any more).\n", 403)
        return functools.partial(_stream, channels, (audience,), ())

    async def _may_still_listen(self, audience: str) -> bool:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._may_listen, audience)


async def _stream(
    channels: tuple[str, ...],
    audiences: tuple[str, ...],
    shared: tuple[str, ...],
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    """Stream the events until the reader, an audience or the server is gone. One who does not read
    is disconnected by :mod:`zarleague.serving.protocol`. ``shared`` are the streams it brings to
    several tabs, () for one page's own."""
    events = _events(channels, audiences, shared, send)
    answer = EventSourceResponse(events, ping=HEARTBEAT, ping_message_factory=_heartbeat)
    await answer(scope, receive, send)


async def _events(
    channels: tuple[str, ...], audiences: tuple[str, ...], shared: tuple[str, ...], send: Send
) -> AsyncIterator[ServerSentEvent]:
    """Yield the first event, then send the others.

    They are not yielded, because the response would encode each event again for every stream, which
    takes half of the time of bringing it to 500.
    """
    with hub.subscribe(*channels, *audiences) as subscription:
        first = json.dumps({"streams": shared}) if shared else "{}"
        yield ServerSentEvent(event="ready", data=first, retry=RETRY)
        async for event in subscription:
            heard = [one for one in event.channels if one in channels]
            body = b"".join(event.encoded(channel) for channel in (heard if shared else heard[:1]))
            await send({"type": "http.response.body", "body": body, "more_body": True})


def _heartbeat() -> ServerSentEvent:
    return ServerSentEvent(comment="")
