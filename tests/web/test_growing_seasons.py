"""Pages of a season that grows: no table is scanned, and more hands take no more statements."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks import bulk
from tests import factories
from tests.statements import rows_read, statements
from zarleague.leagues import services as leagues
from zarleague.leagues.models import Player, Season
from zarleague.play import services
from zarleague.play.models import Match
from zarleague.play.selectors import pending_disputes
from zarleague.play.totals.rows import evenings_of
from zarleague.reports.questions import slow_questions
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.services import refresh_ratings

pytestmark = pytest.mark.django_db

GROWING = {
    "hand",  # as statements call it
    "leagues_player",
    "play_dispute",
    "play_eveningtotal",
    "play_hand",
    "play_handresult",
    "play_handversion",
    "play_match",
    "play_matchseat",
    "play_matchtotal",
    "play_pairtotal",
    "play_seasonevening",
    "play_seasontotal",
    "played",
    "reports_answerpart",
    "reports_eveningrank",
    "reports_ratinghistory",
    "result",
}
"""Tables and their other names in statements, which grow with the hands or the players."""
LARGEST_PAGE = 200_000
"""Bytes."""
LISTED = 60
"""Players that a page may show."""


def season_of(hands: int, players: int, evenings: int) -> Season:
    owner, _ = get_user_model().objects.get_or_create(username="owner")
    league = leagues.create_league(
        owner=owner, name=f"League of {hands}", visibility="public", key=factories.key()
    )
    season: Season = bulk.season(league, owner, "Long", bulk.Shape(hands, players, evenings))
    # Ties ask for what parts them; whether there are any is chance.
    season.rules = {"preset": "total-points", "options": {"tie_breaks": []}}
    season.save()
    services.rebuild(season)
    refresh_ranks(season.pk)
    refresh_ratings(season.league)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:  # or it scans what it knows to be small
            cursor.execute("DELETE FROM sqlite_stat1")
            cursor.execute("ANALYZE sqlite_schema")
    return season


def addresses(season: Season) -> dict[str, str]:
    """Every page that shows something of a season, by what it is."""
    slug, player = season.league.slug, season.league.players.order_by("pk")[0].pk
    here = reverse("season", args=[slug, season.pk])
    match = Match.objects.filter(season=season).order_by("pk")[1]
    first = bulk.FIRST_EVENING.isoformat()
    return {
        "league": reverse("league", args=[slug]),
        "season": here,
        "second page": f"{here}?page=2",
        "as of a day": f"{here}?last={first}",
        "course": reverse("course", args=[slug, season.pk]),
        "earlier evenings": reverse("course", args=[slug, season.pk]) + f"?before={first}",
        "unfold": reverse("unfold", args=[slug, season.pk, player]),
        "earlier hands": reverse("unfold", args=[slug, season.pk, player])
        + f"?after={match.pk + 1}-9",
        "player": reverse("player", args=[slug, player]),
        "players": reverse("players", args=[slug]),
        "what-if": reverse("what-if", args=[slug, season.pk]),
        "another ranking": reverse("what-if", args=[slug, season.pk]) + "?ranking=hands-won",
        "ratings": reverse("ratings", args=[slug]),
        "season settings": reverse("season-settings", args=[slug, season.pk]),
        "audit log": reverse("audit", args=[slug]),
        "match": reverse("match", args=[slug, match.pk]),
        "a new match": reverse("start-match", args=[slug]),
        "seats": reverse("match-seats", args=[slug, match.pk]),
        "standings": reverse("api-standings", args=[slug, season.pk]),
        "a match for a program": reverse("api-match", args=[match.pk]),
        "matches": reverse("api-matches", args=[slug]),
        "open matches": reverse("api-matches", args=[slug]) + "?state=open",
        "matches of a season": reverse("api-matches", args=[slug]) + f"?season={season.pk}",
        "matches of an evening": reverse("api-matches", args=[slug]) + f"?played_on={first}",
        "hands": reverse("api-hands", args=[match.pk]),
        "players for a program": reverse("api-players", args=[slug]),
        "ratings for a program": reverse("api-ratings", args=[slug, bulk.GAME]),
    }


def organiser() -> Client:
    """Return the browser of the organiser of all these leagues, who may open every page."""
    client = Client()
    client.force_login(get_user_model().objects.get(username="owner"))
    return client


def scanned(sql: str, params: Any) -> list[str]:
    """Return the parts of a statement's plan that go through a whole growing table."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Where an index can answer, it is taken now, however small the table.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN (COSTS OFF) {sql}", params)
            steps = [line.strip(" ->") for (line,) in cursor.fetchall()]
            words = [step.split() for step in steps if step.startswith("Seq Scan on")]
            return [" ".join(word) for word in words if GROWING & set(word[3:])]
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        steps = [line for *_, line in cursor.fetchall() if line.startswith(("SCAN ", "SEARCH "))]
        return [step for step in steps if step.split()[1] in GROWING and _is_whole(step)]


def _is_whole(step: str) -> bool:
    """Return whether a step of SQLite's plan reads a whole table, or all of a league."""
    if step.startswith("SCAN "):
        return True
    # The rows of a page are the first by the index of a league's matches, or by name.
    in_order = "leagues_player" in step or "match_of_a_league " in step
    return step.endswith("(league_id=?)") and not in_order


def test_no_page_goes_through_a_whole_table() -> None:
    season = season_of(100, 8, 4)
    client = organiser()
    for name, address in addresses(season).items():
        with statements() as asked:
            assert client.get(address).status_code == 200
        assert asked
        for sql, params in asked:
            assert scanned(sql, params) == [], (name, sql)


def test_a_hand_is_entered_without_going_through_a_table() -> None:
    club = factories.club()
    match = factories.match(club)
    factories.hand(club, match, 0, 5, 7)
    with statements() as asked:
        factories.hand(club, match, 3, 0, 7, winner=1)
        refresh_ranks(club.season.pk)
    for sql, params in asked:
        assert scanned(sql, params) == [], sql


def test_a_hand_is_entered_with_as_few_rows_after_many_opponents() -> None:
    club = factories.club()
    match = factories.match(club)
    factories.hand(club, match, 0, 5, 7)
    with statements() as asked:
        factories.hand(club, match, 3, 0, 7, winner=1)
    rows_then = rows_read(asked)
    for number in range(10):
        others = factories.match(club, "Ann", "Bob", "Cat", f"Guest {number}")
        factories.hand(club, others, 0, 1, 2, 3)
    with statements() as asked:
        factories.hand(club, match, 3, 0, 7, winner=1)
    assert rows_read(asked) == rows_then


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("", "match_of_a_league (league_id=?)"),
        ("?state=open", "match_of_a_league_by_state (state=? AND league_id=?)"),
        ("?season={season}", "match_by_evening (season_id=?)"),
    ],
)
def test_matches_are_read_in_the_order_of_an_index(query: str, index: str) -> None:
    season = season_of(100, 8, 4)
    address = reverse("api-matches", args=[season.league.slug]) + query.format(season=season.pk)
    with statements() as asked:
        Client().get(address)
    (steps,) = [plan(*one) for one in asked if 'FROM "play_match"' in one[0]]
    assert index in steps
    assert "ORDER BY" not in steps


@pytest.mark.sqlite
def test_pages_read_the_names_of_those_they_show() -> None:
    season = season_of(100, 8, 4)
    Player.objects.bulk_create(
        Player(league=season.league, name=f"Guest {n}", name_key=f"guest {n}") for n in range(300)
    )
    client = organiser()
    match = Match.objects.filter(season=season).first()
    board = {"board": reverse("match-board", args=[season.league.slug, match.pk])}
    for name, address in (addresses(season) | board).items():
        with statements() as asked:
            client.get(address)
        for sql, params in asked:
            if "leagues_player" in sql:
                assert rows_read([(sql, params)]) <= LISTED, (name, sql)


@pytest.mark.sqlite
def test_what_parts_ties_and_who_disputes_is_found_by_its_key() -> None:
    season = season_of(100, 8, 4)
    wanted = [(player.pk, bulk.FIRST_EVENING.toordinal()) for player in season.league.players.all()]
    assert list(evenings_of(season.key, wanted))
    with statements() as asked:
        list(evenings_of(season.key, wanted))
    assert "(season_id=? AND player_id=? AND evening=?)" in plan(*asked[0])
    with statements() as asked:
        assert list(pending_disputes(season.league)) == []
    assert "disputes_of_a_league (league_id=? AND state=?)" in plan(*asked[0])


def plan(sql: str, params: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        return " ".join(line for *_, line in cursor.fetchall())


def test_a_scan_would_be_found() -> None:
    assert scanned("SELECT count(*) FROM play_handresult WHERE points = %s", [3])


@pytest.mark.sqlite
def test_pages_take_no_more_statements_for_more_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    # As in long seasons: what takes long is worked out once and kept.
    monkeypatch.setattr("zarleague.play.selectors.seasons.SHORT_PERIOD", 0)
    monkeypatch.setattr("zarleague.reports.questions.slow_questions.SHORT_SEASON", 0)
    few, many = (season_of(hands, 60, hands // 40) for hands in (800, 2_400))
    client = organiser()
    asked: list[dict[str, int]] = []
    for season in (few, many):
        found: dict[str, int] = {}
        for name, address in addresses(season).items():
            client.get(address)
            while slow_questions.answer_next(season):
                cache.clear()
            with statements() as read:
                page = client.get(address)
            found[name] = len(read)
            assert len(page.content) < LARGEST_PAGE, name
        asked.append(found)
    assert asked[0] == asked[1]
