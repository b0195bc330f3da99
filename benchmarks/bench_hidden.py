"""Judge a hand of which only the played cards are known, with deduction over the whole log."""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from benchmarks import Figure
from zarleague.bots import as_recorded, play_hand
from zarleague.engine import find, replay
from zarleague.engine.log import Log

EVENTS: Final = 100
HANDS: Final = 20
TABLES: Final = {
    "zar": (8, {"voluntary-draw": "only-if-no-play"}),
    "uno": (8, {"voluntary-draw-max": "0"}),
    "zuits": (4, {}),
    "uno-golf": (8, {"take-action-from-discard": "forbidden"}),
}
"""For each game the seats, and an option under which hidden cards leave questions open."""


def figures() -> Iterator[Figure]:
    """Yield milliseconds a hand, the median, with everything hidden that was not played."""
    for key, (seats, options) in TABLES.items():
        hands = [_hand(key, seats, options, seed) for seed in range(HANDS)]
        for log in hands[:3]:
            replay(log)
        yield Figure(f"hidden hand judged: {key}", 1000 * median(map(_time, hands)), "ms")


def _hand(key: str, seats: int, options: dict[str, str], seed: int) -> Log:
    game = find(key)
    names = tuple("ABCDEFGHIJ"[:seats])
    ruleset = game.ruleset("", options)
    log = play_hand(game, ruleset, names, 0, Random(seed), most_events=EVENTS)
    return as_recorded(game, log, left=False)


def _time(log: Log) -> float:
    begun = perf_counter()
    replay(log)
    return perf_counter() - begun
