"""Fixtures that every test can use: the served site, browsers, a task worker."""

import collections
import functools
import gc
import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.core.cache import caches

from tests.__main__ import ON_POSTGRESQL, ON_SQLITE, WITHOUT_DATABASE
from tests.sampling import SAMPLED, tries

# Until everything is collected nearly all objects are there to stay.
gc.disable()

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
# time, so that only a change can break the run; at a desk it looks for new ones. A test that does
# not say how many it needs tries a hundred.
hypothesis.settings.register_profile("desk", tries(100))
hypothesis.settings.register_profile("ci", tries(100), derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")

_LEFT_OUT = {
    ON_SQLITE: re.compile(r"^pytestmark = .*\bpytest\.mark\.postgresql\b", re.MULTILINE),
    ON_POSTGRESQL: re.compile(r"^pytestmark = .*\bpytest\.mark\.sqlite\b", re.MULTILINE),
}
"""What a file says whose tests all run on the other kind of site."""
TESTS = Path(__file__).parent
_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_app"}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load a file whose tests are all of the other kind of site."""
    left_out = _LEFT_OUT.get(config.option.markexpr)
    if left_out is None or not collection_path.match("test_*.py"):
        return None
    return bool(left_out.search(collection_path.read_text("utf-8"))) or None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Mark what uses the database, and what uses the browser; `tests.__main__` chooses by that.
    In a sample leave out most rows of long tables, every time the same, and what is marked
    ``whole``. Begin with what is marked ``long``.
    """
    if SAMPLED:
        _leave_out_rows(config, items)
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        found = []
        if not _DATABASE_FIXTURES.isdisjoint(fixtures) or item.get_closest_marker("django_db"):
            found.append("database")
        if "browser" in fixtures:
            found.append("browser")
        if found and _folder(item.path) in WITHOUT_DATABASE:
            raise pytest.UsageError(f"{item.nodeid} uses the {found[0]}: see WITHOUT_DATABASE")
        for mark in found:
            item.add_marker(mark)
    yield
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@functools.cache
def _folder(path: Path) -> str:
    """Return the folder below ``tests`` that a file is in."""
    return path.relative_to(TESTS).parts[0]


def _leave_out_rows(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep of each test marked ``table`` its first row and every ``one_in``-th after it, and none
    of those marked ``whole``."""
    seen: collections.Counter[str] = collections.Counter()
    kept, left_out = [], []
    for item in items:
        table = item.get_closest_marker("table")
        if item.get_closest_marker("whole"):
            left_out.append(item)
            continue
        if table is None:
            kept.append(item)
            continue
        name = item.nodeid.split("[")[0]
        (left_out if seen[name] % table.kwargs["one_in"] else kept).append(item)
        seen[name] += 1
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave every test an empty cache."""
    yield
    if _folder(request.path) not in WITHOUT_DATABASE:
        for name in caches:
            caches[name].clear()


def pytest_collection_finish() -> None:
    """Tell the garbage collector to leave out what was collected, which lives to the end."""
    gc.freeze()
    gc.enable()
