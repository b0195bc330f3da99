"""Totals kept hand by hand are those of all hands at once."""

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.season import ANN, BOB, CAT, DEE, FIRST, SECOND, season, seasons
from zarleague.standings.metric import Scored, scored
from zarleague.standings.places import place_points, places, sharers
from zarleague.standings.results import PenaltyPoints, Result, by_hand, hand_results, within
from zarleague.standings.rules import PRESETS, Metric, SeasonRules, season_rules
from zarleague.standings.table import order_key, table, table_of
from zarleague.standings.totals import (
    Held,
    MatchTotals,
    PairTotals,
    PlayerTotals,
    SeasonTotals,
    Tally,
)

ALL_PRESETS = [
    season_rules("total-points"),
    season_rules("average-per-hand", min_hands=2),
    season_rules("hands-won"),
    season_rules("place-points"),
    season_rules("best-evenings", best_evenings=2, min_evenings=2),
]


def test_totals_of_the_season_by_hand():
    totals = SeasonTotals.of(season())
    ann = totals.players[ANN]
    assert ann.season == Tally(
        hands=6,
        wins=2,
        points=15,
        scores={0: 2, 4: 1, 8: 1, 2: 1, 1: 1},
        # Second in the first match, third in the second, first in the third, never shared.
        match_places={Held(2, 1, 4, 1): 1, Held(3, 1, 4, 1): 1, Held(1, 1, 3, 1): 1},
    )
    assert ann.evenings[FIRST] == Tally(
        hands=2, wins=1, points=4, scores={0: 1, 4: 1}, match_places={Held(2, 1, 4, 1): 1}
    )
    # Bob was ahead of Ann in hands 2, 3 and 5, behind in 1, 4 and 6; they met in all six.
    assert totals.meetings(BOB, ANN) == PairTotals(3, 3, points=18, other_points=15)
    # Dee and Bob: Bob ahead in 1 and 2, Dee in 3, level in 4. Dee missed the last two.
    assert totals.meetings(DEE, BOB) == PairTotals(1, 2, 1, points=18, other_points=14)
    assert totals.matches[2].points == {ANN: 10, BOB: 11, CAT: 0, DEE: 9}


@given(seasons(), st.data())
def test_any_way_of_adding_and_removing_ends_in_the_same_totals(played, data):
    order = data.draw(st.permutations(played))
    gone = data.draw(st.sets(st.integers(0, max(len(order) - 1, 0))))
    penalty = PenaltyPoints(1, 2, 3, 5)
    totals = SeasonTotals()
    totals.add_penalty(penalty)
    for hand in order:
        totals.add(hand)
    removed = [hand for index, hand in enumerate(order) if index in gone]
    for hand in removed:
        totals.remove(hand)
    totals.remove_penalty(penalty)
    kept = [hand for index, hand in enumerate(order) if index not in gone]
    expected = SeasonTotals.of(result for hand in kept for result in hand)
    assert totals == expected
    for rules in ALL_PRESETS:
        assert table(totals, rules) == table(expected, rules)


@given(seasons())
def test_removing_everything_leaves_nothing(played):
    totals = SeasonTotals.of(result for hand in played for result in hand)
    for hand in played:
        totals.remove(hand)
    assert totals == SeasonTotals()


@given(seasons())
def test_one_hand_needs_only_the_parts_it_touches(played):
    whole = SeasonTotals()
    for hand in played:
        match_id = hand[0].match_id
        match = whole.matches.get(match_id)
        present = {result.player_id for result in hand}
        needed = present | (set(match.points) if match else set())
        part = SeasonTotals(
            players={player: whole.players[player] for player in needed & whole.players.keys()},
            matches={match_id: match} if match else {},
            pairs={pair: held for pair, held in whole.pairs.items() if set(pair) <= present},
        )
        part.add(hand)
        whole.players.update(part.players)
        whole.matches.update(part.matches)
        whole.pairs.update(part.pairs)
    assert whole == SeasonTotals.of(result for hand in played for result in hand)


@given(seasons())
def test_totals_come_back_from_json(played):
    totals = SeasonTotals.of(result for hand in played for result in hand)
    for held in totals.players.values():
        assert PlayerTotals.from_json(json.loads(json.dumps(held.to_json()))) == held
    for match in totals.matches.values():
        assert MatchTotals.from_json(json.loads(json.dumps(match.to_json()))) == match


def naive_metric(results: list[Result], player: int, rules: SeasonRules) -> Fraction:
    """The metric worked out from the results alone, without best evenings."""
    own = [result for result in results if result.player_id == player]
    penalty = sum(result.penalty for result in own)
    match rules.metric:
        case Metric.POINTS:
            return Fraction(sum(result.points for result in own) + penalty)
        case Metric.AVERAGE:
            return Fraction(sum(result.points for result in own) + penalty, len(own))
        case Metric.WINS:
            return Fraction(sum(result.won for result in own) - penalty)
        case Metric.PLACES:
            earned = Fraction(-penalty)
            for match in {result.match_id for result in own}:
                sums: Counter[int] = Counter()
                for result in results:
                    if result.match_id == match:
                        sums[result.player_id] += result.points
                taken = places(list(sums.values()))
                shared = sharers(taken)
                at = list(sums).index(player)
                earned += place_points(taken[at], shared[at], rules.scale)
            return earned


@given(seasons())
def test_metrics_are_those_of_the_results(played):
    results = [result for hand in played for result in hand]
    for rules in ALL_PRESETS[:4]:
        rows = table_of(results, rules)
        assert {row.player_id: row.metric for row in rows} == {
            player: naive_metric(results, player, rules)
            for player in {r.player_id for r in results}
        }


@given(seasons(), st.randoms(use_true_random=False))
def test_a_table_depends_on_no_order(played, random):
    results = [result for hand in played for result in hand]
    shuffled = results.copy()
    random.shuffle(shuffled)
    for rules in PRESETS.values():
        assert table_of(shuffled, rules) == table_of(results, rules)


@given(seasons())
def test_ranks_follow_the_metric_and_count_the_players_above(played):
    for rules in ALL_PRESETS:
        rows = table_of([result for hand in played for result in hand], rules)
        ranked = [row for row in rows if row.rank is not None]
        assert rows[: len(ranked)] == tuple(ranked)
        for above, below in pairwise(ranked):
            assert above.metric is not None
            assert below.metric is not None
            if rules.metric_high_wins:
                assert above.metric >= below.metric
            else:
                assert above.metric <= below.metric
        for row in ranked:
            assert row.rank == 1 + sum(other.rank < row.rank for other in ranked)
            assert len(row.tied_with) == sum(other.rank == row.rank for other in ranked) - 1


@given(seasons())
def test_rows_sorted_by_the_order_key_are_in_the_order_of_the_table(played):
    totals = SeasonTotals.of(result for hand in played for result in hand)
    for rules in ALL_PRESETS:
        keys = [
            order_key(scored(row.player_id, totals.players[row.player_id], rules), rules)
            for row in table(totals, rules)
        ]
        assert keys == sorted(keys)


@given(seasons())
def test_a_scored_player_comes_back_from_json(played):
    totals = SeasonTotals.of(result for hand in played for result in hand)
    for rules in ALL_PRESETS:
        for player, held in totals.players.items():
            kept = scored(player, held, rules)
            assert Scored.from_json(player, json.loads(json.dumps(kept.to_json()))) == kept


@given(seasons(), st.integers(1, 6))
def test_the_first_rows_can_be_ranked_without_the_rest(played, wanted):
    totals = SeasonTotals.of(result for hand in played for result in hand)
    rules = season_rules("total-points")
    keys = {
        player: order_key(scored(player, held, rules), rules)
        for player, held in totals.players.items()
    }
    last = sorted(keys.values())[:wanted][-1:]
    first = {player: totals.players[player] for player in keys if [keys[player]] <= last}
    part = SeasonTotals(players=first, pairs=totals.pairs)
    rows = table(totals, rules)
    assert table(part, rules) == rows[: len(first)]


def test_a_match_has_one_evening_and_one_direction():
    totals = SeasonTotals.of(hand_results(1, 1, FIRST, {ANN: 0, BOB: 2}))
    with pytest.raises(ValueError, match="match 1"):
        totals.add(hand_results(2, 1, SECOND, {ANN: 0, BOB: 2}))
    with pytest.raises(ValueError, match="match 1"):
        totals.add(hand_results(2, 1, FIRST, {ANN: 0, BOB: 2}, high_wins=True))


@pytest.mark.parametrize(
    ("ties_by_wins", "places"),
    [
        (False, {ANN: (1, 2, 3, 1), BOB: (1, 2, 3, 1), CAT: (3, 1, 3, 1)}),
        (True, {ANN: (1, 1, 3, 1), BOB: (2, 1, 3, 1), CAT: (3, 1, 3, 1)}),
    ],
)
def test_hands_won_part_a_match_where_they_shall(ties_by_wins, places):
    # 6 each for Ann, who won twice, and Bob, who won once.
    hands = [{ANN: 0, BOB: 3, CAT: 5}, {ANN: 0, BOB: 3, CAT: 5}, {ANN: 6, BOB: 0, CAT: 5}]
    totals = SeasonTotals()
    for number, points in enumerate(hands):
        totals.add(hand_results(number, 1, FIRST, points, ties_by_wins=ties_by_wins))
    assert totals.matches[1].standing() == places
    assert MatchTotals.from_json(totals.matches[1].to_json()) == totals.matches[1]
    for number, points in reversed(list(enumerate(hands))):
        totals.remove(hand_results(number, 1, FIRST, points, ties_by_wins=ties_by_wins))
    assert totals == SeasonTotals()


def test_a_hand_without_results_changes_nothing():
    totals = SeasonTotals()
    totals.add([])
    totals.remove([])
    assert totals == SeasonTotals()


def test_a_refused_hand_leaves_the_totals_as_they_were():
    results = hand_results(1, 1, FIRST, {ANN: 0, BOB: 2})
    totals = SeasonTotals.of(results)
    with pytest.raises(ValueError, match="match 1"):
        totals.add(hand_results(2, 1, SECOND, {ANN: 0, CAT: 2}))
    assert totals == SeasonTotals.of(results)


def test_a_correction_takes_the_old_hand_away_and_adds_the_new():
    totals = SeasonTotals.of(season())
    old = by_hand(season())[6]
    totals.remove(old)
    assert totals == SeasonTotals.of([r for r in season() if r.hand_id != 6])
    totals.add(hand_results(6, 3, old[0].evening, {ANN: 4, BOB: 0, CAT: 3}))
    rows = table(totals, season_rules("total-points"))
    # Ann 19, Bob 14 instead of 15 and 18.
    assert [(row.player_id, row.metric) for row in rows[:2]] == [(BOB, 14), (DEE, 18)]


def test_as_of_a_past_day_is_a_table_of_the_hands_until_then():
    rows = table_of(within(season(), last=FIRST), season_rules("total-points"))
    # After two hands: Bob 3, Ann 4, Dee 9, Cat 11.
    assert [(row.rank, row.player_id, row.metric) for row in rows] == [
        (1, BOB, 3),
        (2, ANN, 4),
        (3, DEE, 9),
        (4, CAT, 11),
    ]
