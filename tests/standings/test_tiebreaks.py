"""The chain of tie-breaks, each step by a case worked by hand."""

from fractions import Fraction

import pytest

from tests.standings.season import ANN, BOB, CAT, DEE, FIRST, NAMES, SECOND, hands, ranks
from zarleague.standings.results import Lot, PenaltyPoints, hand_results
from zarleague.standings.rules import TieBreak, season_rules
from zarleague.standings.table import table_of


def decided(results, *steps, preset="total-points", **given):
    """The rows under a chain of these steps only, with lots and penalties as given."""
    rules = season_rules(preset, tie_breaks=steps, min_hands=0)
    return table_of(results, rules, names=NAMES, **given)


# Ann and Bob both have 6 points; Bob won one hand of two, Ann none.
LEVEL = hands({ANN: 3, BOB: 6, CAT: 0}, {ANN: 3, BOB: 0, CAT: 9})


@pytest.mark.parametrize(
    ("step", "winner", "value"),
    [
        (TieBreak.MORE_WINS, "Bob", 1),
        # Bob's best hand is 0, Ann's 3.
        (TieBreak.BEST_HAND, "Bob", 0),
    ],
)
def test_one_step_parts_two(step, winner, value):
    rows = decided(LEVEL, step)
    assert ranks(rows)[0] == (1, winner)
    assert rows[0].decisions[0][:3] == (step, value, (ANN,))
    assert rows[1].decisions[0].under == (BOB,)


def test_head_to_head_takes_only_the_hands_together():
    # Ann 4 + 5, Bob 3 + 6: level at 9. They met twice: Bob ahead in the first, Ann in the second,
    # so nothing is decided; a third hand both end level changes nothing.
    level = hands({ANN: 4, BOB: 3}, {ANN: 5, BOB: 6}, {ANN: 1, BOB: 1})
    assert ranks(decided(level, TieBreak.HEAD_TO_HEAD)) == [(1, "Ann"), (1, "Bob")]
    # Ann 1 + 1 + 7, Bob 4 + 4 + 1: level at 9, Ann ahead in two of three.
    parted = hands({ANN: 1, BOB: 4}, {ANN: 1, BOB: 4}, {ANN: 7, BOB: 1})
    rows = decided(parted, TieBreak.HEAD_TO_HEAD)
    assert ranks(rows) == [(1, "Ann"), (2, "Bob")]
    assert [row.decisions[0].value for row in rows] == [Fraction(2, 3), Fraction(1, 3)]


def test_head_to_head_needs_every_two_to_have_met():
    # All have 5. Ann beat Bob in a hand, Cat met neither.
    results = [*hands({ANN: 2, BOB: 3}, {ANN: 3}, {BOB: 2}), *hands({CAT: 5}, match=2)]
    assert ranks(decided(results, TieBreak.HEAD_TO_HEAD)) == [(1, "Ann"), (1, "Bob"), (1, "Cat")]


def test_a_step_that_parts_some_leaves_the_rest_to_the_next():
    # All three have 6. Cat won twice, Ann and Bob once each; of these Bob's best hand is 0 and
    # Ann's 1 (she won the hand with the higher points of Dee).
    results = hands(
        {ANN: 1, DEE: 9},
        {BOB: 0, ANN: 5},
        {CAT: 0, BOB: 6},
        {CAT: 0, DEE: 9},
        {CAT: 6},
    )
    results = [r._replace(won=False) if r.hand_id == 104 else r for r in results]
    rows = decided(results, TieBreak.MORE_WINS, TieBreak.BEST_HAND)
    assert ranks(rows) == [(1, "Cat"), (2, "Bob"), (3, "Ann"), (4, "Dee")]
    assert [row.decided_by for row in rows] == [
        (TieBreak.MORE_WINS,),
        (TieBreak.MORE_WINS, TieBreak.BEST_HAND),
        (TieBreak.MORE_WINS, TieBreak.BEST_HAND),
        (),
    ]
    assert rows[1].decisions[1].over == (ANN,)


def test_last_evening_is_the_last_that_all_the_tied_attended():
    # Ann 2 + 5, Bob 4 + 3, level at 7; on the second evening Bob did better. On the third only
    # Cat played.
    results = [
        *hands({ANN: 2, BOB: 4}, evening=FIRST, match=1),
        *hands({ANN: 5, BOB: 3}, evening=SECOND, match=2),
        *hands({CAT: 9}, evening=SECOND + 7, match=3),
    ]
    rows = decided(results, TieBreak.LAST_EVENING)
    assert ranks(rows)[:2] == [(1, "Bob"), (2, "Ann")]
    assert [row.decisions[0].value for row in rows[:2]] == [3, 5]


def test_last_evening_parts_nobody_without_a_common_one():
    results = [*hands({ANN: 2}, match=1), *hands({BOB: 2}, evening=SECOND, match=2)]
    assert ranks(decided(results, TieBreak.LAST_EVENING)) == [(1, "Ann"), (1, "Bob")]


@pytest.mark.parametrize(
    ("step", "order"),
    [
        # Ann won one hand of one, Bob one of two with 4 points in all: averages 0 and 2. Dee's one
        # win of one hand is beside the point.
        (TieBreak.FEWER_HANDS, ["Ann", "Bob"]),
        (TieBreak.MORE_HANDS, ["Bob", "Ann"]),
        (TieBreak.BETTER_AVERAGE, ["Ann", "Bob"]),
    ],
)
def test_hands_and_average(step, order):
    results = hands({ANN: 0, CAT: 3}, {BOB: 0, CAT: 3}, {BOB: 4, DEE: 0})
    rows = decided(results, step, preset="hands-won")
    assert [name for _, name in ranks(rows) if name in ("Ann", "Bob")] == order


def test_more_match_wins():
    # By 4-2-1-0 Ann takes 4 and 0, Bob 2 and 2: level at 4. Ann won a match.
    results = [
        *hands({ANN: 0, BOB: 1, CAT: 2, DEE: 3}, match=1),
        *hands({CAT: 0, BOB: 1, DEE: 2, ANN: 3}, match=2),
    ]
    rows = decided(results, TieBreak.MORE_MATCH_WINS, preset="place-points")
    # Cat has 1 + 4 and leads.
    assert ranks(rows)[:3] == [(1, "Cat"), (2, "Ann"), (3, "Bob")]


def test_fewer_penalties():
    # Ann 5 and no penalty, Bob 4 and one.
    rows = decided(
        hands({ANN: 5, BOB: 4}),
        TieBreak.FEWER_PENALTIES,
        penalties=[PenaltyPoints(1, FIRST, BOB, 1)],
    )
    assert ranks(rows) == [(1, "Ann"), (2, "Bob")]


def test_lots_are_a_recorded_event_and_the_latest_counts():
    level = hands({ANN: 3, BOB: 3, CAT: 3})
    assert ranks(decided(level, TieBreak.LOTS)) == [(1, "Ann"), (1, "Bob"), (1, "Cat")]
    # A drawing that leaves out Ann decides nothing among the three.
    without_ann = Lot(1, SECOND, (CAT, BOB))
    assert decided(level, TieBreak.LOTS, lots=[without_ann])[0].tied_with == (BOB, CAT)
    drawn = [Lot(2, FIRST, (BOB, CAT, ANN)), Lot(3, SECOND, (CAT, DEE, ANN, BOB)), without_ann]
    rows = decided(level, TieBreak.LOTS, lots=drawn)
    assert ranks(rows) == [(1, "Cat"), (2, "Ann"), (3, "Bob")]
    assert [row.decided_by for row in rows] == [(TieBreak.LOTS,)] * 3
    again = Lot(4, SECOND, (ANN, BOB, CAT))  # on the same evening, recorded later
    rows = decided(level, TieBreak.LOTS, lots=[*drawn, again])
    assert ranks(rows) == [(1, "Ann"), (2, "Bob"), (3, "Cat")]


POINT_STEPS = (TieBreak.BEST_HAND, TieBreak.BETTER_AVERAGE)


@pytest.mark.parametrize("step", POINT_STEPS)
def test_a_step_that_compares_points_does_not_apply_to_hands_of_two_directions(step):
    # Ann and Bob won a hand each; 0 is Ann's best where few are good, 50 Bob's where many are.
    results = [
        *hands({ANN: 0, BOB: 9}),
        *hand_results(7, 7, SECOND, {BOB: 50, ANN: 0}, high_wins=True),
    ]
    assert ranks(decided(results, step, preset="hands-won")) == [(1, "Ann"), (1, "Bob")]


@pytest.mark.parametrize("step", POINT_STEPS)
def test_a_step_that_compares_points_takes_the_direction_of_the_hands_played(step):
    # A season of hands won says nothing of points; in these hands many are good. Ann won with 20,
    # Bob with 30: Bob's best hand and Bob's average of 15 against 10 are the better ones.
    results = [
        *hand_results(1, 1, FIRST, {ANN: 20, BOB: 0}, high_wins=True),
        *hand_results(2, 2, SECOND, {ANN: 0, BOB: 30}, high_wins=True),
    ]
    assert ranks(decided(results, step, preset="hands-won")) == [(1, "Bob"), (2, "Ann")]


def test_best_hand_is_the_highest_where_high_wins():
    # Level at 40: Ann 40 and 0, Bob 20 and 20.
    results = [
        *hand_results(1, 1, FIRST, {BOB: 20, ANN: 0}, high_wins=True),
        *hand_results(2, 1, FIRST, {ANN: 40, BOB: 20}, high_wins=True),
    ]
    rules = season_rules("total-points", high_wins=True, tie_breaks=["best-hand"])
    assert ranks(table_of(results, rules, names=NAMES)) == [(1, "Ann"), (2, "Bob")]
