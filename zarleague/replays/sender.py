"""The sender of the request that a thread works for.

The server sets it as a context variable. It is not set in commands and tests, where nothing is
shared among senders.
"""

import ipaddress
import threading
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent a request, as a network. ``gone`` is set when they have closed the connection."""

    network: str
    gone: threading.Event = field(default_factory=threading.Event)


sender: ContextVar[Sender | None] = ContextVar("sender", default=None)


def network_of(address: str) -> str:
    """Return the unit that counts as one sender: an IPv4 address, or the /64 network of an IPv6
    address, which is what one household has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))
