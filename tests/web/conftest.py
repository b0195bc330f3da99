"""Where the tests of pages run."""

from pathlib import Path

import pytest

from tests.__main__ import ON_POSTGRESQL

FOLDER = Path(__file__).parent
ON_BOTH = "test_growing_seasons"
"""The module of which some tests are marked ``sqlite``; the others run on PostgreSQL only."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load, for the site on PostgreSQL, what is marked ``sqlite`` below."""
    is_left_out = collection_path.match("test_*.py") and collection_path.stem != ON_BOTH
    return (is_left_out and config.option.markexpr == ON_POSTGRESQL) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run on SQLite what says what is on a page. On PostgreSQL every page is opened, and every form
    sent, by `tests.platform.test_any_input`.
    """
    for item in items:
        if item.path.parent == FOLDER and not item.get_closest_marker("sqlite"):
            item.add_marker("postgresql" if item.path.stem == ON_BOTH else "sqlite")
