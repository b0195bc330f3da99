"""Checked replay of Zuits, from memory and from text, against RLCard's Uno and python-chess."""

from collections.abc import Iterator
from random import Random

from benchmarks import Figure, peers
from benchmarks.bench_zar import judge, read_afresh
from zarleague.bots import play_hand
from zarleague.engine import Log, find, write

HANDS = 200
SEATS = ("Ann", "Bob", "Cat", "Dee")


def figures() -> Iterator[Figure]:
    """Yield events a second of processor time; every event is judged and every hand scored."""
    logs = hands()
    events = sum(len(log.events) for log in logs)
    texts = [write(log) for log in logs]
    in_memory = events / peers.best_seconds(lambda: judge(logs))
    for name, rate in (
        (peers.ENV_STEP, peers.env_steps_per_second()),
        (peers.ROUND_REPLAY, peers.round_steps_per_second()),
    ):
        yield Figure("Zuits, checked replay of logs", in_memory, "events/s", name, in_memory / rate)
    from_text = events / peers.best_seconds(lambda: judge(read_afresh(texts)))
    plies = peers.pgn_plies_per_second()
    yield Figure(
        "Zuits, checked replay of text", from_text, "events/s", peers.PGN, from_text / plies
    )


def hands() -> list[Log]:
    """Hands of four under the first preset, every card named."""
    game = find("zuits")
    return [play_hand(game, game.ruleset(), SEATS, seed % 4, Random(seed)) for seed in range(HANDS)]
