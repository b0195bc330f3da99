"""Checked replay of UNO Golf against RLCard's Uno and python-chess."""

from collections.abc import Iterator

from benchmarks import Figure
from benchmarks.replays import replay_figures


def figures() -> Iterator[Figure]:
    """Yield what `replay_figures` does."""
    yield from replay_figures("UNO Golf", "uno-golf")
