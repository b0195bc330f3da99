"""A league used through the API."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.__main__ import ON_POSTGRESQL
from tests.api.endpoints import EVERYTHING
from tests.api.world import WHO, World
from tests.fixtures.shared import made_once

FOLDER = Path(__file__).parent
MARKS = {
    "test_examples": "postgresql",
    "test_inputs": "postgresql",
    "test_robust": "postgresql",
    "test_schema": "postgresql",
}
"""Modules that ask every operation, or send what PostgreSQL refuses; others run on SQLite only."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load, for the site on PostgreSQL, what is marked ``sqlite`` below."""
    is_left_out = collection_path.match("test_*.py") and collection_path.stem not in MARKS
    return (is_left_out and config.option.markexpr == ON_POSTGRESQL) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run each module on the sites that `MARKS` says."""
    for item in items:
        if item.path.parent == FOLDER:
            item.add_marker(MARKS.get(item.path.stem, "sqlite"))


PREPARED = {"test_examples", "test_permissions", "test_robust", "test_schema"}
"""Modules whose league already has what every operation is about."""


@made_once
def made_world(request: pytest.FixtureRequest) -> World:
    """Make one league for a module, and sign in those who send requests."""
    made = World.made()
    for who in WHO:
        made.caller(who)
    if Path(request.path).stem in PREPARED:
        for endpoint in EVERYTHING.values():
            endpoint.prepare(made)
    return made


@pytest.fixture
def world(made_world: Callable[[], World], db: None) -> World:
    """A private league with a match of Zar and one hand; see `World`. Each test has its own: what
    it writes is taken back.
    """
    return made_world()
