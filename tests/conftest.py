"""Fixtures that every test can use: the served site, browsers, a task worker."""

import collections
import gc
import os
from collections.abc import Iterator

import hypothesis
import pytest
from django.core.cache import cache

pytest_plugins = [
    "tests.fixtures.browser",
    "tests.fixtures.database",
    "tests.fixtures.emptying",
    "tests.fixtures.redis",
    "tests.fixtures.server",
    "tests.fixtures.shared",
    "tests.fixtures.store",
    "tests.fixtures.tasks",
]

# No test depends on a clock, so Hypothesis must not either. In CI it tries the same examples every
# time, so that only a change can break the run; at a desk it looks for new ones.
hypothesis.settings.register_profile("desk", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")

_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_app"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what uses the database, and what uses the browser; `tests.__main__` chooses by that.
    With ``TABLES=sample`` leave out most rows of long tables: every time the same.
    """
    if os.environ.get("TABLES") == "sample":
        _leave_out_rows(config, items)
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if not _DATABASE_FIXTURES.isdisjoint(fixtures) or item.get_closest_marker("django_db"):
            item.add_marker("database")
        if "browser" in fixtures:
            item.add_marker("browser")


def _leave_out_rows(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep of each test marked ``table`` its first row and every ``one_in``-th after it."""
    seen: collections.Counter[str] = collections.Counter()
    left_out = []
    for item in list(items):
        table = item.get_closest_marker("table")
        if table is None:
            continue
        name = item.nodeid.split("[")[0]
        if seen[name] % table.kwargs["one_in"]:
            items.remove(item)
            left_out.append(item)
        seen[name] += 1
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """Leave every test an empty cache."""
    yield
    cache.clear()


def pytest_collection_finish() -> None:
    """Tell the garbage collector to leave out what was collected, which lives to the end."""
    gc.collect()
    gc.freeze()
