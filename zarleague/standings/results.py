"""One player's result in one hand, and what is recorded beside the hands.

A season is a sequence of `Result`, in the order of play. Tables do not depend on that order;
series and form do.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from zarleague.standings.places import places


class LeftEarly(StrEnum):
    """How a match ranks players who did not play as many of its hands as it asks for."""

    BEHIND = "behind"
    """Behind those who did; among themselves by points a hand."""
    AVERAGE = "average"
    """Everybody by points a hand."""
    UNRANKED = "unranked"
    """Not at all: they take no place."""
    ALIKE = "alike"
    """By their points, like everybody."""


class PartPlayed(NamedTuple):
    """The rule of a match for players who played only a part of it."""

    rule: LeftEarly = LeftEarly.ALIKE
    share: int = 100
    """Per cent of the match's hands that a player needs, above 0."""
    limit: int = 0
    """The total that puts a player out of the match: they have not left early. 0: none does."""

    def needed(self, hands: int) -> int:
        """Return how many hands a player needs in a match of so many."""
        return -(-hands * self.share // 100)


ALIKE: Final = PartPlayed()


class Result(NamedTuple):
    """The result of one player in one hand.

    All hands of a match carry the same ``evening``, ``high_wins``, ``ties_by_wins`` and
    ``part_played``.
    """

    hand_id: int
    match_id: int
    evening: int
    """Day of play, ``date.toordinal()`` in the league's time zone."""
    player_id: int
    points: int
    """All the hand's scoring gave, low wins unless ``high_wins``."""
    place: int
    """Place within the hand from 1, shared places as in `places.places`."""
    won: bool
    """Whether the game says that this player won the hand."""
    penalty: int = 0
    """Points against the player beyond the game's scoring, never negative. They count in the
    season's metric, not in the place."""
    high_wins: bool = False
    """Whether more points are better, as when Uno's winner collects."""
    ties_by_wins: bool = False
    """Whether more hands won decide between players with the same points in the match."""
    part_played: PartPlayed = ALIKE
    shares_with: int = 0
    """Id of the player with whom this one takes one place in the match, as a substitute does whose
    hands count for themselves; 0: nobody."""


class PenaltyPoints(NamedTuple):
    """Penalty points given by the organiser, dated to an evening and independent of any hand."""

    penalty_id: int
    evening: int
    player_id: int
    points: int


class Lot(NamedTuple):
    """A drawing of lots: players still tied are ranked in the order drawn."""

    lot_id: int
    evening: int
    order: tuple[int, ...]


def hand_results(
    hand_id: int,
    match_id: int,
    evening: int,
    points: Mapping[int, int],
    *,
    winners: Collection[int] | None = None,
    penalties: Mapping[int, int] | None = None,
    high_wins: bool = False,
    ties_by_wins: bool = False,
    part_played: PartPlayed = ALIKE,
) -> tuple[Result, ...]:
    """Return the results of one hand from the points of each player id, in the mapping's order.

    Without ``winners`` the players in first place have won.
    """
    against = penalties or {}
    taken = places(tuple(points.values()), high_wins=high_wins)
    return tuple(
        Result(
            hand_id,
            match_id,
            evening,
            player_id,
            scored,
            place,
            place == 1 if winners is None else player_id in winners,
            against.get(player_id, 0),
            high_wins,
            ties_by_wins,
            part_played,
        )
        for (player_id, scored), place in zip(points.items(), taken, strict=True)
    )


def by_hand(results: Iterable[Result]) -> dict[int, list[Result]]:
    """Return the results of each hand id, hands in the order they first appear."""
    hands: dict[int, list[Result]] = {}
    for result in results:
        hands.setdefault(result.hand_id, []).append(result)
    return hands


def within(
    results: Iterable[Result], first: int | None = None, last: int | None = None
) -> list[Result]:
    """Return the results of evenings from ``first`` to ``last``, both included.

    The season as of a past day is ``within(results, last=day.toordinal())``.
    """
    return [
        result
        for result in results
        if (first is None or result.evening >= first) and (last is None or result.evening <= last)
    ]


def _ahead_of_level(hand: Sequence[Result]) -> int | None:
    """Return the index of the winner who was placed ahead of others with the same points, if any;
    see `places`."""
    for at, winner in enumerate(hand):
        level = (one for one in hand if one.points == winner.points)
        if winner.won and any(one.place > winner.place for one in level):
            return at
    return None


def rescored(
    results: Sequence[Result],
    points: Mapping[tuple[int, int], int],
    *,
    high_wins: bool | None = None,
) -> list[Result]:
    """Return the results with other points and recomputed places, for a what-if. ``points`` maps
    (hand id, player id) to points; missing entries keep their points. The winner of a hand does not
    change, as play decided it. ``high_wins`` replaces the direction when given.
    """
    changed: dict[tuple[int, int], Result] = {}
    for hand_id, hand in by_hand(results).items():
        ahead = _ahead_of_level(hand)
        scored = [points.get((hand_id, result.player_id), result.points) for result in hand]
        direction = hand[0].high_wins if high_wins is None else high_wins
        for result, new, place in zip(
            hand, scored, places(scored, high_wins=direction, ahead=ahead), strict=True
        ):
            changed[hand_id, result.player_id] = result._replace(
                points=new, place=place, high_wins=direction
            )
    return [changed[result.hand_id, result.player_id] for result in results]
