"""Connect to the address of a webhook, but to no machine of the site's own network (SSRF)."""

import datetime
import ipaddress
import socket
import threading
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.http import parse_http_date_safe
from django.utils.translation import gettext_noop
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from zarleague.leagues.errors import Invalid

SECONDS: Final = 10
"""Seconds for the whole exchange, however slowly the other side sends."""
LONGEST_WAIT: Final = datetime.timedelta(days=1)
"""The longest delay accepted from ``Retry-After``."""
MOST_READ: Final = 2000
"""Bytes read of a response."""
_PORTS: Final = {"http": 80, "https": 443}


class Unreachable(Exception):
    """There was no response; the message says why."""


@dataclass(frozen=True)
class Reply:
    """The status and the beginning of a response, and the delay it asks for before the next
    request."""

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


def resolved(parts: SplitResult) -> str:
    """Return the IP address to connect to. Raise Unreachable if there is none, or if any of them is
    private. The connection uses the address that was checked; the name is not resolved again."""
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} was not found.") from error
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES and not all(map(_is_public, addresses)):
        raise Unreachable(f"{host} is a private address.")
    return addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        embedded = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if embedded is not None and not embedded.is_global:
            return False
        if ip in _NAT64:
            return False
    return ip.is_global and not ip.is_multicast


_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def send(method: str, address: str, body: bytes, headers: dict[str, str]) -> Reply:
    """Send a request and return the response; redirects are not followed. Raise Unreachable."""
    try:
        parts = checked(address)
    except Invalid as invalid:
        raise Unreachable(invalid.text) from invalid
    ip, host = resolved(parts), parts.hostname or ""
    port = parts.port or _PORTS[parts.scheme]
    connection: HTTPConnection
    if parts.scheme == "https":
        connection = HTTPSConnection(
            ip, port, timeout=SECONDS, server_hostname=host, assert_hostname=host
        )
    else:
        connection = HTTPConnection(ip, port, timeout=SECONDS)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = f"[{host}]" if ":" in host else host
    if parts.port:
        named += f":{parts.port}"
    late = threading.Timer(SECONDS, _cut, [connection])
    late.daemon = True
    late.start()
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
        text = response.read1(MOST_READ).decode(errors="replace")
        wait = _wait(response.headers.get("Retry-After", ""))
        return Reply(response.status, text.replace("\0", ""), wait)
    except (HTTPError, OSError, ValueError, AttributeError) as error:
        raise Unreachable(f"No answer: {type(error).__name__}.") from error
    finally:
        late.cancel()
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


def _cut(connection: HTTPConnection) -> None:
    """Abort an exchange that takes too long: the reading thread gets an error."""
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended by itself
