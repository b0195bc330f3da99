"""Elo, openskill and the baselines, worked by hand on small hands."""

import math

import numpy as np
import pytest
from openskill.models import PlackettLuce

from tests.standings.ratings.hands import places, random_history
from tests.standings.season import season
from zarleague.standings.ratings.baselines import Baseline, points_saved, win_share
from zarleague.standings.ratings.elo import Elo
from zarleague.standings.ratings.history import Comparisons, History
from zarleague.standings.ratings.interface import PER_LOGIT
from zarleague.standings.ratings.plackett_luce import POINTS_PER_UNIT, OpenskillPlackettLuce
from zarleague.standings.ratings.raters import DEFAULT_RATER, RATER_KEYS, contenders, rater


def test_elo_of_one_hand_of_equals():
    # Each is expected to take half of every comparison; the mean over two opponents is 1, 1/2
    # and 0, less 1/2, times 24.
    assert Elo().fit(places({1: 1, 2: 2, 3: 3})).rating.tolist() == [1512, 1500, 1488]


def test_elo_of_two_hands():
    # After the first hand 1512 and 1488; the second is level, expected 1 / (1 + 10^(-24/400)).
    expected = 1 / (1 + 10 ** (-24 / 400))
    ratings = Elo().fit(places({1: 1, 2: 2}, {1: 1, 2: 1}))
    assert ratings.rating == pytest.approx(
        [1512 + 24 * (0.5 - expected), 1488 + 24 * (expected - 0.5)]
    )
    assert (ratings.deviation, ratings.hands.tolist()) == (None, [2, 2])


def test_openskill_of_one_hand_of_three_equals():
    # Weng and Lin (2011), Plackett-Luce: c^2 = 3 (sigma^2 + beta^2), and in a hand of equals
    # first moves by sigma^2 / c (1 - 1/3), second by (-1/3 + 1/2), third by (-1/3 - 1/2). Before a
    # hand sigma^2 grows by tau^2, with tau = 25/300.
    sigma_squared, beta_squared = (25 / 3) ** 2 + (25 / 300) ** 2, (25 / 6) ** 2
    unit = sigma_squared / math.sqrt(3 * (sigma_squared + beta_squared))
    ratings = OpenskillPlackettLuce().fit(places({1: 1, 2: 2, 3: 3}))
    moved = (ratings.rating - 1500) / POINTS_PER_UNIT
    assert moved == pytest.approx([unit * 2 / 3, unit / 6, unit * -5 / 6], rel=1e-6)


def test_openskill_golden_hands():
    """Figures of openskill 6.2.0 itself, kept to notice a change of the library."""
    ratings = OpenskillPlackettLuce().fit(places({1: 1, 2: 2, 3: 2, 4: 4}))
    mean = 25 + (ratings.rating - 1500) / POINTS_PER_UNIT
    assert mean == pytest.approx([27.795253, 24.689416, 24.689416, 22.825915], abs=1e-6)
    deviation = ratings.deviation / POINTS_PER_UNIT
    assert deviation == pytest.approx([8.263572, 8.179618, 8.179618, 8.179618], abs=1e-6)


def test_openskill_chances_are_its_own():
    history = random_history(3, 30, 4)
    ratings = OpenskillPlackettLuce().fit(history)
    model = PlackettLuce()
    first, second = (
        model.rating(
            mu=25 + (ratings.rating[at] - 1500) / POINTS_PER_UNIT,
            sigma=ratings.deviation[at] / POINTS_PER_UNIT,
        )
        for at in (0, 1)
    )
    ids = ratings.player_ids
    chance = OpenskillPlackettLuce().chance(ratings, ids[:1], ids[1:2])
    assert chance == pytest.approx([model.predict_win([[first], [second]])[0]], abs=1e-9)
    # The scale is chosen so that small differences of exact means mean the same chance.
    small = 1.0 / POINTS_PER_UNIT / (math.sqrt(2) * 25 / 6)
    by_normal = (1 + math.erf(small / math.sqrt(2))) / 2
    assert by_normal == pytest.approx(1 / (1 + 10 ** (-1 / 400)), abs=1e-8)


def test_wins_and_points_are_drawn_towards_the_mean_by_five_hands():
    history = History.of(season())
    # Six wins in 22 results. Ann won two of six, Dee none of four.
    mean = 6 / 22
    assert win_share(history)[[0, 3]] == pytest.approx([(2 + 5 * mean) / 11, 5 * mean / 9])
    # 74 points in 22 results; Ann has 15, Dee 18; fewer are better.
    mean = -74 / 22
    assert points_saved(history)[[0, 3]] == pytest.approx(
        [(-15 + 5 * mean) / 11, (-18 + 5 * mean) / 9]
    )


def test_a_baseline_ranks_by_its_figure_and_learns_what_a_difference_is_worth():
    ratings = Baseline("average-points", points_saved).fit(History.of(season()))
    # Ann 15/6, Bob 18/6, Cat 23/6, Dee 18/4 points a hand.
    assert np.argsort(-ratings.rating).tolist() == [0, 1, 2, 3]


def test_the_slope_of_a_baseline_is_where_its_posterior_is_highest():
    # Differences x of root mean square 1, prior of deviation 1: at the slope b the sum of
    # x (s - 1 / (1 + exp(-b x))) is b.
    history = random_history(9, 200, 6)
    found, figure = Comparisons.of(history), win_share(history)
    apart = figure[found.first] - figure[found.second]
    x = apart / np.sqrt((apart**2).mean())
    rating = Baseline("win-count", win_share).fit(history).rating
    b = (rating[0] - rating[1]) / PER_LOGIT / (figure[0] - figure[1]) * np.sqrt((apart**2).mean())
    assert b > 0
    assert (x * (found.score - 1 / (1 + np.exp(-b * x)))).sum() == pytest.approx(b, abs=1e-6)


def test_a_figure_that_predicts_the_wrong_way_is_not_turned_round():
    # In these hands the one with more wins elsewhere is behind; the slope stops at 0.
    ratings = Baseline("win-count", lambda history: history.player_ids * -1.0).fit(
        places(*[{1: 2, 2: 1}] * 5)
    )
    assert ratings.rating.tolist() == [1500, 1500]


def test_a_baseline_without_differences_predicts_nothing():
    ratings = Baseline("win-count", win_share).fit(places({1: 1, 2: 1}))
    assert ratings.rating.tolist() == [1500, 1500]


@pytest.mark.parametrize("contender", contenders(), ids=lambda contender: contender.key)
def test_what_every_rater_promises(contender):
    history = random_history(11, 60, 7)
    fitted = contender.fit(history)
    evenings = list(contender.after_each_evening(history))
    assert [evening for evening, _ in evenings] == history.evenings
    last = evenings[-1][1]
    assert last.rating == pytest.approx(fitted.rating, abs=1e-6)
    assert last.hands.tolist() == fitted.hands.tolist() == history.hands_played().tolist()
    assert fitted.player_ids.tolist() == sorted(fitted.player_ids.tolist())
    # Early ratings are those of the history until then, not a view that moved on.
    early = contender.fit(history.upto(history.evenings[0]))
    assert evenings[0][1].rating == pytest.approx(early.rating, abs=1e-6)
    assert evenings[0][1].player_ids.tolist() == early.player_ids.tolist()
    ids = fitted.player_ids
    chance = contender.chance(fitted, ids[:-1], ids[1:])
    assert chance + contender.chance(fitted, ids[1:], ids[:-1]) == pytest.approx(np.ones(6))
    assert ((chance > 0.5) == (fitted.rating[:-1] > fitted.rating[1:])).all()
    # A hand alone counts as played and says nothing about the player.
    alone = contender.fit(places({1: 1}))
    assert (alone.rating.tolist(), alone.hands.tolist()) == ([1500], [1])
    # Two who have never played are level.
    assert contender.chance(fitted, [1], [2]).tolist() == [0.5]
    empty = contender.fit(History.of([]))
    assert contender.chance(empty, [1], [2]).tolist() == [0.5]


def test_raters_are_found_by_key():
    assert rater(DEFAULT_RATER).key == DEFAULT_RATER
    assert {rater(key).key for key in RATER_KEYS} == set(RATER_KEYS)
    with pytest.raises(KeyError):
        rater("no-such")
