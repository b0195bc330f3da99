"""Results of hands, date ranges and the what-if."""

from tests.standings.season import ANN, BOB, CAT, FIRST, SECOND, THIRD, season
from zarleague.standings.results import Result, by_hand, hand_results, rescored, within


def test_a_hand_gives_each_player_place_and_win():
    assert hand_results(7, 3, FIRST, {ANN: 4, BOB: 0, CAT: 4}, penalties={CAT: 3}) == (
        Result(7, 3, FIRST, ANN, 4, 2, False),
        Result(7, 3, FIRST, BOB, 0, 1, True),
        Result(7, 3, FIRST, CAT, 4, 2, False, penalty=3),
    )


def test_the_game_may_name_a_winner_who_has_not_the_first_place():
    hand = hand_results(7, 3, FIRST, {ANN: 2, BOB: 0}, winners=[ANN])
    assert [(result.place, result.won) for result in hand] == [(2, True), (1, False)]


def test_date_ranges_include_both_ends():
    assert {r.hand_id for r in within(season(), SECOND, THIRD)} == {3, 4, 5, 6}
    assert {r.hand_id for r in within(season(), last=SECOND)} == {1, 2, 3, 4}
    assert within(season()) == season()


def test_hands_are_grouped_in_the_order_they_appear():
    assert list(by_hand(reversed(season()))) == [6, 5, 4, 3, 2, 1]


def test_other_points_move_places_but_not_who_won():
    # In hand 1 (Ann 0, Bob 3, Cat 5, Dee 7) Ann's 0 becomes 4: Bob is placed first, Ann second.
    changed = by_hand(rescored(season(), {(1, ANN): 4}))
    assert [(r.points, r.place, r.won) for r in changed[1]] == [
        (4, 2, True),
        (3, 1, False),
        (5, 3, False),
        (7, 4, False),
    ]
    assert changed[2] == by_hand(season())[2]


def test_another_direction_turns_the_places_round():
    turned = by_hand(rescored(season(), {}, high_wins=True))[1]
    assert [result.place for result in turned] == [4, 3, 2, 1]
    assert all(result.high_wins for result in turned)
