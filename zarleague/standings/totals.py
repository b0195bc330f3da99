"""The running totals of a season, kept so that one hand can be added or taken away.

Totals do not depend on the season's rules, so a what-if needs no second pass over the hands. Adding
or removing a hand touches only the players of its match, their tallies of that evening, the match,
and the pairs in the hand; the cost does not grow with the season.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from zarleague.standings.places import places, sharers
from zarleague.standings.results import ALIKE, LeftEarly, PartPlayed, PenaltyPoints, Result, by_hand

Key = TypeVar("Key")


class Held(NamedTuple):
    """A place that a player holds in a match."""

    place: int
    sharing: int
    """Places that are level, this one included."""
    size: int
    """Places at the table: its players, two who share a seat being one; 0 for unknown."""
    parts: int
    """Players who divide the place among them."""


@dataclass(slots=True)
class Tally:
    """One player's figures over some hands: an evening's or a season's."""

    hands: int = 0
    wins: int = 0
    points: int = 0
    penalty: int = 0
    high_hands: int = 0
    """Hands in which more points are better."""
    scores: dict[int, int] = field(default_factory=dict)
    """Points of a single hand: how many hands brought them."""
    match_places: dict[Held, int] = field(default_factory=dict)
    """A place in a match: how many matches ended, or stand, so."""

    def count(self, result: Result, sign: int) -> None:
        """Add one result (``sign`` 1) or take it away (-1)."""
        self.hands += sign
        self.wins += sign * result.won
        self.points += sign * result.points
        self.penalty += sign * result.penalty
        self.high_hands += sign * result.high_wins
        _count(self.scores, result.points, sign)

    def include(self, other: "Tally") -> None:
        """Add all of another tally."""
        self.hands += other.hands
        self.wins += other.wins
        self.points += other.points
        self.penalty += other.penalty
        self.high_hands += other.high_hands
        for score, hands in other.scores.items():
            _count(self.scores, score, hands)
        for place, matches in other.match_places.items():
            _count(self.match_places, place, matches)

    @property
    def lowest_hand(self) -> int | None:
        """Return the fewest points in a single hand; None before the first hand."""
        return min(self.scores, default=None)

    @property
    def highest_hand(self) -> int | None:
        """Return the most points in a single hand; None before the first hand."""
        return max(self.scores, default=None)

    def to_json(self) -> dict[str, Any]:
        """Return the tally as JSON-able data, the same for equal tallies."""
        return {
            "hands": self.hands,
            "wins": self.wins,
            "points": self.points,
            "penalty": self.penalty,
            "high_hands": self.high_hands,
            "scores": sorted(map(list, self.scores.items())),
            "held": sorted([*key, count] for key, count in self.match_places.items()),
            # For release 1.0, and for 1.2 beside this one where ``held`` is empty.
            "match_places": self._without_sizes(),
        }

    def _without_sizes(self) -> list[list[int]]:
        places: dict[tuple[int, int], int] = {}
        for held, matches in self.match_places.items():
            _count(places, (held.place, held.sharing), matches)
        return sorted([*key, count] for key, count in places.items())

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Tally":
        """Return the object that `to_json` wrote, here or in release 1.0."""
        held = data.get("held") or [
            [place, sharing, 0, 1, matches] for place, sharing, matches in data["match_places"]
        ]
        return cls(
            hands=data["hands"],
            wins=data["wins"],
            points=data["points"],
            penalty=data["penalty"],
            high_hands=data["high_hands"],
            scores=dict(data["scores"]),
            match_places={Held(*place): matches for *place, matches in held},
        )

    @property
    def lacks_sizes(self) -> bool:
        """Return whether release 1.0 wrote it, which did not keep the sizes of tables."""
        return any(not held.size for held in self.match_places)


@dataclass(slots=True)
class PlayerTotals:
    """One player's season: the sum of it, and each evening."""

    season: Tally = field(default_factory=Tally)
    evenings: dict[int, Tally] = field(default_factory=dict)

    @property
    def attended(self) -> list[int]:
        """Return the evenings on which the player played at least one hand, in order."""
        return sorted(evening for evening, tally in self.evenings.items() if tally.hands)

    def count(self, result: Result, sign: int) -> None:
        """Add one result (``sign`` 1) or take it away (-1)."""
        self.season.count(result, sign)
        self._evening(result.evening).count(result, sign)
        if sign < 0:
            self._forget_if_empty(result.evening)

    def count_penalty(self, evening: int, points: int) -> None:
        """Add penalty points to an evening; negative points take them away."""
        self.season.penalty += points
        self._evening(evening).penalty += points
        self._forget_if_empty(evening)

    def count_match(self, evening: int, place: Held, sign: int) -> None:
        """Add a place held in a match, or take it away."""
        _count(self.season.match_places, place, sign)
        _count(self._evening(evening).match_places, place, sign)
        if sign < 0:
            self._forget_if_empty(evening)

    def _evening(self, evening: int) -> Tally:
        if evening not in self.evenings:
            self.evenings[evening] = Tally()
        return self.evenings[evening]

    def _forget_if_empty(self, evening: int) -> None:
        if self.evenings[evening] == Tally():
            del self.evenings[evening]

    def to_json(self) -> dict[str, Any]:
        """Return the totals as JSON-able data, the same for equal totals."""
        return {
            "season": self.season.to_json(),
            "evenings": [[key, tally.to_json()] for key, tally in sorted(self.evenings.items())],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PlayerTotals":
        return cls(
            season=Tally.from_json(data["season"]),
            evenings={evening: Tally.from_json(tally) for evening, tally in data["evenings"]},
        )


@dataclass(slots=True)
class MatchTotals:
    """A match so far: every player's points, hands and hands won in it."""

    evening: int
    high_wins: bool = False
    ties_by_wins: bool = False
    part_played: PartPlayed = ALIKE
    played: int = 0
    """Hands of the match."""
    points: dict[int, int] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=dict)
    wins: dict[int, int] = field(default_factory=dict)
    shares_with: dict[int, int] = field(default_factory=dict)
    """The player with whom another takes one place: `Result.shares_with`."""

    def count(self, result: Result, sign: int) -> None:
        """Add one result (``sign`` 1) or take it away (-1)."""
        player = result.player_id
        _count(self.hands, player, sign)
        self.points[player] = self.points.get(player, 0) + sign * result.points
        if result.won:
            _count(self.wins, player, sign)
        if result.shares_with:
            self.shares_with[player] = result.shares_with
        if player not in self.hands:
            del self.points[player]
            self.shares_with.pop(player, None)

    def standing(self) -> dict[int, Held]:
        """Return the place each player holds by the hands so far, if they take one."""
        sides = self._sides()
        keys = [self._key(side) for side in sides]
        if all(key[0] for key in keys):  # nobody played enough hands, as when players take turns
            keys = [(0, *self._figures(side, average=True)) for side in sides]
        elif self.part_played.rule is LeftEarly.UNRANKED:
            ranked = [at for at, key in enumerate(keys) if not key[0]]
            sides, keys = [sides[at] for at in ranked], [keys[at] for at in ranked]
        taken = places(keys)
        size = len(self._sides())
        return {
            player: Held(place, sharing, size, len(side))
            for side, place, sharing in zip(sides, taken, sharers(taken), strict=True)
            for player in side
        }

    def _sides(self) -> list[list[int]]:
        """Return the players in groups that take one place each, in the order they came."""
        sides: dict[int, list[int]] = {}
        for player in self.points:
            sides.setdefault(self.shares_with.get(player, player), []).append(player)
        return list(sides.values())

    def _key(self, side: list[int]) -> tuple[int, Fraction | int, int]:
        """Return what a side is placed by, lower is better: first 1 if it played too few hands."""
        rule, _, limit = self.part_played
        if rule is LeftEarly.ALIKE:
            return (0, *self._figures(side, average=False))
        if rule is LeftEarly.AVERAGE:
            return (0, *self._figures(side, average=not limit))
        hands = sum(self.hands[player] for player in side)
        points = sum(self.points[player] for player in side)
        is_out = bool(limit) and points >= limit
        behind = hands < self.part_played.needed(self.played) and not is_out
        return (int(behind), *self._figures(side, average=behind))

    def _figures(self, side: list[int], *, average: bool) -> tuple[Fraction | int, int]:
        """Return points, by the hand if wanted, then hands won; lower is better."""
        points: Fraction | int = sum(self.points[player] for player in side)
        if average:
            points = Fraction(points, sum(self.hands[player] for player in side))
        wins = sum(self.wins.get(player, 0) for player in side) if self.ties_by_wins else 0
        return (-points if self.high_wins else points, -wins)

    def to_json(self) -> dict[str, Any]:
        """Return the match as JSON-able data, the same for equal matches."""
        return {
            "evening": self.evening,
            "high_wins": self.high_wins,
            "ties_by_wins": self.ties_by_wins,
            "part_played": list(self.part_played),
            "played": self.played,
            "players": [
                [player, points, self.hands[player], self.wins.get(player, 0)]
                for player, points in sorted(self.points.items())
            ],
            "shares_with": sorted(map(list, self.shares_with.items())),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MatchTotals":
        """Return the object that `to_json` wrote, here or in release 1.0."""
        rule, share, limit = data.get("part_played", ALIKE)
        return cls(
            evening=data["evening"],
            high_wins=data["high_wins"],
            ties_by_wins=data["ties_by_wins"],
            part_played=PartPlayed(LeftEarly(rule), share, limit),
            played=data.get("played", 0),
            points={player: points for player, points, *_ in data["players"]},
            hands={player: hands for player, _, hands, _ in data["players"]},
            wins={player: wins for player, *_, wins in data["players"] if wins},
            shares_with=dict(data.get("shares_with", ())),
        )

    @property
    def lacks_hands(self) -> bool:
        """Return whether release 1.0 wrote it, which did not keep the number of hands."""
        return bool(self.points) and not self.played


@dataclass(slots=True)
class PairTotals:
    """Two players' hands together, seen from the one with the lower id."""

    ahead: int = 0
    behind: int = 0
    level: int = 0
    points: int = 0
    """Of the first in these hands."""
    other_points: int = 0

    @property
    def hands(self) -> int:
        """Return the hands both played in."""
        return self.ahead + self.behind + self.level

    def count(self, first: Result, second: Result, sign: int) -> None:
        """Add one hand (``sign`` 1) or take it away (-1), given both results in it."""
        self.points += sign * first.points
        self.other_points += sign * second.points
        if first.place < second.place:
            self.ahead += sign
        elif first.place > second.place:
            self.behind += sign
        else:
            self.level += sign

    def include(self, other: "PairTotals") -> None:
        """Add all hands of another pair of totals of the same two players."""
        self.ahead += other.ahead
        self.behind += other.behind
        self.level += other.level
        self.points += other.points
        self.other_points += other.other_points

    def turned(self) -> "PairTotals":
        """Return the same hands as the other player sees them."""
        return PairTotals(self.behind, self.ahead, self.level, self.other_points, self.points)


@dataclass(slots=True)
class SeasonTotals:
    """Everything a table is computed from. To count one hand, only these parts must be loaded: the
    players of its match, the match, and the pairs of players in the hand.
    """

    players: dict[int, PlayerTotals] = field(default_factory=dict)
    matches: dict[int, MatchTotals] = field(default_factory=dict)
    pairs: dict[tuple[int, int], PairTotals] = field(default_factory=dict)
    """By (lower player id, higher player id)."""

    @classmethod
    def of(
        cls, results: Iterable[Result], penalties: Iterable[PenaltyPoints] = ()
    ) -> "SeasonTotals":
        """Return the totals of any results, in any order."""
        totals = cls()
        for hand in by_hand(results).values():
            totals._count_hand(totals._match_of(hand), hand, 1)
        # Once per match; `add` does this for every hand.
        for match in totals.matches.values():
            for player, place in match.standing().items():
                totals.players[player].count_match(match.evening, place, 1)
        for penalty in penalties:
            totals.add_penalty(penalty)
        return totals

    def add(self, hand: Sequence[Result]) -> None:
        """Count one hand, given all its results.

        Raise ValueError and count nothing if it contradicts the other hands of its match.
        """
        self._count(hand, 1)

    def remove(self, hand: Sequence[Result]) -> None:
        """Take back one hand counted before, given the same results as then."""
        self._count(hand, -1)

    def add_penalty(self, penalty: PenaltyPoints) -> None:
        """Count a penalty that belongs to no hand."""
        self._count_penalty(penalty, penalty.points)

    def remove_penalty(self, penalty: PenaltyPoints) -> None:
        """Take back a penalty counted before."""
        self._count_penalty(penalty, -penalty.points)

    def meetings(self, player: int, other: int) -> PairTotals:
        """Return two players' hands together as ``player`` sees them."""
        if player < other:
            return self.pairs.get((player, other), PairTotals())
        return self.pairs.get((other, player), PairTotals()).turned()

    def _count(self, hand: Sequence[Result], sign: int) -> None:
        if not hand:
            return
        match = self._match_of(hand)
        before = match.standing()
        self._count_hand(match, hand, sign)
        after = match.standing()
        if not match.points:
            del self.matches[hand[0].match_id]
        # Who played in this hand may have no place in the match, before or after it.
        for player in before.keys() | after.keys() | {result.player_id for result in hand}:
            old, new = before.get(player), after.get(player)
            if old != new:
                totals = self.players[player]
                if old is not None:
                    totals.count_match(match.evening, old, -1)
                if new is not None:
                    totals.count_match(match.evening, new, 1)
            self._forget_if_empty(player)

    def _match_of(self, hand: Sequence[Result]) -> MatchTotals:
        """Return the match a hand belongs to, a new one if need be; check that it fits."""
        match_id, of_match = hand[0].match_id, _of_match(hand[0])
        match = self.matches.get(match_id) or MatchTotals(*of_match)
        shared = (match.evening, match.high_wins, match.ties_by_wins, match.part_played)
        for result in hand:
            if result.match_id != match_id or _of_match(result) != shared:
                raise ValueError(f"match {match_id} has hands of two evenings, directions or rules")
        self.matches[match_id] = match
        return match

    def _count_hand(self, match: MatchTotals, hand: Sequence[Result], sign: int) -> None:
        """Count a hand, except for the places in its match."""
        match.played += sign
        for result in hand:
            match.count(result, sign)
            self._player(result.player_id).count(result, sign)
        by_id = sorted(hand, key=lambda result: result.player_id)
        for first, second in combinations(by_id, 2):
            both = (first.player_id, second.player_id)
            pair = self.pairs.get(both)
            if pair is None:
                pair = self.pairs[both] = PairTotals()
            pair.count(first, second, sign)
            if sign < 0 and not pair.hands:
                del self.pairs[both]

    def _count_penalty(self, penalty: PenaltyPoints, points: int) -> None:
        self._player(penalty.player_id).count_penalty(penalty.evening, points)
        self._forget_if_empty(penalty.player_id)

    def _player(self, player: int) -> PlayerTotals:
        if player not in self.players:
            self.players[player] = PlayerTotals()
        return self.players[player]

    def _forget_if_empty(self, player: int) -> None:
        if not self.players[player].evenings:
            del self.players[player]


def _of_match(result: Result) -> tuple[int, bool, bool, PartPlayed]:
    """Return what all results of a match share: evening, direction, whether wins break ties, and
    the rule for those who left early."""
    return result.evening, result.high_wins, result.ties_by_wins, result.part_played


def _count(counts: dict[Key, int], key: Key, change: int) -> None:
    """Change a count and drop zeros, so that equal counts compare equal."""
    left = counts.get(key, 0) + change
    if left:
        counts[key] = left
    else:
        del counts[key]
