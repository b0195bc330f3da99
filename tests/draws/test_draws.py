"""Draws: who sits where, and what is guaranteed of it."""

import time
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import tries
from zarleague.draws import Draw, NoTables, Way, draw, promised, repeats, table_sizes
from zarleague.draws.schedules import LARGEST, meetings, schedule

PAIRS = st.tuples(st.integers(0, 40), st.integers(0, 40)).filter(lambda pair: pair[0] < pair[1])
MET = st.dictionaries(PAIRS, st.integers(1, 4), max_size=120)


def seats(drawn: Draw) -> list[int]:
    return sorted(person for table in drawn.tables for person in table)


@given(st.integers(3, 41), st.integers(2, 6), st.sampled_from(Way), MET, st.integers(0, 2**32))
def test_everybody_sits_once_and_tables_are_alike(
    count: int, size: int, way: Way, met: dict[tuple[int, int], int], seed: int
) -> None:
    drawn = draw(range(count), size, seed, way=way, met=met)
    seated = seats(drawn)
    out = set(range(count)) - set(seated)
    assert seated == sorted(set(seated))
    lengths = [len(table) for table in drawn.tables]
    assert max(lengths) - min(lengths) <= 1
    assert drawn.repeats == repeats(drawn.tables, met)
    assert len(out) <= (drawn.promise is not None and drawn.promise.sits_out)
    assert drawn == draw(range(count), size, seed, way=way, met=met)


@tries(30)
@given(st.integers(4, 33), st.integers(2, 5), MET, st.integers(0, 2**32))
def test_no_more_meet_again_than_at_the_best_of_a_thousand_draws(
    count: int, size: int, met: dict[tuple[int, int], int], seed: int
) -> None:
    drawn = draw(range(count), size, seed, met=met)
    rng, people = Random(seed), list(range(count))
    sizes = table_sizes(count, size)
    for _ in range(1000):
        rng.shuffle(people)
        rest = iter(people)
        assert drawn.repeats <= repeats([[next(rest) for _ in range(n)] for n in sizes], met)


@given(st.integers(8, 40), st.integers(3, 5), MET, st.integers(0, 2**32))
def test_the_order_is_kept(
    count: int, size: int, met: dict[tuple[int, int], int], seed: int
) -> None:
    sizes = table_sizes(count, size)
    tables = len(sizes)
    home = [number for number, length in enumerate(sizes) for _ in range(length)]
    for number, table in enumerate(
        draw(range(count), size, seed, way=Way.STANDING, met=met).tables
    ):
        assert all(abs(home[person] - number) <= 1 for person in table)
    for table in draw(range(count), size, seed, way=Way.STRENGTH, met=met).tables:
        assert sorted(person // tables for person in table) == list(range(len(table)))


@pytest.mark.parametrize(
    ("people", "size", "limits", "sizes"),
    [
        (24, 4, (2, None), [4] * 6),
        (23, 4, (2, None), [4, 4, 4, 4, 4, 3]),
        (9, 4, (2, None), [3, 3, 3]),  # threes where fours do not come out
        (5, 4, (2, None), [5]),  # neither fours nor threes: nearest to what was asked
        (5, 4, (2, 4), [3, 2]),  # the game is for four at most
        (11, 5, (2, None), [6, 5]),
        (3, 2, (2, None), [3]),
        (25, 3, (2, None), [4] + [3] * 7),  # nobody sits in twos at threes
        (5, 3, (2, 4), [3, 2]),  # but where the game allows nothing else
    ],
)  # fmt: skip
def test_sizes(people: int, size: int, limits: tuple[int, int | None], sizes: list[int]) -> None:
    assert table_sizes(people, size, least=limits[0], most=limits[1]) == sizes


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_sizes_of_all_evenings(size: int) -> None:
    """Tables differ by one at most; nobody sits in twos; from a number on they are as asked."""
    for people in range(2, 61):
        sizes = table_sizes(people, size)
        assert sum(sizes) == people
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] - sizes[-1] <= 1
        assert sizes[-1] >= min(people, 3)
        if people >= size * size:
            assert set(sizes) <= ({3, 4} if size == 3 else {size - 1, size})


def test_people_whom_no_tables_fit_are_not_drawn() -> None:
    with pytest.raises(NoTables):
        table_sizes(5, 4, least=3, most=4)
    with pytest.raises(NoTables):
        draw([1], 4, 0)


def test_every_schedule_keeps_what_it_promises() -> None:
    known = {}
    for people in range(4, LARGEST + 1):
        for size in range(2, 7):
            rounds = schedule(people, size)
            if not rounds:
                continue
            promise = promised(people, size)
            assert promise is not None
            met = meetings(rounds)
            assert set(met.values()) == {promise.meetings}
            assert len(met) == people * (people - 1) // 2
            out = Counter(
                person
                for tables in rounds
                for person in set(range(people)) - {one for table in tables for one in table}
            )
            assert len(rounds) == promise.rounds
            assert list(out.values()) == ([1] * people if promise.sits_out else [])
            assert all(len(table) == size for tables in rounds for table in tables)
            known[people, size] = promise
    assert known[13, 4] == (13, 3, True)  # whist: thirteen rounds, thrice, each sits out once
    assert known[16, 4] == (5, 1, False)
    assert known[9, 3] == (4, 1, False)
    assert known[15, 3] == (7, 1, False)
    assert known[24, 4] == (23, 3, False)
    assert known[7, 2] == (7, 1, True)


def test_thirteen_play_the_whist_schedule_round_by_round() -> None:
    met: Counter[tuple[int, int]] = Counter()
    out: list[int] = []
    for turn in range(13):
        drawn = draw(range(50, 63), 4, 99, way=Way.MEETING, met=met, turn=turn)
        out += set(range(50, 63)) - set(seats(drawn))
        met += Counter(
            (min(pair), max(pair)) for table in drawn.tables for pair in combinations(table, 2)
        )
    assert sorted(out) == list(range(50, 63))
    assert set(met.values()) == {3}


def test_rounds_of_one_evening_do_not_repeat_while_there_are_others_to_meet() -> None:
    """24 people meet 3 others a round: seven rounds need not repeat (23 others); three do not."""
    met: dict[tuple[int, int], int] = {}
    for turn in range(3):
        drawn = draw(range(24), 4, turn, met=met)
        assert drawn.repeats == 0
        for table in drawn.tables:
            met |= {(min(pair), max(pair)): 1 for pair in combinations(table, 2)}


def test_a_thousand_people_are_drawn_within_a_second() -> None:
    """After thirty evenings at fours."""
    rng, people = Random(1), list(range(1000))
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(30):
        rng.shuffle(people)
        for start in range(0, 1000, 4):
            met.update(combinations(sorted(people[start : start + 4]), 2))
    began = time.process_time()
    drawn = draw(range(1000), 4, 5, met=met)
    assert time.process_time() - began < 1
    assert (len(drawn.tables), drawn.repeats) == (250, 0)
