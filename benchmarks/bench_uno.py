"""Checked replay of Uno hands, from memory and from text, against RLCard's Uno and python-chess."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from benchmarks import Figure, peers
from benchmarks.bench_zar import judge, read_afresh
from zarleague.bots import play_hand
from zarleague.engine import Log, find, write

HANDS = 200
SEATS = ("Ann", "Bob", "Cat", "Dee")
VARIANTS: Final = {
    "cumulation": "on",
    "straights": "on",
    "interceptions": "exact",
    "bluff": "any-playable",
    "zero-seven": "on",
    "buzzers": "on",
}
TABLES: Final[tuple[tuple[str, Mapping[str, str]], ...]] = (
    ("Uno", {}),
    ("Uno with six variants", VARIANTS),
)


def figures() -> Iterator[Figure]:
    """Yield events a second of processor time; every event is judged and every hand scored."""
    for title, options in TABLES:
        logs = hands(options)
        events = sum(len(log.events) for log in logs)
        texts = [write(log) for log in logs]
        in_memory = events / peers.best_seconds(lambda logs=logs: judge(logs))
        for name, rate in (
            (peers.ENV_STEP, peers.env_steps_per_second()),
            (peers.ROUND_REPLAY, peers.round_steps_per_second()),
        ):
            label = f"{title}, checked replay of logs"
            yield Figure(label, in_memory, "events/s", name, in_memory / rate)
        from_text = events / peers.best_seconds(lambda texts=texts: judge(read_afresh(texts)))
        plies = peers.pgn_plies_per_second()
        label = f"{title}, checked replay of text"
        yield Figure(label, from_text, "events/s", peers.PGN, from_text / plies)


def hands(options: Mapping[str, str]) -> list[Log]:
    """Hands of four under the Playroom's rules with some variants, every card named."""
    game = find("uno")
    ruleset = game.ruleset("", options)
    return [play_hand(game, ruleset, SEATS, seed % 4, Random(seed)) for seed in range(HANDS)]
