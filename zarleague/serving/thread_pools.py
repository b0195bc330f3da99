"""Two thread pools for Django: one for pages, one for requests that wait for a log.

A request starts in the pool for pages. If a log has to be judged for it, it is run again from the
start on a thread that may wait, so that no log delays a page.
"""

import asyncio
from typing import Any

from a2wsgi import WSGIMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zarleague.replays.asking import Asking, MustWait, asking, network_of
from zarleague.replays.gate import WAITING
from zarleague.replays.pool import PROCESSES

SEND_QUEUE = 256
"""Chunks of a response that wait for a slow reader before Django's thread blocks; a file has chunks
of 4 kB."""


class Lanes:
    """Calls a WSGI application on ``threads`` threads, and on others if it has to wait.

    Every request must arrive with its whole body in one message.
    """

    def __init__(self, application: Any, threads: int) -> None:
        self._pages = _on_threads(application, threads)
        self._waiting = _on_threads(application, PROCESSES + WAITING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        body = await receive()

        async def again() -> Message:
            return body

        network = network_of(scope["client"][0]) if scope.get("client") else ""
        asking.set(Asking(network, may_wait=False))
        try:
            await self._pages(scope, again, send)
        except MustWait:
            may_wait = Asking(network, may_wait=True)
            asking.set(may_wait)
            listening = asyncio.create_task(_listen(receive, may_wait))
            try:
                await self._waiting(scope, again, send)
            finally:
                listening.cancel()


async def _listen(receive: Receive, waiting: Asking) -> None:
    """Record when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    waiting.gone.set()


def _on_threads(application: Any, threads: int) -> ASGIApp:
    middleware: Any = WSGIMiddleware(application, workers=threads, send_queue_size=SEND_QUEUE)
    return middleware
