"""A league over all its seasons; the figures are those of the small season, worked by hand."""

import datetime

import pytest

from tests import factories
from tests.factories import TOTAL_POINTS, Club, key
from tests.reports.season import SECOND, THIRD, small_season
from zarleague.leagues import services as leagues
from zarleague.play import services as play
from zarleague.play.selectors import game_table
from zarleague.reports.all_time.build import rebuild_all_time, refresh_all_time
from zarleague.reports.all_time.reading import (
    HandAt,
    all_time_of_league,
    all_time_of_player,
    is_behind,
)
from zarleague.reports.models import DerivedPart

AUTUMN = datetime.date(2026, 9, 4)


# Figures of what was read: no database changes them.
pytestmark = pytest.mark.sqlite


def records(club: Club, game: str) -> dict[str, tuple[int, list[str]]]:
    """Return the league's records of a game and who holds them."""
    found = all_time_of_league(club.league, game).records
    return {one.kind: (one.figure, [holder.name for holder in one.holders]) for one in found}


def test_the_small_season_makes_records_and_a_champion(club: Club):
    hands = small_season(club)
    assert is_behind(club.league)
    refresh_all_time(club.league)
    assert not is_behind(club.league)
    # Cat's 9 of hand 5 is the highest; nobody but Dee was without a 0; Cat won hands 3 and 4,
    # both on the second evening.
    assert records(club, "zar") == {
        "highest_hand": (9, ["Cat"]),
        "lowest_hand": (0, ["Ann", "Bob", "Cat"]),
        "winning_run": (2, ["Cat"]),
        "wins_of_an_evening": (2, ["Cat"]),
    }
    highest, lowest, run, evening = all_time_of_league(club.league, "zar").records
    assert highest.holders[0].hand == HandAt(hands[5].match_id, 1)
    assert lowest.holders[1].hand == HandAt(hands[2].match_id, 2)
    assert run.holders[0].hand == HandAt(hands[4].match_id, 2)
    assert evening.holders[0].evening == SECOND.toordinal()
    # Points 15, 18, 23, 18; a champion only once the season is over.
    assert all_time_of_league(club.league).champions == []
    play.finish_season(club.season, actor=club.boss, key=key())
    refresh_all_time(club.league)
    found = all_time_of_league(club.league)
    assert [names for _, names in found.champions] == [[(club.players["Ann"].pk, "Ann")]]
    # Matches: Bob 3 points in the first, Cat 0 in the second, Ann 1 in the third.
    won = {row.name: (row.seasons_won, row.figures.matches_won) for row in found.rows}
    assert won == {"Ann": (1, 1), "Bob": (0, 1), "Cat": (0, 1), "Dee": (0, 0)}
    ann = all_time_of_player(club.players["Ann"], "zar")
    assert [(place.rank, place.players) for place in ann.places] == [(1, 4)]
    assert ann.seasons_won == 1
    # Ann to Bob: 0-3, 4-0, 8-5, 2-6, 1-0, 0-4.
    assert {one.name: tuple(one.met) for one in ann.rivals}["Bob"] == (3, 3, 0)


def test_a_hand_adds_up_only_its_evening_and_games_and_seasons_stay_apart(club: Club):
    hands = small_season(club)
    refresh_all_time(club.league)
    days = DerivedPart.objects.filter(kind=DerivedPart.Kind.LIFE_DAY)
    before = dict(days.values_list("number", "stamp"))
    factories.hand(club, hands[6].match, 30, 1, 0, winner=2)
    uno = factories.match(club, "Ann", "Bob", game="uno", played_on=THIRD)
    factories.hand(club, uno, 60, 0, winner=1)
    refresh_all_time(club.league)
    after = dict(days.values_list("number", "stamp"))
    assert {day for day in after if after[day] != before[day]} == {THIRD.toordinal()}
    assert records(club, "zar")["highest_hand"] == (30, ["Ann"])
    assert records(club, "uno")["highest_hand"] == (60, ["Ann"])
    # The table of Uno alone: Bob 0 points, Ann 60.
    assert [(row.rank, row.player_id, row.points) for row in game_table(club.season, "uno")] == [
        (1, club.players["Bob"].pk, 0),
        (2, club.players["Ann"].pk, 60),
    ]
    leagues.start_season(
        club.league, name="Autumn", starts=AUTUMN, actor=club.boss, key=key(), rules=TOTAL_POINTS
    )
    later = play.start_match(
        club.league.seasons.get(name="Autumn"),
        club.add("Ann", "Cat"),
        play.MatchTerms(game="zar"),
        actor=club.boss,
        key=key(),
        played_on=AUTUMN,
    )
    factories.hand(club, later, 7, 0, winner=1)
    refresh_all_time(club.league)
    # Cat won the last hand of the spring and the first of the autumn, and none between.
    cat = all_time_of_player(club.players["Cat"], "zar")
    assert cat.figures.streaks.at_end.hands == 2
    assert cat.places[0].season.name == "Autumn"
    assert not rebuild_all_time(club.league)


def test_a_merged_guest_counts_for_the_player(club: Club):
    small_season(club)
    (guest,) = club.add("Di", guest=True)
    match = factories.match(club, "Ann", "Di", played_on=THIRD)
    factories.hand(club, match, 5, 0, winner=1)
    refresh_all_time(club.league)
    play.merge_guest(guest, club.players["Dee"], actor=club.boss, key=key())
    refresh_all_time(club.league)
    found = {row.name: row.figures for row in all_time_of_league(club.league, "zar").rows}
    assert "Di" not in found
    assert (found["Dee"].hands, found["Dee"].wins) == (5, 1)
    assert not rebuild_all_time(club.league)
