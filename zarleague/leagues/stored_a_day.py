"""How much one sender may have the site store in a day.

Nothing is deleted, so what somebody sends stays on the disk. What counts are the values of the rows
that a request inserts, or the import it asks for: a short request that copies a long log counts as
much as that. Whoever has reached the limit may read, and write again on the next day (UTC); what
has begun is finished.

An account has `STORED_A_DAY`. Those without one have as much together, by the league whose link
they hold, or else by their address; and an address has `ADDRESS` times as much for all that comes
from it, however many accounts it makes.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils.translation import gettext_noop

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import User
from zarleague.replays.gate import network_of, sender
from zarleague.storage import counters

DAY: Final = 86_400
"""Seconds."""
ADDRESS: Final = 10
"""How many times as much as an account an address may store."""
MEGABYTE: Final = 1_000_000
NUMBER: Final = 8
"""Bytes that a number, a time or an empty value counts."""


class TooMuchStored(Refused):
    """The sender has stored too much today; it may continue after ``seconds``."""

    code = "too-much-stored"
    sentence = gettext_noop(
        "Too much has been saved today, by you or from where you are. Nothing more is saved until "
        "tomorrow."
    )

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


def check(actor: Actor, address: str) -> None:
    """Raise `TooMuchStored` if an actor, or all at an address, have stored too much today."""
    now = int(time.time())
    for counter, most in _counters(actor, address, now).items():
        if cache.get(counter, 0) >= most * MEGABYTE:
            raise TooMuchStored(DAY - now % DAY)


def charge(actor: Actor, address: str, stored: int) -> None:
    """Count bytes that an actor at an address, "" for none known, has stored."""
    if stored:
        for counter in _counters(actor, address, int(time.time())):
            counters.add(counter, stored, DAY)


def remember_address(work: str) -> None:
    """Remember the network of the present request, for what it stores in the background."""
    if (sent_by := sender.get()) is not None:
        cache.set(_asked_from(work), sent_by.network, DAY)


def charge_later(user: User, work: str, stored: int) -> None:
    """Count bytes that were stored in the background for an account, and for the address that
    asked for the work."""
    charge(Actor(user), cache.get(_asked_from(work), ""), stored)


def _asked_from(work: str) -> str:
    return f"asked-from-{work}"


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """Count the bytes of the values that this thread inserts in the block; yield a function that
    returns them."""
    stored = 0

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal stored
        if sql.startswith("INSERT"):
            for values in params if many else (params or (),):
                stored += sum(map(_size, values))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield lambda: stored


def _size(value: Any) -> int:
    held = getattr(value, "obj", value)  # psycopg wraps what is stored as bytes or JSON
    if isinstance(held, dict | list):
        held = str(held)
    if isinstance(held, str):
        held = held.encode(errors="replace")
    return len(held) if isinstance(held, bytes | bytearray) else NUMBER


def _counters(actor: Actor, address: str, now: int) -> Mapping[str, int]:
    """Return the counters of an actor at an address, each with its limit in megabytes."""
    most, network = settings.STORED_A_DAY, network_of(address)
    if actor.user is not None:
        whose = f"account {actor.user.pk}"
    elif actor.link is not None:
        whose = f"league {actor.link.league_id}"
    else:
        whose = f"nobody at {network}"
    all_there = {_counter(f"all at {network}", now): ADDRESS * most} if network else {}
    return {_counter(whose, now): most} | all_there


def _counter(whose: str, now: int) -> str:
    return f"stored-{now // DAY}-{whose}".replace(" ", "-")
