"""A league at its table."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.db import connection

from tests import factories
from tests.factories import Club
from zarleague.play.models import Match


@pytest.fixture
def match(club: Club) -> Match:
    """A match of Zar by Ann, Bob and Cat, no hand played yet."""
    return factories.match(club)


class _Locks:
    """The rows that the outermost block of a test's transaction has locked."""

    _LOCKING: Final = re.compile(r'FROM "?leagues_(league|season)"? .* FOR NO KEY UPDATE', re.S)

    def __init__(self) -> None:
        self.blocks = 0
        self.held: list[str] = []

    def __call__(self, execute: Any, statement: Any, *rest: Any) -> Any:
        text = str(statement)
        if text.startswith("SAVEPOINT"):
            self.blocks += 1
        elif text.startswith("RELEASE SAVEPOINT"):
            self.blocks -= 1
        if not self.blocks:
            self.held.clear()
        elif found := self._LOCKING.search(text):
            locked = found[1]
            is_late = locked == "league" and "season" in self.held and "league" not in self.held
            assert not is_late, "a league is locked after a season: see play/locks.py"
            self.held.append(locked)
        return execute(statement, *rest)


@pytest.fixture(autouse=True)
def _locked_in_order(request: pytest.FixtureRequest) -> Iterator[None]:
    """On PostgreSQL, fail where a league is locked after a season: two that do it the other way
    round would wait for each other. In the tests whose transaction is rolled back at the end each
    transaction of the site is a savepoint."""
    if "db" not in request.fixturenames or connection.vendor != "postgresql":
        yield
        return
    request.getfixturevalue("db")
    with connection.execute_wrapper(_Locks()):
        yield
