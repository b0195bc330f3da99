"""Ratings as shown, bands, what to expect, upsets, peaks, and the backtest."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from tests.standings.ratings.hands import places, random_history
from zarleague.standings.ratings.backtest import Bin, Marks, Sums, backtest, sums_by_evening
from zarleague.standings.ratings.bands import Band, rank_bands
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.elo import Elo
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.interface import PlayerRating, Ratings
from zarleague.standings.ratings.outlook import (
    Peak,
    RatingChange,
    Upset,
    changes,
    expected,
    peaks,
    upsets,
)
from zarleague.standings.ratings.plackett_luce import OpenskillPlackettLuce
from zarleague.standings.ratings.raters import contenders


def ratings(rating, deviation=None, provisional=None, covariance=None) -> Ratings:
    """Ratings of players 1, 2, ... with ten hands each."""
    count = len(rating)
    return Ratings(
        player_ids=np.arange(1, count + 1),
        rating=np.array(rating, dtype=float),
        deviation=None if deviation is None else np.array(deviation, dtype=float),
        hands=np.full(count, 10),
        provisional=np.array(provisional or [False] * count),
        covariance=covariance,
    )


def mark(forecast: list[float], score: list[float]) -> Marks:
    """The marks of a rater with these forecasts."""
    return Sums.of(np.array(forecast), np.array(score)).marks("a")


def test_a_rating_is_rounded_only_where_it_is_shown():
    shown = ratings([1512.6, 1487.4], [20.0, 30.0], [False, True])
    # 1.96 * 20 = 39.2, so 1473.4 to 1551.8.
    assert shown.of(1) == PlayerRating(1, 1513, 1473, 1552, 10, False)
    assert shown.ranked()[1].provisional
    assert [row.player_id for row in ratings([1500, 1510, 1510]).ranked()] == [2, 3, 1]
    assert ratings([1500.0]).of(1).low is None
    # About what the hands say, and as far as the rating: 1530 - 39.2 = 1490.8, above 1487.4.
    by_hands = replace(shown, by_hands=np.array([1520.0, 1530.0]), deviation=np.array([20.0, 20.0]))
    assert (by_hands.of(1).low, by_hands.of(1).high) == (1481, 1559)
    assert (by_hands.of(2).low, by_hands.of(2).high) == (1487, 1569)
    with pytest.raises(KeyError):
        shown.of(9)
    assert shown.look_up([2, 9, 1]).tolist() == [1487.4, 1500, 1512.6]
    with pytest.raises(ValueError, match="deviations"):
        ratings([1500.0]).look_up_deviation([1], 0.0)


def test_bands_say_who_cannot_be_told_apart():
    # Deviations of 10 each: a difference has 14.1, so 27.7 apart is sure. 1600 is surely above all,
    # 1520, 1510 and 1495 hang together, 1400 is surely below.
    bands = rank_bands(ratings([1510, 1600, 1495, 1400, 1520], [10] * 5), np.ones(5))
    assert bands == (
        Band(2, 1, 1, 1),
        Band(5, 2, 2, 4),
        Band(1, 3, 2, 4),
        Band(3, 4, 2, 4),
        Band(4, 5, 5, 5),
    )


def test_errors_in_common_do_not_blur_a_difference():
    alone = ratings([1520, 1500], [10, 10])
    assert rank_bands(alone, np.ones(2))[0] == Band(1, 1, 1, 2)
    # With a covariance of 90 the difference has a variance of 200 - 180 = 20; 20 is sure.
    together = ratings([1520, 1500], [10, 10], covariance=np.array([[100.0, 90.0], [90.0, 100.0]]))
    assert rank_bands(together, np.ones(2))[0] == Band(1, 1, 1, 1)


def test_bands_part_those_the_hands_part_and_never_against_the_ratings():
    # 1500 and 1510 by rating; by the hands alone 40 apart, more than 27.7, one way or the other.
    for by_hands, best in (([1480, 1520], 2), ([1520, 1480], 1)):
        shown = replace(ratings([1500, 1510], [10, 10]), by_hands=np.array(by_hands, dtype=float))
        assert rank_bands(shown, np.ones(2))[1] == Band(1, 2, best, 2)


def test_players_of_two_groups_have_ranks_and_bands_of_their_own():
    # 1 and 2 have met, 3 and 4 have: 100 points are sure between those who met, and between others
    # nothing is.
    group = np.array([1, 1, 2, 2])
    bands = rank_bands(ratings([1550, 1450, 1900, 1800], [10] * 4), group)
    assert bands == (Band(1, 1, 1, 1), Band(3, 1, 1, 1), Band(2, 2, 2, 2), Band(4, 2, 2, 2))


def test_ratings_that_differ_by_rounding_alone_share_a_rank():
    close = ratings([1500.0, 1500.0 + 1e-9, 1499.999, 1501.0])
    assert close.ranks(np.ones(4)).tolist() == [2, 2, 4, 1]
    assert [row.player_id for row in close.ranked()] == [4, 1, 2, 3]


def test_equal_ratings_share_a_rank_and_no_deviation_means_no_bands():
    assert [band.rank for band in rank_bands(ratings([1500, 1500], [1, 1]), np.ones(2))] == [1, 1]
    with pytest.raises(ValueError, match="deviations"):
        rank_bands(ratings([1500.0]), np.ones(1))


def test_what_to_expect_before_a_hand():
    # 400 points are ten to one: strengths 10, 1 and 1 (player 9 has no hand yet).
    shown = expected(Elo(), ratings([1900, 1500]), (1, 2, 9))
    assert [row.player_id for row in shown] == [1, 2, 9]
    assert [row.win for row in shown] == pytest.approx([10 / 12, 1 / 12, 1 / 12])
    # Each of the others is ahead of the first with 1/11; they are even with each other.
    assert [row.place for row in shown] == pytest.approx(
        [1 + 2 / 11, 1 + 10 / 11 + 1 / 2, 1 + 10 / 11 + 1 / 2]
    )


@pytest.mark.parametrize("deviations", [(20.0, 20.0), (20.0, 400.0)])
def test_with_two_players_the_chance_to_win_is_what_the_mean_place_leaves(deviations):
    # Being second costs one place: mean place = 1 + chance not to be first, for every rater.
    shown = ratings([1650, 1500], deviations)
    for rater in (OpenskillPlackettLuce(), Elo(), BradleyTerry()):
        for row in expected(rater, shown, (1, 2)):
            assert row.win == pytest.approx(2 - row.place, abs=1e-6)


def test_among_equals_of_equal_doubt_openskill_gives_each_the_same_chance():
    shown = expected(OpenskillPlackettLuce(), ratings([1500] * 4, [300] * 4), (1, 2, 3, 4))
    assert [row.win for row in shown] == pytest.approx([0.25] * 4, abs=1e-6)


def test_calibration_does_not_depend_on_who_was_entered_first():
    marks = mark([0.5, 0.5, 0.7], [1.0, 1.0, 0.0])
    swapped = mark([0.5, 0.5, 1 - 0.7], [0.0, 0.0, 1.0])
    assert marks.calibration == swapped.calibration
    assert marks.calibration[0] == Bin(2, 0.5, 0.5)


def test_upsets_are_judged_by_the_evening_before():
    # On the first evening 1 beats 2 and 2 beats 3; on the second 3 is ahead of both: the greater
    # surprise is against 1. Hand 3 goes as expected; hand 5 says what hand 2 has said already.
    history = places(
        *[{1: 1, 2: 2, 3: 3}] * 2,
        {3: 1, 2: 2, 1: 2},
        {1: 1, 2: 2},
        {2: 1, 1: 2},
        {3: 1, 1: 2},
        evenings=[1, 1, 2, 2, 2, 2],
    )
    elo = Elo(settled_hands=2)
    before = elo.fit(history.upto(1))
    greatest = upsets(elo, history, elo.after_each_evening(history))
    assert [(upset.hand_id, upset.player_id, upset.favourite_id) for upset in greatest] == [
        (2, 3, 1),
        (4, 2, 1),
    ]
    assert greatest[0].chance == pytest.approx(elo.chance(before, [3], [1])[0])
    assert (
        greatest[0].evening,
        len(upsets(elo, history, elo.after_each_evening(history), most=1)),
    ) == (2, 1)
    never = Elo(settled_hands=3)
    assert upsets(never, history, never.after_each_evening(history)) == ()
    assert isinstance(greatest[0], Upset)


def test_changes_are_those_that_show():
    before = ratings([1500.2, 1510, 1490])
    # The first is shown as 1500 both times; the third has no hand any more, and a fourth has one.
    after = Ratings(
        player_ids=np.array([1, 2, 4]),
        rating=np.array([1500.4, 1490.0, 1509.6]),
        deviation=None,
        hands=np.array([1, 1, 1]),
        provisional=np.array([True] * 3),
    )
    assert changes(before, after) == (
        RatingChange(2, 1510, 1490),
        RatingChange(3, 1490, None),
        RatingChange(4, None, 1510),
    )


def test_peaks_are_the_highest_settled_ratings():
    evenings = [
        (1, ratings([1700, 1400], provisional=[True, False])),
        (2, ratings([1600, 1450.4])),
        (3, ratings([1590, 1450.4])),
    ]
    assert peaks(evenings) == {1: Peak(1600, 2), 2: Peak(1450, 2)}


def test_marks_by_hand():
    # Forecasts 0.82 right, 0.63 wrong, 0.27 of a level place, 0.5 of a win.
    marks = mark([0.82, 0.63, 0.27, 0.5], [1.0, 0.0, 0.5, 1.0])
    assert marks.pairs == 4
    # Of three parted by place: right, wrong, and even for a half.
    assert marks.accuracy == pytest.approx(1.5 / 3)
    losses = [
        -math.log(0.82),
        -math.log(0.37),
        -(math.log(0.27) + math.log(0.73)) / 2,
        -math.log(0.5),
    ]
    assert marks.log_loss == pytest.approx(sum(losses) / 4)
    # As seen from the favourite: 0.5 names none, so 1/2 in [0.5, 0.6); 0.63 -> 0 in [0.6, 0.7);
    # 0.73 -> 1/2 in [0.7, 0.8); 0.82 -> 1 in [0.8, 0.9).
    assert [(part.pairs, round(part.forecast, 9), part.observed) for part in marks.calibration] == [
        (1, 0.5, 0.5),
        (1, 0.63, 0.0),
        (1, 0.73, 0.5),
        (1, 0.82, 1.0),
    ]
    assert marks.calibration_error == pytest.approx((0.63 + 0.23 + 0.18) / 4)


def test_a_certain_miss_costs_much_but_not_without_limit():
    assert mark([1.0], [0.0]).log_loss == pytest.approx(-math.log(1e-6))


def test_nothing_to_mark():
    marks = backtest(History.of([]), contenders())
    assert [part.pairs for part in marks] == [0] * 5
    assert all(math.isnan(part.log_loss) for part in marks)
    only_level = mark([0.5], [0.5])
    assert math.isnan(only_level.accuracy)
    assert only_level.calibration == (Bin(1, 0.5, 0.5),)


class Peeper:
    """A rater that only checks what it is shown: the ratings of an evening hold its number."""

    key = "peeper"

    def __init__(self) -> None:
        self.asked: list[tuple[float, int]] = []
        self.rated: list[int] = []

    def fit(self, history):
        raise AssertionError("not needed")

    def after_each_evening(self, history, since=None):
        for evening, played in history.by_evening(since):
            self.rated.append(evening)
            yield evening, ratings([evening, len(played.hand_ids)])

    def chance(self, shown, first, second):
        self.asked.append((float(shown.rating[0]), len(first)))
        return np.full(len(first), 0.5)


def test_forecasts_are_made_before_the_evening_is_seen():
    history = places(
        {1: 1, 2: 2}, {1: 1, 2: 2, 3: 3}, {1: 1, 2: 2}, {1: 2, 3: 1}, evenings=[1, 2, 2, 3]
    )
    peeper = Peeper()
    marks = backtest(history, [peeper])
    # Evening 2 has 3 + 1 pairs, forecast by evening 1; evening 3 one pair, by evening 2.
    assert peeper.asked == [(1.0, 4), (2.0, 1)]
    assert marks[0].pairs == 5
    assert marks[0].log_loss == pytest.approx(math.log(2))
    assert peeper.rated == [1, 2]  # no forecast needs the ratings after the third
    # What is taken up after evening 2 forecasts evening 3, by evening 2 again.
    peeper = Peeper()
    ((evening, sums),) = sums_by_evening(history, peeper, 2)
    assert (evening, sums.pairs, peeper.asked, peeper.rated) == (3, 1, [(2.0, 1)], [2])


def test_sums_of_two_evenings_are_those_of_both():
    one, other = ([0.82, 0.63], [1.0, 0.0]), ([0.27, 0.5, 0.83], [0.5, 1.0, 0.0])
    both = Sums.of(*map(np.array, one)) + Sums.of(*map(np.array, other))
    assert both.marks("a") == mark(one[0] + other[0], one[1] + other[1])
    # 0.82 and 0.83 are in one bin: one of two was right.
    assert both.marks("a").calibration[-1] == Bin(2, pytest.approx(0.825), 0.5)
    assert Sums.from_json(json.loads(json.dumps(both.to_json()))) == both


@pytest.mark.parametrize("rater", contenders(), ids=lambda rater: rater.key)
def test_marks_that_are_taken_up_evening_by_evening_are_those_of_one_go(rater):
    history = random_history(17, 300, 8, evenings=8)
    (whole,) = backtest(history, [rater])
    sums, after = Sums(), None
    for _ in range(7):
        after, found = next(sums_by_evening(history, rater, after))
        sums = Sums.from_json(json.loads(json.dumps((sums + found).to_json())))
    assert next(sums_by_evening(history, rater, after), None) is None
    if rater.key == "bradley-terry":
        # Its search begins elsewhere, and ends a few ten-thousandths of a rating point away.
        marks = sums.marks(rater.key)
        assert (marks.pairs, marks.accuracy) == (whole.pairs, whole.accuracy)
        assert marks.log_loss == pytest.approx(whole.log_loss, abs=1e-6)
        assert marks.calibration_error == pytest.approx(whole.calibration_error, abs=1e-6)
    else:
        assert sums.marks(rater.key) == whole


def test_skill_is_found_where_there_is_some():
    marks = backtest(random_history(13, 600, 8, evenings=12), contenders())
    by_key = {part.key: part for part in marks}
    assert by_key["bradley-terry"].accuracy > 0.55
    assert by_key["bradley-terry"].log_loss < math.log(2)
    assert [part.log_loss for part in marks] == sorted(part.log_loss for part in marks)
    assert by_key["bradley-terry"].pairs == by_key["win-count"].pairs
    assert isinstance(BradleyTerry().fit(random_history(13, 20, 4)), Ratings)
