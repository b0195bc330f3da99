"""The cache of a site with Redis, with and without an answer."""

from typing import Any

import pytest
import redis

from tools import services
from zarleague.leagues.redis_cache import RedisCache


def through(address: str) -> RedisCache:
    return RedisCache(address, {"KEY_PREFIX": "test-cache"})


def keep(cache: RedisCache) -> list[Any]:
    """Go through every method."""
    answers: list[Any] = [cache.add("count", 1), cache.add("count", 2), cache.get("count")]
    cache.set("count", [3])
    return [*answers, cache.get("count"), cache.delete("count"), cache.get("count")]


EXPECTED = [True, False, 1, [3], True, None]


def test_it_keeps_what_redis_keeps(redis_url: str) -> None:
    cache = through(redis_url)
    assert keep(cache) == EXPECTED
    cache.set("shared", 1)
    assert through(redis_url).get("shared") == 1
    cache.delete("shared")


def test_emptying_it_leaves_queued_tasks_and_other_sites_alone(redis_url: str) -> None:
    cache, other = through(redis_url), RedisCache(redis_url, {"KEY_PREFIX": "test-neighbour"})
    other.set("count", 1)
    cache.set("count", 2)
    with redis.Redis.from_url(redis_url) as client:
        client.rpush("test-queue", "task")
        cache.clear()
        assert client.delete("test-queue") == 1
    assert (cache.get("count"), other.get("count")) == (None, 1)
    other.clear()


def test_without_redis_the_process_remembers() -> None:
    assert keep(through(f"redis://127.0.0.1:{services.free_port()}/0")) == EXPECTED


def test_it_asks_redis_again_after_a_pause(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("zarleague.leagues.redis_cache.monotonic", lambda: now)
    cache = through(redis_url)
    cache._ask_again = 1005.0  # it gave no answer just now
    cache.set("place", "memory")
    now = 1005.0
    assert cache.get("place") is None
    now = 1004.0
    assert cache.get("place") == "memory"
