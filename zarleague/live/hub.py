"""Distribute events from any thread to the open streams of this process."""

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from sse_starlette import ServerSentEvent


@dataclass(frozen=True, slots=True)
class Message:
    """A change: its channels, its kind, and the ids or version numbers of what changed."""

    channels: tuple[str, ...]
    name: str
    data: Mapping[str, int | str]
    _encoded: dict[str, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)

    def encoded(self, channel: str) -> bytes:
        """Return the message as a server-sent event for those who hear it on this channel, encoded
        once for all of them."""
        if channel not in self._encoded:
            data = json.dumps({"channel": channel, **self.data})
            self._encoded[channel] = ServerSentEvent(event=self.name, data=data).encode()
        return self._encoded[channel]


END = "end"
"""The name of the message that ends the streams of a channel; its reader does not see it."""


class Subscription:
    """The queue of messages waiting to be sent to one stream; belongs to one event loop."""

    BACKLOG = 100
    """Messages kept for a reader that is slower than the league."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[Message | None] = asyncio.Queue()
        self._ended = False

    def add(self, message: Message | None) -> None:
        """Queue a message, or with ``None`` end the stream; must be called on the event loop."""
        if self._ended:
            return
        if self._waiting.qsize() >= self.BACKLOG:
            message = None  # the page reconnects and fetches the current state
        self._ended = message is None
        self._waiting.put_nowait(message)

    async def __aiter__(self) -> AsyncIterator[Message]:
        while (message := await self._waiting.get()) is not None:
            yield message


class Hub:
    """The subscriptions of this process by channel."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)

    @contextmanager
    def subscribe(self, *channels: str) -> Iterator[Subscription]:
        """Subscribe to ``channels`` until the block is left; must be called on the event loop."""
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

    def deliver(self, message: Message) -> None:
        """Put ``message`` once into the queue of every subscriber of its channels. Thread-safe."""
        with self._lock:
            listeners = set().union(
                *(self._subscriptions.get(channel, ()) for channel in message.channels)
            )
        _hand_over(None if message.name == END else message, listeners)

    def end_all(self) -> None:
        """End every stream, so that its page reconnects and fetches the current state."""
        with self._lock:
            listeners = set().union(*self._subscriptions.values())
        _hand_over(None, listeners)

    def __len__(self) -> int:
        """Return the number of open streams."""
        with self._lock:
            return len(set().union(*self._subscriptions.values()))


def _hand_over(message: Message | None, listeners: Iterable[Subscription]) -> None:
    """Add a message to the subscriptions. Wakes an event loop once for all of its own."""
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[Subscription]] = defaultdict(list)
    for subscription in listeners:
        by_loop[subscription.loop].append(subscription)
    for loop, own in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, and its streams with it
            loop.call_soon_threadsafe(_add_to_all, own, message)


def _add_to_all(subscriptions: list[Subscription], message: Message | None) -> None:
    for subscription in subscriptions:
        subscription.add(message)


hub = Hub()
