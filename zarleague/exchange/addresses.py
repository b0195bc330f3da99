"""Connect to an address that somebody has given, of a webhook or of a published table, but to no
machine of the site's own network (SSRF)."""

import datetime
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import IO, Any, Final
from urllib.parse import SplitResult, urljoin, urlsplit

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils import timezone
from django.utils.http import parse_http_date_safe
from django.utils.translation import gettext_noop
from urllib3.connection import HTTPConnection, HTTPSConnection

from zarleague.leagues.errors import Invalid

SECONDS: Final = 10
"""Seconds for the whole exchange: the name, the connection, headers and body, however slowly the
other side sends."""
LONGEST_WAIT: Final = datetime.timedelta(days=1)
"""The longest delay accepted from ``Retry-After``."""
MOST_LOOK_UPS: Final = 50
"""Names that are being looked up at a time, in one process."""
MOST_READ: Final = 2000
"""Bytes read of the response to a message."""
FETCH_SECONDS: Final = 20
"""Seconds for a table, with all redirects."""
MOST_REDIRECTS: Final = 5
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_PART: Final = 1 << 16
_PORTS: Final = {"http": 80, "https": 443}


class Unreachable(Exception):
    """There was no response; the message says why."""


@dataclass(frozen=True)
class Reply:
    """The status and beginning of a response, and the delay it asks for before the next request."""

    status: int
    text: str
    wait: datetime.timedelta = datetime.timedelta(0)


def checked(address: str) -> SplitResult:
    """Return the parts of an address. Raise Invalid unless it is an https address; http is allowed
    only if private addresses are."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise Invalid("address", gettext_noop("This isn’t an address.")) from error
    schemes = ("https", "http") if settings.WEBHOOKS_TO_PRIVATE_ADDRESSES else ("https",)
    if parts.scheme not in schemes or not parts.hostname or port == 0:
        raise Invalid("address", gettext_noop("The address has to begin with https://."))
    if parts.username or parts.password or not address.isascii() or any(c <= " " for c in address):
        raise Invalid("address", gettext_noop("This isn’t an address."))
    return parts


def is_public(address: str) -> bool:
    """Return whether an IP address is plainly one of the public internet.

    False for what the IANA registers of special purpose addresses list, and for every way to write
    an IPv4 address as one of IPv6: a translator or a tunnel would lead to any machine behind it.
    The answer is the same with each version of Python, whose `is_global` follows the registers at
    its own pace.

    https://www.iana.org/assignments/iana-ipv4-special-registry
    https://www.iana.org/assignments/iana-ipv6-special-registry
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip not in _GLOBAL_UNICAST:
        return False
    return ip.is_global and not ip.is_multicast and not any(ip in refused for refused in _SPECIAL)


_GLOBAL_UNICAST: Final = ipaddress.ip_network("2000::/3")
"""The only part of IPv6 from which addresses are given out (RFC 4291, section 2.4). Outside lie
loopback, link-local, site-local, unique local and multicast addresses, IPv4-mapped, -compatible and
-translated ones, NAT64 (64:ff9b::/96 and the local 64:ff9b:1::/48) and segment routing (5f00::/16).
"""
_SPECIAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # IETF protocol assignments, of which Python calls some addresses global
        "192.88.99.0/24",  # the anycast address of 6to4 relays (RFC 7526)
        "2001::/23",  # IETF protocol assignments, with Teredo, benchmarking and ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation (RFC 9637)
    )
)


def resolved(parts: SplitResult, seconds: float) -> str:
    """Return the IP address to connect to. Raise Unreachable if there is none, if any of them is
    private, or after so many seconds. The connection uses the address that was checked; the name is
    not resolved again."""
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    try:
        found = _looked_up(host, port, seconds)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} was not found.") from error
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES and not all(map(is_public, addresses)):
        raise Unreachable(f"{host} is a private address.")
    return addresses[0]


def _looked_up(host: str, port: int, seconds: float) -> list[Any]:
    """Ask the system's resolver, which takes no time limit, on a thread of its own. A thread that
    is still waiting for a name answers whoever asks for it next, so there is one for each name."""
    with _looking_up_lock:
        found = _looking_up.get((host, port))
        if found is None:
            if len(_looking_up) >= MOST_LOOK_UPS:
                raise Unreachable("Too many names are being looked up.")
            found = _looking_up[host, port] = Future()
            look = threading.Thread(target=_look_up, args=[host, port, found], daemon=True)
            look.start()
    return found.result(max(seconds, 0))


def _look_up(host: str, port: int, found: Future[list[Any]]) -> None:
    try:
        answer = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        found.set_exception(error)
    else:
        found.set_result(answer)
    finally:
        with _looking_up_lock:
            del _looking_up[host, port]


_looking_up: Final[dict[tuple[str, int], Future[list[Any]]]] = {}
_looking_up_lock: Final = threading.Lock()


class _Limited:
    """Mixin for a connection that ends at ``ends``, a time of the monotonic clock, whatever the
    other side does: its socket is then shut down, so that whoever waits for it gets an error."""

    ends: float
    is_cut = False
    timeout: Any
    _late: threading.Timer | None = None
    _same: socket.socket | None = None

    def _new_conn(self) -> socket.socket:
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.timeout = left  # of the connection alone
        sock: socket.socket = super()._new_conn()  # type: ignore[misc]
        # Another handle of the connection: TLS takes the socket itself apart.
        self._same = sock.dup()
        self._late = threading.Timer(max(self.ends - time.monotonic(), 0), self._cut)
        self._late.daemon = True
        self._late.start()
        return sock

    def _cut(self) -> None:
        assert self._same is not None
        self.is_cut = True
        try:
            self._same.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended by itself

    def close(self) -> None:
        super().close()  # type: ignore[misc]
        if self._late is not None and self._same is not None:
            self._late.cancel()
            self._late.join()
            self._same.close()
            self._late = self._same = None


class _LimitedHTTP(_Limited, HTTPConnection):
    pass


class _LimitedHTTPS(_Limited, HTTPSConnection):
    pass


def send(method: str, address: str, body: bytes, headers: dict[str, str]) -> Reply:
    """Send a request and return the response; redirects are not followed. Raise Unreachable,
    whatever a strange server made of the exchange, and at the latest after `SECONDS`."""
    with _answer(method, address, body, headers, time.monotonic() + SECONDS) as response:
        text = response.read1(MOST_READ).decode(errors="replace")
        wait = _wait(response.headers.get("Retry-After", ""))
        return Reply(response.status, text.replace("\0", ""), wait)


def fetch(address: str, file: IO[bytes], most: int) -> None:
    """Write what is at an address to a file; redirects are followed, each to a public address.
    Raise Unreachable, also for more than so many bytes, and at the latest after `FETCH_SECONDS`."""
    ends = time.monotonic() + FETCH_SECONDS
    for _ in range(MOST_REDIRECTS + 1):
        with _answer("GET", address, b"", {"Accept": "text/csv, */*"}, ends) as response:
            if response.status not in _REDIRECTS:
                if response.status != HTTPStatus.OK:
                    raise Unreachable(f"The answer is {response.status}.")
                while part := response.read(_PART):
                    file.write(part)
                    if file.tell() > most:
                        raise Unreachable("The answer is too long.")
                return
            address = urljoin(address, response.headers.get("Location", ""))
    raise Unreachable("There are too many redirects.")


@contextmanager
def _answer(
    method: str, address: str, body: bytes, headers: dict[str, str], ends: float
) -> Iterator[Any]:
    """Send a request and yield the response. Raise Unreachable, also for whatever goes wrong while
    it is read, and at the latest when the monotonic clock says ``ends``."""
    try:
        parts = checked(address)
    except Invalid as invalid:
        raise Unreachable(invalid.text) from invalid
    ip, host = resolved(parts, ends - time.monotonic()), parts.hostname or ""
    port = parts.port or _PORTS[parts.scheme]
    connection: _LimitedHTTP | _LimitedHTTPS
    if parts.scheme == "https":
        connection = _LimitedHTTPS(ip, port, server_hostname=host, assert_hostname=host)
    else:
        connection = _LimitedHTTP(ip, port)
    connection.ends = ends
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = f"[{host}]" if ":" in host else host
    if parts.port:
        named += f":{parts.port}"
    try:
        connection.request(
            method,
            target,
            body,
            {"Host": named, **headers},
            preload_content=False,
            decode_content=False,
        )
        response = connection.getresponse()
        if connection.is_cut:
            raise TimeoutError  # in the middle of the headers, whose end is not missed
        lengths = response.headers.get("Content-Length", "0").split(",")
        if not all(length.strip().isdecimal() for length in lengths):
            raise ValueError  # RFC 9112, section 6.3: the response is discarded
        yield response
        if connection.is_cut:
            raise TimeoutError  # in the middle of the body
    except (SoftTimeLimitExceeded, Unreachable):
        raise
    except Exception as error:
        raise Unreachable(f"No answer: {type(error).__name__}.") from error
    finally:
        connection.close()


def _wait(retry_after: str) -> datetime.timedelta:
    """Parse the header ``Retry-After``, in seconds or as a date (RFC 9110, section 10.2.3); return
    a day at most, and nothing if it cannot be parsed."""
    if retry_after.isascii() and retry_after.isdigit():
        seconds = float(retry_after[:9])
    else:
        date = parse_http_date_safe(retry_after)
        seconds = 0.0 if date is None else date - timezone.now().timestamp()
    return min(max(datetime.timedelta(seconds=seconds), datetime.timedelta(0)), LONGEST_WAIT)
