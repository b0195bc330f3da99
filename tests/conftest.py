"""Fixtures that every test can use: the served site, browsers, a task worker."""

import os
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db.backends.base.operations import BaseDatabaseOperations

pytest_plugins = [
    "tests.fixtures.browser",
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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the database, and what uses the browser; `tests.__main__` chooses by that."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if not _DATABASE_FIXTURES.isdisjoint(fixtures) or item.get_closest_marker("django_db"):
            item.add_marker("database")
        if "browser" in fixtures:
            item.add_marker("browser")


@pytest.fixture(scope="session", autouse=True)
def _emptied_for_the_next_test() -> Iterator[None]:
    """Let append-only rows be deleted where a test's database is emptied. The signal after that
    installs the triggers of SQLite again.
    """
    operations = BaseDatabaseOperations
    real = operations.execute_sql_flush

    def execute_sql_flush(self: Any, statements: list[str]) -> None:
        if self.connection.vendor == "postgresql":
            real(self, ["SET LOCAL zarleague.rewriting = 'on'", *statements])
            return
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            kept = [name for (name,) in cursor.fetchall() if name.endswith("_kept")]
        real(self, [f"DROP TRIGGER {name}" for name in kept] + statements)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", execute_sql_flush)
        yield


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
