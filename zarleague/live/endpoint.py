"""``GET /live/<channels>?ticket=...``: a stream of server-sent events."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from zarleague.live.hub import hub
from zarleague.live.tickets import redeem

HEARTBEAT = 15
"""Seconds between comments that keep proxies from closing a stream without events."""
RETRY = 2000
"""Milliseconds a page waits before it reconnects."""


class Streams:
    """The endpoint. ``may_listen`` returns whether an audience may still listen; it is called once
    for each stream, in a thread of its own, since it queries the database."""

    def __init__(self, may_listen: Callable[[str], bool]) -> None:
        self._may_listen = may_listen
        self._thread = ThreadPoolExecutor(1, "live")

    async def answer(self, request: Request) -> ASGIApp:
        """Stream the events of the ticket's channels, or answer 403 if the ticket is invalid."""
        names, signature = request.path_params["channels"], request.query_params.get("ticket", "")
        channels, audience = redeem(names, signature)
        if not channels or not await self._may_still_listen(audience):
            return PlainTextResponse("This ticket is not valid (any more).\n", 403)
        return functools.partial(_stream, channels, audience)

    async def _may_still_listen(self, audience: str) -> bool:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._may_listen, audience)


async def _stream(
    channels: tuple[str, ...], audience: str, scope: Scope, receive: Receive, send: Send
) -> None:
    """Stream the events until the reader, the audience or the server is gone. One who does not read
    is disconnected by :mod:`zarleague.serving.protocol`."""
    events = _events(channels, audience, send)
    answer = EventSourceResponse(events, ping=HEARTBEAT, ping_message_factory=_heartbeat)
    await answer(scope, receive, send)


async def _events(
    channels: tuple[str, ...], audience: str, send: Send
) -> AsyncIterator[ServerSentEvent]:
    """Yield the first event, then send the others.

    They are not yielded, because the response would encode each event again for every stream, which
    takes half of the time of bringing it to 500.
    """
    with hub.subscribe(*channels, audience) as subscription:
        yield ServerSentEvent(event="ready", data="{}", retry=RETRY)
        async for event in subscription:
            channel = next(one for one in event.channels if one in channels)
            body = event.encoded(channel)
            await send({"type": "http.response.body", "body": body, "more_body": True})


def _heartbeat() -> ServerSentEvent:
    return ServerSentEvent(comment="")
