"""``GET /metrics``: metrics in the format of Prometheus, for clients with the ``METRICS_TOKEN``."""

import os
import time
from collections.abc import Callable, Iterable
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from zarleague.live.hub import hub
from zarleague.reports import selectors

Answer = Callable[[HttpRequest], HttpResponseBase]

REQUESTS: Final = Histogram(
    "zarleague_request_seconds",
    "Time to answer a request, by view.",
    ["view", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


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


class Work:
    """Collector of queued background work and open streams: computed at each scrape."""

    def collect(self) -> Iterable[Metric]:
        """Yield the gauges."""
        yield _gauge(
            "zarleague_seasons_behind",
            "Seasons whose ranks are older than their results.",
            selectors.count_seasons_behind(),
        )
        oldest = selectors.oldest_waiting()
        age = (timezone.now() - oldest).total_seconds() if oldest else 0.0
        yield _gauge("zarleague_oldest_job_seconds", "Age of the oldest waiting job.", age)
        yield _gauge("zarleague_open_streams", "Live streams of this process.", len(hub))


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics; 404 without the token, as if the page did not exist."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not constant_time_compare(given, wanted):
        raise Http404
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    figures = generate_latest(registry) + generate_latest(_work)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


_work = CollectorRegistry()
_work.register(Work())
