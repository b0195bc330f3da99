"""Events handed from any thread to the streams of this process."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Something changed: where, what, and the ids or version numbers of it."""

    channel: str
    name: str
    data: Mapping[str, int | str]


class Subscription:
    """The events of one stream that wait to be sent; lives on one event loop."""

    BACKLOG = 100
    """Events kept for a reader that is slower than the league."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[Event | None] = asyncio.Queue()
        self._ended = False

    def hand_over(self, event: Event | None) -> None:
        """Add an event, or with ``None`` end the stream; from any thread."""
        with suppress(RuntimeError):  # the loop is closed, and the stream with it
            self._loop.call_soon_threadsafe(self._add, event)

    def _add(self, event: Event | None) -> None:
        if self._ended:
            return
        if self._waiting.qsize() >= self.BACKLOG:
            event = None  # the page will come back and fetch the present state
        self._ended = event is None
        self._waiting.put_nowait(event)

    async def __aiter__(self) -> AsyncIterator[Event]:
        while (event := await self._waiting.get()) is not None:
            yield event


class Hub:
    """Who listens to which channel in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)

    @contextmanager
    def subscribe(self, *channels: str) -> Iterator[Subscription]:
        """Listen to ``channels`` until the block is left; call it on the event loop."""
        subscription = Subscription()
        with self._lock:
            for channel in channels:
                self._subscriptions[channel].add(subscription)
        try:
            yield subscription
        finally:
            with self._lock:
                for channel in channels:
                    self._subscriptions[channel].discard(subscription)
                    if not self._subscriptions[channel]:
                        del self._subscriptions[channel]

    def deliver(self, event: Event) -> None:
        """Hand ``event`` to everybody who listens to its channel; from any thread."""
        with self._lock:
            listeners = tuple(self._subscriptions.get(event.channel, ()))
        for subscription in listeners:
            subscription.hand_over(event)

    def end_all(self) -> None:
        """End every stream: its page reconnects and fetches the present state."""
        with self._lock:
            listeners = set().union(*self._subscriptions.values())
        for subscription in listeners:
            subscription.hand_over(None)

    def __len__(self) -> int:
        """Return the number of open streams."""
        with self._lock:
            return len(set().union(*self._subscriptions.values()))


hub = Hub()
