"""The server's entry point: live streams beside the pages.

Streams stay open for hours, so they are native coroutines that cost no thread. Pages and the API
are ordinary Django on two threads, and on some more that wait for logs to be judged. The same
application serves one machine (:mod:`zarleague.__main__`) and many (:mod:`zarleague.server`).
"""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from zarleague import embedded, wsgi
from zarleague.buffering import BufferBodies
from zarleague.lanes import Lanes
from zarleague.leagues import audiences
from zarleague.live import bus, endpoint
from zarleague.replays import pool
from zarleague.request_ids import RequestIds

GC_THRESHOLDS = (2_000, 20, 50)
"""Arguments of ``gc.set_threshold``. A page leaves about 80 objects, so one request in twenty pays
1 ms for a collection. With ten times the threshold it would be one in two hundred, and 10 ms."""


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
        # Modules loaded by now stay in memory: exempt them from later collections.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        yield


def _may_listen(audience: str) -> bool:
    """Query the database, reconnecting if the connection was lost since its last use."""
    close_old_connections()
    return audiences.may_listen(audience)


_django: Any = wsgi.application
_pages = Lanes(_django, settings.WEB_THREADS)

application = Starlette(
    routes=[
        Route("/live/{channels}", endpoint.Streams(_may_listen).answer, methods=["GET"]),
        Route("/healthz", _alive, methods=["GET"]),
        Mount("/", BufferBodies(_pages)),
    ],
    middleware=[Middleware(RequestIds, trusted=settings.BEHIND_PROXY)],
    lifespan=_lifespan,
)
