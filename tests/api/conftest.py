"""A league used through the API."""

from pathlib import Path

import pytest

from tests.api.world import World

MARKS = {
    "test_client": "both_sites",
    "test_queries": "both_sites",
    "test_fuzz": "sqlite",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of answers on PostgreSQL only. On SQLite every operation is asked by
    `test_fuzz` and `test_client`.
    """
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(MARKS.get(item.path.stem, "postgresql"))


@pytest.fixture
def world(db: None) -> World:
    """A private league with a match of Zar and one hand; see `World`."""
    return World.made()
