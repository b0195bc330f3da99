"""Where the tests of pages run."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests without a browser on PostgreSQL only. On SQLite the pages are asked for by the
    tests in `tests.browser`.
    """
    for item in items:
        if item.path.parent == Path(__file__).parent and not (
            item.get_closest_marker("browser") or item.get_closest_marker("sqlite")
        ):
            item.add_marker("postgresql")
