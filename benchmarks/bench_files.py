"""A league's file: peak memory while it is written, checked and imported, for ten times as many
hands."""

from collections.abc import Iterator

from benchmarks import Figure, sites

SIZES = (10_000, 100_000)


def figures() -> Iterator[Figure]:
    """Yield the figures of `files_site` for each size."""
    for hands in SIZES:
        yield from sites.on_sqlite("benchmarks.files_site", HANDS=str(hands))
