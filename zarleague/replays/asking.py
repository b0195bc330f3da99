"""For whom this thread works: an address, whether it may wait here, and whether it still listens.

The server tells it through a context variable. Nobody sets it in a command or a test, where
everything may wait and nobody has to share.
"""

import ipaddress
import threading
from contextvars import ContextVar
from dataclasses import dataclass, field


class MustWait(BaseException):
    """The request has to wait for a log to be judged, on a thread that has no time to.

    No `Exception`, so that it passes through Django to the server, which answers the request again
    on a thread that may wait. Raised before anything is written.
    """


@dataclass(frozen=True, slots=True)
class Asking:
    """A request: the network it came from, and whether its thread may wait. ``gone`` is set when
    its sender has closed the connection.
    """

    network: str
    may_wait: bool
    gone: threading.Event = field(default_factory=threading.Event)


asking: ContextVar[Asking | None] = ContextVar("asking", default=None)


def network_of(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or the /64 network of an IPv6 address,
    which is what one household has.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))
