"""Where the tests of pages run."""

from pathlib import Path

import pytest

from tests.__main__ import ON_SQLITE

ALSO_ON_SQLITE = {"test_components", "test_growing_seasons"}
"""Modules with tests in the browser, or marked ``sqlite``."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load, for the site on SQLite, what is marked ``postgresql`` below."""
    is_left_out = collection_path.match("test_*.py") and collection_path.stem not in ALSO_ON_SQLITE
    return (is_left_out and config.option.markexpr == ON_SQLITE) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests without a browser on PostgreSQL only. On SQLite the pages are asked for by the
    tests in `tests.browser`.
    """
    for item in items:
        if item.path.parent == Path(__file__).parent and not (
            item.path.stem in ALSO_ON_SQLITE
            and (item.get_closest_marker("browser") or item.get_closest_marker("sqlite"))
        ):
            item.add_marker("postgresql")
