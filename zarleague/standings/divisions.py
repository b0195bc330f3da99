"""Divisions: tables side by side, of which the best move up and the last move down at the end."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple


class Going(StrEnum):
    """Where somebody goes at the end."""

    UP = "up"
    STAY = "stay"
    DOWN = "down"
    OPEN = "open"
    """Level with others across a border that no tie-break draws between them."""


class DivisionRow(NamedTuple):
    """A row of a division's table."""

    player: int
    rank: int | None
    """Shared by players nothing parted; None without a rank."""
    hands: int


class DivisionTable(NamedTuple):
    """A division at the end."""

    rows: Sequence[DivisionRow]
    """Best first."""
    members: Sequence[int] = ()
    """Who was placed in it when it began, whether they have played or not."""
    moves: int = 0
    """How many move up into the division above, and as many down from there; of the highest 0."""


class Mover(NamedTuple):
    """Somebody of a division, and where they go."""

    player: int
    division: int
    """From 1, the highest."""
    rank: int | None
    going: Going

    @property
    def to(self) -> int | None:
        """Return the division they go to, None while that is open."""
        if self.going is Going.OPEN:
            return None
        return self.division + (self.going is Going.DOWN) - (self.going is Going.UP)


class StillOpen(ValueError):
    """Players are level across a border, and nobody said where they go."""

    def __init__(self, players: Sequence[int]) -> None:
        self.players = players
        super().__init__(f"open: {players}")


def movers(tables: Sequence[DivisionTable]) -> list[list[Mover]]:
    """Return of each division, the highest first, those who are in it, best first, and where they
    go.

    Across each border as many go up as down: fewer than asked if either division has fewer with a
    rank, in the higher one those who do not go up themselves. Who has no rank stays. Somebody who
    played in several divisions is in the one they were placed in; if they did not play there, in
    the one of most of their hands, of equal ones the higher. In other tables they are passed over.
    """
    own = _own_rows(tables)
    counts = [sum(row.rank is not None for row in rows) for rows in own]
    crossing = [*_crossing(counts, [table.moves for table in tables]), 0]
    found = []
    for at, rows in enumerate(own):
        up, down_from = crossing[at], counts[at] - crossing[at + 1]
        division: list[Mover] = []
        for rank, tied in groupby(rows, key=lambda row: row.rank):
            players = [row.player for row in tied]
            places = range(len(division), len(division) + len(players))
            ways = {_going(place, up, down_from) for place in places}
            going = ways.pop() if len(ways) == 1 else Going.OPEN
            if rank is None:
                going = Going.STAY
            division += [Mover(player, at + 1, rank, going) for player in players]
        found.append(division)
    return found


def next_divisions(
    found: Iterable[Sequence[Mover]], placed: Mapping[int, int | None], count: int
) -> list[list[int]]:
    """Return who is in each of the next ``count`` divisions: those who came from a higher one
    first, as they ranked, and newcomers last. ``placed`` says of single players, newcomers among
    them, in which division they are, None in none; the others go where `movers` says. Raise
    StillOpen for those who are level and not placed."""
    to = {mover.player: mover.to for division in found for mover in division}
    if missing := [
        player for player, there in to.items() if there is None and player not in placed
    ]:
        raise StillOpen(missing)
    divisions: list[list[int]] = [[] for _ in range(count)]
    for player, there in (to | dict(placed)).items():
        if there is not None:
            divisions[there - 1].append(player)
    return divisions


def _own_rows(tables: Sequence[DivisionTable]) -> list[list[DivisionRow]]:
    """Return the rows of those who are in each division, those without a rank last."""
    own: dict[int, int] = {}
    most: dict[int, int] = {}
    for at, table in enumerate(tables):
        for row in table.rows:
            if row.hands > most.get(row.player, -1):
                own[row.player], most[row.player] = at, row.hands
    for at in reversed(range(len(tables))):
        here = {row.player for row in tables[at].rows}
        own |= {player: at for player in tables[at].members if player in here or player not in most}
    found = []
    for at, table in enumerate(tables):
        rows = [row for row in table.rows if own[row.player] == at]
        played = {row.player for row in rows}
        rows += [
            DivisionRow(player, None, 0)
            for player in dict.fromkeys(table.members)
            if own[player] == at and player not in played
        ]
        found.append(sorted(rows, key=lambda row: row.rank is None))
    return found


def _crossing(counts: Sequence[int], moves: Sequence[int]) -> list[int]:
    """Return how many cross the border above each division in both directions."""
    crossing = [0] * len(counts)
    for at in range(1, len(counts)):
        crossing[at] = min(moves[at], counts[at - 1] - crossing[at - 1], counts[at])
    return crossing


def _going(place: int, up: int, down_from: int) -> Going:
    if place < up:
        return Going.UP
    return Going.DOWN if place >= down_from else Going.STAY
