"""Checked replay of every game, Uno with six variants as well, against RLCard and python-chess."""

from collections.abc import Iterator
from typing import Final

from benchmarks import Figure
from benchmarks.replays import replay_figures
from zarleague.engine import KEYS, find

VARIANTS: Final = {
    "cumulation": "on",
    "straights": "on",
    "interceptions": "exact",
    "bluff": "any-playable",
    "zero-seven": "on",
    "buzzers": "on",
}


def figures() -> Iterator[Figure]:
    """Yield what `replay_figures` does, for each game."""
    for key in KEYS:
        yield from replay_figures(find(key).title, key)
    yield from replay_figures("Uno with six variants", "uno", VARIANTS)
