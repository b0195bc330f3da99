"""Parts of long lists: a table by position, a player's hands from a place on, meetings."""

import datetime

import pytest
from django.contrib.auth import get_user_model

from benchmarks import bulk
from tests import factories
from tests.factories import FIRST_EVENING, Club
from zarleague.leagues import services as leagues
from zarleague.leagues.selectors import names
from zarleague.play import selectors, services
from zarleague.play.models import PairTotal, SeasonEvening
from zarleague.standings.rules import rules_from_json
from zarleague.standings.table import table_of

NAMES = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay")


@pytest.fixture
def season(club: Club) -> Club:
    """Six players, total points, low wins: 0, 4, 4, 4, 9 and 12, so that three share a rank."""
    services.set_season_rules(
        club.season,
        {"preset": "total-points", "options": {"tie_breaks": []}},
        actor=club.boss,
        key=factories.key(),
    )
    factories.hand(club, factories.match(club, *NAMES), 0, 4, 4, 4, 9, 12)
    club.season.refresh_from_db()
    return club


def named(club: Club, page: selectors.TablePage) -> list[tuple[int | None, str]]:
    names = {player.pk: name for name, player in club.players.items()}
    return [(row.rank, names[row.player_id]) for row in page.rows]


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        (0, [(1, "Ann"), (2, "Bob")]),
        (1, [(2, "Bob"), (2, "Cat")]),
        (2, [(2, "Cat"), (2, "Dee")]),
        (3, [(2, "Dee"), (5, "Eve")]),
        (4, [(5, "Eve"), (6, "Fay")]),
        (5, [(6, "Fay")]),
        (6, []),
    ],
)
def test_a_part_of_the_table_has_the_ranks_of_the_whole(
    season: Club, start: int, shown: list[tuple[int, str]]
) -> None:
    page = selectors.table_page(season.season, start, 2)
    assert named(season, page) == shown
    assert page.total == 6


def test_players_short_of_a_minimum_stand_on_the_last_pages(season: Club) -> None:
    factories.hand(season, factories.match(season, "Eve", "Fay"), 0, 1)
    rules = {"preset": "total-points", "options": {"tie_breaks": [], "min_hands": 2}}
    services.set_season_rules(season.season, rules, actor=season.boss, key=factories.key())
    season.season.refresh_from_db()
    # Eve 9 and Fay 13 in two hands; of the others, best first: Ann 0, then the three with 4.
    assert named(season, selectors.table_page(season.season, 1, 2)) == [(2, "Fay"), (None, "Ann")]
    assert named(season, selectors.table_page(season.season, 4, 2)) == [
        (None, "Cat"),
        (None, "Dee"),
    ]


def test_one_players_row_is_that_of_the_whole_table(season: Club) -> None:
    for row in selectors.season_table(season.season):
        assert selectors.row_of(season.season, row.player_id) == row
    assert selectors.row_of(season.season, 0) is None


def test_a_players_hands_from_a_place_on(club: Club) -> None:
    for day in range(6, 13):
        match = factories.match(club, played_on=FIRST_EVENING.replace(day=day))
        for points in ((0, 1, 2), (0, 3, 4), (0, 5, 6)):
            factories.hand(club, match, *points)
    ann = club.players["Ann"]
    whole = selectors.player_history(ann, limit=100)
    assert len(whole) == 21
    read: list[selectors.PlayedHand] = []
    after = None
    while part := selectors.player_history(ann, after=after, limit=4):
        read += part
        after = selectors.HandPosition(part[-1].match, part[-1].number)
    assert read == whole
    period = selectors.Period(FIRST_EVENING.replace(day=7), FIRST_EVENING.replace(day=8))
    assert selectors.player_history(ann, period=period, limit=100) == whole[12:18]
    assert selectors.player_history(ann, after=selectors.HandPosition(0, 1)) == []


def test_meetings_are_counted_with_their_points(club: Club) -> None:
    match = factories.match(club, "Ann", "Bob", "Cat")
    factories.hand(club, match, 0, 4, 4)
    second = factories.hand(club, match, 7, 0, 7, winner=1)
    ann, bob, cat = (club.players[name] for name in ("Ann", "Bob", "Cat"))
    # Bob: behind Ann in the first hand, ahead in the second; level with Cat, then ahead.
    assert selectors.meetings(club.season, bob, 9) == [
        (ann.pk, "Ann", 1, 1, 0, 4, 7),
        (cat.pk, "Cat", 1, 0, 1, 4, 11),
    ]
    assert [met.name for met in selectors.meetings(club.season, bob, 1)] == ["Ann"]
    services.void_hand(
        second, reason="not dealt", key=factories.key(), actor=club.boss, expected_version=1
    )
    assert selectors.meetings(club.season, bob, 9) == [
        (ann.pk, "Ann", 0, 1, 0, 4, 0),
        (cat.pk, "Cat", 0, 0, 1, 4, 4),
    ]
    PairTotal.objects.update(low_points=99)
    assert services.rebuild(club.season) == ["play.PairTotal"]
    assert selectors.meetings(club.season, ann, 9)[0].points == 0


def test_evenings_are_counted_as_hands_come_and_go(club: Club) -> None:
    first, second = (
        factories.match(club, played_on=FIRST_EVENING.replace(day=day)) for day in (6, 7)
    )
    hand = factories.hand(club, first, 0, 1, 2)
    factories.hand(club, second, 0, 1, 2)
    factories.hand(club, second, 0, 1, 2)
    assert [one.hands for one in selectors.evenings(club.season, limit=9)] == [2, 1]
    services.void_hand(
        hand, reason="not dealt", key=factories.key(), actor=club.boss, expected_version=1
    )
    assert [one.hands for one in selectors.evenings(club.season, limit=9)] == [2, 0]
    assert services.rebuild(club.season) == []
    changed = dict(SeasonEvening.objects.values_list("evening", "revision"))
    club.season.refresh_from_db()
    # The taking back came last, and it changed the first evening.
    assert changed[first.played_on.toordinal()] == club.season.revision
    SeasonEvening.objects.all().delete()
    assert services.rebuild(club.season) == ["play.SeasonEvening"]
    assert selectors.hands_of(club.season) == 2


@pytest.mark.django_db
def test_tables_of_some_evenings_are_those_of_their_hands() -> None:
    owner = get_user_model().objects.create(username="owner")
    league = leagues.create_league(owner=owner, name="Long", visibility="public", key="long")
    season = bulk.season(league, owner, "Long", bulk.Shape(200, 9, 5))
    services.rebuild(season)
    days = [bulk.FIRST_EVENING + datetime.timedelta(days=day) for day in range(5)]
    rules, named = rules_from_json(season.rules), names(league)
    parted = 0
    for first, last in [*zip(days, days, strict=True), (None, days[2]), (days[1], days[3])]:
        results = selectors.season_results(season, first=first, last=last)
        rows = selectors.season_table(season, first=first, last=last)
        assert rows == table_of(results, rules, names=named)
        parted += sum(bool(row.decisions) for row in rows)
    assert parted  # there were ties


def test_the_games_of_a_season_are_those_with_hands(club: Club) -> None:
    assert selectors.games_played(club.season) == []
    for game in ("uno", "crazy-eights", "zar"):
        factories.match(club, game=game)
    assert selectors.games_played(club.season) == []
    for game in ("zar", "uno"):
        factories.hand(club, factories.match(club, game=game), 0, 1, 2)
    assert selectors.games_played(club.season) == ["uno", "zar"]
