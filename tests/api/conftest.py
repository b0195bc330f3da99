"""A league used through the API."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tests.api.endpoints import EVERYTHING
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


PREPARED = {"test_permissions", "test_robust", "test_schema"}
"""Modules whose league already has what every operation is about."""


@pytest.fixture(scope="module")
def _made(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[World]:
    """Make one league for a module, in a transaction around those of its tests."""
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around.__enter__()
        made = World.made()
        if Path(request.path).stem in PREPARED:
            for endpoint in EVERYTHING.values():
                endpoint.prepare(made)
    yield made
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


@pytest.fixture
def world(_made: World, db: None) -> World:
    """A private league with a match of Zar and one hand; see `World`. Each test has its own: what
    it writes is taken back.
    """
    return copy.deepcopy(_made)
