"""Play seeded hands under two rulesets and count: the effect of a house rule on a game.

In each hand one seat is an expert and the others are beginners; the expert's seat rotates with the
seed, so that no seat has an advantage. The seat after the dealer is the first one.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Final, Self

from zarleague.bots.habits import BEGINNER, EXPERT
from zarleague.bots.table import play_hand
from zarleague.engine import event as kinds
from zarleague.engine.event import TABLE, Event
from zarleague.engine.findings import Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log, write
from zarleague.engine.replay import Replay, compare, replay
from zarleague.engine.ruleset import Ruleset, RulesetData

EXAMPLES: Final = 3
"""Hands kept as examples: the shortest of those in which the rules made a difference."""
MOST_EVENTS: Final = 600
"""Events after which a hand is abandoned and counts as unfinished."""
MILLISECONDS: Final = {"zar": 3, "uno": 3, "zuits": 6, "uno-golf": 11, "crazy-eights": 2}
"""Measured processor time of one hand of four players under one set of rules: played, and judged
under both. Plain Python 3.11, one core."""
_TALK: Final = frozenset({kinds.SAY, kinds.ASK, kinds.CATCH, kinds.PENALTY})
_NO_TURN: Final = _TALK | {kinds.DEAL, kinds.UP, kinds.RESHUFFLE, kinds.CLOSE, kinds.LEFT}


@dataclass(slots=True)
class Sum:
    """A figure measured in several hands: their number, the sum, the sum of squares."""

    hands: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count one hand."""
        self.hands += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: "Sum") -> None:
        """Add the hands of another sum."""
        self.hands += other.hands
        self.total += other.total
        self.squares += other.squares


@dataclass(slots=True)
class ExperimentCounts:
    """The counts under one ruleset.

    ``hands`` were played; the figures count those that ended with points everybody can know.
    ``turns`` is how often the turn changed hands, ``spread`` the points between the best and the
    worst, ``first`` and ``better`` the wins of the first seat and of the expert (a shared win is a
    part of one), ``decided`` the hands in which the other rules forbid a move (not a
    call), or name another winner.
    ``examples`` of these are (events, seed) pairs.
    """

    hands: int = 0
    turns: Sum = field(default_factory=Sum)
    spread: Sum = field(default_factory=Sum)
    first: Sum = field(default_factory=Sum)
    better: Sum = field(default_factory=Sum)
    decided: Sum = field(default_factory=Sum)
    examples: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Self:
        """Return the tally that `asdict` serialised."""
        sums = {name: Sum(**data[name]) for name in FIGURES}
        examples = [(events, seed) for events, seed in data["examples"]]
        return cls(hands=data["hands"], examples=examples, **sums)

    def merge(self, other: "ExperimentCounts") -> None:
        """Add the hands of another tally."""
        self.hands += other.hands
        for name in FIGURES:
            getattr(self, name).merge(getattr(other, name))
        self.examples = sorted(self.examples + other.examples)[:EXAMPLES]


FIGURES: Final = ("turns", "spread", "first", "better", "decided")


def seats(players: int) -> tuple[str, ...]:
    """Return the names of the seats of an experiment."""
    return ("Ann", "Bob", "Cat", "Dee", "Eve", "Finn")[:players]


def hand_of(ruleset: Ruleset, players: int, seed: int) -> Log:
    habits = [EXPERT if seat == seed % players else BEGINNER for seat in range(players)]
    return play_hand(
        find(ruleset.game),
        ruleset,
        seats(players),
        players - 1,
        Random(seed),  # noqa: S311 (nothing is secret about it)
        habits,
        most_events=MOST_EVENTS,
    )


def example(rules: Sequence[RulesetData], side: int, players: int, seed: int) -> bytes:
    """Return the hand of that seed as played by one side, as JSON: its "log", and "parts_at", the
    number of the first event, from 1, that the other rules judge differently, 0 if there is
    none."""
    both = [Ruleset(*data) for data in rules]
    log = hand_of(both[side], players, seed)
    parts_at = compare(log, both).parts_at
    return json.dumps(
        {"log": write(log), "parts_at": 0 if parts_at is None else parts_at + 1}
    ).encode()


def play(rules: Sequence[RulesetData], players: int, first: int, count: int) -> bytes:
    """Play the hands of *count* seeds from *first* on under both rulesets; return the two tallies
    as JSON."""
    one, other = (Ruleset(*data) for data in rules)
    tallies = [
        tally(own, against, players, range(first, first + count))
        for own, against in ((one, other), (other, one))
    ]
    return json.dumps([asdict(found) for found in tallies]).encode()


def tally(own: Ruleset, other: Ruleset, players: int, seeds: Sequence[int]) -> ExperimentCounts:
    """Return the tally of the hands of some seeds under *own*."""
    found = ExperimentCounts()
    for seed in seeds:
        log = hand_of(own, players, seed)
        # Nobody made a slip in it: what the other rules forbid was played all the same.
        _count(found, log, replay(log), replay(log, other, Remedy.UNOPPOSED), seed)
    return found


def _count(found: ExperimentCounts, log: Log, judged: Replay, otherwise: Replay, seed: int) -> None:
    found.hands += 1
    points = [point for point in judged.points if point is not None]
    players = len(log.seats)
    if not judged.over or len(points) < players:
        return
    wins = _wins(judged)
    found.turns.add(_turns(log.events))
    found.spread.add(max(points) - min(points))
    found.first.add(wins[0])
    found.better.add(wins[seed % players])
    refused = any(
        verdict is Verdict.ILLEGAL and event.kind not in _TALK
        for event, verdict in zip(log.events, otherwise.verdicts, strict=True)
    )
    decided = refused or _wins(otherwise) != wins
    found.decided.add(decided)
    if decided:
        found.examples = sorted([*found.examples, (len(log.events), seed)])[:EXAMPLES]


def _wins(judged: Replay) -> list[float]:
    """Return each seat's share of the win; nothing if points are unknown."""
    if None in judged.points:
        return []
    ruleset = judged.log.ruleset
    low_wins = find(ruleset.game).match_end(ruleset).low_wins
    points = [(point or 0) * (1 if low_wins else -1) for point in judged.points]
    best = min(points)
    return [(point == best) / points.count(best) for point in points]


def _turns(events: Sequence[Event]) -> int:
    """Return how often an event was made by another seat than the one before it."""
    acted = [e.seat for e in events if e.seat != TABLE and e.kind not in _NO_TURN]
    return sum(now != before for before, now in zip([TABLE, *acted], acted, strict=False))
