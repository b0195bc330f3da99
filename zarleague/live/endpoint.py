"""``GET /live/<channels>?ticket=...``: a stream of server-sent events."""

import json
from collections.abc import AsyncIterator

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from zarleague.live.hub import hub
from zarleague.live.tickets import redeem

HEARTBEAT = 15
"""Seconds between comments that keep proxies from closing a quiet stream."""
RETRY = 2000
"""Milliseconds a page waits before it reconnects."""
SEND_TIMEOUT = 20
"""Seconds after which a reader that takes nothing is given up."""


async def stream(request: Request) -> Response:
    """Stream the events of the ticket's channels, or answer 403 if the ticket is invalid."""
    channels = redeem(request.path_params["channels"], request.query_params.get("ticket", ""))
    if not channels:
        return PlainTextResponse("This ticket is not valid (any more).\n", status_code=403)
    return EventSourceResponse(_events(channels), ping=HEARTBEAT, send_timeout=SEND_TIMEOUT)


async def _events(channels: tuple[str, ...]) -> AsyncIterator[ServerSentEvent]:
    with hub.subscribe(*channels) as subscription:
        yield ServerSentEvent(event="ready", data="{}", retry=RETRY)
        async for event in subscription:
            data = json.dumps({"channel": event.channel, **event.data})
            yield ServerSentEvent(event=event.name, data=data)
