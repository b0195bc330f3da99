"""The server's entry point: live streams beside the pages.

Streams stay open for hours, so they are native coroutines that cost no thread. Pages and the API
are ordinary Django on two threads. The same application serves one machine and many
(``uvicorn zarleague.asgi:application --workers N``).
"""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from zarleague import embedded, wsgi
from zarleague.live import bus, endpoint
from zarleague.whole import when_whole

COLLECTED_AFTER = (2_000, 20, 50)
"""More objects made than dropped before the collector looks at the youngest, and how many such
looks until it goes on to the older ones and to the oldest. A page leaves it some eighty: every
twentieth or so waits a millisecond. Ten times as many at once would be ten for all that wait."""


async def _alive(request: Request) -> Response:
    """Answer a load balancer."""
    return PlainTextResponse("ok\n")


@asynccontextmanager
async def _lifespan(application: Starlette) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        if settings.REDIS_URL:
            relay = asyncio.create_task(bus.relay())
            stack.callback(relay.cancel)
        else:
            worker = embedded.worker()
            await asyncio.to_thread(worker.__enter__)
            stack.push_async_callback(asyncio.to_thread, worker.__exit__, None, None, None)
        # What is loaded by now stays for good; the collector need not look at it again.
        gc.collect()
        gc.freeze()
        # A page makes thousands of small objects and drops them all at its end.
        gc.set_threshold(*COLLECTED_AFTER)
        yield


_django: Any = wsgi.application
_pages: Any = WSGIMiddleware(_django, workers=settings.WEB_THREADS)

application = Starlette(
    routes=[
        Route("/live/{channels}", endpoint.stream, methods=["GET"]),
        Route("/healthz", _alive, methods=["GET"]),
        Mount("/", when_whole(_pages)),
    ],
    lifespan=_lifespan,
)
