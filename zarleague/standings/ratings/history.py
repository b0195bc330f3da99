"""The hands that ratings are computed from, as columns."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zarleague.standings.results import Result

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
PART: Final = 10_000
"""Hands that are counted at a time, which bounds the memory that counting takes."""


@dataclass(frozen=True)
class History:
    """Hands in order of evening, then hand id; rows of a hand in order of player id.

    P players, H hands, R rows (one player in one hand). Two histories of the same results are
    equal in every column, whatever order the results came in.
    """

    player_ids: Ints
    """(P,) ascending."""
    hand_ids: Ints
    """(H,)"""
    evening: Ints
    """(H,) day of each hand, never falling."""
    start: Ints
    """(H + 1,) first row of each hand, and R."""
    player: Ints
    """(R,) index into ``player_ids``."""
    place: Ints
    """(R,) place within the hand from 1."""
    cost: Floats
    """(R,) points, the sign turned where high wins: lower is better."""
    won: Bools
    """(R,)"""

    @classmethod
    def of(cls, results: Iterable[Result]) -> "History":
        """Return the history of any results, in any order."""
        rows = list(results)
        return cls.of_columns(
            hand_id=[row.hand_id for row in rows],
            evening=[row.evening for row in rows],
            player_id=[row.player_id for row in rows],
            place=[row.place for row in rows],
            points=[row.points for row in rows],
            won=[row.won for row in rows],
            high_wins=[row.high_wins for row in rows],
        )

    @classmethod
    def of_columns(
        cls,
        *,
        hand_id: ArrayLike,
        evening: ArrayLike,
        player_id: ArrayLike,
        place: ArrayLike,
        points: ArrayLike | None = None,
        won: ArrayLike | None = None,
        high_wins: ArrayLike = False,
    ) -> "History":
        """Return the history of equally long columns, one row per player and hand, in any order.

        Without ``points`` the place is used instead, and without ``won`` first place has won; only
        raters that count points or wins read them.
        """
        hands, days, ids, places = (
            np.asarray(column, dtype=np.int64) for column in (hand_id, evening, player_id, place)
        )
        if not len(hands) == len(days) == len(ids) == len(places):
            raise ValueError("columns of different lengths")
        cost = places.astype(np.float64) if points is None else np.asarray(points, dtype=np.float64)
        if points is not None:
            cost = np.where(high_wins, -cost, cost)
        wins = places == 1 if won is None else np.asarray(won, dtype=np.bool_)
        player_ids, player = _numbered(ids)
        # Hands mostly come in order already, which makes the first sort nearly free; what is left
        # is to sort by player within the hand, by one key rather than three.
        order = np.lexsort((hands, days))
        hands = hands[order]
        begins = np.flatnonzero(np.diff(hands, prepend=hands[:1] - 1))
        sizes = np.diff(begins, append=len(hands))
        key = np.repeat(np.arange(len(begins)), sizes) * len(player_ids) + player[order]
        order = order[np.argsort(key)]
        return cls(
            player_ids=player_ids,
            hand_ids=hands[begins],
            evening=days[order][begins],
            start=np.append(begins, len(hands)).astype(np.int64),
            player=player[order],
            place=places[order],
            cost=cost[order],
            won=wins[order],
        )

    @classmethod
    def joined(cls, parts: Iterable["History"]) -> "History":
        """Return the hands of all parts; each part has later hands than the one before. Columns
        grow where they are, so that little more than the result is held in memory."""
        none = cls.of(())
        columns = {one.name: bytearray() for one in fields(cls) if one.name != "player_ids"}
        ends, ids = [0], [none.player_ids]
        for part in parts:
            for name, column in columns.items():
                new = part.start[:-1] + ends[-1] if name == "start" else getattr(part, name)
                column += new.tobytes()
            ends.append(ends[-1] + len(part.player))
            ids.append(part.player_ids)
        columns["start"] += np.array(ends[-1:], dtype=np.int64).tobytes()
        found: dict[str, NDArray[Any]] = {
            name: np.frombuffer(column, getattr(none, name).dtype)
            for name, column in columns.items()
        }
        player_ids, player = np.unique(np.concatenate(ids)), found["player"]
        for begin, end, own in zip(ends, ends[1:], ids[1:], strict=False):
            player[begin:end] = np.searchsorted(player_ids, own)[player[begin:end]]
        return cls(player_ids=player_ids, **found)

    def with_hand(self, hand_id: int, evening: int, results: Iterable[Result]) -> "History":
        """Return the history with other results of one hand, which may have none here or there."""
        earlier = (self.evening < evening) | ((self.evening == evening) & (self.hand_ids < hand_id))
        first = int(np.count_nonzero(earlier))
        last = first + int(hand_id in self.hand_ids[first : first + 1])
        parts = (self.slice(0, first), History.of(results), self.slice(last, self.hands))
        return History.joined(parts)

    @property
    def hands(self) -> int:
        """Return H, the number of hands."""
        return len(self.hand_ids)

    @property
    def players(self) -> int:
        """Return P, the number of players."""
        return len(self.player_ids)

    @cached_property
    def sizes(self) -> Ints:
        """Return (H,) players in each hand."""
        return np.diff(self.start)

    @cached_property
    def evenings(self) -> list[int]:
        return [int(evening) for evening in np.unique(self.evening)]

    def slice(self, first: int, last: int) -> "History":
        """Return hands ``first`` up to, not including, ``last``; players keep their indices."""
        begin, end = int(self.start[first]), int(self.start[last])
        return History(
            player_ids=self.player_ids,
            hand_ids=self.hand_ids[first:last],
            evening=self.evening[first:last],
            start=self.start[first : last + 1] - begin,
            player=self.player[begin:end],
            place=self.place[begin:end],
            cost=self.cost[begin:end],
            won=self.won[begin:end],
        )

    def parts(self) -> Iterator["History"]:
        """Yield `PART` hands at a time; players keep their indices."""
        for first in range(0, self.hands, PART):
            yield self.slice(first, min(first + PART, self.hands))

    def upto(self, evening: int) -> "History":
        """Return the history as of the end of an evening; players keep their indices."""
        return self.slice(0, int(np.searchsorted(self.evening, evening, side="right")))

    def before(self, evening: int) -> "History":
        """Return the hands of all evenings before one; players keep their indices."""
        return self.slice(0, int(np.searchsorted(self.evening, evening)))

    def by_evening(self, since: int | None = None) -> Iterator[tuple[int, "History"]]:
        """Yield (evening, its hands alone) in order, from ``since`` on if it is given; players keep
        their indices."""
        for evening in self.evenings:
            if since is not None and evening < since:
                continue
            first, last = np.searchsorted(self.evening, [evening, evening + 1])
            yield evening, self.slice(int(first), int(last))

    def rows_by_size(self) -> Iterator[tuple[int, Ints]]:
        """Yield (players in a hand, rows of all hands of that size as (hands, players))."""
        for size in np.unique(self.sizes):
            begins = self.start[:-1][self.sizes == size]
            yield int(size), begins[:, None] + np.arange(size)

    def hands_played(self) -> Ints:
        """Return (P,) hands of each player."""
        return np.bincount(self.player, minlength=self.players).astype(np.int64)


def _numbered(ids: Ints) -> tuple[Ints, Ints]:
    """Return the distinct ids, ascending, and the position of each given id among them."""
    if not len(ids):
        return ids, ids
    least = int(ids.min())
    span = int(ids.max()) - least + 1
    if span > 4 * len(ids):
        different, position = np.unique(ids, return_inverse=True)
        return different, position.astype(np.int64)
    # Database ids are close together, so a look-up table replaces sorting.
    present = np.zeros(span, dtype=np.bool_)
    present[ids - least] = True
    return np.flatnonzero(present) + least, (np.cumsum(present) - 1)[ids - least]


@dataclass(frozen=True)
class Comparisons:
    """Every two players of every hand, as (N,) columns."""

    first: Ints
    """Index of a player."""
    second: Ints
    """Index of another in the same hand."""
    score: Floats
    """1 if the first was placed ahead, 0 if behind, 1/2 if level."""
    size: Ints
    """Players in that hand."""
    hand: Ints
    """Index of the hand."""

    @classmethod
    def of(cls, history: History) -> "Comparisons":
        """Return the comparisons of a history, each pair of a hand once."""
        hand_of_row = np.repeat(np.arange(history.hands), history.sizes)
        parts: list[tuple[Ints, Ints, Floats, Ints, Ints]] = []
        for size, rows in history.rows_by_size():
            ahead, behind = np.triu_indices(size, 1)
            left, right = rows[:, ahead].ravel(), rows[:, behind].ravel()
            score = (1.0 + np.sign(history.place[right] - history.place[left])) / 2.0
            parts.append(
                (
                    history.player[left],
                    history.player[right],
                    score,
                    np.full(len(left), size, dtype=np.int64),
                    hand_of_row[left],
                )
            )
        if not parts:
            none = np.zeros(0, dtype=np.int64)
            return cls(none, none, np.zeros(0), none, none)
        return cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))
