"""A season of each preset, worked by hand from the table in `tests.standings.season`."""

from fractions import Fraction

import pytest

from tests.standings.season import (
    ANN,
    BOB,
    CAT,
    DEE,
    FIRST,
    NAMES,
    SECOND,
    THIRD,
    figures,
    ranks,
    season,
)
from zarleague.standings.metric import MixedDirectionsError, Shortfall
from zarleague.standings.results import PenaltyPoints, Result, hand_results
from zarleague.standings.rules import TieBreak, season_rules
from zarleague.standings.series import running_metric
from zarleague.standings.table import table_of
from zarleague.standings.totals import SeasonTotals


def test_total_points_low_wins():
    rows = table_of(season(), season_rules("total-points"), names=NAMES)
    assert figures(rows) == {"Ann": 15, "Bob": 18, "Dee": 18, "Cat": 23}
    # Bob and Dee have 18 each; Bob won two hands (2 and 5), Dee none.
    assert ranks(rows) == [(1, "Ann"), (2, "Bob"), (3, "Dee"), (4, "Cat")]
    assert [row.decided_by for row in rows] == [
        (),
        (TieBreak.MORE_WINS,),
        (TieBreak.MORE_WINS,),
        (),
    ]
    ann = rows[0]
    assert (ann.hands, ann.wins, ann.points, ann.average) == (6, 2, 15, Fraction(15, 6))
    assert (ann.lowest_hand, ann.highest_hand) == (0, 8)
    assert (ann.counted, ann.dropped) == ((FIRST, SECOND, THIRD), ())


def test_average_per_hand_with_a_minimum_of_hands():
    rows = table_of(season(), season_rules("average-per-hand", min_hands=5), names=NAMES)
    assert figures(rows) == {
        "Ann": Fraction(15, 6),
        "Bob": Fraction(18, 6),
        "Cat": Fraction(23, 6),
        "Dee": Fraction(18, 4),
    }
    # Dee played four hands only.
    assert ranks(rows) == [(1, "Ann"), (2, "Bob"), (3, "Cat"), (None, "Dee")]
    assert rows[3].shortfalls == (Shortfall("min_hands", 4, 5),)


def test_hands_won():
    rows = table_of(season(), season_rules("hands-won"), names=NAMES)
    assert figures(rows) == {"Ann": 2, "Bob": 2, "Cat": 2, "Dee": 0}
    # Ann, Bob and Cat won two of six hands each. Head to head by place in the hand:
    # Ann-Bob: Ann ahead in 1, 4, 6, Bob in 2, 3, 5. Ann-Cat: Ann in 1, 2, 5, 6, Cat in 3, 4.
    # Bob-Cat: Bob in 1, 2, 5, Cat in 3, 4, 6. So of twelve meetings Ann took 7, Bob 6, Cat 5.
    assert ranks(rows) == [(1, "Ann"), (2, "Bob"), (3, "Cat"), (4, "Dee")]
    decisions = [row.decisions[0] for row in rows[:3]]
    assert {decision.tie_break for decision in decisions} == {TieBreak.HEAD_TO_HEAD}
    assert [decision.value for decision in decisions] == [
        Fraction(7, 12),
        Fraction(6, 12),
        Fraction(5, 12),
    ]
    assert (decisions[1].under, decisions[1].over) == ((ANN,), (CAT,))


def test_points_by_place_in_each_match():
    # Match 1: Bob 3, Ann 4, Dee 9, Cat 11 points, so Bob 4, Ann 2, Dee 1, Cat 0.
    # Match 2: Cat 0, Dee 9, Ann 10, Bob 11, so Cat 4, Dee 2, Ann 1, Bob 0.
    # Match 3: Ann 1, Bob 4, Cat 12, so Ann 4, Bob 2, Cat 1.
    rows = table_of(season(), season_rules("place-points"), names=NAMES)
    assert figures(rows) == {"Ann": 7, "Bob": 6, "Cat": 5, "Dee": 3}
    assert ranks(rows) == [(1, "Ann"), (2, "Bob"), (3, "Cat"), (4, "Dee")]


def test_best_evenings_show_what_was_dropped():
    # Evenings: Ann 4, 10, 1; Bob 3, 11, 4; Cat 11, 0, 12; Dee 9, 9. The best two of each:
    # Ann 4 + 1, Bob 3 + 4, Cat 11 + 0, Dee 9 + 9.
    rules = season_rules("best-evenings", best_evenings=2, min_evenings=2)
    rows = table_of(season(), rules, names=NAMES)
    assert figures(rows) == {"Ann": 5, "Bob": 7, "Cat": 11, "Dee": 18}
    assert [row.dropped for row in rows] == [(SECOND,), (SECOND,), (THIRD,), ()]
    assert [row.counted for row in rows] == [
        (FIRST, THIRD),
        (FIRST, THIRD),
        (FIRST, SECOND),
        (FIRST, SECOND),
    ]
    # Ann's dropped evening held hands 3 and 4: four of her six hands count.
    assert (rows[0].hands, rows[0].points, rows[0].highest_hand) == (4, 5, 4)


def test_of_two_equal_evenings_the_later_counts():
    # Dee has 9 on both her evenings.
    rules = season_rules("best-evenings", best_evenings=1, min_evenings=1)
    dee = next(row for row in table_of(season(), rules) if row.player_id == DEE)
    assert (dee.counted, dee.dropped) == ((SECOND,), (FIRST,))


def test_several_games_by_points_for_places():
    # The third evening is another game, in which high points win: Bob 45, Ann 30, Cat 0.
    results = [
        *season()[:16],
        *hand_results(5, 3, THIRD, {ANN: 30, BOB: 0, CAT: 0}, high_wins=True),
        *hand_results(6, 3, THIRD, {ANN: 0, BOB: 45, CAT: 0}, high_wins=True),
    ]
    rows = table_of(results, season_rules("several-games"), names=NAMES)
    # Bob 4 + 0 + 4, Ann 2 + 1 + 2, Cat 0 + 4 + 1, Dee 1 + 2. Ann and Cat are level at 5; Cat won
    # a match, the second, and Ann none.
    assert figures(rows) == {"Bob": 8, "Cat": 5, "Ann": 5, "Dee": 3}
    assert ranks(rows) == [(1, "Bob"), (2, "Cat"), (3, "Ann"), (4, "Dee")]
    assert rows[1].decided_by == (TieBreak.MORE_MATCH_WINS,)
    for preset in ("total-points", "average-per-hand"):
        with pytest.raises(MixedDirectionsError):
            table_of(results, season_rules(preset))


def test_high_points_win_where_the_rules_say_so():
    results = hand_results(1, 1, FIRST, {ANN: 30, BOB: 0}, high_wins=True)
    rows = table_of(results, season_rules("total-points", high_wins=True), names=NAMES)
    assert ranks(rows) == [(1, "Ann"), (2, "Bob")]
    with pytest.raises(MixedDirectionsError):
        table_of(results, season_rules("total-points"))


def test_attendance_minimum():
    rows = table_of(season(), season_rules("total-points", min_evenings=3), names=NAMES)
    assert ranks(rows) == [(1, "Ann"), (2, "Bob"), (3, "Cat"), (None, "Dee")]
    assert rows[3].shortfalls == (Shortfall("min_evenings", 2, 3),)


@pytest.mark.parametrize(
    ("preset", "weight", "expected"),
    [
        ("total-points", 1, 15 + 6),
        ("total-points", 2, 15 + 12),
        ("total-points", 0, 15),
        ("average-per-hand", 1, Fraction(15 + 6, 6)),
        ("hands-won", 1, 2 - 6),
        ("place-points", 1, 7 - 6),
    ],
)
def test_penalties_worsen_whatever_is_ranked_by(preset, weight, expected):
    # Ann: two points in hand 1, four more from the organiser on the second evening.
    results = [r._replace(penalty=2) if r[:4] == (1, 1, FIRST, ANN) else r for r in season()]
    rows = table_of(
        results,
        season_rules(preset, penalty_weight=weight),
        penalties=[PenaltyPoints(1, SECOND, ANN, 4)],
        names=NAMES,
    )
    ann = next(row for row in rows if row.player_id == ANN)
    assert ann.metric == expected
    assert (ann.penalty, ann.points, ann.place_points) == (6, 15, 7)


def _evening(day: int, points: dict[int, int]) -> list[Result]:
    """One match of one hand on an evening."""
    return hand_results(day, day, FIRST + day, points)


@pytest.mark.parametrize(
    ("preset", "bonus", "expected"),
    [
        # Ann plays three evenings with 10, 10 and 10 points, Bob one with 25, Cat all with 40.
        ("total-points", 0, [("Bob", 25), ("Ann", 30), ("Cat", 120)]),
        ("total-points", 2, [("Bob", 23), ("Ann", 24), ("Cat", 114)]),
        ("total-points", 3, [("Ann", 21), ("Bob", 22), ("Cat", 111)]),
        # Ann is first each time, Cat second twice and third once: 4 a win, 2 and 1.
        ("place-points", 0, [("Ann", 12), ("Cat", 5), ("Bob", 2)]),
        ("place-points", 2, [("Ann", 18), ("Cat", 11), ("Bob", 4)]),
        ("hands-won", 1, [("Ann", 6), ("Cat", 3), ("Bob", 1)]),
    ],
)
def test_each_evening_attended_brings_a_bonus(
    preset: str, bonus: int, expected: list[tuple[str, int]]
) -> None:
    results = [
        *_evening(1, {ANN: 10, CAT: 40}),
        *_evening(2, {ANN: 10, BOB: 25, CAT: 40}),
        *_evening(3, {ANN: 10, CAT: 40}),
    ]
    rules = season_rules(preset, attendance_bonus=bonus)
    rows = table_of(results, rules, names=NAMES)
    assert [(NAMES[row.player_id], row.metric) for row in rows] == expected
    totals = SeasonTotals.of(results)
    line = running_metric(totals.players[ANN], rules, [FIRST + day for day in (1, 2, 3)])
    assert line[-1] == dict(expected)["Ann"]


def test_the_bonus_is_for_dropped_evenings_too_and_never_without_a_hand() -> None:
    """Of Ann's 5, 9 and 7 the best two count: 12, less 3 for three evenings. Bob has a penalty on
    an evening without a hand, which is none attended."""
    results = [*_evening(1, {ANN: 5}), *_evening(2, {ANN: 9}), *_evening(3, {ANN: 7, BOB: 8})]
    rules = season_rules("best-evenings", best_evenings=2, min_evenings=2, attendance_bonus=1)
    rows = table_of(results, rules, penalties=[PenaltyPoints(1, FIRST, BOB, 1)], names=NAMES)
    assert [(row.rank, row.metric) for row in rows] == [(1, 9), (None, 8 + 1 - 1)]


def test_a_penalty_on_a_dropped_evening_still_counts():
    rules = season_rules("best-evenings", best_evenings=2, min_evenings=2)
    rows = table_of(season(), rules, penalties=[PenaltyPoints(1, SECOND, ANN, 4)], names=NAMES)
    # Ann's 5 becomes 9, behind Bob's 7; her second evening is dropped as before.
    assert ranks(rows)[:2] == [(1, "Bob"), (2, "Ann")]
    assert (rows[1].metric, rows[1].dropped) == (9, (SECOND,))


def test_who_has_only_a_penalty_is_not_ranked():
    rows = table_of(
        hand_results(1, 1, FIRST, {ANN: 3}),
        season_rules("total-points"),
        penalties=[PenaltyPoints(1, FIRST, BOB, 1)],
        names=NAMES,
    )
    assert ranks(rows) == [(1, "Ann"), (None, "Bob")]
    assert (rows[1].metric, rows[1].average, rows[1].penalty) == (None, None, 1)


def test_players_nothing_parts_share_the_rank_in_order_of_name():
    rows = table_of(
        hand_results(1, 1, FIRST, {DEE: 3, BOB: 3, CAT: 3, ANN: 9}, winners=[]),
        season_rules("total-points"),
        names={DEE: "dee", BOB: "Bob", CAT: "Bob", ANN: "Ann"},
    )
    assert [(row.rank, row.player_id) for row in rows] == [
        (1, BOB),
        (1, CAT),
        (1, DEE),
        (4, ANN),
    ]
    assert rows[0].tied_with == (CAT, DEE)
    assert rows[0].decided_by == ()


def test_no_hands_make_an_empty_table():
    assert table_of([], season_rules("total-points")) == ()
