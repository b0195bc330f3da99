"""A season's ratings from the database, and its page, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

from benchmarks import Figure, sites


def figures() -> Iterator[Figure]:
    """Yield the figures of `seasons_site`, one database after the other."""
    yield from sites.on_each_database("benchmarks.seasons_site")
