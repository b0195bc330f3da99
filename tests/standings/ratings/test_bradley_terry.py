"""The full-history fit against the likelihood as it is written down.

What needs scipy loads it by itself: that takes most of a second, and every process of a run loads
this module.
"""

import math
import tracemalloc
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import tries
from tests.standings.ratings.hands import places, random_columns, random_history
from zarleague.standings.ratings import raters
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.dense import (
    Maximum,
    NotConvergedError,
    _inverse,
    dense_maximum,
)
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT
from zarleague.standings.ratings.pairs import PairCounts, WeightedPairs, variance_left
from zarleague.standings.ratings.prior import (
    GRID,
    LUCK_STEP,
    ORDINARY,
    PURE_LUCK,
    SPREAD,
    Learned,
    learn,
    learn_from,
)
from zarleague.standings.ratings.raters import RATER_KEYS
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
                            3
                            / (len(hand) + 1)
                            * (s * math.log(ahead) + (1 - s) * math.log(1 - ahead))
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
                        slope[i] += 3 / (len(hand) + 1) * (s - ahead)
                        slope[j] -= 3 / (len(hand) + 1) * (s - ahead)
        return np.array(slope)

    return value, gradient


def independent_strengths(history: History, deviation: float) -> np.ndarray:
    """The maximum by scipy: its minimiser first, its root finder on the gradient to finish."""
    from scipy import optimize

    value, gradient = written_down(history, deviation)
    near = optimize.minimize(
        lambda t: -value(t), np.zeros(history.players), jac=lambda t: -gradient(t), method="BFGS"
    )
    return optimize.root(gradient, near.x, tol=1e-13).x


@pytest.mark.parametrize(("seed", "hands", "players"), [(1, 12, 3), (2, 40, 6), (3, 60, 9)])
@pytest.mark.parametrize("dense_up_to", [1000, 0])
def test_ratings_are_those_of_an_independent_solution(seed, hands, players, dense_up_to):
    history = random_history(seed, hands, players)
    rater = BradleyTerry(learned=Learned(0.8), dense_up_to=dense_up_to)
    strengths = (rater.fit(history).rating - MIDDLE) / PER_LOGIT
    assert np.max(np.abs(strengths - independent_strengths(history, 0.8))) < EXACT


def test_the_written_down_gradient_is_that_of_the_written_down_likelihood():
    from scipy import optimize

    value, gradient = written_down(random_history(4, 20, 5), 0.5)
    at = np.array([0.3, -0.2, 0.1, 0.0, 0.4])
    assert optimize.check_grad(value, gradient, at) < 1e-5


@given(st.integers(0, 10**6))
@tries(25)
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
    # Ann ahead twice, Bob once; n = 2, so each hand weighs 3/(2 + 1) = 1. By symmetry Ann is at t,
    # Bob at -t, and the gradient for Ann is 2 - 3 P - t / d^2 = 0 with P = 1 / (1 + exp(-2 t)).
    ratings = BradleyTerry(learned=Learned(0.5)).fit(
        places({1: 1, 2: 2}, {1: 1, 2: 2}, {1: 2, 2: 1})
    )
    t = (ratings.rating[0] - 1500) / (400 / math.log(10))
    assert ratings.rating[1] == pytest.approx(3000 - ratings.rating[0], abs=1e-9)
    ahead = 1 / (1 + math.exp(-2 * t))
    assert 2 - 3 * ahead - 4 * t == pytest.approx(0, abs=1e-12)
    # The hands' information on t_1 - t_2 is 3 P (1 - P). The deviation of one against the mean of
    # both is half that of the difference, and the hands alone say a difference one Newton step of
    # their likelihood from 2 t: by the score 2 - 3 P over that information.
    information = 3 * ahead * (1 - ahead)
    deviation = 1 / math.sqrt(information) / 2 * PER_LOGIT
    assert ratings.deviation == pytest.approx([deviation, deviation], rel=1e-9)
    alone = PER_LOGIT * (t + (2 - 3 * ahead) / information / 2)
    assert ratings.by_hands == pytest.approx([MIDDLE + alone, MIDDLE - alone], rel=1e-9)
    low, high = ratings.interval()
    assert low[0] == pytest.approx(MIDDLE + alone - 1.959964 * deviation)
    assert high[0] == pytest.approx(MIDDLE + alone + 1.959964 * deviation)


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
    informed = BradleyTerry().with_history(History.of([]))
    assert informed.learned == Learned()
    assert list(informed.after_each_evening(History.of([]))) == []


def test_tied_players_are_treated_alike_and_better_places_rate_higher():
    # Places 1, 2, 3, 2, 4, 5, 6, 7, as one hand of equals.
    given_places = [1, 2, 3, 2, 4, 5, 6, 7]
    ratings = BradleyTerry().fit(places(dict(enumerate(given_places)))).rating
    assert ratings[1] == pytest.approx(ratings[3], abs=1e-9)
    by_place = [ratings[given_places.index(place)] for place in range(1, 8)]
    assert by_place == sorted(by_place, reverse=True)
    assert len(set(np.round(by_place, 6))) == 7


def test_each_pair_of_a_hand_of_n_weighs_three_by_n_and_one():
    # Three players, one order: each pair weighs 3/4. Four such hands are as much as three hands of
    # every two of them, which weigh 3/3.
    rater = BradleyTerry(learned=Learned(0.5))
    three = rater.fit(places(*[{1: 1, 2: 2, 3: 3}] * 4))
    pairs = [{1: 1, 2: 2}, {1: 1, 3: 2}, {2: 1, 3: 2}]
    assert rater.fit(places(*pairs * 3)).rating == pytest.approx(three.rating, abs=1e-9)


def test_ties_leave_the_share_of_variance_that_kruskal_and_wallis_say():
    # Four players, one ahead of three level ones: 1 - (3^3 - 3) / (4^3 - 4) = 0.6. A hand without
    # ties beside it: the mean of 0.6 and 1.
    level = places({1: 1, 2: 2, 3: 2, 4: 2})
    assert PairCounts.of(level).tie_factor() == pytest.approx(0.6)
    both = places({1: 1, 2: 2, 3: 2, 4: 2}, {1: 1, 2: 2, 3: 3, 4: 4})
    assert PairCounts.of(both).tie_factor() == pytest.approx(0.8)
    # All level: nothing would be left, and the factor stops at a tenth.
    assert PairCounts.of(places({1: 1, 2: 1})).tie_factor() == pytest.approx(0.1)


def test_the_prior_learned_is_the_mean_over_all_deviations_by_their_evidence():
    from scipy import optimize

    # Two players, Ann ahead 12 times in 16. With u = t_1 - t_2 and strengths +-u/2 the posterior is
    # 12 log P + 4 log(1 - P) - u^2 / (4 d^2). Its Hessian in (t_1, t_2) has the eigenvalues
    # 1 / d^2, for both alike, and 1 / d^2 + 32 P (1 - P) for the difference.
    def evidence(deviation: float) -> float:
        def slope(u):
            return 12 - 16 / (1 + math.exp(-u)) - u / (2 * deviation**2)

        u = optimize.brentq(slope, -20, 20, xtol=1e-14)
        ahead = 1 / (1 + math.exp(-u))
        fit = 12 * math.log(ahead) + 4 * math.log(1 - ahead) - u**2 / (4 * deviation**2)
        fit -= math.log(deviation**-2 * (deviation**-2 + 32 * ahead * (1 - ahead))) / 2
        return fit - 2 * math.log(deviation)

    logs = np.log(GRID)
    before = np.exp(-(((logs - math.log(ORDINARY)) / SPREAD) ** 2) / 2)
    weight = (1 - PURE_LUCK) * before / before.sum() * np.exp([evidence(d) for d in GRID])
    # With nothing but luck every hand is an even chance.
    none = PURE_LUCK * 0.5**16
    mean = (weight * logs).sum() / weight.sum()

    learned = learn(places(*[{1: 1, 2: 2}] * 12, *[{1: 2, 2: 1}] * 4))
    assert learned.prior_deviation == min(GRID, key=lambda d: abs(math.log(d) - mean))
    assert learned.pure_luck == pytest.approx(none / (none + weight.sum()), abs=LUCK_STEP / 2)


def test_the_chance_of_nothing_but_luck_draws_ratings_in_and_leaves_intervals_alone():
    # With a quarter for pure luck the rating is 3/4 of what it is if there is skill; what the hands
    # say, and how surely, is the same.
    history = places({1: 1, 2: 2}, {1: 1, 2: 2}, {1: 2, 2: 1})
    skill = BradleyTerry(learned=Learned(0.5)).fit(history)
    either = BradleyTerry(learned=Learned(0.5, pure_luck=0.25)).fit(history)
    assert either.rating == pytest.approx(MIDDLE + (skill.rating - MIDDLE) * 3 / 4)
    assert np.array_equal(either.interval(), skill.interval())


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3])
def test_intervals_hold_as_often_as_they_say_whatever_the_strengths(share):
    from scipy import stats

    # Every outcome of 100 hands of two players, weighed by its chance. Chances of being ahead are
    # taken over a twentieth, as outcomes come in whole hands.
    hands = 100
    fits = [
        BradleyTerry().fit(places(*[{1: 1, 2: 2}] * won, *[{1: 2, 2: 1}] * (hands - won)))
        for won in range(hands + 1)
    ]
    for deviations, held in ((1.2816, 0.8), (1.96, 0.95)):
        ends = np.array([[one[0] for one in fit.interval(deviations)] for fit in fits])
        found = []
        for chance in 0.5 + share + np.linspace(-0.025, 0.025, 41):
            truth = MIDDLE + PER_LOGIT * math.log(chance / (1 - chance)) / 2
            holds = (ends[:, 0] <= truth) & (truth <= ends[:, 1])
            found.append(stats.binom.pmf(np.arange(hands + 1), hands, chance)[holds].sum())
        assert np.mean(found) == pytest.approx(held, abs=0.02)


def test_unequal_strengths_leave_less_variance_than_the_likelihood_says():
    # The six orders of three players by Luce, over strengths of deviation 0.8: the variance of the
    # first one's number of others beaten, over the sum of that of both comparisons, times 3/4.
    at, weight = np.polynomial.hermite_e.hermegauss(20)
    odds = np.stack(np.meshgrid(*[np.exp(0.8 * at)] * 3, indexing="ij"))
    weight = np.einsum("i,j,k->ijk", *[weight / weight.sum()] * 3)
    mean = second = 0.0
    for order in permutations(range(3)):
        chance = odds[order[0]] / odds.sum(axis=0)
        chance = chance * odds[order[1]] / (odds[order[1]] + odds[order[2]])
        beaten = 2 - order.index(0)
        mean, second = mean + beaten * chance, second + beaten**2 * chance
    ahead = [odds[0] / (odds[0] + odds[other]) for other in (1, 2)]
    said = sum((weight * one * (1 - one)).sum() for one in ahead)
    expected = 3 / 4 * (weight * (second - mean**2)).sum() / said
    assert variance_left({3: 10}, 0.8) == pytest.approx(expected, rel=1e-3)
    # Nothing is less among equals or between two; of hands of both kinds it is the mean over
    # comparisons: 4 hands of three are 12 of weight 3/4, 3 of two are 3 of weight 1.
    assert variance_left({2: 5, 3: 5, 6: 5}, 1e-9) == pytest.approx(1)
    assert variance_left({2: 5}, 0.8) == 1
    assert variance_left({2: 3, 3: 4}, 0.8) == pytest.approx((9 * expected + 3) / 12, rel=1e-3)


@given(st.integers(0, 10**6), st.sampled_from(GRID))
@tries(10)
def test_where_the_search_begins_changes_nothing(seed, near):
    counts = PairCounts.of(random_history(seed, hands=30, players=6))
    assert learn_from(counts, Learned(near)).learned == learn_from(counts).learned


def test_learning_holds_few_tables_of_players_squared():
    # Later than the four tables in which hands of two to five players are counted there are the
    # weights, three maxima, two tables of a step, and an inverse with what it is put together from:
    # ten, and not one for each value of the prior that is tried.
    history = random_history(22, 2000, 300)
    learn(history)
    tracemalloc.start()
    try:
        learn(history)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10 * 300**2 * 8


def test_little_and_much_skill_are_told_from_each_other():
    equal, unequal = (random_history(21, 400, 8, spread=spread) for spread in (0.0, 1.2))
    assert learn(equal).prior_deviation < 0.2
    assert learn(unequal).prior_deviation > 0.7


def test_what_the_prior_says_has_no_part_in_intervals():
    # Every two of five meet eight times, four won by each. All are level, and the information
    # is 8/4 (5 I - J): every variance against the mean is (1 - 1/5) 4 / (8 * 5), every covariance
    # -1/5 of 4 / (8 * 5), whatever the prior.
    pairs = [(i, j) for i in range(5) for j in range(i)]
    history = places(*[{i: 1 + n % 2, j: 2 - n % 2} for n in range(8) for i, j in pairs])
    for prior in (0.1, 1.0):
        ratings = BradleyTerry(learned=Learned(prior)).fit(history)
        expected = 4 / 40 * (np.eye(5) - 1 / 5)
        assert ratings.covariance / PER_LOGIT**2 == pytest.approx(expected, abs=1e-9)
        assert ratings.deviation == pytest.approx(PER_LOGIT * np.sqrt(np.diag(expected)))


def test_equal_players_have_equal_ranks():
    # One hand of seven with points 1 2 3 3 0 1 3, low wins: places 2 4 5 5 1 2 5.
    hand = dict(enumerate([2, 4, 5, 5, 1, 2, 5], start=1))
    for rater in (BradleyTerry(), BradleyTerry(dense_up_to=0)):
        ratings = rater.fit(places(hand))
        ranks = ratings.ranks(np.ones(7, dtype=np.int64))
        assert ranks.tolist() == [2, 4, 5, 5, 1, 2, 5]


def test_whether_a_rating_is_provisional_does_not_depend_on_how_many_play():
    # Every two meet as often as every other two: the hands of a player are what settles.
    def round_robin(players: int, rounds: int) -> History:
        pairs = [(i, j) for i in range(players) for j in range(i)]
        hands = [{i: 1 + (n % 2), j: 2 - (n % 2)} for n in range(rounds) for i, j in pairs]
        return places(*hands)

    rater = BradleyTerry(learned=Learned(0.4))
    # Two-player hands against equals weigh 1/4 each: 50 points, 0.288 log-odds, take 12.1 / (1/4)
    # = 48.3 hands against others whose strength is known as well as one's own.
    for players, rounds in ((2, 48), (7, 8)):
        assert rater.fit(round_robin(players, rounds)).provisional.all()
    for players, rounds in ((2, 50), (7, 10), (11, 6)):
        assert not rater.fit(round_robin(players, rounds)).provisional.any()


def test_a_player_alone_is_provisional_with_the_prior_as_interval():
    ratings = BradleyTerry(learned=Learned(0.4)).fit(places(*[{7: 1}] * 100))
    assert ratings.provisional.tolist() == [True]
    assert ratings.deviation == pytest.approx([0.4 * PER_LOGIT])


def test_clubs_that_never_met_are_each_rated_against_their_own_mean():
    here = [{1: 1, 2: 2}, {1: 1, 2: 2}, {1: 2, 2: 1}]
    there = [{11: 1, 12: 2}, {11: 1, 12: 2}, {11: 2, 12: 1}]
    rater = BradleyTerry(learned=Learned(0.5))
    alone, together = rater.fit(places(*here)), rater.fit(places(*here, *there))
    assert together.rating == pytest.approx([*alone.rating] * 2, abs=1e-9)
    assert together.deviation == pytest.approx([*alone.deviation] * 2, rel=1e-9)


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
        assert ratings.deviation == pytest.approx(alone.deviation, rel=1e-3)
        assert ratings.by_hands - MIDDLE == pytest.approx(alone.by_hands - MIDDLE, rel=1e-3)
        assert np.array_equal(ratings.provisional, alone.provisional)
        assert ratings.covariance is None


@pytest.mark.parametrize("since", [0, 2, 3, 99])
@pytest.mark.parametrize("key", RATER_KEYS)
def test_evenings_from_one_on_are_those_of_the_whole_history(key, since):
    history = random_history(5, 60, 9)
    model = raters.rater(key).with_history(history)
    every = [one for one in model.after_each_evening(history) if one[0] >= since]
    later = list(model.after_each_evening(history, since))
    assert [evening for evening, _ in later] == [evening for evening, _ in every]
    for (_, then), (_, whole) in zip(later, every, strict=True):
        assert np.array_equal(then.player_ids, whole.player_ids)
        assert np.array_equal(then.hands, whole.hands)
        assert np.array_equal(then.provisional, whole.provisional)
        assert np.max(np.abs(then.rating - whole.rating)) < EXACT * PER_LOGIT


@pytest.mark.parametrize("size", [3, 96, 201])
def test_a_triangular_matrix_is_inverted_by_halves(size):
    random = np.random.default_rng(size)
    lower = np.tril(random.normal(size=(size, size))) + 3 * np.sqrt(size) * np.eye(size)
    inverse = np.linalg.inv(lower @ lower.T)
    maximum = Maximum(np.zeros(size), _inverse(lower), np.ones(size))
    assert maximum.variances() == pytest.approx(np.diag(inverse), rel=1e-9)
    assert maximum.covariance() == pytest.approx(inverse, rel=1e-9, abs=1e-12)


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
    *_, (_, ratings) = BradleyTerry(learned=Learned(0.5)).after_each_evening(history)
    t = (ratings.rating[0] - MIDDLE) / PER_LOGIT
    assert 900 - 1001 / (1 + math.exp(-2 * t)) == pytest.approx(4 * t, rel=1e-6)


def test_intervals_are_those_of_the_curvature_written_down():
    history = random_history(6, 30, 5)
    rater = BradleyTerry(learned=Learned(0.5))
    ratings = rater.fit(history)
    _, gradient = written_down(history, 0.5)
    at = (ratings.rating - MIDDLE) / PER_LOGIT
    step = 1e-5
    hessian = np.array(
        [(gradient(at + step * e) - gradient(at - step * e)) / (2 * step) for e in np.eye(5)]
    )
    against_mean = np.eye(5) - 1 / 5
    covariance = against_mean @ np.linalg.inv(-hessian) @ against_mean
    # Each strength on its own: of its precision the prior has 1 / (d^2 (1 - 1/5)), and the hands
    # tell the rest.
    told = 1 - np.diag(covariance) / (0.5**2 * 4 / 5)
    assert ratings.by_hands == pytest.approx(MIDDLE + PER_LOGIT * at / told, rel=1e-6)
    covariance = covariance / np.sqrt(np.outer(told, told))
    covariance *= PER_LOGIT**2 * variance_left(PairCounts.of(history).hands(), 0.5)
    assert ratings.covariance == pytest.approx(covariance, rel=1e-4)
    assert ratings.deviation == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-4)


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
    rater = BradleyTerry(learned=Learned(0.5), dense_up_to=dense_up_to)
    t = (rater.fit(places(*[{1: 1, 2: 2}] * 1000)).rating[0] - 1500) / PER_LOGIT
    assert 1000 / (1 + math.exp(2 * t)) == pytest.approx(4 * t, rel=1e-9)


def test_the_search_recovers_from_a_start_far_away():
    counts = WeightedPairs(np.array([30.0, 10.0]), np.array([[0.0, 40.0], [40.0, 0.0]]))
    found = dense_maximum(counts, 0.5)
    again = dense_maximum(counts, 0.5, Maximum(np.array([-30.0, 25.0]), np.eye(2) * 9, np.ones(2)))
    assert again.strengths == pytest.approx(found.strengths, abs=EXACT)
    assert again.covariance() == pytest.approx(found.covariance(), abs=1e-6)


def test_figures_that_are_not_finite_are_refused():
    with pytest.raises(NotConvergedError):
        dense_maximum(
            WeightedPairs(np.array([np.nan, 1.0]), np.array([[0.0, 2.0], [2.0, 0.0]])), 0.5
        )
    pair = np.array([0])
    with pytest.raises(NotConvergedError):
        sparse_strengths(Pairs(2, pair, pair + 1, np.array([np.nan]), np.array([1.0])), 0.5)
