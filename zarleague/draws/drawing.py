"""Draw the tables of one round: how many sit at each, and who sits together."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from zarleague.draws.schedules import meetings, schedule
from zarleague.draws.seating import Met, shuffled, spread, weights


class Way(StrEnum):
    """A way to draw tables. Each avoids that people who shared a table share one again."""

    CHANCE = "chance"
    """By lot."""
    STRENGTH = "strength"
    """Every table gets strong and weak players alike: the order is cut into as many parts as a
    table has seats, and each table gets one player of each part."""
    STANDING = "standing"
    """Neighbours in the order share a table, as in a Swiss tournament; the first table is that of
    the leaders."""
    MEETING = "meeting"
    """By a schedule in which everybody meets everybody equally often, where there is one."""


class Promise(NamedTuple):
    """What a schedule guarantees once all its rounds were played by the same people."""

    rounds: int
    meetings: int
    """How often each two share a table."""
    sits_out: bool
    """Whether each of them sits out once."""


class Draw(NamedTuple):
    """The tables of a round, as drawn."""

    tables: tuple[tuple[int, ...], ...]
    """The people at each table, clockwise; the first of a table deals first."""
    repeats: int
    """Pairs at one table who had shared a table before."""
    promise: Promise | None
    """None without a schedule: then as few meet again as a search finds."""


def promised(people: int, size: int) -> Promise | None:
    """Return what `Way.MEETING` guarantees for so many people, None if no schedule is known."""
    rounds = schedule(people, size)
    if not rounds:
        return None
    seated = sum(len(table) for table in rounds[0])
    return Promise(len(rounds), meetings(rounds)[0, 1], seated < people)


def draw(
    people: Sequence[int],
    size: int,
    seed: int,
    *,
    way: Way = Way.CHANCE,
    met: Met | None = None,
    turn: int = 0,
    least: int = 2,
    most: int | None = None,
    between: Callable[[], None] = lambda: None,
) -> Draw:
    """Draw tables for people, given as numbers, at tables of *size*.

    For `Way.STRENGTH` and `Way.STANDING` people are in order, best first; otherwise their order
    does not matter. ``met`` says how many tables each pair has shared. For `Way.MEETING`, *turn*
    counts the rounds that the same people played by the schedule with the same seed. *least* and
    *most* are the limits of the game. ``between`` is called again and again during a search. The
    same arguments give the same tables.

    What is guaranteed: everybody has one seat, the sizes of the tables differ by at most one, and
    nobody sits out but by a schedule. By chance, pairs meet again no more often than at the best of
    a thousand random draws (tested). By strength, every table has one player of each part of the
    order. By standing, nobody sits more than one table away from where the order puts them.

    Raise NoTables if the limits of the game allow no tables.
    """
    if len(set(people)) != len(people):
        raise ValueError("somebody is there twice")
    known = met or {}
    rng = Random(seed)  # noqa: S311 (everybody may repeat a draw)
    ordered = list(people) if way in (Way.STRENGTH, Way.STANDING) else sorted(people)
    rounds = schedule(len(people), size) if way is Way.MEETING and _fits(size, least, most) else ()
    if rounds:
        who = shuffled(ordered, rng)
        tables = [[who[place] for place in table] for table in rounds[turn % len(rounds)]]
        rng = Random(seed + turn)  # noqa: S311
    else:
        sizes = table_sizes(len(people), size, least=least, most=most)
        costs = weights(ordered, known)
        places = _drawn(way, sizes, costs, rng, between)
        tables = [[ordered[place] for place in table] for table in places]
    seated = tuple(tuple(shuffled(table, rng)) for table in tables)
    return Draw(seated, repeats(seated, known), promised(len(people), size) if rounds else None)


def repeats(tables: Sequence[Sequence[int]], met: Met) -> int:
    """Return the number of pairs at one table who have shared a table before."""
    return sum(
        met.get((min(pair), max(pair)), 0) > 0
        for table in tables
        for pair in combinations(table, 2)
    )


def _fits(size: int, least: int, most: int | None) -> bool:
    return least <= size and (most is None or size <= most)


def _drawn(
    way: Way,
    sizes: list[int],
    costs: Sequence[Mapping[int, int]],
    rng: Random,
    between: Callable[[], None],
) -> list[list[int]]:
    everybody = list(range(sum(sizes)))
    match way:
        case Way.STRENGTH:
            return _by_strength(sizes, costs, rng, between)
        case Way.STANDING:
            return _by_standing(sizes, costs, rng, between)
    start = _cut(shuffled(everybody, rng), sizes)
    return spread(start, costs, rng, partners=lambda place, at: everybody, between=between)


def _cut(places: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return consecutive parts of these sizes."""
    rest = iter(places)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _by_strength(
    sizes: list[int],
    costs: Sequence[Mapping[int, int]],
    rng: Random,
    between: Callable[[], None],
) -> list[list[int]]:
    """Return tables with one of each part of the order, each part as long as there are tables."""
    tables: list[list[int]] = [[] for _ in sizes]
    parts = [
        list(range(start, min(start + len(sizes), len(costs))))
        for start in range(0, len(costs), len(sizes))
    ]
    for part in parts:
        for table, place in zip(tables, shuffled(part, rng), strict=False):
            table.append(place)

    def alike(place: int, at: Sequence[int]) -> list[int]:
        return parts[place // len(sizes)]

    return spread(tables, costs, rng, partners=alike, between=between)


def _by_standing(
    sizes: list[int],
    costs: Sequence[Mapping[int, int]],
    rng: Random,
    between: Callable[[], None],
) -> list[list[int]]:
    """Return tables of neighbours in the order, each at most one table from where it puts them."""
    start = _cut(range(len(costs)), sizes)
    home = [number for number, table in enumerate(start) for _ in table]

    def near(place: int, at: Sequence[int]) -> list[int]:
        around = start[max(home[place] - 2, 0) : home[place] + 3]
        return [other for table in around for other in table]

    def allowed(place: int, table: int) -> bool:
        return abs(table - home[place]) <= 1

    return spread(start, costs, rng, partners=near, allowed=allowed, shakes=False, between=between)


_FEWEST: Final = 3
"""With two at a table a card game is another game; sizes as asked go below only for twos."""


class NoTables(ValueError):
    """No number of tables gives each as many people as the game is for."""


def table_sizes(people: int, size: int, *, least: int = 2, most: int | None = None) -> list[int]:
    """Return the sizes of the tables for *people*, the larger first; they differ by at most one.

    Tables have *size* players, or one fewer where it does not come out; but nobody sits in twos
    unless twos are asked for or nothing else is possible, so 25 people at threes are seven tables
    of three and one of four. Where that does not come out either (five people at fours), tables are
    as near to it as *least* and *most*, the limits of the game, allow. Raise NoTables if the limits
    allow nothing.
    """
    choices = [
        (people // tables, -(-people // tables), tables)
        for tables in range(1, people // max(least, 1) + 1)
        if most is None or -(-people // tables) <= most
    ]
    if not choices:
        raise NoTables
    _, _, tables = min(choices, key=lambda choice: _misses(people, size, *choice))
    small, larger = divmod(people, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def _misses(
    people: int, size: int, smallest: int, largest: int, tables: int
) -> tuple[bool, bool, int, int]:
    """Return a sort key: no twos unless asked for, then sizes as asked, then few seats too many or
    missing, then small tables."""
    has_twos = smallest < _FEWEST <= size
    as_asked = largest <= size and smallest >= size - 1
    larger = people % tables
    missed = larger * abs(smallest + 1 - size) + (tables - larger) * abs(smallest - size)
    return (has_twos, not as_asked, missed, largest)
