"""Places of those who left early, of two who share a seat, and at tables of different sizes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarleague.standings.places import place_points
from zarleague.standings.results import LeftEarly, PartPlayed, Result, hand_results
from zarleague.standings.rules import (
    PRESETS,
    RulesError,
    rules_from_json,
    rules_to_json,
    season_rules,
)
from zarleague.standings.table import table_of
from zarleague.standings.totals import SeasonTotals

ANN, BOB, CAT, DOV, EVE = range(1, 6)
Points = Sequence[Mapping[int, int]]

FOUR_HANDS: Points = (
    {ANN: 2, BOB: 6, CAT: 10, DOV: 9},
    {ANN: 3, BOB: 6, CAT: 10},
    {ANN: 3, BOB: 6, CAT: 12},
    {ANN: 2, BOB: 6, CAT: 13},
)
"""Dov leaves after the first hand with 9 points; the others end with 10, 24 and 45."""


def match(hands: Points, rule: PartPlayed, shares: Mapping[int, int] | None = None) -> list[Result]:
    with_whom = shares or {}
    return [
        one._replace(shares_with=with_whom.get(one.player_id, 0))
        for number, points in enumerate(hands)
        for one in hand_results(number, 1, 738000, points, part_played=rule)
    ]


def places(
    hands: Points, rule: PartPlayed, shares: Mapping[int, int] | None = None
) -> dict[int, int]:
    totals = SeasonTotals.of(match(hands, rule, shares))
    return {player: held.place for player, held in totals.matches[1].standing().items()}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (LeftEarly.ALIKE, {ANN: 2, BOB: 3, CAT: 4, DOV: 1}),
        (LeftEarly.BEHIND, {ANN: 1, BOB: 2, CAT: 3, DOV: 4}),
        # 10/4, 24/4, 45/4 and 9/1 points a hand
        (LeftEarly.AVERAGE, {ANN: 1, BOB: 2, CAT: 4, DOV: 3}),
        (LeftEarly.UNRANKED, {ANN: 1, BOB: 2, CAT: 3}),
    ],
)
def test_who_leaves_with_few_points(rule, expected):
    assert places(FOUR_HANDS, PartPlayed(rule)) == expected


def test_a_share_of_the_hands_may_be_enough():
    """One of four hands is a quarter, and three of five are needed for 60 per cent."""
    assert places(FOUR_HANDS, PartPlayed(LeftEarly.BEHIND, 25))[DOV] == 1
    assert places(FOUR_HANDS, PartPlayed(LeftEarly.BEHIND, 26))[DOV] == 4
    assert [PartPlayed(LeftEarly.BEHIND, 60).needed(hands) for hands in (4, 5, 6)] == [3, 3, 4]


def test_those_behind_are_placed_by_points_a_hand():
    """Eve joins for the last two hands with 4 each; Dov had 9 in his only one."""
    hands = [*FOUR_HANDS[:2], *({**points, EVE: 4} for points in FOUR_HANDS[2:])]
    assert places(hands, PartPlayed(LeftEarly.BEHIND)) == {ANN: 1, BOB: 2, CAT: 3, EVE: 4, DOV: 5}


@pytest.mark.parametrize("rule", [LeftEarly.BEHIND, LeftEarly.UNRANKED])
def test_where_all_take_turns_everybody_is_placed_by_points_a_hand(rule):
    """Three players, two at a time, four hands: 4/3, 6/3 and 3/2 points a hand."""
    hands = [{ANN: 0, BOB: 3}, {BOB: 1, CAT: 3}, {ANN: 3, CAT: 0}, {ANN: 1, BOB: 2}]
    assert places(hands, PartPlayed(rule)) == {ANN: 1, BOB: 3, CAT: 2}


def test_who_is_out_has_not_left_early():
    """At 10 points a player is out and the others go on: Cat is third, as by points."""
    hands = [{ANN: 2, BOB: 5, CAT: 11}, {ANN: 0, BOB: 4}, {ANN: 0, BOB: 20}]
    assert places(hands, PartPlayed(LeftEarly.BEHIND, 100, 10)) == {ANN: 1, BOB: 3, CAT: 2}
    assert places(hands, PartPlayed(LeftEarly.BEHIND)) == {ANN: 1, BOB: 2, CAT: 3}


def test_two_who_share_a_seat_take_one_place():
    """Eve plays the last three hands for Dov: 9 + 6 = 15 points, second of four; with 4-2-1-0 each
    has half of 2."""
    hands = [FOUR_HANDS[0], *({**points, EVE: 2} for points in FOUR_HANDS[1:])]
    results = match(hands, PartPlayed(LeftEarly.BEHIND), {EVE: DOV})
    standing = SeasonTotals.of(results).matches[1].standing()
    assert standing[DOV] == standing[EVE] == (2, 1, 4, 2)
    rows = table_of(results, PRESETS["place-points"])
    assert {row.player_id: row.metric for row in rows} == {ANN: 4, DOV: 1, EVE: 1, BOB: 1, CAT: 0}


@given(
    st.lists(st.dictionaries(st.integers(1, 5), st.integers(0, 9), min_size=2), min_size=1),
    st.sampled_from(LeftEarly),
    st.integers(1, 100),
    st.dictionaries(st.integers(1, 5), st.integers(1, 5), max_size=2),
    st.data(),
)
def test_hands_can_be_counted_one_by_one_in_any_order(hands, rule, share, shares, data):
    shares = {player: other for player, other in shares.items() if other not in shares}
    results = match(hands, PartPlayed(rule, share), shares)
    by_number = {one.hand_id: [r for r in results if r.hand_id == one.hand_id] for one in results}
    totals = SeasonTotals()
    for number in data.draw(st.permutations(list(by_number))):
        totals.add(by_number[number])
    gone = data.draw(st.sampled_from(list(by_number)))
    totals.remove(by_number[gone])
    assert totals == SeasonTotals.of([one for one in results if one.hand_id != gone])


class TestTableSizes:
    def points(self, preset: str, size: int) -> list[Fraction]:
        rules = PRESETS[preset]
        return [place_points(place, 1, rules.scale_of(size)) for place in range(1, size + 1)]

    def test_each_size_has_its_points(self):
        assert self.points("place-points", 3) == [4, 2, 1]
        assert self.points("places-by-table", 3) == [3, 1, 0]
        assert self.points("places-by-table", 5) == [5, 3, 2, 1, 0]
        # A table of seven has none of its own: evenly from 4 for the first to 0 for the last.
        assert self.points("places-by-table", 7) == [
            4,
            Fraction(10, 3),
            Fraction(8, 3),
            2,
            Fraction(4, 3),
            Fraction(2, 3),
            0,
        ]

    def test_normalised_tables_are_worth_the_same(self):
        assert self.points("places-normalised", 3) == [10, 5, 0]
        assert self.points("places-normalised", 5) == [10, Fraction(15, 2), 5, Fraction(5, 2), 0]

    def test_in_a_season(self):
        """Ann wins a table of three, 3 points, and is second of four, 2; Bob is last and first."""
        results = [
            *hand_results(1, 1, 738000, {ANN: 0, CAT: 1, BOB: 2}),
            *hand_results(2, 2, 738000, {BOB: 0, ANN: 1, CAT: 2, DOV: 3}),
        ]
        rows = table_of(results, PRESETS["places-by-table"])
        assert {row.player_id: row.metric for row in rows} == {ANN: 5, BOB: 4, CAT: 2, DOV: 0}

    def test_as_data(self):
        rules = season_rules("place-points", scales={"3": [3, 1], "2": [1, 0]}, normalised=True)
        assert rules.scales == ((2, (1, 0)), (3, (3, 1)))
        assert rules_from_json(rules_to_json(rules, "place-points")) == rules

    @pytest.mark.parametrize(
        "scales", [{"3": [1, 2]}, {"2": [3, 2, 1]}, {"1": [1]}, {"x": [1]}, [1]]
    )
    def test_scales_that_cannot_be(self, scales):
        with pytest.raises(RulesError, match="scales"):
            season_rules("place-points", scales=scales)
