"""The season evening by evening, worked by hand from the table in `tests.standings.season`."""

from collections.abc import Sequence
from fractions import Fraction

from tests.standings.season import ANN, BOB, CAT, DEE, FIRST, NAMES, SECOND, THIRD, ranks, season
from zarleague.standings.results import Lot, PenaltyPoints, hand_results, rescored
from zarleague.standings.rules import season_rules
from zarleague.standings.series import (
    LeadChange,
    Movement,
    Streaks,
    evening_tables,
    lead_changes,
    movements,
    running_metric,
    tables_by_evening,
    winning_streaks,
)
from zarleague.standings.table import Row, table_of
from zarleague.standings.totals import SeasonTotals

TOTAL = season_rules("total-points")


def tables_after_each_evening(results, rules, penalties=(), lots=(), names=None, since=0):
    """Return (evening, table) of every day with hands, a penalty or lots."""
    days = {result.evening: [] for result in results}
    days |= {one.evening: days.get(one.evening, []) for one in (*penalties, *lots)}
    for result in results:
        days[result.evening].append(result)
    return tables_by_evening(
        sorted(days.items()), rules, penalties=penalties, lots=lots, names=names, since=since
    )


def test_tables_since_an_evening_are_those_of_the_whole_season():
    whole = list(tables_after_each_evening(season(), TOTAL))
    assert [evening for evening, _ in whole] == [FIRST, SECOND, THIRD]
    for left, since in enumerate((FIRST, FIRST + 1, SECOND + 1, THIRD + 1)):
        assert list(tables_after_each_evening(season(), TOTAL, since=since)) == whole[left:]


def longest_runs(results):
    """Return each player's longest run of hands won: how many, the first and the last of them."""
    return {
        player: tuple(of.longest)
        for player, of in winning_streaks(results).items()
        if of.longest.hands
    }


def leaders_of(rows):
    """Return the players of the first rank of a table, in its order."""
    return tuple(row.player_id for row in rows if row.rank == 1)


def changes(tables: Sequence[tuple[int, Sequence[Row]]]) -> tuple[LeadChange, ...]:
    return lead_changes((evening, leaders_of(rows)) for evening, rows in tables)


def test_longest_runs_of_hands_won():
    # Won: 1 Ann, 2 Bob, 3 and 4 Cat, 5 Bob, 6 Ann. Dee won none.
    assert longest_runs(season()) == {ANN: (1, 1, 1), BOB: (1, 2, 2), CAT: (2, 3, 4)}
    # A run goes over a hand the player was not in.
    assert longest_runs(
        [
            *hand_results(1, 1, FIRST, {CAT: 0, ANN: 1}),
            *hand_results(2, 1, FIRST, {BOB: 0, ANN: 1}),
            *hand_results(3, 1, FIRST, {CAT: 0, BOB: 1}),
        ]
    ) == {CAT: (2, 1, 3), BOB: (1, 2, 2)}


def test_runs_of_hands_won_go_on_from_one_evening_to_the_next():
    # Ann wins hands 1, 2 | 3 | and loses 4, wins 5: her longest run is 1 to 3, over two evenings.
    # Bob wins 4 | 6, 7, 8 but not 5: his longest is 6 to 8, within an evening.
    won = [[(ANN, 1), (ANN, 2)], [(ANN, 3), (BOB, 4)], [(ANN, 5), (BOB, 6), (BOB, 7), (BOB, 8)]]
    found = {ANN: Streaks(), BOB: Streaks()}
    for evening in won:
        results = [
            one
            for player, hand in evening
            for one in hand_results(hand, 1, FIRST, {player: 0, ANN + BOB - player: 1})
        ]
        for player, later in winning_streaks(results).items():
            found[player].follow(Streaks.from_json(later.to_json()))
    assert found[ANN].longest == (3, 1, 3)
    assert found[BOB].longest == (3, 6, 8)
    # Of two equally long runs the earlier one counts: Ann's from hand 1 to 3, not 9 to 11.
    later = winning_streaks(
        [one for hand in (9, 10, 11) for one in hand_results(hand, 1, FIRST, {ANN: 0, BOB: 1})]
    )
    found[ANN].follow(later[ANN])
    assert found[ANN].longest == (3, 1, 3)
    assert found[ANN].at_end == (3, 9, 11)


def running(rules, evenings=(FIRST, SECOND, THIRD), penalties=()):
    """Each player's metric after the evenings, from the totals of the season."""
    players = SeasonTotals.of(season(), penalties).players
    return {player: running_metric(held, rules, evenings) for player, held in players.items()}


def test_running_metric_is_the_figure_that_ranks():
    # Sums of points after each evening: Ann 4, 14, 15 and so on, two hands an evening; Dee missed
    # the last.
    assert running(TOTAL) == {
        ANN: (4, 14, 15),
        BOB: (3, 14, 18),
        CAT: (11, 11, 23),
        DEE: (9, 18, 18),
    }
    average = running(season_rules("average-per-hand"))
    assert average[ANN] == (2, Fraction(14, 4), Fraction(15, 6))
    assert average[DEE] == (Fraction(9, 2), Fraction(18, 4), Fraction(18, 4))
    # Won: 1 Ann, 2 Bob, 3 and 4 Cat, 5 Bob, 6 Ann.
    assert running(season_rules("hands-won"))[CAT] == (0, 2, 2)


def test_running_metric_drops_evenings_and_counts_penalties_from_their_day():
    # Best two evenings of Ann's 4, 10, 1: after the third 4 + 1.
    rules = season_rules("best-evenings", best_evenings=2, min_evenings=2)
    assert running(rules)[ANN] == (4, 14, 5)
    late = PenaltyPoints(1, THIRD + 1, ANN, 20)
    assert running(TOTAL, (FIRST, THIRD, THIRD + 1), [late])[ANN] == (4, 15, 35)


def test_no_metric_before_the_first_hand():
    assert running(TOTAL, (FIRST - 1, FIRST))[ANN] == (None, 4)


def test_the_last_table_of_a_course_is_the_seasons_own_with_penalties_and_lots_of_later_days():
    # Ann and Bob level at 5 after one evening; lots are drawn the day after and put Bob first.
    played = hand_results(1, 1, FIRST, {ANN: 0, BOB: 5}) + hand_results(
        2, 1, FIRST, {ANN: 5, BOB: 0}
    )
    lots = [Lot(1, FIRST + 1, (BOB, ANN))]
    tables = list(tables_after_each_evening(played, TOTAL, lots=lots, names=NAMES))
    assert [evening for evening, _ in tables] == [FIRST, FIRST + 1]
    assert ranks(tables[0][1]) == [(1, "Ann"), (1, "Bob")]
    assert ranks(tables[1][1]) == [(1, "Bob"), (2, "Ann")]
    assert tables[1][1] == table_of(played, TOTAL, lots=lots, names=NAMES)
    # 20 penalty points the day after put Ann behind Bob, and the lead changes on that day.
    penalties = [PenaltyPoints(1, FIRST + 1, ANN, 20)]
    tables = list(tables_after_each_evening(played, TOTAL, penalties=penalties, names=NAMES))
    assert tables[1][1] == table_of(played, TOTAL, penalties=penalties, names=NAMES)
    assert changes(tables) == (LeadChange(FIRST + 1, (ANN, BOB), (BOB,)),)


def test_each_evening_alone_asks_for_no_minimum():
    rules = season_rules("best-evenings", min_hands=5)
    tables = evening_tables(season(), rules, names=NAMES)
    assert list(tables) == [FIRST, SECOND, THIRD]
    assert ranks(tables[SECOND]) == [(1, "Cat"), (2, "Dee"), (3, "Ann"), (4, "Bob")]
    assert tables[SECOND][0].metric == 0


def test_the_season_after_each_evening_and_who_led():
    tables = list(tables_after_each_evening(season(), TOTAL, names=NAMES))
    # Bob 3, Ann 4, Dee 9, Cat 11; then Cat 11, Ann and Bob 14, Dee 18; then Ann 15 and so on.
    assert [(evening, ranks(rows)[0]) for evening, rows in tables] == [
        (FIRST, (1, "Bob")),
        (SECOND, (1, "Cat")),
        (THIRD, (1, "Ann")),
    ]
    assert changes(tables) == (
        LeadChange(SECOND, (BOB,), (CAT,)),
        LeadChange(THIRD, (CAT,), (ANN,)),
    )
    assert tables[-1][1] == table_of(season(), TOTAL, names=NAMES)


def test_penalties_and_lots_count_from_their_evening_on():
    tables = dict(
        tables_after_each_evening(
            season(),
            season_rules("total-points", tie_breaks=["lots"]),
            # Bob's 3 and a point are level with Ann's 4 after the first evening already.
            penalties=[PenaltyPoints(2, SECOND, ANN, 1), PenaltyPoints(1, FIRST, BOB, 1)],
            lots=[Lot(1, SECOND, (BOB, ANN))],
            names=NAMES,
        )
    )
    assert ranks(tables[FIRST])[:2] == [(1, "Ann"), (1, "Bob")]
    assert ranks(tables[SECOND])[:3] == [(1, "Cat"), (2, "Bob"), (3, "Ann")]


def test_a_lead_held_by_the_same_players_is_no_change():
    tables = list(tables_after_each_evening(season(), TOTAL))
    assert changes([tables[0], (SECOND, ()), tables[0]]) == ()


def test_movements_between_two_points_tables():
    before = table_of(season(), TOTAL)
    # Cat's nine points in hand 5 become one: 15 in all, level with Ann; both won two hands, Cat
    # is then second in hand 5 with Ann (1 each), so head to head Ann has 3 1/2 of 6.
    after = table_of(rescored(season(), {(5, CAT): 1}), TOTAL)
    assert movements(before, after) == (
        Movement(ANN, 1, 1, Fraction(15), Fraction(15)),
        Movement(CAT, 4, 2, Fraction(23), Fraction(15)),
        Movement(BOB, 2, 3, Fraction(18), Fraction(18)),
        Movement(DEE, 3, 4, Fraction(18), Fraction(18)),
    )
    assert movements(before, ())[0] == Movement(ANN, 1, None, Fraction(15), None)
