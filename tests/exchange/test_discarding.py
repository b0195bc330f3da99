"""An import that was not finished is removed without a search through the other leagues."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests import factories
from zarleague.exchange.league_file import discarding
from zarleague.play import triggers
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat

ROWS = (HandResult, HandVersion, Hand, MatchSeat, Match)


def checks_references() -> bool:
    """Whether SQLite looks for rows that refer to those it removes."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys")
        return bool(cursor.fetchone()[0])


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_nothing_is_searched_for_what_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    gone, kept = factories.club(), factories.club()
    for club in (gone, kept):
        factories.hand(club, factories.match(club), 0, 5, 7)
    rewriting, checked = triggers.rewriting, []

    @contextmanager
    def watched() -> Iterator[None]:
        checked.append(checks_references())
        with rewriting():
            yield

    monkeypatch.setattr(triggers, "rewriting", watched)
    discarding.discard_season(gone.season.pk, gone.league)
    assert checked
    assert not any(checked)
    assert checks_references()
    assert {model.objects.filter(league=gone.league).count() for model in ROWS} == {0}
    # One hand and its version, three seats and results, one match.
    assert [model.objects.count() for model in ROWS] == [3, 1, 1, 3, 1]
