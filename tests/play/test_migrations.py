"""Migrations of rows that are written once: what they change, and that the guard is back after."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from tests import factories
from tests.factories import Club
from zarleague.engine.entry import Entry
from zarleague.play import services
from zarleague.play.models import HandVersion

TOTALS = import_module("zarleague.play.migrations.0004_totals_and_points")


def _run(step: Any) -> None:
    loader = MigrationLoader(connection, replace_migrations=False)
    apps = loader.project_state([("play", "0004_totals_and_points")]).apps
    with connection.cursor() as cursor:
        step(apps, SimpleNamespace(connection=connection, execute=cursor.execute))


def _entries() -> list[dict[str, Any] | None]:
    return list(HandVersion.objects.order_by("pk").values_list("entry", flat=True))


def test_entries_of_totals_get_the_new_keys_and_only_they(club: Club) -> None:
    """Zar called the form "total", Zuits "totals", both its field "total"; counts stay."""
    four = ("Ann", "Bob", "Cat", "Dee")
    zar = factories.match(club, *four)
    zuits = factories.match(club, *four, game="zuits")
    counts = Entry("counts", ({}, *[{"number": 2}] * 3), 0)
    points = Entry("totals", ({}, *[{"points": 2}] * 3), 0)
    off = Entry("totals", ({"points": 0}, *[{"points": 2}] * 3))
    for match, entry in ((zar, counts), (zar, points), (zuits, off)):
        services.enter_hand(match, entry, key=factories.key(), actor=club.keeper)
    new = _entries()
    _run(TOTALS.restore)
    assert _entries() == [
        {"form": "counts", "sheets": [{}, *[{"number": 2}] * 3], "winner": 0},
        {"form": "total", "sheets": [{}, *[{"total": 2}] * 3], "winner": 0},
        {"form": "totals", "sheets": [{"total": 0}, *[{"total": 2}] * 3], "winner": None},
    ]
    _run(TOTALS.rename)
    assert _entries() == new
    change = "UPDATE play_handversion SET author_name = 'Somebody else'"
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
