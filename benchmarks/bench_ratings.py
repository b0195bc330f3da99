"""Ratings and tables against openskill's loop over the same hands."""

import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from benchmarks import Figure
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.history import History
from zarleague.standings.results import Result, by_hand, hand_results
from zarleague.standings.rules import season_rules
from zarleague.standings.table import table
from zarleague.standings.totals import SeasonTotals

PLAYERS = 500
SEATS = 4
FULL = 100_000
"""Hands of the full refit."""
SEASON = 12_500
"""Hands of one season."""
EVENINGS = 50
HANDS_PER_MATCH = 5
LOOP = "openskill 6.2.0 PlackettLuce, hand after hand"


def figures() -> Iterator[Figure]:
    """Yield seconds of each task, and how many times faster it is than the loop."""
    seats, place = made_up_hands(FULL)
    loop = seconds(lambda: openskill_loop(seats, place), runs=1)
    yield Figure(f"openskill loop, {FULL} hands of {PLAYERS} players", loop, "s")
    refit = seconds(lambda: BradleyTerry().fit(history(seats, place)), runs=3)
    yield Figure(f"full refit, {FULL} hands of {PLAYERS} players", refit, "s", LOOP, loop / refit)

    seats, place = seats[:SEASON], place[:SEASON]
    loop = seconds(lambda: openskill_loop(seats, place), runs=3)
    yield Figure(f"openskill loop, {SEASON} hands of {PLAYERS} players", loop, "s")
    season = history(seats, place)
    refit = seconds(lambda: BradleyTerry().fit(season), runs=3)
    yield Figure(f"full refit, {SEASON} hands of {PLAYERS} players", refit, "s", LOOP, loop / refit)
    for title, rater in {
        "ratings history": BradleyTerry().with_history(season),
        "prior learned before each evening, for the backtest": BradleyTerry(),
    }.items():
        after_each = seconds(lambda rater=rater: list(rater.after_each_evening(season)), runs=3)
        name = f"{title}: {EVENINGS} evenings, {SEASON} hands of {PLAYERS} players"
        yield Figure(name, after_each, "s", LOOP, loop / after_each)
    yield from table_figures(seats)


def table_figures(seats: NDArray[np.int64]) -> Iterator[Figure]:
    """Yield what a season's table costs, whole and by the hand."""
    results = made_up_results(seats)
    counted = seconds(lambda: SeasonTotals.of(results), runs=3)
    yield Figure(f"totals of {SEASON} hands", counted, "s")
    totals = SeasonTotals.of(results)
    rules = season_rules("total-points")
    yield Figure(
        f"table of {PLAYERS} players from totals", seconds(lambda: table(totals, rules), 5), "s"
    )
    small_season = results[: len(results) // 10]
    small, whole = one_hand(SeasonTotals.of(small_season), small_season), one_hand(totals, results)
    yield Figure(
        f"one hand taken back and counted again in {SEASON} hands",
        whole,
        "s",
        "the same in a tenth of the season",
        small / whole,
    )


def made_up_hands(hands: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return players and places, each (hands, SEATS): random strengths, coarse performances."""
    random = np.random.default_rng(7)
    strength = random.normal(0.0, 0.5, PLAYERS)
    seats = np.argsort(random.random((hands, PLAYERS // 5)), axis=1)[:, :SEATS] * 5
    seats = (seats + random.integers(0, PLAYERS, (hands, 1))) % PLAYERS
    performance = np.round(3.0 * (strength[seats] + random.gumbel(size=seats.shape)))
    place = 1 + (performance[:, None, :] > performance[:, :, None]).sum(axis=2)
    return seats, place


def history(seats: NDArray[np.int64], place: NDArray[np.int64]) -> History:
    """Return the hands as the raters take them, spread over the evenings."""
    hand = np.repeat(np.arange(len(seats)), SEATS)
    return History.of_columns(
        hand_id=hand,
        evening=hand * EVENINGS // len(seats),
        player_id=seats.ravel(),
        place=place.ravel(),
    )


def made_up_results(seats: NDArray[np.int64]) -> list[Result]:
    """Return results of the hands with random points, some hands of the same players a match."""
    points = np.random.default_rng(8).integers(0, 30, seats.shape).tolist()
    players = np.repeat(seats[::HANDS_PER_MATCH], HANDS_PER_MATCH, axis=0)[: len(seats)].tolist()
    return [
        result
        for hand, (present, scored) in enumerate(zip(players, points, strict=True))
        for result in hand_results(
            hand,
            hand // HANDS_PER_MATCH,
            hand // HANDS_PER_MATCH * HANDS_PER_MATCH * EVENINGS // len(seats),
            dict(zip(present, scored, strict=True)),
        )
    ]


def openskill_loop(seats: NDArray[np.int64], place: NDArray[np.int64]) -> None:
    """Rate hand after hand, as openskill's documentation does."""
    model = PlackettLuce()
    players = [model.rating() for _ in range(PLAYERS)]
    for present, ranks in zip(seats.tolist(), place.tolist(), strict=True):
        moved = model.rate([[players[at]] for at in present], ranks=ranks)
        for at, (rating,) in zip(present, moved, strict=True):
            players[at] = rating


def one_hand(totals: SeasonTotals, results: list[Result]) -> float:
    """Return the mean seconds to take a hand back and count it again."""
    hands = list(by_hand(results).values())[::25][:50]

    def again() -> None:
        for hand in hands:
            totals.remove(hand)
            totals.add(hand)

    return seconds(again, runs=5) / len(hands)


def seconds(task: Callable[[], object], runs: int) -> float:
    """Return the shortest time of some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        task()
        best = min(best, time.perf_counter() - start)
    return best
