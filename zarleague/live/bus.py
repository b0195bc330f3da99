"""Send events from the write that caused them to the hub of every web process."""

import asyncio
import functools
import json
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from zarleague.live.hub import END, Message, hub
from zarleague.live.tickets import check_channel

# Loaded where a site has one: it takes 6 MB.
if TYPE_CHECKING:
    import redis

logger = logging.getLogger(__name__)

PING_INTERVAL = 15
"""Seconds without an event after which the connection to Redis is checked."""

_deliver: Callable[[Message], None] = hub.deliver


def publish(*channels: str, event: str, data: Mapping[str, int | str] | None = None) -> None:
    """Publish ``event`` to the pages that listen to any of the channels, to each page once.

    Inside a transaction the event is sent on commit, and never after a rollback. ``data`` holds ids
    and version numbers only: permissions are not checked again, so everybody who may see a page may
    receive it. A failure is logged, not raised, because the write has happened.
    """
    for channel in channels:
        check_channel(channel)
    message = Message(channels, event, data or {})
    # A lambda, because Django cannot log the failure of a partial: it has no name.
    transaction.on_commit(lambda: _send(message), robust=True)


def end(*audiences: str) -> None:
    """End all streams of these audiences; inside a transaction, on commit."""
    publish(*audiences, event=END)


def deliver_by(function: Callable[[Message], None]) -> None:
    """Hand events over to a function, and not to this process's hub: it has no streams."""
    global _deliver
    _deliver = function


def _send(message: Message) -> None:
    if not settings.REDIS_URL:
        _deliver(message)
        return
    _client().publish(_topic(), json.dumps([message.channels, message.name, dict(message.data)]))


@functools.cache
def _client() -> "redis.Redis":
    import redis

    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def _topic() -> str:
    return f"{settings.REDIS_PREFIX}:live"


def connection_name() -> str:
    """Return the name of a relay's connection in Redis's list of clients."""
    return f"{settings.REDIS_PREFIX}-live"


async def relay() -> None:
    """Forward the events of all processes from Redis to this process's hub, until cancelled.

    One connection serves all streams of the process. Events sent while Redis was down are lost;
    therefore every stream is ended after a reconnection, and its page fetches the current state.
    """
    import redis

    while True:
        try:
            await _listen()
        except (redis.RedisError, OSError) as error:
            logger.warning("Live updates wait for Redis: %s", error)
            await asyncio.sleep(1)


async def _listen() -> None:
    from redis.asyncio import Redis

    redis_client = Redis.from_url(
        settings.REDIS_URL, client_name=connection_name(), socket_keepalive=True
    )
    async with redis_client, redis_client.pubsub() as pubsub:
        await pubsub.subscribe(_topic())
        while True:
            message = await pubsub.get_message(timeout=PING_INTERVAL)
            if message is None:
                await pubsub.ping()
            elif message["type"] == "subscribe":
                hub.end_all()
            elif message["type"] == "message":
                channels, name, data = json.loads(message["data"])
                hub.deliver(Message(tuple(channels), name, data))
