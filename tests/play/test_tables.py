"""What the season's pages read: tables of dates, series, evenings, players."""

import datetime
from fractions import Fraction

import pytest

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague.leagues.errors import Invalid
from zarleague.play import selectors, services
from zarleague.reports.rank_history.series import metric_series

SECOND = FIRST_EVENING + datetime.timedelta(days=7)
THIRD = FIRST_EVENING + datetime.timedelta(days=14)


@pytest.fixture
def season(club: Club) -> Club:
    """Three evenings of Ann, Bob and Cat; Cat stays away on the second."""
    first = factories.match(club)
    factories.hand(club, first, 0, 4, 9)
    factories.hand(club, first, 3, 0, 2, winner=1)
    factories.hand(club, factories.match(club, "Ann", "Bob", played_on=SECOND), 7, 0, winner=1)
    factories.hand(club, factories.match(club, played_on=THIRD), 1, 5, 0, winner=2)
    return club


def points(club: Club, **dates: datetime.date) -> dict[str, int]:
    names = {player.pk: name for name, player in club.players.items()}
    rows = selectors.season_table(club.season, **dates)
    return {names[row.player_id]: row.points for row in rows}


def test_the_table_of_some_evenings(season: Club) -> None:
    assert points(season) == {"Bob": 9, "Cat": 11, "Ann": 11}
    assert points(season, last=FIRST_EVENING) == {"Ann": 3, "Bob": 4, "Cat": 11}
    assert points(season, first=SECOND, last=SECOND) == {"Bob": 0, "Ann": 7}
    assert points(season, first=SECOND) == {"Cat": 0, "Bob": 5, "Ann": 8}
    assert points(season, last=THIRD) == points(season)


def test_the_first_rows_only(season: Club) -> None:
    assert points(season, limit=1) == {"Bob": 9}
    assert points(season, limit=2, last=FIRST_EVENING) == {"Ann": 3, "Bob": 4}


def test_the_course_of_the_season(season: Club) -> None:
    ann, bob, cat = (season.players[name].pk for name in ("Ann", "Bob", "Cat"))
    course = metric_series(season.season, selectors.season_table(season.season))
    assert course.evenings == tuple(day.toordinal() for day in (FIRST_EVENING, SECOND, THIRD))
    assert course.metric == {ann: (3, 10, 11), bob: (4, 4, 9), cat: (11, 11, 11)}


def test_the_evenings_latest_first(season: Club) -> None:
    evenings = [
        selectors.PlayedEvening(THIRD, matches=1, hands=1),
        selectors.PlayedEvening(SECOND, matches=1, hands=1),
        selectors.PlayedEvening(FIRST_EVENING, matches=1, hands=2),
    ]
    assert selectors.evenings(season.season, limit=9) == evenings
    assert selectors.evenings(season.season, limit=1) == evenings[:1]
    assert selectors.evenings(season.season, before=THIRD, limit=9) == evenings[1:]


def test_a_players_hands_latest_first(season: Club) -> None:
    cat = season.players["Cat"]
    hands = selectors.player_history(cat)
    assert [(hand.played_on, hand.number, hand.points, hand.won) for hand in hands] == [
        (THIRD, 1, 0, True),
        (FIRST_EVENING, 2, 2, False),
        (FIRST_EVENING, 1, 9, False),
    ]
    assert len(selectors.player_history(cat, limit=2)) == 2
    assert selectors.player_history(cat, season=factories.club().season) == []


def test_lots_part_who_nothing_else_parts(club: Club) -> None:
    first = factories.match(club, "Ann", "Bob")
    factories.hand(club, first, 0, 3)
    factories.hand(club, first, 3, 0, winner=1)
    ann, bob = club.add("Ann", "Bob")
    assert [row.rank for row in selectors.season_table(club.season)] == [1, 1]
    season = services.draw_lots(
        club.season, [bob, ann], actor=club.boss, evening=FIRST_EVENING, key=factories.key()
    )
    rows = selectors.season_table(season)
    assert [(row.player_id, row.rank) for row in rows] == [(bob.pk, 1), (ann.pk, 2)]
    assert [str(step) for step in rows[0].decided_by] == ["lots"]
    with pytest.raises(Invalid):
        services.draw_lots(
            season, [ann], actor=club.boss, evening=FIRST_EVENING, key=factories.key()
        )


def test_lots_part_nobody_before_the_day_they_were_drawn(club: Club) -> None:
    first = factories.match(club, "Ann", "Bob")
    factories.hand(club, first, 0, 3)
    factories.hand(club, first, 3, 0, winner=1)
    ann, bob = club.add("Ann", "Bob")
    season = services.draw_lots(
        club.season, [bob, ann], actor=club.boss, evening=SECOND, key=factories.key()
    )
    for day, ranks in ((FIRST_EVENING, [1, 1]), (SECOND, [1, 2]), (THIRD, [1, 2])):
        assert [row.rank for row in selectors.season_table(season, last=day)] == ranks


def test_the_hands_against_each_other_part_who_is_level(club: Club) -> None:
    table = factories.match(club, "Ann", "Bob", "Cat", "Dee")
    factories.hand(club, table, 2, 6, 9, 0, winner=3)
    factories.hand(club, table, 3, 8, 9, 0, winner=3)
    factories.hand(club, table, 9, 0, 9, 2, winner=1)
    factories.hand(club, factories.match(club, "Ann", "Cat"), 0, 1)
    # Ann and Bob have 14 points and one hand won each; together they met three times, and Ann was
    # placed ahead in two.
    rows = selectors.season_table(club.season)
    ann, bob = (row for row in rows if row.points == 14)
    assert [ann.player_id, bob.player_id] == [club.players["Ann"].pk, club.players["Bob"].pk]
    assert [str(step) for step in ann.decided_by] == ["head-to-head"]


def test_the_last_evening_together_parts_who_is_level(club: Club) -> None:
    factories.hand(club, factories.match(club, "Ann", "Bob"), 0, 7)
    second = factories.match(club, "Ann", "Bob", played_on=SECOND)
    factories.hand(club, second, 7, 0, winner=1)
    # Level in points, hands won, the hands against each other and the best hand; on the last
    # evening Bob brought home nothing and Ann seven.
    rows = selectors.season_table(club.season)
    assert [row.player_id for row in rows] == [club.players["Bob"].pk, club.players["Ann"].pk]
    assert [str(step) for step in rows[0].decided_by] == ["last-evening"]


def test_other_rules_make_another_table_of_the_same_hands(season: Club) -> None:
    rules = {"preset": "hands-won", "options": {}}
    changed = services.set_season_rules(
        season.season, rules, actor=season.boss, key=factories.key()
    )
    names = {player.pk: name for name, player in season.players.items()}
    rows = selectors.season_table(changed)
    assert [(names[row.player_id], row.metric) for row in rows] == [
        ("Bob", 2),
        ("Cat", 1),
        ("Ann", 1),
    ]
    with pytest.raises(Invalid):
        services.set_season_rules(
            season.season, {"preset": "?"}, actor=season.boss, key=factories.key()
        )


def test_points_that_count_both_ways_are_not_added_up(club: Club) -> None:
    # Uno by "the winner collects": the one who goes out gets the others' cards, high points win.
    players = club.add("Ann", "Bob")
    high = {"actor": club.boss, "key": key(), "game": "uno", "preset": "uno-mattel"}
    with pytest.raises(Invalid) as refused:
        factories.started(club.season, players, **high)
    assert refused.value.field == "game"
    by_places = {"preset": "several-games", "options": {}}
    season = services.set_season_rules(club.season, by_places, actor=club.boss, key=factories.key())
    factories.started(season, players, **high)
    with pytest.raises(Invalid):
        services.set_season_rules(
            season, {"preset": "total-points"}, actor=club.boss, key=factories.key()
        )


def test_the_course_is_of_the_figure_that_ranks(club: Club) -> None:
    for day, hands in ((6, [(0, 5, 7), (3, 0, 9)]), (13, [(0, 1, 2)])):
        match = factories.match(club, played_on=factories.FIRST_EVENING.replace(day=day))
        for points in hands:
            factories.hand(club, match, *points, winner=points.index(0))
    late = factories.match(club, "Ann", "Dee", played_on=factories.FIRST_EVENING.replace(day=20))
    factories.hand(club, late, 0, 4)
    average = {"preset": "average-per-hand", "options": {"min_hands": 0}}
    services.set_season_rules(club.season, average, actor=club.boss, key=factories.key())
    club.season.refresh_from_db()
    # Ann: 0 and 3 in two hands, then 0, then 0; Dee came on the third evening.
    course = metric_series(club.season, selectors.season_table(club.season))
    assert course.metric[club.players["Ann"].pk] == (Fraction(3, 2), 1, Fraction(3, 4))
    assert course.metric[club.players["Dee"].pk] == (None, None, 4)
