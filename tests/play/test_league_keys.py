"""The league leads the keys of the large tables, and rows refer to rows of their own league."""

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club
from tests.web.test_growing_seasons import statements
from tools.partition import large_tables, partition
from zarleague.leagues.league_key import InLeague, OfLeague
from zarleague.play import statistics
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
from zarleague.reports.ranks import refresh_ranks
from zarleague.reports.services import refresh_ratings

pytestmark = pytest.mark.django_db

OFTEN = "autovacuum_analyze_scale_factor=0.01"
MODELS = [model for model in apps.get_models() if issubclass(model, OfLeague)]


@pytest.fixture
def played(club: Club) -> Match:
    """A match of two hands, with everything derived from them."""
    match = factories.match(club)
    factories.hand(club, match, 0, 5, 7)
    factories.hand(club, match, 3, 0, 7, winner=1)
    refresh_ranks(club.season.pk)
    refresh_ratings(club.league)
    return match


def test_the_league_leads_every_unique_constraint() -> None:
    assert {"Match", "Hand", "HandVersion", "HandResult"} <= {model.__name__ for model in MODELS}
    for model in MODELS:
        unique = [
            constraint.fields
            for constraint in model._meta.total_unique_constraints
            if constraint.name is not None
        ]
        assert all(fields[0] == "league" for fields in unique), model
        alone = [field.name for field in model._meta.local_fields if field.unique]
        assert alone in ([], [model._meta.pk.name]), model  # type: ignore[union-attr]


def test_every_row_is_of_the_league_of_what_it_refers_to(club: Club, played: Match) -> None:
    compared = 0
    for model in MODELS:
        assert not model._default_manager.exclude(league=club.league).exists(), model
        compared += model._default_manager.exists()
        for field in model._meta.local_fields:
            if isinstance(field, InLeague):
                rows = model._default_manager.exclude(**{f"{field.name}__isnull": True})
                refer = rows.filter(**{f"{field.name}__league": club.league})
                assert refer.count() == rows.count(), field
    assert compared >= len(MODELS) - 1  # no hand has a log


def test_the_first_reference_fills_in_the_league(club: Club) -> None:
    other = factories.club()
    match = Match(season=club.season)
    assert match.league_id == club.league.pk
    assert MatchSeat(match=match, player=other.add("Zed")[0]).league_id == club.league.pk
    assert Match(league=other.league, season=club.season).league_id == other.league.pk


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (lambda m: Hand.objects.filter(match=m), "(league_id=? AND match_id=?)"),
        (lambda m: Hand.objects.filter(match__in=[m]), "(league_id=? AND match_id=?)"),
        (lambda m: m.hands.all(), "(league_id=? AND match_id=?)"),
        (
            lambda m: HandVersion.objects.filter(hand__match=m),
            "(league_id=? AND hand_id=?)",
        ),
        (
            lambda m: HandResult.objects.filter(version__confirmed_for__match=m),
            "(league_id=? AND version_id=?)",
        ),
        (lambda m: Hand.objects.exclude(match=m).filter(match=m), "(league_id=? AND match_id=?)"),
    ],
)
def test_rows_are_found_by_the_league_first(played: Match, rows: Any, index: str) -> None:
    assert index in rows(played).order_by().explain()


def test_what_refers_to_rows_and_what_they_refer_to(played: Match) -> None:
    hand = played.hands.get(number=1)
    assert Hand.objects.get(pk=hand.pk).match == played
    assert hand.confirmed is not None
    assert HandVersion.objects.get(pk=hand.confirmed_id).confirmed_for == hand
    read = Match.objects.prefetch_related("hands__confirmed__results").get(pk=played.pk)
    points = [[one.points for one in hand.confirmed.results.all()] for hand in read.hands.all()]
    assert points == [[0, 5, 7], [3, 0, 7]]


@pytest.mark.postgresql
class TestPostgreSQL:
    def test_the_league_leads_the_keys(self) -> None:
        with connection.cursor() as cursor:
            for table in large_tables():
                found = connection.introspection.get_constraints(cursor, table).values()
                (key,) = [one["columns"] for one in found if one["primary_key"]]
                assert key[0] == "league_id", table
                both = [one for one in found if one["foreign_key"] and len(one["columns"]) == 2]
                assert all(one["columns"][0] == "league_id" for one in both)

    def test_a_row_of_another_league_is_refused(self, played: Match) -> None:
        other = factories.club()
        rows = [
            Hand(league=other.league, match=played, number=3),
            HandVersion(
                league=other.league,
                hand=played.hands.get(number=1),
                number=2,
                log="?",
                evidence=4,
                author_name="?",
                reason="?",
            ),
        ]
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for row in rows:
            with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic():
                row.save()

    def test_statistics_are_gathered_of_a_large_import(self, club: Club, played: Match) -> None:
        statistics.gather(statistics.MANY - 1)
        assert club.league.pk not in _leagues_known()
        statistics.gather(statistics.MANY)
        assert club.league.pk in _leagues_known()

    def test_statistics_are_gathered_often(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT relname FROM pg_class WHERE %s = ANY(reloptions)", [OFTEN])
            tables = {name for (name,) in cursor.fetchall()}
        assert {model._meta.db_table for model in MODELS} - tables == {"reports_ratinghistory"}

    def test_tables_can_be_partitioned_by_league(self, club: Club, played: Match) -> None:
        client = Client()
        client.force_login(club.organiser)
        table = reverse("api-standings", args=[club.league.slug, club.season.pk])
        before = client.get(table).content
        partition(4)
        assert client.get(table).content == before
        pages = [
            table,
            reverse("season", args=[club.league.slug, club.season.pk]),
            reverse("league", args=[club.league.slug]),
            reverse("match", args=[club.league.slug, played.pk]),
            reverse("hand", args=[club.league.slug, played.pk, 1]),
            reverse("player", args=[club.league.slug, club.players["Ann"].pk]),
            reverse("ratings", args=[club.league.slug]),
        ]
        with statements() as asked:
            factories.hand(club, played, 0, 1, 2)
            for page in pages:
                assert client.get(page).status_code == 200
            refresh_ranks(club.season.pk)
            refresh_ratings(club.league)
        assert played.hands.count() == 3
        reading = [(sql, params, _partitions(sql, params)) for sql, params in asked]
        assert any(found for *_, found in reading)
        several = [sql for sql, _, found in reading if len(found) > 1]
        # An address and an idempotency key name a match by its id alone.
        by_id = ("FROM play_match WHERE id = %s", 'WHERE "play_match"."id" = %s')
        assert [sql for sql in several if not any(ending in sql for ending in by_id)] == []


def _leagues_known() -> set[int]:
    """Return the leagues of which PostgreSQL's planner knows how many results they have."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unnest(most_common_vals::text::int[]) FROM pg_stats"
            " WHERE tablename = 'play_handresult' AND attname = 'league_id'"
        )
        return {league for (league,) in cursor.fetchall()}


def _partitions(sql: str, params: Any) -> set[str]:
    """Return the numbers of the partitions that a statement reads."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON, COSTS OFF) {sql}", params)
        found: list[Any] = [cursor.fetchone()[0][0]["Plan"]]
    tables: set[str] = set()
    while found:
        step = found.pop()
        found += step.get("Plans", [])
        tables.add(step.get("Relation Name", ""))
    return {name.rpartition("_")[2] for name in tables if name[-1:].isdigit()}


def test_models_without_a_league_are_few() -> None:
    """A table that grows with the hands has the key of its league."""
    grown = [
        model
        for model in apps.get_app_config("play").get_models()
        if not issubclass(model, OfLeague)
        and not any(field.name == "league" for field in model._meta.fields)
    ]
    assert {model.__name__ for model in grown} == {"Notice", "Penalty", "Statement"}
