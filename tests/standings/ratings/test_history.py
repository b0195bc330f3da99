"""Hands as columns, and every two players of every hand."""

import numpy as np
import pytest

from tests.standings.ratings.hands import places, random_history
from tests.standings.season import ANN, BOB, CAT, FIRST, SECOND, season
from zarleague.standings.ratings import history as columns
from zarleague.standings.ratings.baselines import Baseline, win_share
from zarleague.standings.ratings.groups import Groups
from zarleague.standings.ratings.history import Comparisons, History
from zarleague.standings.ratings.pairs import PairCounts
from zarleague.standings.results import hand_results


def test_columns_are_the_same_whatever_order_the_results_came_in():
    history, turned = History.of(season()), History.of(reversed(season()))
    for column in COLUMNS:
        assert np.array_equal(getattr(history, column), getattr(turned, column))


COLUMNS = ("player_ids", "hand_ids", "evening", "start", "player", "place", "cost", "won")


def test_hands_read_in_parts_are_the_hands_read_at_once():
    # Dee plays the first two evenings only, so the parts number the players differently.
    whole = History.of(season())
    parts = [History.of([one for one in season() if one.evening == day]) for day in whole.evenings]
    assert [part.players for part in parts] == [4, 4, 3]
    joined = History.joined(parts)
    for column in COLUMNS:
        assert np.array_equal(getattr(joined, column), getattr(whole, column))
        assert getattr(joined, column).dtype == getattr(whole, column).dtype
    assert History.joined([]).hands == 0


@pytest.mark.parametrize("hand", [1, 3, 6])
def test_one_hand_has_other_results(hand):
    others = [one for one in season() if one.hand_id != hand]
    (evening,) = {one.evening for one in season() if one.hand_id == hand}
    new = hand_results(hand, 99, evening, {ANN: 7, CAT: 2})
    history = History.of(season())
    for results in (new, ()):
        wanted = History.of([*others, *results])
        for found in (
            history.with_hand(hand, evening, results),
            History.of(others).with_hand(hand, evening, results),
        ):
            for column in COLUMNS:
                assert np.array_equal(getattr(found, column), getattr(wanted, column))


@pytest.mark.parametrize("ids", [[5, -3, 9, 5], [5, 10**12, -(10**12), 5], [1000] * 4, []])
def test_players_are_numbered_by_id_however_far_apart(ids):
    history = History.of_columns(
        hand_id=range(len(ids)), evening=[1] * len(ids), player_id=ids, place=[1] * len(ids)
    )
    assert history.player_ids.tolist() == sorted(set(ids))
    assert history.player_ids[history.player].tolist() == ids


def test_a_hand_and_evening_out_of_order_are_put_in_order():
    history = History.of_columns(
        hand_id=[7, 3, 3, 7, 9],
        evening=[2, 2, 2, 2, 1],
        player_id=[5, 6, 5, 4, 6],
        place=[1, 2, 1, 2, 1],
    )
    assert history.hand_ids.tolist() == [9, 3, 7]
    assert history.evening.tolist() == [1, 2, 2]
    assert history.player_ids[history.player].tolist() == [6, 5, 6, 4, 5]
    assert history.place.tolist() == [1, 1, 2, 2, 1]


def test_the_season_as_columns():
    history = History.of(season())
    assert (history.hands, history.players) == (6, 4)
    assert history.start.tolist() == [0, 4, 8, 12, 16, 19, 22]
    assert history.hands_played().tolist() == [6, 6, 6, 4]
    # Hand 4: Ann 2, Bob 6, Cat 0, Dee 6.
    assert history.place[12:16].tolist() == [2, 3, 1, 3]
    assert history.cost[12:16].tolist() == [2, 6, 0, 6]
    assert history.won[12:16].tolist() == [False, False, True, False]


def test_points_that_win_when_high_are_turned_round():
    history = History.of(hand_results(1, 1, FIRST, {ANN: 30, BOB: 0}, high_wins=True))
    assert history.cost.tolist() == [-30, 0]


def test_without_points_and_wins_the_place_stands_in():
    history = places({ANN: 2, BOB: 1})
    assert history.cost.tolist() == [2, 1]
    assert history.won.tolist() == [False, True]


def test_as_of_and_evening_by_evening():
    history = History.of(season())
    assert history.upto(FIRST).hand_ids.tolist() == [1, 2]
    assert history.upto(FIRST - 1).hands == 0
    alone = dict(history.by_evening())
    assert alone[SECOND].hand_ids.tolist() == [3, 4]
    assert alone[SECOND].start.tolist() == [0, 4, 8]
    assert history.evenings == [FIRST, SECOND, SECOND + 7]


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="lengths"):
        History.of_columns(hand_id=[1, 1], evening=[1, 1], player_id=[1, 2], place=[1])


def test_no_hands():
    history = History.of([])
    assert (history.hands, history.players, history.evenings) == (0, 0, [])
    assert len(Comparisons.of(history).score) == 0


def test_every_two_players_of_a_hand_are_compared_once():
    # Cat is alone in the second hand: nobody to compare with.
    found = Comparisons.of(places({ANN: 1, BOB: 2, CAT: 2}, {CAT: 1}))
    assert sorted(
        zip(found.first.tolist(), found.second.tolist(), found.score.tolist(), strict=True)
    ) == [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5)]
    assert found.size.tolist() == [3, 3, 3]
    assert found.hand.tolist() == [0, 0, 0]


def test_hands_are_counted_in_parts_as_at_once(monkeypatch):
    history, rater = random_history(5, 60, 30), Baseline("win-count", win_share)
    at_once = PairCounts.of(history).weighted(1.0)
    groups, rated = Groups.of(history).numbers(), rater.fit(history)
    monkeypatch.setattr(columns, "PART", 7)
    assert [part.hands for part in history.parts()] == [7] * 8 + [4]
    in_parts = PairCounts.of(history).weighted(1.0)
    assert np.array_equal(in_parts.met, at_once.met)
    assert np.array_equal(in_parts.won, at_once.won)
    assert np.array_equal(Groups.of(history).numbers(), groups)
    assert rater.fit(history).rating == pytest.approx(rated.rating, abs=1e-9)
