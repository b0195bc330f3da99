"""Ratings after each evening, packed: a row of `RatingHistory` has one player's ratings after up to
`EVENINGS` evenings of a list.

A long league has half a million of them. A row for each took longer to write than to compute, and
reading them back took most of the memory of a refit.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zarleague.standings.ratings.history import Floats, Ints
from zarleague.standings.ratings.interface import Ratings

EVENINGS: Final = 32
"""Evenings in a part of the history: after a hand of the last evening only the last part is written
again."""
FIGURES: Final = np.dtype(
    [
        ("evening", "<i4"),
        ("rating", "<f8"),
        ("by_hands", "<f8"),
        ("deviation", "<f8"),
        ("provisional", "?"),
    ]
)
"""One rating: the evening's ordinal and the fields of `Ratings`. A deviation that the rater does
not know is not a number."""
_OF_1_0: Final = np.dtype(
    [("evening", "<i4"), ("rating", "<f8"), ("deviation", "<f8"), ("provisional", "?")]
)
"""The same in rows that release 1.0 wrote. Such rows stay until their list is fitted again."""
Figures = NDArray[np.void]
"""Of the type `FIGURES`."""


def part_of(number: int) -> int:
    """Return the part that has an evening, given how many evenings of the list are before it."""
    return number // EVENINGS


def figures(evening: int, ratings: Ratings) -> Figures:
    """Return the figures of all players after an evening."""
    found = np.empty(len(ratings.player_ids), FIGURES)
    found["evening"] = evening
    found["rating"] = ratings.rating
    found["by_hands"] = ratings.middle
    found["deviation"] = np.nan if ratings.deviation is None else ratings.deviation
    found["provisional"] = ratings.provisional
    return found


def deviations(of: Figures) -> Floats | None:
    """Return the deviations of an evening, None if the rater knows none."""
    return None if len(of) and np.isnan(of["deviation"][0]) else of["deviation"].copy()


def pack(evenings: Sequence[tuple[int, Ratings]], first: int = 0) -> dict[str, NDArray[Any]]:
    """Return the rows of `RatingHistory` as columns, by player and part, from part ``first`` on.
    ``evenings`` are all evenings of the list, in order, with the ratings after each."""
    begin = first * EVENINGS
    then = evenings[begin:]
    sizes = [len(ratings.player_ids) for _, ratings in then]
    parts = [part_of(number) for number in range(begin, len(evenings))]
    part = np.repeat(np.array(parts, np.int32), sizes)
    none = np.zeros(0, np.int64)
    player = np.concatenate([none, *(ratings.player_ids for _, ratings in then)])
    order = np.lexsort((part, player))  # stable: evenings of a part stay in order
    rows = np.concatenate([np.zeros(0, FIGURES), *(figures(*one) for one in then)])[order]
    player, part = player[order], part[order]
    changes = (np.diff(player, prepend=-1) != 0) | (np.diff(part, prepend=-1) != 0)
    begins = np.flatnonzero(changes)
    packed = np.empty(len(begins), object)
    packed[:] = [one.tobytes() for one in np.split(rows, begins[1:])][: len(begins)]
    return {"player_id": player[begins], "part": part[begins], "figures": packed}


def unpack(packed: bytes | bytearray | memoryview) -> Figures:
    """Return the figures of a row, in the order of their evenings. Release 1.0 kept no figure of
    what the hands alone say: in its rows that is the rating."""
    if len(packed) % FIGURES.itemsize == 0:
        found = np.frombuffer(packed, FIGURES)
        if (np.diff(found["evening"]) > 0).all():
            return found
    old = np.frombuffer(packed, _OF_1_0)
    found = np.empty(len(old), FIGURES)
    for name in _OF_1_0.names or ():
        found[name] = old[name]
    found["by_hands"] = old["rating"]
    return found


def by_evening(
    rows: Iterable[tuple[int, bytes | memoryview]],
) -> Iterator[tuple[int, Ints, Figures]]:
    """Yield each evening, the ids of its players, ascending, and their figures. ``rows`` are
    player and ``figures`` of rows of `RatingHistory`, in any order."""
    parts, players = [np.zeros(0, FIGURES)], [0]
    for one, packed in rows:
        parts.append(unpack(packed))
        players.append(one)
    after = np.concatenate(parts)
    player = np.repeat(np.array(players, np.int64), [len(part) for part in parts])
    order = np.lexsort((player, after["evening"]))
    evening = after["evening"][order]
    for of_evening in np.split(order, np.flatnonzero(np.diff(evening)) + 1):
        if len(of_evening):
            found = after[of_evening]
            yield int(found["evening"][0]), player[of_evening], found
