"""Thread pools for Django: for reads, for writes, and for requests that wait for a log.

So no page waits for a queue of saves, and none for a log. More threads for writes would be no
faster: on SQLite only one transaction writes at a time, and threads share the interpreter.
"""

import asyncio
from typing import Any, Final

from a2wsgi import WSGIMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zarleague.replays.gate import WAITING, Sender, network_of, sender
from zarleague.replays.pool import PROCESSES
from zarleague.serving.routes import Need, need_of

WRITERS: Final = 1
"""Threads for writes."""
SEND_QUEUE: Final = 256
"""Chunks of a response that wait for a slow reader before Django's thread blocks; a file has chunks
of 4 kB."""


class ThreadPools:
    """Calls a WSGI application on a thread of the pool that a request's route needs; ``readers`` is
    the number of threads for reads.

    Every request must arrive with its whole body in one message.
    """

    def __init__(self, application: Any, readers: int) -> None:
        self._pools = {
            Need.READS: _on_threads(application, readers),
            Need.WRITES: _on_threads(application, WRITERS),
            Need.JUDGES_LOGS: _on_threads(application, PROCESSES + WAITING),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        message = await receive()

        async def again() -> Message:
            return message

        sent_by = Sender(network_of(scope["client"][0]) if scope.get("client") else "")
        sender.set(sent_by)
        need = need_of(scope["method"], scope["path"], message.get("body", b""))
        listening = asyncio.create_task(_listen(receive, sent_by))
        try:
            await self._pools[need](scope, again, send)
        finally:
            listening.cancel()


async def _listen(receive: Receive, sent_by: Sender) -> None:
    """Record when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    sent_by.gone.set()


def _on_threads(application: Any, threads: int) -> ASGIApp:
    middleware: Any = WSGIMiddleware(application, workers=threads, send_queue_size=SEND_QUEUE)
    return middleware
