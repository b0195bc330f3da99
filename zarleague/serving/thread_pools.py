"""Thread pools for Django: for reads, writes, passwords, requests that add up seasons, and requests
that wait for a log.

So no page waits for a queue of saves, no save for strangers who try passwords, and none for a log.
More threads for writes would be no faster: on SQLite only one transaction writes at a time, and
threads share the interpreter. Those who send requests have the threads of a pool by turns
(`turns`).
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, Final

from a2wsgi.wsgi import WSGIResponder
from django.conf import settings
from django.http import parse_cookie
from starlette.types import Message, Receive, Scope, Send

from zarleague.replays.gate import WAITING, Sender, let_others, network_of, sender
from zarleague.replays.pool import PROCESSES
from zarleague.serving.problems import API
from zarleague.serving.routes import Need, need_of
from zarleague.serving.turns import FairThreads, HasGone, Pace, TooSlow

WRITERS: Final = 1
"""Threads for writes."""
ADDERS: Final = 1
"""Threads for what adds up seasons: two would take two thirds of the interpreter from the pages."""
HASHERS: Final = 1
"""Threads for passwords: a hash takes several cores by itself."""
PROMPT: Final = 0.1
"""Seconds that a reader may keep a thread waiting before it makes room for another request."""
SEND_QUEUE: Final = 256
"""Chunks of a response that wait for a slow reader before Django's thread blocks; a file has chunks
of 4 kB."""


class ThreadPools:
    """Calls a WSGI application on a thread of the pool that a request's route needs; ``readers`` is
    the number of threads for the reads of one person. There is one more, for the others.

    Every request must arrive with its whole body in one message.
    """

    def __init__(self, application: Any, readers: int) -> None:
        pace = Pace()  # of what computes; the others wait, or have limits of their own
        self._pools = {
            Need.READS: FairThreads(readers + 1, readers, pace=pace, reads=True),
            Need.WRITES: FairThreads(WRITERS, pace=pace),
            Need.ADDS_UP: FairThreads(ADDERS, pace=pace, reads=True),
            Need.HASHES_PASSWORDS: FairThreads(HASHERS),
            Need.WAITS: FairThreads(PROCESSES + WAITING),
        }
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        message = await receive()

        async def again() -> Message:
            return message

        network = network_of(scope["client"][0]) if scope.get("client") else ""
        sent_by = Sender(network, _session_of(scope["path"], scope["headers"]))
        sender.set(sent_by)
        need = need_of(scope["method"], scope["path"], message.get("body", b""))
        let_others.set(self._pools[need].let_others)
        listening = asyncio.create_task(_listen(receive, sent_by))
        try:
            answer: Any = _Responder(self._application, self._pools[need])
            with contextlib.suppress(TooSlow, HasGone):  # the server ends the connection
                await answer(scope, again, send)
        finally:
            listening.cancel()


async def _listen(receive: Receive, sent_by: Sender) -> None:
    """Record when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    sent_by.gone.set()


def _session_of(path: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
    """Return what tells one person's requests from others': the token with which they use the API,
    or the session. Whatever else they send makes them nobody else, so both are read as Django reads
    them."""

    def sent(wanted: bytes) -> str:
        return b",".join(value for name, value in headers if name == wanted).decode("latin-1")

    scheme, _space, token = sent(b"authorization").partition(" ")
    if scheme.lower() == "bearer" and path.startswith(API):
        return token.strip()
    return parse_cookie(sent(b"cookie")).get(settings.SESSION_COOKIE_NAME, "")


class _Responder(WSGIResponder):
    """Answers one request; its thread makes room for others while it waits for a slow reader, and
    between the parts of a long answer."""

    def __init__(self, application: Any, threads: FairThreads) -> None:
        executor: Any = threads
        super().__init__(application, executor, SEND_QUEUE)
        self._fair = threads
        self._has_begun = False
        """Whether a part of the body was sent."""

    def send(self, message: Any) -> None:
        """Send a part of the answer. Raise `TooSlow` or `HasGone`."""
        if message.get("more_body"):
            if self._has_begun:
                self._fair.give_way()
            self._has_begun = True
        sending = asyncio.run_coroutine_threadsafe(self.send_queue.put(message), self.loop)
        try:
            sending.result(PROMPT)
        except TimeoutError:
            try:
                with self._fair.aside():
                    sending.result()
            except TooSlow:
                sending.cancel()
                raise
