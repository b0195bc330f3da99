"""``GET /readyz``: whether this site can work now, checked part by part."""

import datetime
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from zarleague.reports.selectors import oldest_waiting
from zarleague.storage import releases
from zarleague.web.site.rules import index

MOST_CLOCK_DRIFT: Final = 5.0
"""Seconds by which the clocks of this machine and of the database may differ."""
MOST_WAITING: Final = datetime.timedelta(minutes=10)
"""Age of the oldest queued job, above which no worker seems to be running."""


class NotReady(Exception):
    """A part does not work; the message says where to look."""


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 if every part works, else 503; the body names each part and its problem."""
    parts = {name: _problem(check, request) for name, check in CHECKS.items()}
    well = not any(parts.values())
    body = {"ready": well, "parts": {name: problem or "ok" for name, problem in parts.items()}}
    return JsonResponse(body, status=200 if well else 503)


def _problem(check: Callable[[HttpRequest], None], request: HttpRequest) -> str:
    """Return the problem of a part, "" if it works."""
    try:
        check(request)
    except NotReady as problem:
        return str(problem)
    except DatabaseError as error:
        return type(error).__name__
    return ""


def _database(request: HttpRequest) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _migrations(request: HttpRequest) -> None:
    try:
        releases.check(serving=True)
    except releases.UnsupportedDatabase as refused:
        raise NotReady(str(refused)) from refused
    executor = MigrationExecutor(connection)
    if missing := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise NotReady(f"{len(missing)} migrations are missing: run manage.py migrate")


def _broker(request: HttpRequest) -> None:
    if settings.REDIS_URL:
        import redis  # where a site has one: it takes 6 MB

        try:
            with redis.Redis.from_url(
                settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2
            ) as client:
                client.ping()
        except redis.RedisError as error:
            raise NotReady(type(error).__name__) from error


def _clock(request: HttpRequest) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            drift = abs(float(cursor.fetchone()[0]) - time.time())
        if drift > MOST_CLOCK_DRIFT:
            raise NotReady(f"the database's clock is {drift:.0f} seconds off")


def _jobs(request: HttpRequest) -> None:
    since = oldest_waiting()
    if since is not None and timezone.now() - since > MOST_WAITING:
        raise NotReady(f"a job has been waiting for a worker since {since:%Y-%m-%d %H:%M} UTC")


def _pages(request: HttpRequest) -> None:
    if index(request).status_code != 200:
        raise NotReady("a page cannot be rendered")


CHECKS: Final[dict[str, Callable[[HttpRequest], None]]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "clock": _clock,
    "jobs": _jobs,
    "pages": _pages,
}
"""By the name of the part; each check raises `NotReady`, or the database's error."""
