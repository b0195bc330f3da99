"""The cache backend of a site with Redis."""

from time import monotonic
from typing import Any, Final

from django.core.cache.backends import redis
from django.core.cache.backends.locmem import LocMemCache
from redis.exceptions import RedisError

PAUSE: Final = 5
"""Seconds for which Redis is not tried again after a failure."""


class RedisCache(redis.RedisCache):
    """Cache in Redis that falls back to the memory of the process while Redis is unreachable.

    Failed sign-ins are counted in this cache. Without Redis each process counts its own, and
    signing in keeps working.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._reserve = LocMemCache(f"reserve {self.key_prefix}", params)
        self._ask_again = 0.0

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._carry_out("add", *args, **kwargs))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._carry_out("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._carry_out("set", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._carry_out("delete", *args, **kwargs))

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return int(self._carry_out("incr", *args, **kwargs))

    def clear(self) -> None:
        """Remove what this site keeps here. Django's own would empty the whole Redis database, the
        queued tasks and other sites with it."""
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(f"{self.key_prefix}:*", count=1000):
            client.delete(key)
        self._reserve.clear()

    def _carry_out(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if monotonic() >= self._ask_again:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError:
                self._ask_again = monotonic() + PAUSE
        return getattr(self._reserve, name)(*args, **kwargs)
