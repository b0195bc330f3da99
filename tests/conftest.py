"""Fixtures that every test can use: the served site, browsers, a task worker."""

import os
from collections.abc import Generator, Iterator

import hypothesis
import pytest
import redis
from django.conf import settings
from django.core.cache import cache

pytest_plugins = [
    "tests.fixtures.browser",
    "tests.fixtures.emptying",
    "tests.fixtures.redis",
    "tests.fixtures.server",
    "tests.fixtures.tasks",
]

# No test depends on a clock, so Hypothesis must not either. In CI it tries the same examples every
# time, so that only a change can break the run; at a desk it looks for new ones.
hypothesis.settings.register_profile("desk", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")

_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_app"}


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark what uses the database, and what uses the browser; `tests.__main__` chooses by that.

    Raise `pytest.UsageError` if it would choose a test for neither site.
    """
    collected = list(items)
    for item in collected:
        fixtures = getattr(item, "fixturenames", ())
        if not _DATABASE_FIXTURES.isdisjoint(fixtures) or item.get_closest_marker("django_db"):
            item.add_marker("database")
        if "browser" in fixtures:
            item.add_marker("browser")
    yield
    if nowhere := [item.nodeid for item in collected if not _runs_somewhere(item)]:
        raise pytest.UsageError("These tests are marked so that they never run:", *nowhere)


def _runs_somewhere(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    on_sqlite = marks & {"database", "browser"} and "postgresql" not in marks
    on_postgresql = "sqlite" not in marks and ("browser" not in marks or "both_sites" in marks)
    return bool(on_sqlite or on_postgresql)


@pytest.fixture(scope="session")
def _redis() -> Iterator[redis.Redis | None]:
    """Keep one connection to the site's Redis, if it has one: there are thousands of tests."""
    if not settings.REDIS_URL:
        yield None
        return
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        yield client


@pytest.fixture(autouse=True)
def _fresh_cache(_redis: redis.Redis | None) -> Iterator[None]:
    """Leave every test an empty cache."""
    yield
    if _redis is None:
        cache.clear()
        return
    for key in _redis.scan_iter(f"{settings.REDIS_PREFIX}:cache:*", count=1000):
        _redis.delete(key)
