"""Schedules in which everybody meets everybody equally often.

People are numbers from 0, and a schedule is a list of rounds, a round a list of tables.

- Pairs: the circle method. In n - 1 rounds, n if somebody sits out each time, everybody meets
  everybody once.
- As many tables as seats, the number of seats a prime or four: the lines of an affine plane; the
  parallels of one direction are a round. 9 at threes in 4 rounds, 16 at fours in 5, 25 at fives in
  6: everybody meets everybody once.
- 15 at threes: Kirkman's schoolgirls, 7 rounds, once.
- One more than comes out, a prime (5, 13, 17, 29 at fours; 7, 13, 19 at threes): the cosets of the
  subgroup of a table's size, moved round by round as in a whist tournament. Everybody sits out once
  and meets everybody as often as a table has other seats: the 13 players of a whist drive in 13
  rounds, three times each; so with 21 and 25 at fours.
- 8, 12, 20, 24 and 28 at fours: the same with one player who stays at the first table, in one round
  fewer than there are people, three times each.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Final

Tables = tuple[tuple[int, ...], ...]

LARGEST: Final = 41
"""The most people a schedule is made for."""

_KIRKMAN: Final = (
    ((0, 1, 2), (3, 7, 11), (4, 9, 14), (5, 10, 12), (6, 8, 13)),
    ((0, 3, 4), (1, 7, 9), (2, 12, 13), (5, 8, 14), (6, 10, 11)),
    ((0, 5, 6), (1, 8, 10), (2, 11, 14), (3, 9, 13), (4, 7, 12)),
    ((0, 7, 8), (1, 11, 13), (2, 4, 5), (3, 10, 14), (6, 9, 12)),
    ((0, 9, 10), (1, 12, 14), (2, 3, 6), (4, 8, 11), (5, 7, 13)),
    ((0, 11, 12), (1, 3, 5), (2, 8, 9), (4, 10, 13), (6, 7, 14)),
    ((0, 13, 14), (1, 4, 6), (2, 7, 10), (3, 8, 12), (5, 9, 11)),
)
_STAYING: Final[dict[int, Tables]] = {
    8: ((7, 3, 5, 6), (0, 1, 2, 4)),
    12: ((11, 7, 8, 10), (0, 1, 4, 6), (2, 3, 5, 9)),
    20: ((19, 9, 12, 13), (0, 3, 8, 17), (1, 7, 14, 16), (2, 4, 5, 15), (6, 10, 11, 18)),
    24: (
        *((23, 7, 9, 22), (0, 11, 13, 18), (1, 15, 16, 19), (2, 3, 6, 17)),
        *((4, 10, 20, 21), (5, 8, 12, 14)),
    ),
    28: (
        *((27, 0, 3, 6), (1, 8, 15, 16), (2, 9, 20, 25), (4, 10, 12, 14)),
        *((5, 11, 22, 23), (7, 19, 21, 24), (13, 17, 18, 26)),
    ),
}
"""The first round of the fours in which the last player stays and the others move by one. Found by
a search: of the differences between players of a table, each occurs three times."""
_SITTING_OUT: Final[dict[int, Tables]] = {
    21: ((1, 8, 16, 20), (2, 5, 14, 15), (3, 13, 17, 19), (4, 7, 12, 18), (6, 9, 10, 11)),
    25: (
        *((1, 3, 4, 14), (2, 16, 18, 22), (5, 9, 10, 12), (6, 13, 20, 21)),
        *((7, 15, 19, 24), (8, 11, 17, 23)),
    ),
}
"""The same where 0 sits out first, and everybody moves."""


@cache
def schedule(people: int, size: int) -> tuple[Tables, ...]:
    """Return the rounds for so many people at tables of *size*, () if none is known. The rounds are
    in an order in which pairs meet again as late as possible."""
    if people > LARGEST or people < size or size < 2:
        return ()
    return _late_repeats(_rounds(people, size))


def meetings(rounds: tuple[Tables, ...]) -> Counter[tuple[int, int]]:
    """Return how often each two people share a table."""
    return Counter(
        pair
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
    )  # fmt: skip


def _rounds(people: int, size: int) -> list[Tables]:
    if people == size:
        return [(tuple(range(people)),)]
    if size == 2:
        return _pairs(people)
    if people == size * size and (size == 4 or _is_prime(size)):
        return _plane(size)
    if (people, size) == (15, 3):
        return list(_KIRKMAN)
    if _is_prime(people) and (people - 1) % size == 0:
        return _cosets(people, size)
    if size == 4 and people in _SITTING_OUT:
        return _moved(_SITTING_OUT[people], people)
    if size == 4 and people in _STAYING:
        return _moved(_STAYING[people], people - 1)
    return []


def _pairs(people: int) -> list[Tables]:
    """Return the circle method: one stays, the others move; of an odd number, who would play the
    one that is not there sits out."""
    around = people - 1 + people % 2
    first = [(around, 0)] + [(step, around - step) for step in range(1, (around + 1) // 2)]
    here = tuple(pair for pair in first if people > around or around not in pair)
    return _moved(here, around)


def _moved(first: Tables, around: int) -> list[Tables]:
    """Return a round and what becomes of it when the people below *around* move by one, each
    time."""
    return [
        tuple(
            tuple((one + step) % around if one < around else one for one in table)
            for table in first
        )
        for step in range(around)
    ]


def _plane(size: int) -> list[Tables]:
    """Return the lines of the affine plane over the field of *size* elements, by direction. The
    point in column x and row y is x * size + y."""
    times = _FOUR if size == 4 else [[x * y % size for y in range(size)] for x in range(size)]

    def plus(one: int, other: int) -> int:
        return one ^ other if size == 4 else (one + other) % size

    sloping = [
        tuple(
            tuple(x * size + plus(times[slope][x], up) for x in range(size)) for up in range(size)
        )
        for slope in range(size)
    ]
    upright = tuple(tuple(x * size + y for y in range(size)) for x in range(size))
    return [*sloping, upright]


_FOUR: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements; sums are those of the bits."""


def _cosets(prime: int, size: int) -> list[Tables]:
    """Return the cosets of the subgroup of *size* elements of the numbers modulo a prime, moved by
    one each round; in round n, n sits out."""
    step = (prime - 1) // size
    root = next(
        root
        for root in range(2, prime)
        if len({pow(root, k, prime) for k in range(prime)}) == prime - 1
    )
    first = tuple(
        tuple(pow(root, start + step * turn, prime) for turn in range(size))
        for start in range(step)
    )
    return _moved(first, prime)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, int(number**0.5) + 1))


def _late_repeats(rounds: list[Tables]) -> tuple[Tables, ...]:
    """Return the rounds in another order: next comes one with the fewest pairs that met before."""
    met: Counter[tuple[int, int]] = Counter()
    ordered: list[Tables] = []
    left = {tables: meetings((tables,)) for tables in rounds}
    while left:
        following = min(left, key=lambda tables: sum(met[pair] for pair in left[tables]))
        met += left.pop(following)
        ordered.append(following)
    return tuple(ordered)
