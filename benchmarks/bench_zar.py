"""Checked replay of Zar hands, from memory and from text, against RLCard's Uno and python-chess."""

from collections.abc import Iterator
from random import Random

from benchmarks import Figure, peers
from zarleague.bots import play_hand
from zarleague.engine import Log, Verdict, find, read, replay, write
from zarleague.engine.lines import reader_of

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
        yield Figure(name, rate, "steps/s")
        yield Figure("Zar, checked replay of logs", in_memory, "events/s", name, in_memory / rate)
    from_text = events / peers.best_seconds(lambda: judge(read_afresh(texts)))
    plies = peers.pgn_plies_per_second()
    yield Figure(peers.PGN, plies, "plies/s")
    yield Figure("Zar, checked replay of text", from_text, "events/s", peers.PGN, from_text / plies)


def hands() -> list[Log]:
    """Hands of four under Holland's rules, every card named."""
    game = find("zar")
    return [play_hand(game, game.ruleset(), SEATS, seed % 4, Random(seed)) for seed in range(HANDS)]


def read_afresh(texts: list[str]) -> list[Log]:
    """Read every text, with no line remembered from an earlier run."""
    reader_of.cache_clear()
    return [read(text) for text in texts]


def judge(logs: list[Log]) -> None:
    """Replay every log; a bot's hand is legal, or the figures would mean nothing."""
    for log in logs:
        if replay(log).verdict is not Verdict.LEGAL:
            raise ValueError(write(log))
