"""The request a thread works for: its sender, whether it may wait here, whether it is still
connected.

The server sets it as a context variable. It is not set in commands and tests, where every call may
wait and nothing is shared among senders.
"""

import ipaddress
import threading
from contextvars import ContextVar
from dataclasses import dataclass, field


class MustWait(BaseException):
    """Raised if a request has to wait for a log to be judged on a thread that must not wait.

    Not an `Exception`, so that it passes through Django to the server, which runs the request again
    on a thread that may wait. Raised before anything is written.
    """


@dataclass(frozen=True, slots=True)
class Asking:
    """A request: the network of its sender, and whether its thread may wait. ``gone`` is set when
    the sender has closed the connection."""

    network: str
    may_wait: bool
    gone: threading.Event = field(default_factory=threading.Event)


asking: ContextVar[Asking | None] = ContextVar("asking", default=None)


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
