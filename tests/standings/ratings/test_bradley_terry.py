"""The full-history fit against the likelihood as it is written down."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from tests.standings.ratings.hands import places, random_columns, random_history
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.dense import (
    Counts,
    Near,
    NotConvergedError,
    RoughInverse,
    covariance,
    dense_maximum,
)
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT
from zarleague.standings.ratings.solve import Inverse, symmetric_inverse
from zarleague.standings.ratings.sparse import Pairs, sparse_strengths

EXACT = 1e-9


def written_down(history: History, deviation: float):
    """The log posterior and its gradient, hand by hand and pair by pair."""
    bounds = history.start.tolist()
    hands = [
        list(zip(history.player[b:e].tolist(), history.place[b:e].tolist(), strict=True))
        for b, e in pairwise(bounds)
    ]

    def value(strength):
        total = -sum(t * t for t in strength) / (2 * deviation**2)
        for hand in hands:
            for i, place in hand:
                for j, other in hand:
                    if i < j:
                        s = 1.0 if place < other else 0.0 if place > other else 0.5
                        ahead = 1 / (1 + math.exp(strength[j] - strength[i]))
                        total += (
                            2 / len(hand) * (s * math.log(ahead) + (1 - s) * math.log(1 - ahead))
                        )
        return total

    def gradient(strength):
        slope = [-t / deviation**2 for t in strength]
        for hand in hands:
            for i, place in hand:
                for j, other in hand:
                    if i < j:
                        s = 1.0 if place < other else 0.0 if place > other else 0.5
                        ahead = 1 / (1 + math.exp(strength[j] - strength[i]))
                        slope[i] += 2 / len(hand) * (s - ahead)
                        slope[j] -= 2 / len(hand) * (s - ahead)
        return np.array(slope)

    return value, gradient


def independent_strengths(history: History, deviation: float) -> np.ndarray:
    """The maximum by scipy: its minimiser first, its root finder on the gradient to finish."""
    value, gradient = written_down(history, deviation)
    near = optimize.minimize(
        lambda t: -value(t), np.zeros(history.players), jac=lambda t: -gradient(t), method="BFGS"
    )
    return optimize.root(gradient, near.x, tol=1e-13).x


@pytest.mark.parametrize(("seed", "hands", "players"), [(1, 12, 3), (2, 40, 6), (3, 60, 9)])
@pytest.mark.parametrize("dense_up_to", [1000, 0])
def test_ratings_are_those_of_an_independent_solution(seed, hands, players, dense_up_to):
    history = random_history(seed, hands, players)
    rater = BradleyTerry(prior_deviation=0.8, dense_up_to=dense_up_to)
    strengths = (rater.fit(history).rating - MIDDLE) / PER_LOGIT
    assert np.max(np.abs(strengths - independent_strengths(history, 0.8))) < EXACT


def test_the_written_down_gradient_is_that_of_the_written_down_likelihood():
    value, gradient = written_down(random_history(4, 20, 5), 0.5)
    at = np.array([0.3, -0.2, 0.1, 0.0, 0.4])
    assert optimize.check_grad(value, gradient, at) < 1e-5


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_the_order_of_hands_changes_nothing(seed):
    columns = random_columns(seed, hands=40, players=8)
    order = np.random.default_rng(seed).permutation(len(columns["place"]))
    relabelled = {name: column[order] for name, column in columns.items()}
    relabelled["hand_id"] = 1000 - relabelled["hand_id"]
    for rater in (BradleyTerry(), BradleyTerry(dense_up_to=0)):
        ratings = rater.fit(History.of_columns(**columns))
        other = rater.fit(History.of_columns(**relabelled))
        assert np.array_equal(ratings.player_ids, other.player_ids)
        assert np.max(np.abs(ratings.rating - other.rating)) < EXACT
    # Evenings do not matter to where the ratings end either.
    relabelled["evening"] = 10 - relabelled["evening"]
    late = BradleyTerry().fit(History.of_columns(**relabelled))
    assert np.max(
        np.abs(late.rating - BradleyTerry().fit(History.of_columns(**columns)).rating)
    ) < (EXACT)


def test_two_players_and_three_hands_by_hand():
    # Ann ahead twice, Bob once; n = 2, so each hand weighs 2/2 = 1. By symmetry Ann is at t, Bob
    # at -t, and the gradient for Ann is 2 - 3 P - t / d^2 = 0 with P = 1 / (1 + exp(-2 t)).
    ratings = BradleyTerry(prior_deviation=0.5).fit(
        places({1: 1, 2: 2}, {1: 1, 2: 2}, {1: 2, 2: 1})
    )
    t = (ratings.rating[0] - 1500) / (400 / math.log(10))
    assert ratings.rating[1] == pytest.approx(3000 - ratings.rating[0], abs=1e-9)
    ahead = 1 / (1 + math.exp(-2 * t))
    assert 2 - 3 * ahead - 4 * t == pytest.approx(0, abs=1e-12)
    # The information on t_1 - t_2 = x: likelihood 3 P (1 - P); prior of variance 2 d^2 = 1/2. The
    # deviation of one against the mean of both is half that of x.
    variance = 1 / (3 * ahead * (1 - ahead) + 2)
    expected = math.sqrt(variance) / 2 * 400 / math.log(10)
    assert ratings.deviation == pytest.approx([expected, expected], rel=1e-9)


def test_hands_all_level_leave_everybody_in_the_middle():
    ratings = BradleyTerry().fit(places({1: 1, 2: 1, 3: 1}, {1: 1, 2: 1}))
    assert ratings.rating == pytest.approx([1500] * 3, abs=1e-9)


def test_a_hand_alone_says_nothing():
    ratings = BradleyTerry().fit(places({7: 1}))
    assert (ratings.rating.tolist(), ratings.hands.tolist()) == ([1500], [1])


def test_no_hands_no_ratings():
    ratings = BradleyTerry().fit(History.of([]))
    assert len(ratings.rating) == 0
    assert list(BradleyTerry().after_each_evening(History.of([]))) == []


def test_tied_players_are_treated_alike_and_better_places_rate_higher():
    # Places 1, 2, 3, 2, 4, 5, 6, 7, as one hand of equals.
    given_places = [1, 2, 3, 2, 4, 5, 6, 7]
    ratings = BradleyTerry().fit(places(dict(enumerate(given_places)))).rating
    assert ratings[1] == pytest.approx(ratings[3], abs=1e-9)
    by_place = [ratings[given_places.index(place)] for place in range(1, 8)]
    assert by_place == sorted(by_place, reverse=True)
    assert len(set(np.round(by_place, 6))) == 7


def test_a_hand_of_n_players_weighs_n_less_one():
    # Three players, one order: each pair weighs 2/3. Three hands of the same order as the six
    # two-player hands they amount to: 3 * 2/3 = 2 per pair.
    three = BradleyTerry().fit(places(*[{1: 1, 2: 2, 3: 3}] * 3))
    pairs = [{1: 1, 2: 2}, {1: 1, 3: 2}, {2: 1, 3: 2}]
    assert BradleyTerry().fit(places(*pairs * 2)).rating == pytest.approx(three.rating, abs=1e-9)


@pytest.mark.parametrize("dense_up_to", [1000, 0])
def test_each_evening_is_the_fit_as_of_that_evening(dense_up_to):
    history = random_history(5, 60, 9)
    rater = BradleyTerry(dense_up_to=dense_up_to)
    evenings = list(rater.after_each_evening(history))
    assert [evening for evening, _ in evenings] == history.evenings
    for evening, ratings in evenings:
        alone = rater.fit(history.upto(evening))
        assert np.array_equal(ratings.player_ids, alone.player_ids)
        assert np.array_equal(ratings.hands, alone.hands)
        assert np.max(np.abs(ratings.rating - alone.rating)) < EXACT * PER_LOGIT
        assert ratings.deviation == pytest.approx(alone.deviation, rel=1e-6)
        assert np.array_equal(ratings.provisional, alone.provisional)
        assert ratings.covariance is None


def test_an_evening_that_outweighs_all_before_it_is_fitted_all_the_same():
    # One hand that player 2 wins, then a long evening of which player 1 wins nine hands in ten:
    # 900 of 1001 in all. At strengths t and -t and with a prior of 1/2 the pulls are level where
    # 900 - 1001 / (1 + exp(-2t)) = t / 0.5^2.
    hands = 1001
    ahead = np.array([False, *(hand % 10 > 0 for hand in range(1, hands))])
    history = History.of_columns(
        hand_id=np.repeat(np.arange(hands), 2),
        evening=np.repeat(np.minimum(np.arange(hands), 1), 2),
        player_id=np.tile([1, 2], hands),
        place=np.column_stack((2 - ahead, 1 + ahead)).ravel(),
    )
    *_, (_, ratings) = BradleyTerry(prior_deviation=0.5).after_each_evening(history)
    t = (ratings.rating[0] - MIDDLE) / PER_LOGIT
    assert 900 - 1001 / (1 + math.exp(-2 * t)) == pytest.approx(4 * t, rel=1e-6)


def test_intervals_are_those_of_the_curvature_written_down():
    history = random_history(6, 30, 5)
    rater = BradleyTerry(prior_deviation=0.5)
    ratings = rater.fit(history)
    _, gradient = written_down(history, 0.5)
    at = (ratings.rating - MIDDLE) / PER_LOGIT
    step = 1e-5
    hessian = np.array(
        [(gradient(at + step * e) - gradient(at - step * e)) / (2 * step) for e in np.eye(5)]
    )
    against_mean = np.eye(5) - 1 / 5
    covariance = against_mean @ np.linalg.inv(-hessian) @ against_mean
    assert ratings.covariance / PER_LOGIT**2 == pytest.approx(covariance, abs=1e-7)
    assert ratings.deviation == pytest.approx(PER_LOGIT * np.sqrt(np.diag(covariance)), rel=1e-5)


def test_estimated_intervals_of_the_sparse_fit_are_near_the_exact_ones():
    history = random_history(7, 900, 120)
    exact = BradleyTerry().fit(history).deviation
    estimated = BradleyTerry(dense_up_to=0).fit(history).deviation
    assert estimated == pytest.approx(exact, rel=0.1)


def test_estimated_intervals_are_never_below_what_is_possible():
    # With two players the bound is the exact figure, see the three hands above.
    history = places({1: 1, 2: 2}, {1: 1, 2: 2}, {1: 2, 2: 1})
    exact = BradleyTerry().fit(history).deviation
    estimated = BradleyTerry(dense_up_to=0).fit(history).deviation
    assert (estimated >= exact * (1 - 1e-9)).all()


def test_ratings_settle_with_hands():
    few = BradleyTerry().fit(random_history(8, 8, 4))
    many = BradleyTerry().fit(random_history(8, 200, 4))
    assert few.provisional.all()
    assert not many.provisional.any()
    assert (many.deviation < few.deviation).all()


@pytest.mark.parametrize("dense_up_to", [1000, 0])
def test_a_one_sided_history_is_held_back_by_the_prior(dense_up_to):
    # Ann ahead of Bob a thousand times. By symmetry at t and -t: 1000 / (1 + exp(2t)) = 4t.
    rater = BradleyTerry(prior_deviation=0.5, dense_up_to=dense_up_to)
    t = (rater.fit(places(*[{1: 1, 2: 2}] * 1000)).rating[0] - 1500) / PER_LOGIT
    assert 1000 / (1 + math.exp(2 * t)) == pytest.approx(4 * t, rel=1e-9)


def test_the_search_recovers_from_a_start_far_away():
    counts = Counts(won=np.array([30.0, 10.0]), met=np.array([[0.0, 40.0], [40.0, 0.0]]))
    found = dense_maximum(counts, 0.5)
    far = Near.to(found)._replace(strengths=np.array([-30.0, 25.0]))
    again = dense_maximum(counts, 0.5, far)
    assert again.strengths == pytest.approx(found.strengths, abs=EXACT)
    assert again.information.matrix() == pytest.approx(found.information.matrix(), abs=1e-6)


@pytest.mark.parametrize("hands", [3, 300, 30_000])
def test_the_rough_inverse_is_the_inverse_to_a_millionth(hands):
    # Two met so often, and at strengths of 0 each hand weighs 1/4 in the information:
    # (4 + h/4, -h/4), whose inverse has (4 + h/4) / (16 + 2h) on the diagonal.
    quarter = hands / 4
    counts = Counts(np.full(2, hands / 2), np.array([[0.0, hands], [hands, 0.0]]))
    rough = RoughInverse.of(dense_maximum(counts, 0.5).information)
    assert rough.diagonal() == pytest.approx(
        np.full(2, (4 + quarter) / (16 + 8 * quarter)), rel=1e-6
    )
    # Against the mean what is left of it is half the variance of the difference: 1 / (4 + h/2) / 2.
    left = covariance(rough.diagonal(), 0.5, 2)
    assert left == pytest.approx(np.full(2, 1 / (8 + 4 * quarter)), rel=1e-6)
    assert rough.dot(np.array([1.0, -1.0])) == pytest.approx(
        np.array([1.0, -1.0]) / (4 + 2 * quarter), rel=1e-6
    )


def test_figures_that_are_not_finite_are_refused():
    with pytest.raises(NotConvergedError):
        dense_maximum(Counts(np.array([np.nan, 1.0]), np.array([[0.0, 2.0], [2.0, 0.0]])), 0.5)
    pair = np.array([0])
    with pytest.raises(NotConvergedError):
        sparse_strengths(Pairs(2, pair, pair + 1, np.array([np.nan]), np.array([1.0])), 0.5)


@pytest.mark.parametrize("size", [1, 64, 65, 200])
def test_the_inverse_by_halves_is_the_inverse(size):
    root = np.random.default_rng(size).normal(size=(size, size + 20))
    matrix = root @ root.T
    inverse = symmetric_inverse(matrix)
    assert inverse @ matrix == pytest.approx(np.eye(size), abs=1e-8)
    parts = Inverse.of(matrix)
    assert parts.dot(matrix[0]) == pytest.approx(np.eye(size)[0], abs=1e-8)
    assert parts.diagonal() == pytest.approx(np.linalg.inv(matrix).diagonal(), rel=1e-8)
