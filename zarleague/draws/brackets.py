"""Finals decided by matches won: who meets whom, and who goes on, from seeds and matches played.

A best of is a bracket of one pairing. Nothing of a bracket is stored: it follows from the seeds and
the matches, so a corrected hand corrects it, too.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

MOST_SEEDS: Final = 16


@dataclass(frozen=True, slots=True)
class FinalMatch:
    """A match of which a hand counts."""

    match: int
    places: Mapping[int, int]
    """The place from 1 of each player who takes one; players level share it."""
    players: frozenset[int]
    is_over: bool
    """Only then it is won."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Those who meet at one table of a round until so many of them go on, one in the last round."""

    players: tuple[int, ...]
    """The better seed first."""
    missing: int
    """How many more come, who are not known yet."""
    wins: Mapping[int, int]
    """Matches won in this pairing, by player."""
    through: tuple[int, ...]
    """Who goes on, who got there first leading; empty while that is open."""
    matches: tuple[int, ...]
    expected: tuple[int, ...] = ()
    """Those who would be here by the hands as they are now, if others had begun to play before a
    correction; else empty."""
    absent: tuple[int, ...] = ()
    """Those of the players who withdrew before it was decided."""
    is_playing: bool = False
    """Whether one of its matches is not over."""

    @property
    def present(self) -> tuple[int, ...]:
        """Return who plays its next match."""
        return tuple(one for one in self.players if one not in self.absent)

    @property
    def is_ready(self) -> bool:
        """Return whether a match has to be started next."""
        return not self.missing and not self.through and not self.is_playing


def seed_order(size: int) -> list[int]:
    """Return the seeds from 0 in the order of a bracket for ``size``, a power of two: neighbours
    meet, and the first two can only meet in the last round."""
    order = [0]
    while len(order) < size:
        order = [one for seed in order for one in (seed, 2 * len(order) - 1 - seed)]
    return order


def bracket(
    seeds: Sequence[int],
    seats: int,
    needed: int,
    played: Iterable[FinalMatch],
    withdrawn: Collection[int] = (),
) -> list[list[Pairing]]:
    """Return the rounds of a bracket between ``seeds``, best first, as far as it is known.

    At ``seats`` or fewer it is one table for all, of which the first to win ``needed`` matches wins
    the bracket. Otherwise ``seats`` is 2 or 4, half of each table goes on, and empty seats (byes)
    go to the best seeds. A match belongs to the pairing of exactly those seeds who played it;
    others who sat there are passed over. A match is won by as many as go on, and by nobody if
    players are level for the last of these places. Of a table that is not decided when players
    withdraw, the others play on for all its places, also for that of somebody who had won enough;
    they go on without a match once they are no more than go on. If there are too few of them, so do
    those who withdrew, the better seed first. Raise ValueError for tables of fewer than two: their
    rounds would never end.
    """
    if seats < 2:
        raise ValueError(f"tables of {seats}")
    rank = {player: at for at, player in enumerate(seeds)}
    of_seeds = [(rank.keys() & one.players, one) for one in sorted(played, key=lambda m: m.match)]
    size = seats
    while size < len(seeds):
        size *= 2
    single = seats >= len(seeds)
    order = [*range(len(seeds))] if single else seed_order(size)
    drawn = [seeds[seed] if seed < len(seeds) else None for seed in order]
    tables = [
        _Seated([one for one in drawn[at : at + seats] if one is not None])
        for at in range(0, max(len(drawn), 1), seats)
    ]
    rounds: list[list[Pairing]] = []
    while True:
        is_last = len(tables) == 1
        going_on = 1 if is_last else seats // 2
        pairings = [
            _pairing(table, going_on, needed, rank, of_seeds, withdrawn) for table in tables
        ]
        rounds.append(pairings)
        if is_last:
            return rounds
        tables = [
            _next_table(pairings[at : at + 2], going_on, of_seeds)
            for at in range(0, len(pairings), 2)
        ]


@dataclass(frozen=True, slots=True)
class _Seated:
    players: Sequence[int]
    missing: int = 0
    expected: Sequence[int] = ()


_OfSeeds = Sequence[tuple[set[int], FinalMatch]]
"""Matches in their order, each with the seeds among its players."""


def _pairing(
    table: _Seated,
    going_on: int,
    needed: int,
    rank: Mapping[int, int],
    played: _OfSeeds,
    withdrawn: Collection[int],
) -> Pairing:
    players = sorted(table.players, key=rank.__getitem__)
    wins = dict.fromkeys(players, 0)
    expected = tuple(sorted(table.expected, key=rank.__getitem__))
    if table.missing:
        return Pairing(tuple(players), table.missing, wins, (), (), expected)
    if len(players) <= going_on:
        return Pairing(tuple(players), 0, wins, tuple(players), (), expected)
    present = [one for one in players if one not in withdrawn]
    mine = [
        (seated, one)
        for seated, one in played
        if len(seated) > 1 and set(present) <= seated <= set(players)
    ]
    through: list[int] = []
    for seated, match in mine:
        if not match.is_over or len(through) == going_on:
            continue
        # Who withdrew before this match is not in the next round, whatever they had won.
        through = [one for one in through if one in seated]
        for winner in _winners(match, players, going_on):
            wins[winner] += 1
            if wins[winner] >= needed and winner not in through and len(through) < going_on:
                through.append(winner)
    absent: tuple[int, ...] = ()
    if len(through) < going_on:
        absent = tuple(one for one in players if one in withdrawn)
        if len(present) <= going_on:
            first = sorted(present, key=lambda one: (one not in through, -wins[one], rank[one]))
            through = [*first, *absent][:going_on]
    decided = tuple(through) if len(through) == going_on else ()
    matches = tuple(one.match for _, one in mine)
    is_playing = any(not one.is_over for _, one in mine)
    return Pairing(tuple(players), 0, wins, decided, matches, expected, absent, is_playing)


def _winners(match: FinalMatch, players: Sequence[int], count: int) -> list[int]:
    """Return who won a match of these players, best first; nobody if the last place is shared."""
    placed = sorted(
        (player for player in players if player in match.places), key=match.places.__getitem__
    )
    if len(placed) < count or (
        len(placed) > count and match.places[placed[count]] == match.places[placed[count - 1]]
    ):
        return []
    return placed[:count]


def _next_table(feeders: Sequence[Pairing], going_on: int, played: _OfSeeds) -> _Seated:
    """Return who sits at the table for which two pairings play. Once those of the two who went on
    have played, they stay, whatever is corrected in the round before."""
    wanted = [min(going_on, len(one.players) + one.missing) for one in feeders]
    now = [player for one in feeders for player in one.through]
    missing = sum(count for one, count in zip(feeders, wanted, strict=True) if not one.through)
    for seated, _ in played:
        found = [seated & set(one.players) for one in feeders]
        if [len(one) for one in found] == wanted and len(seated) == sum(wanted):
            if seated != set(now):
                return _Seated([*seated], expected=now)
            break
    return _Seated(now, missing)


def standing(rounds: Sequence[Sequence[Pairing]], seeds: Sequence[int]) -> list[int]:
    """Return the seeds in the order of how far they got, the winner first; those who got equally
    far by matches won there, then by seed."""
    rank = {player: at for at, player in enumerate(seeds)}
    reached = {player: (0, 0, 0, at) for player, at in rank.items()}
    for number, pairings in enumerate(rounds):
        for pairing in pairings:
            # Who goes on is ahead, in the order in which they got there.
            later = {player: at - len(pairing.through) for at, player in enumerate(pairing.through)}
            for player in pairing.players:
                won = pairing.wins[player]
                reached[player] = (-number, later.get(player, 0), -won, rank[player])
    return sorted(seeds, key=reached.__getitem__)
