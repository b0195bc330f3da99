"""Places and the points they earn."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarleague.standings.places import SharedPlace, place_points, places, sharers


def test_equal_points_share_the_better_place_and_leave_the_next_free():
    assert places((5, 0, 5, 9)) == (2, 1, 2, 4)


def test_high_points_win_where_the_game_says_so():
    assert places((5, 0, 5, 9), high_wins=True) == (2, 4, 2, 1)


def test_nobody_has_no_places():
    assert places(()) == ()


def test_sharers_count_who_holds_each_place():
    assert sharers((2, 1, 2, 4)) == (2, 1, 2, 1)


@pytest.mark.parametrize(
    ("rule", "earned"),
    [
        # Two in second place of 4-2-1-0 fill second and third: 2 + 1 = 3 points.
        (SharedPlace.SHARE, Fraction(3, 2)),
        (SharedPlace.SHARE_WHOLE, 1),
        (SharedPlace.BEST, 2),
        (SharedPlace.WORST, 1),
    ],
)
def test_sharing_second_place(rule, earned):
    assert place_points(2, 2, (4, 2, 1, 0), rule) == earned


def test_places_beyond_the_scale_earn_nothing():
    assert place_points(5, 1, (4, 2, 1, 0)) == 0
    # Fourth and fifth shared: 0 of the scale and 0 beyond it; third to fifth: a third of 1.
    assert place_points(3, 3, (4, 2, 1, 0)) == Fraction(1, 3)


@given(st.lists(st.integers(-3, 3), min_size=1), st.booleans())
def test_a_place_is_one_more_than_the_players_who_did_better(points, high_wins):
    def better(other: int, own: int) -> bool:
        return other > own if high_wins else other < own

    assert places(points, high_wins=high_wins) == tuple(
        1 + sum(better(other, own) for other in points) for own in points
    )


@given(st.lists(st.integers(0, 5), min_size=1), st.lists(st.integers(0, 9), min_size=1))
def test_equal_parts_give_out_exactly_the_points_of_the_scale(points, scale):
    taken = places(points)
    given_out = sum(
        place_points(place, sharing, scale)
        for place, sharing in zip(taken, sharers(taken), strict=True)
    )
    assert given_out == sum(scale[: len(points)])
