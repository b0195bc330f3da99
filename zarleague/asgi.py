"""The server's entry point: live streams beside the pages.

Streams stay open for hours, so they are native coroutines that cost no thread. Pages and the API
are ordinary Django on a few threads (:mod:`zarleague.serving.thread_pools`). The same application
serves one machine (:mod:`zarleague.__main__`) and many (:mod:`zarleague.serving.server`).
"""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from django.urls import resolve
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Mount, Route
from starlette.types import Scope

from zarleague import wsgi
from zarleague.background import embedded, loading
from zarleague.leagues import audiences
from zarleague.live import bus, endpoint
from zarleague.replays import pool
from zarleague.serving.buffering import BufferBodies
from zarleague.serving.request_ids import RequestIds
from zarleague.serving.thread_pools import ThreadPools

GC_THRESHOLDS = (2_000, 20, 50)
"""Arguments of ``gc.set_threshold``. A page leaves about 80 objects, so one request in twenty pays
1 ms for a collection. With ten times the threshold it would be one in two hundred, and 10 ms."""
SWITCH_INTERVAL = 0.0005
"""Seconds after which a computing thread lets another have the interpreter; ten times less than
Python's own. A page gives it up at each query, and beside a busy thread waits so long each time."""


async def _alive(request: Request) -> Response:
    """Answer a load balancer's liveness check."""
    return PlainTextResponse("ok\n")


@asynccontextmanager
async def _lifespan(application: Starlette) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        stack.push_async_callback(asyncio.to_thread, pool.stop)
        if settings.REDIS_URL:
            relay = asyncio.create_task(bus.relay())
            stack.callback(relay.cancel)
        else:
            worker = embedded.worker()
            await asyncio.to_thread(worker.__enter__)
            stack.push_async_callback(asyncio.to_thread, worker.__exit__, None, None, None)
        with loading.no_collections():
            await asyncio.to_thread(resolve, "/")  # loads the views
        # Modules loaded by now stay in memory: exempt them from later collections.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_INTERVAL)
        yield


class _FinalRoute(Route):
    """A route that answers other methods with 405. An ordinary one would pass them on to Django."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, child = super().matches(scope)
        return (Match.FULL if match is Match.PARTIAL else match), child


def _may_listen(audience: str) -> bool:
    """Query the database. What a request does with its connection is done here as well: one that
    was lost or is too old is closed before and after."""
    close_old_connections()
    try:
        return audiences.may_listen(audience)
    finally:
        close_old_connections()


_django: Any = wsgi.application
_streams = endpoint.Streams(_may_listen)
_pages = ThreadPools(_django, settings.WEB_THREADS)

application = Starlette(
    routes=[
        _FinalRoute("/live/shared", _streams.answer_several, methods=["GET"]),
        _FinalRoute("/live/{channels}", _streams.answer, methods=["GET"]),
        _FinalRoute("/healthz", _alive, methods=["GET"]),
        Mount("/", BufferBodies(_pages)),
    ],
    middleware=[Middleware(RequestIds, trusted=settings.BEHIND_PROXY)],
    lifespan=_lifespan,
)
