"""Measure the checked replay of a game's hands, from memory and from text, against the peers."""

from collections.abc import Iterator, Mapping
from random import Random

from benchmarks import Figure, peers
from zarleague.bots import play_hand
from zarleague.engine import Log, Verdict, find, read, replay, write
from zarleague.engine.lines import reader_of

HANDS = 200
SEATS = ("Ann", "Bob", "Cat", "Dee")


def replay_figures(
    title: str, key: str, options: Mapping[str, str] | None = None
) -> Iterator[Figure]:
    """Yield events per second of processor time under the game's first preset with some options.
    Every event is judged and every hand scored."""
    logs = hands(key, options or {})
    events = sum(len(log.events) for log in logs)
    in_memory = events / peers.best_seconds(lambda: judge(logs))
    for name, rate in (
        (peers.ENV_STEP, peers.env_steps_per_second()),
        (peers.ROUND_REPLAY, peers.round_steps_per_second()),
    ):
        label = f"{title}, checked replay of logs"
        yield Figure(label, in_memory, "events/s", name, in_memory / rate)
    texts = [write(log) for log in logs]
    from_text = events / peers.best_seconds(lambda: judge(read_afresh(texts)))
    rate = peers.pgn_plies_per_second()
    label = f"{title}, checked replay of text"
    yield Figure(label, from_text, "events/s", peers.PGN, from_text / rate)


def hands(key: str, options: Mapping[str, str]) -> list[Log]:
    """Return hands of four players with every card named."""
    game = find(key)
    ruleset = game.ruleset("", options)
    return [play_hand(game, ruleset, SEATS, seed % 4, Random(seed)) for seed in range(HANDS)]


def read_afresh(texts: list[str]) -> list[Log]:
    """Read every text with an empty cache of lines."""
    reader_of.cache_clear()
    return [read(text) for text in texts]


def judge(logs: list[Log]) -> None:
    """Replay every log; fail if one is not legal, since the figures would mean nothing."""
    for log in logs:
        if replay(log).verdict is not Verdict.LEGAL:
            raise ValueError(write(log))
