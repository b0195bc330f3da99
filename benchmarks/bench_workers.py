"""The season reports of eight leagues, made by one Celery worker and by two, on PostgreSQL."""

from collections.abc import Iterator

from benchmarks import Figure, sites


def figures() -> Iterator[Figure]:
    """Yield the figure of `workers_site`."""
    yield from sites.on_postgresql_and_redis("benchmarks.workers_site")
