"""Packed ratings: what comes out is what went in, whichever part is written again."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from zarleague.reports.ratings.packing import (
    EVENINGS,
    FIGURES,
    by_evening,
    deviations,
    figures,
    pack,
    part_of,
    unpack,
)
from zarleague.standings.ratings.interface import Ratings

Evenings = list[tuple[int, Ratings]]


def ratings(players: Sequence[int], *, known: bool = True, more: float = 0.0) -> Ratings:
    """Ratings that tell the players apart."""
    ids = np.array(players, np.int64)
    own = ids + more
    deviation = own / 3.0 if known else None
    return Ratings(ids, 1500.0 + own, deviation, ids, ids % 2 == 1, by_hands=1500.0 + 2.0 * own)


@st.composite
def leagues(draw: st.DrawFn) -> Evenings:
    """Evenings of a league that players join, with or without known deviations."""
    known, players, found = draw(st.booleans()), 0, []
    for number in range(draw(st.integers(0, 3 * EVENINGS))):
        players += draw(st.integers(0 if players else 1, 3))
        found.append(
            (7 * number, ratings(range(5, 5 + 2 * players, 2), known=known, more=number / 7.0))
        )
    return found


def rows(evenings: Evenings, first: int = 0) -> list[tuple[int, int, bytes]]:
    """The rows of some parts: player, part, what is packed."""
    packed = pack(evenings, first)
    return list(zip(*(packed[name].tolist() for name in packed), strict=True))


@given(leagues(), st.randoms())
def test_every_rating_comes_back_whatever_the_order_of_the_rows(evenings, order) -> None:
    held = [(player, packed) for player, _, packed in rows(evenings)]
    order.shuffle(held)
    found = list(by_evening(held))
    assert [evening for evening, _, _ in found] == [evening for evening, _ in evenings]
    for (_, players, back), (evening, wanted) in zip(found, evenings, strict=True):
        assert players.tolist() == wanted.player_ids.tolist()
        assert back.tobytes() == figures(evening, wanted).tobytes()
        if wanted.deviation is None:
            assert deviations(back) is None
        else:
            assert deviations(back).tolist() == wanted.deviation.tolist()


@given(leagues(), st.integers(0, 3))
def test_the_rows_from_a_part_on_are_those_of_all(evenings, first) -> None:
    assert rows(evenings, first) == [row for row in rows(evenings) if row[1] >= first]


@given(leagues())
def test_a_row_has_one_player_in_one_part_in_order(evenings) -> None:
    number = {evening: at for at, (evening, _) in enumerate(evenings)}
    held = rows(evenings)
    assert held == sorted(held)
    assert len({row[:2] for row in held}) == len(held)
    for player, part, packed in held:
        theirs = unpack(packed)
        evenings_of = theirs["evening"].tolist()
        assert {part_of(number[evening]) for evening in evenings_of} == {part}
        assert evenings_of == sorted(set(evenings_of))
        assert theirs["rating"].astype(int).tolist()[0] >= 1500 + player


def test_a_rating_takes_29_bytes() -> None:
    # 4 for the evening, 8 each for rating, what the hands say and deviation, 1 for whether it is
    # provisional: a part of 32 evenings has 928 and stays in the row, which PostgreSQL would move
    # out above 2,000.
    assert FIGURES.itemsize == 29
    ((player, part, packed),) = rows([(7 * number, ratings([5])) for number in range(EVENINGS)])
    assert (player, part, len(packed)) == (5, 0, 928)


def test_what_1_0_wrote_is_read() -> None:
    """Also 29 of its evenings, which are as long as 21 of today's: 609 bytes. Then what the hands
    alone say is the rating."""
    of_1_0 = [("evening", "<i4"), ("rating", "<f8"), ("deviation", "<f8"), ("provisional", "?")]
    for evenings in (1, 21, 29, 32):
        old = np.zeros(evenings, of_1_0)
        old["evening"] = np.arange(739_600, 739_600 + 7 * evenings, 7)
        old["rating"] = 1500.0 + np.arange(evenings)
        read = unpack(old.tobytes())
        assert read["evening"].tolist() == old["evening"].tolist()
        assert read["by_hands"].tolist() == read["rating"].tolist() == old["rating"].tolist()
