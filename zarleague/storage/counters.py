"""Counters in the cache, which all processes of a site share. They end by themselves."""

from django.core.cache import cache


def add(name: str, more: int, seconds: int) -> int:
    """Add to a counter, which ends so many seconds after it began; return what it is now."""
    cache.add(name, 0, seconds)
    try:
        return int(cache.incr(name, more))
    except ValueError:  # it has ended, or was thrown out, between the two calls
        return more
