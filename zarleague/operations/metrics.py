"""``GET /metrics``: metrics in the format of Prometheus, for clients with the ``METRICS_TOKEN``."""

import os
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from zarleague.operations.figures import Processes, Work

Answer = Callable[[HttpRequest], HttpResponseBase]

REQUESTS: Final = Histogram(
    "zarleague_request_seconds",
    "Time to answer a request, by view.",
    ["view", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


OPERATORS: Final = frozenset({"/metrics", "/readyz"})
"""Addresses for programs on the operator's network, which know a machine by its number."""


def at_any_name(get_response: Answer) -> Answer:
    """Return a middleware that answers these addresses whatever name a machine was reached by."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path in OPERATORS:
            # Django checks the name wherever it is read. No page is made of it here.
            request.get_host = lambda: "localhost"  # type: ignore[method-assign]
        return get_response(request)

    return middleware


def measure(get_response: Answer) -> Answer:
    """Return a middleware that times every request under the name of its view."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        # Only names from the URL configuration: a stranger must not be able to add series.
        view = (match.view_name or "unnamed") if match else "none"
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        labels = (view, method, str(response.status_code))
        REQUESTS.labels(*labels).observe(time.perf_counter() - start)
        return response

    return middleware


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics; 404 without the token, as if the page did not exist."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not constant_time_compare(given, wanted):
        raise Http404
    registry = REGISTRY
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
        registry.register(Processes(folder))
    figures = generate_latest(registry) + generate_latest(_work)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


_work = CollectorRegistry()
_work.register(Work())
