"""Live updates: who receives which events, and when."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

import pytest
import redis
from anyio.from_thread import start_blocking_portal
from django.db import transaction
from pytest_django import Settings

from zarleague import live
from zarleague.live import bus
from zarleague.live.hub import Hub, Message, Subscription, hub
from zarleague.live.tickets import MAX_AGE, redeem

T = TypeVar("T")

HAND = Message(("match-7",), "hand", {"version": 3})


def on_a_loop(function: Callable[[], Awaitable[T]]) -> T:
    """Run a coroutine function on an event loop of its own, beside that of the browser."""
    with start_blocking_portal() as portal:
        return portal.call(function)


def parts(address: str) -> tuple[str, str]:
    """Return the names of the channels in a stream's address, and the signature."""
    split = urlsplit(address)
    return split.path.removeprefix("/live/"), parse_qs(split.query)["ticket"][0]


def test_a_ticket_is_good_for_its_own_channels_only() -> None:
    names, signature = parts(live.ticket("match-7", "season-2", audience="league-1-anyone"))
    assert redeem(names, signature) == (("match-7", "season-2"), "league-1-anyone")
    for others in ("match-7", "match-7,season-2", "match-8,season-2,league-1-anyone"):
        assert redeem(others, signature) == ((), "")
    assert redeem(names, "") == ((), "")


def test_a_ticket_ages(monkeypatch: pytest.MonkeyPatch) -> None:
    names, signature = parts(live.ticket("match-7", audience="league-1-anyone"))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + MAX_AGE - 1)
    assert redeem(names, signature) == (("match-7",), "league-1-anyone")
    monkeypatch.setattr(time, "time", lambda: now + MAX_AGE + 2)
    assert redeem(names, signature) == ((), "")


@pytest.mark.parametrize("name", ["", "match", "match-7,match-8", "match-7?x", "Match-7", "../7"])
def test_channels_have_plain_names(name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a channel"):
        live.ticket(name, audience="league-1-anyone")
    with pytest.raises(ValueError, match="not the name of a channel"):
        live.publish(name, event="hand")


def test_events_reach_the_listeners_of_their_channel_from_any_thread() -> None:
    async def listen() -> list[Message]:
        own = Hub()
        with own.subscribe("match-7", "season-2") as mine, own.subscribe("match-8") as other:
            thread = threading.Thread(target=own.deliver, args=[HAND])
            thread.start()
            thread.join()
            own.deliver(Message(("match-9",), "hand", {}))
            own.deliver(Message(("season-2",), "table", {}))
            own.end_all()
            assert [event async for event in other] == []
            heard = [event async for event in mine]
        assert len(own) == 0
        return heard

    assert on_a_loop(listen) == [HAND, Message(("season-2",), "table", {})]


def test_an_event_of_several_channels_comes_once() -> None:
    async def listen() -> list[Message]:
        own = Hub()
        with own.subscribe("match-7", "season-2") as mine:
            own.deliver(Message(("match-7", "season-2", "league-1"), "hand", {}))
            own.end_all()
            return [event async for event in mine]

    assert on_a_loop(listen) == [Message(("match-7", "season-2", "league-1"), "hand", {})]


def test_an_event_names_the_channel_and_is_encoded_once_for_all_who_hear_it_there() -> None:
    event = Message(("match-7", "season-2"), "hand", {"version": 3})
    encoded = event.encoded("season-2")
    assert encoded == b'event: hand\r\ndata: {"channel": "season-2", "version": 3}\r\n\r\n'
    assert event.encoded("season-2") is encoded
    assert b"match-7" in event.encoded("match-7")


def test_a_reader_that_falls_behind_is_sent_away_to_come_back() -> None:
    async def listen() -> int:
        own = Hub()
        with own.subscribe("match-7") as slow:
            for _ in range(Subscription.BACKLOG + 50):
                own.deliver(HAND)
            return len([event async for event in slow])

    assert on_a_loop(listen) == Subscription.BACKLOG


@pytest.mark.django_db(transaction=True)
def test_a_write_is_told_when_it_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Message] = []
    monkeypatch.setattr(bus, "_send", told.append)
    with transaction.atomic():
        live.publish("match-7", event="hand", data={"version": 3})
        assert told == []
    assert told == [HAND]
    with transaction.atomic():
        live.publish("match-7", event="hand", data={"version": 4})
        transaction.set_rollback(True)
    assert told == [HAND]


@pytest.mark.django_db(transaction=True)
def test_a_write_does_not_fail_because_it_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(event: Message) -> None:
        raise redis.ConnectionError("Redis is away")

    monkeypatch.setattr(bus, "_send", fail)
    with transaction.atomic():
        live.publish("match-7", event="hand", data={"version": 3})


@asynccontextmanager
async def relayed(channel: str) -> AsyncIterator[AsyncIterator[Message]]:
    """Listen to ``channel`` through Redis."""
    with hub.subscribe(channel) as early:
        relay = asyncio.create_task(bus.relay())
        async for _ in early:  # ends when the relay has its connection
            pass
    try:
        with hub.subscribe(channel) as subscription:
            yield aiter(subscription)
    finally:
        relay.cancel()


def cut_relay(url: str) -> None:
    """Close the relay's connection to Redis."""
    with redis.Redis.from_url(url) as client:
        relays = [c["id"] for c in client.client_list() if c["name"] == bus.connection_name()]
        for relay in relays:
            client.client_kill_filter(_id=relay)
    assert relays


def test_through_redis_events_reach_every_process(redis_url: str, settings: Settings) -> None:
    settings.REDIS_URL = redis_url

    async def listen() -> list[Message]:
        async with relayed("match-7") as events:
            await asyncio.to_thread(bus._send, Message(("match-8",), "hand", {}))
            await asyncio.to_thread(bus._send, HAND)
            return [await asyncio.wait_for(anext(events), 120)]

    assert on_a_loop(listen) == [HAND]


def test_when_redis_comes_back_pages_are_told_to_come_back(
    redis_url: str, settings: Settings
) -> None:
    settings.REDIS_URL = redis_url

    async def listen() -> list[Message]:
        async with relayed("match-7") as events:
            await asyncio.to_thread(cut_relay, redis_url)
            return [event async for event in events]

    assert on_a_loop(listen) == []
