"""Taps an event when a hand is recorded as an onlooker sees it, over hands that bots played.

The first events of a hand are enough, since a screen is computed for each. Printed for each game:
the mean, for which 1.6 is the goal, and the share of events that took at most two taps.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from benchmarks import Figure
from zarleague.bots import play_hand
from zarleague.engine import KEYS, find
from zarleague.engine.event import TABLE
from zarleague.engine.recording import taps

HANDS: Final = 4
EVENTS: Final = 60
SEATS: Final = ("Ann", "Bob", "Cat", "Dee")


def figures() -> Iterator[Figure]:
    """Yield two figures for each game."""
    for key in KEYS:
        counted = [taps for seed in range(HANDS) for taps in _taps_of_a_hand(key, seed)]
        mean = sum(counted) / len(counted)
        quick = sum(taps <= 2 for taps in counted) / len(counted)
        yield Figure(f"recorder, {key}: taps an event", round(mean, 2), "taps")
        yield Figure(f"recorder, {key}: events of at most two taps", round(100 * quick, 1), "%")


def _taps_of_a_hand(key: str, seed: int) -> Iterator[int]:
    game = find(key)
    played = play_hand(game, game.ruleset(), SEATS, 0, Random(seed))
    seen = tuple(game.seen_by(event, TABLE) for event in played.events)
    for index, event in enumerate(seen[:EVENTS]):
        yield taps(event, replace(played, events=seen[:index], lines=()))
