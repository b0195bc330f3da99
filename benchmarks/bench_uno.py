"""Checked replay of Uno, alone and with six variants, against RLCard's Uno and python-chess."""

from collections.abc import Iterator
from typing import Final

from benchmarks import Figure
from benchmarks.replays import replay_figures

VARIANTS: Final = {
    "cumulation": "on",
    "straights": "on",
    "interceptions": "exact",
    "bluff": "any-playable",
    "zero-seven": "on",
    "buzzers": "on",
}


def figures() -> Iterator[Figure]:
    """Yield what `replay_figures` does, for either."""
    yield from replay_figures("Uno", "uno")
    yield from replay_figures("Uno with six variants", "uno", VARIANTS)
