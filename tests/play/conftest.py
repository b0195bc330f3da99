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
    _OF_MATCH: Final = "SELECT season_id FROM play_match"

    def __init__(self) -> None:
        self.blocks = 0
        self.held: list[str] = []
        self.seasons: list[int] = []

    def __call__(self, execute: Any, statement: Any, *rest: Any) -> Any:
        text = str(statement)
        if text.startswith("SAVEPOINT"):
            self.blocks += 1
        elif text.startswith("RELEASE SAVEPOINT"):
            self.blocks -= 1
        if not self.blocks:
            self.held.clear()
            self.seasons.clear()
        elif found := self._LOCKING.search(text):
            locked = found[1]
            is_late = locked == "league" and "season" in self.held and "league" not in self.held
            assert not is_late, "a league is locked after a season: see play/locks.py"
            self.held.append(locked)
            if locked == "season" and len(rest[0]) == 1:
                self._note_season(self._OF_MATCH in text, rest[0][0])
        return execute(statement, *rest)

    def _note_season(self, of_match: bool, key: int) -> None:
        season = Match.objects.values_list("season", flat=True).get(pk=key) if of_match else key
        in_order = season in self.seasons or season > max(self.seasons, default=0)
        assert in_order, "a season is locked after one with a higher id: see play/locks.py"
        self.seasons.append(season)


@pytest.fixture(autouse=True)
def _locked_in_order(request: pytest.FixtureRequest) -> Iterator[None]:
    """On PostgreSQL, fail where a league is locked after a season, or a season after a later one:
    two that do it the other way round would wait for each other. In the tests whose transaction is
    rolled back at the end each transaction of the site is a savepoint."""
    if "db" not in request.fixturenames or connection.vendor != "postgresql":
        yield
        return
    request.getfixturevalue("db")
    with connection.execute_wrapper(_Locks()):
        yield
