"""Rows of a league have its key, the same as the rows they refer to."""

import pytest
from django.apps import apps
from django.db import connection

from tests import factories
from tests.factories import Club
from zarleague.exchange import planner_statistics
from zarleague.leagues.of_league import OfLeague
from zarleague.play.models import Match
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.services import refresh_ratings

pytestmark = pytest.mark.django_db

MODELS = [model for model in apps.get_models() if issubclass(model, OfLeague)]


@pytest.fixture
def played(club: Club) -> Match:
    """A match of two hands on an evening that was drawn, with everything derived from them."""
    match = factories.match(club)
    factories.drawn_round(club, match)
    factories.hand(club, match, 0, 5, 7)
    factories.hand(club, match, 3, 0, 7, winner=1)
    refresh_ranks(club.season.pk)
    refresh_ratings(club.league)
    return match


def test_every_row_is_of_the_league_of_what_it_refers_to(club: Club, played: Match) -> None:
    compared = 0
    for model in MODELS:
        assert not model._default_manager.exclude(league=club.league).exists(), model
        compared += model._default_manager.exists()
        for field in model._meta.local_fields:
            target = field.related_model
            if isinstance(target, type) and hasattr(target, "league_id"):
                rows = model._default_manager.exclude(**{f"{field.name}__isnull": True})
                refer = rows.filter(**{f"{field.name}__league": club.league})
                assert refer.count() == rows.count(), field
    assert compared >= len(MODELS) - 1  # no hand has a log


@pytest.mark.postgresql
def test_statistics_are_gathered_of_a_large_import(club: Club, played: Match) -> None:
    planner_statistics.gather(planner_statistics.MANY - 1)
    assert club.league.pk not in _leagues_known()
    planner_statistics.gather(planner_statistics.MANY)
    assert club.league.pk in _leagues_known()


def _leagues_known() -> set[int]:
    """Return the leagues of which PostgreSQL's planner knows how many results they have."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unnest(most_common_vals::text::int[]) FROM pg_stats"
            " WHERE tablename = 'play_handresult' AND attname = 'league_id'"
        )
        return {league for (league,) in cursor.fetchall()}


def test_models_without_a_league_are_few() -> None:
    """A table that grows with the hands has the key of its league."""
    grown = [
        model
        for model in apps.get_app_config("play").get_models()
        if not issubclass(model, OfLeague)
        and not any(field.name == "league" for field in model._meta.fields)
    ]
    assert {model.__name__ for model in grown} == {"Notice", "Penalty", "Statement"}
