"""What a request needs, known by its route before it is dispatched: which threads it runs on.

A view, or a method of an endpoint, that may judge a log says so with `judges_logs`, one that takes
long otherwise with `takes_long`, a form that takes a password with `hashes_passwords`, one that
sends an e-mail with `sends_mail`.
"""

import json
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., Any])

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
LONGEST_WITHOUT: Final = 20_000
"""Bytes of a body that is taken to contain a log without being parsed; an entry has hundreds."""


class Need(Enum):
    """What a request does."""

    READS = "reads"
    WRITES = "writes"
    WAITS = "waits"
    """For a process that judges a log, up to half a minute, or for the mail server or another one;
    or it adds up thousands of hands, which takes a third of a second."""
    HASHES_PASSWORDS = "hashes passwords"
    """It computes for a tenth of a second and hardly writes."""


def judges_logs(view: View) -> View:
    """Declare that a view may judge a log."""
    return takes_long(view)


def takes_long(view: View) -> View:
    """Declare that a view takes long, by whichever method: it asks another server, or adds up
    thousands of hands."""
    view.takes_long = _always  # type: ignore[attr-defined]
    return view


def hashes_passwords(view: View) -> View:
    """Declare that a view hashes a password when its form is sent: saves do not wait for that."""
    view.hashes_passwords = True  # type: ignore[attr-defined]
    return view


def sends_mail(view: View) -> View:
    """Declare that a view may send an e-mail when its form is sent: neither saves nor signing in
    wait for a slow mail server. It may hash a password as well."""
    view.sends_mail = True  # type: ignore[attr-defined]
    return view


def judges_logs_sent(view: View) -> View:
    """Declare that a method of an endpoint judges a log if the body has one as ``log``."""
    view.takes_long = _has_log  # type: ignore[attr-defined]
    return view


def changes_matches(view: View) -> View:
    """Declare that a page changes whole matches: it judges logs if its form restores hands, and
    before the change is confirmed, it adds up thousands of hands to preview it."""
    view.takes_long = _restores_or_previews  # type: ignore[attr-defined]
    return view


def need_of(method: str, path: str, body: bytes) -> Need:
    """Return what a request needs; one without a view needs to be read."""
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return Need.READS
    name = "get" if method == "HEAD" else method.lower()
    handler = getattr(getattr(view, "cls", None), name, view)
    if getattr(handler, "takes_long", _never)(body):
        return Need.WAITS
    if method not in SAFE and getattr(handler, "sends_mail", False):
        return Need.WAITS
    if method not in SAFE and getattr(handler, "hashes_passwords", False):
        return Need.HASHES_PASSWORDS
    operation = getattr(handler, "operation", None)
    writes = method not in SAFE if operation is None else operation.writes or operation.tries
    return Need.WRITES if writes else Need.READS


def _always(body: bytes) -> bool:
    return True


def _never(body: bytes) -> bool:
    return False


def _restores_or_previews(body: bytes) -> bool:
    is_preview = b"confirmed=" not in body and (b"action=move" in body or b"action=void" in body)
    return is_preview or b"action=restore" in body


def _has_log(body: bytes) -> bool:
    if len(body) > LONGEST_WITHOUT:
        return True
    try:
        return bool(json.loads(body)["log"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return False
