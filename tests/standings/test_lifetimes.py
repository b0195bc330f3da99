"""All-time figures, worked by hand."""

from hypothesis import given
from hypothesis import strategies as st

from zarleague.standings.lifetimes import Best, Lifetime, Met, add_up, lifetimes_of_evening
from zarleague.standings.results import Result, hand_results
from zarleague.standings.series import winning_streaks

ANN, BEA, CAL = 1, 2, 3


def evening(day: int, *hands: dict[int, int]) -> list[Result]:
    """One match of an evening; its hands are numbered on from the day's."""
    return [
        result
        for number, points in enumerate(hands)
        for result in hand_results(10 * day + number, day, day, points)
    ]


def test_two_evenings_add_up_to_records_runs_and_meetings():
    # Low wins. Day 1: Ann wins both hands and the match, 5 to 30. Day 2: she wins the first hand,
    # Cal the second; Bea, with 7 + 20 to Ann's 0 + 40 and Cal's 30 + 0, wins the match.
    first = lifetimes_of_evening(evening(1, {ANN: 0, BEA: 10}, {ANN: 5, BEA: 20}))
    second = lifetimes_of_evening(evening(2, {ANN: 0, BEA: 7, CAL: 30}, {ANN: 40, BEA: 20, CAL: 0}))
    ann, bea = (add_up([first, second])[player] for player in (ANN, BEA))
    assert (ann.hands, ann.wins, ann.points, ann.matches, ann.matches_won) == (4, 3, 45, 2, 1)
    assert (bea.hands, bea.wins, bea.matches_won) == (4, 0, 1)
    # Of two hands with 0 points the earlier; the run of three ends with the first of day 2.
    assert ann.lowest == Best(0, 10)
    assert ann.highest == Best(40, 21)
    assert ann.most_wins == Best(2, 1)
    assert ann.streaks.longest == (3, 10, 20)
    assert ann.streaks.at_end.hands == 0
    assert ann.met == {BEA: Met(3, 1, 0), CAL: Met(1, 1, 0)}
    assert bea.met[ANN] == Met(1, 3, 0)


def test_runs_of_seasons_side_by_side_are_not_joined():
    # Ann wins on days 1 and 3 of one season and on day 2 of another, between which she may have
    # lost elsewhere: her longest run is the two hands of one season.
    won = {ANN: 0, BEA: 10}
    tuesdays = add_up([lifetimes_of_evening(evening(day, won)) for day in (1, 3)])
    thursdays = lifetimes_of_evening(evening(2, won))
    assert add_up([tuesdays, thursdays])[ANN].streaks.longest.hands == 2
    assert add_up([tuesdays, lifetimes_of_evening(evening(4, won))])[ANN].streaks.longest.hands == 3


hands = st.fixed_dictionaries({player: st.integers(0, 3) for player in (ANN, BEA, CAL)})


@given(st.lists(st.lists(hands, min_size=1, max_size=3), min_size=1, max_size=5), st.data())
def test_the_sum_does_not_depend_on_where_it_is_cut(days, data):
    """Evening by evening, season by season, or all at once: the same figures."""
    results = [evening(day, *of_day) for day, of_day in enumerate(days, 1)]
    parts = [lifetimes_of_evening(of_day) for of_day in results]
    cut = data.draw(st.integers(0, len(parts)))
    whole = add_up(parts)
    assert add_up([add_up(parts[:cut]), add_up(parts[cut:])]) == whole
    runs = winning_streaks(result for of_day in results for result in of_day)
    assert {player: one.streaks for player, one in whole.items()} == runs
    for one in whole.values():
        assert Lifetime.from_json(one.to_json(), one.met) == one
