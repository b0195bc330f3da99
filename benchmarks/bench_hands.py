"""Hands played by bots to the end, per second of one core; Uno compared with RLCard at random."""

from collections.abc import Iterator
from random import Random
from typing import Final

from benchmarks import Figure, peers
from zarleague.bots import BEGINNER, play_hand
from zarleague.bots.experiments import hand_of
from zarleague.engine import KEYS, find

HANDS: Final = 40
SEATS: Final = ("Ann", "Bob", "Cat", "Dee")


def figures() -> Iterator[Figure]:
    """Yield hands a second: random Uno beside RLCard, then of the laboratory, game by game."""
    ours = HANDS / peers.best_seconds(_random_uno, runs=3)
    theirs = peers.hands_per_second()
    yield Figure(
        "random hands of Uno", round(ours), "hands/s", peers.ENV_HANDS, round(ours / theirs, 2)
    )
    for key in KEYS:
        played = HANDS / peers.best_seconds(lambda key=key: _of_laboratory(key), runs=2)
        yield Figure(f"hands of the laboratory, {key}", round(played), "hands/s")


def _random_uno() -> None:
    game = find("uno")
    ruleset = game.ruleset()
    for seed in range(HANDS):
        play_hand(game, ruleset, SEATS, 0, Random(seed), BEGINNER)


def _of_laboratory(key: str) -> None:
    for seed in range(HANDS):
        hand_of(find(key).ruleset(), len(SEATS), seed)
