"""Hands and tables against plain SQL, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

from benchmarks import Figure, sites


def figures() -> Iterator[Figure]:
    """Yield the figures of `play_site`, one database after the other."""
    yield from sites.on_each_database("benchmarks.play_site")
