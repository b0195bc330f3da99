"""What a request needs, known by its route before it is dispatched: which threads it runs on.

A view, or a method of an endpoint, that may judge a log says so with `judges_logs`, one that asks
another server with `asks_a_server`, one that adds up a season with `adds_up`, a form that takes a
password with `hashes_passwords`, one that sends an e-mail with `sends_mail`.
"""

import json
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

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
    """For a process that judges a log, up to half a minute, or for the mail server or another
    one."""
    ADDS_UP = "adds up"
    """It adds up thousands of hands, which takes a third of a second, and writes nothing."""
    HASHES_PASSWORDS = "hashes passwords"
    """It computes for a tenth of a second and hardly writes."""


def judges_logs(view: View) -> View:
    """Declare that a view may judge a log."""
    view.need = _waits  # type: ignore[attr-defined]
    return view


def asks_a_server(view: View) -> View:
    """Declare that a view asks another server, by whichever method."""
    view.need = _waits  # type: ignore[attr-defined]
    return view


def adds_up(view: View) -> View:
    """Declare that a view adds up thousands of hands, by whichever method, and writes nothing."""
    view.need = _adds_up  # type: ignore[attr-defined]
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
    view.need = _waits_with_a_log  # type: ignore[attr-defined]
    return view


def previews_changes(view: View) -> View:
    """Declare that a page changes whole matches, or how a season ranks: it judges logs if its form
    restores hands, and before the change is confirmed, it adds up thousands of hands to preview
    it."""
    view.need = _restores_or_previews  # type: ignore[attr-defined]
    return view


def need_of(method: str, path: str, body: bytes) -> Need:
    """Return what a request needs; one without a view needs to be read."""
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return Need.READS
    name = "get" if method == "HEAD" else method.lower()
    handler = getattr(getattr(view, "cls", None), name, view)
    need: Need | None = getattr(handler, "need", _nothing)(body)
    if need is not None:
        return need
    if method not in SAFE and getattr(handler, "sends_mail", False):
        return Need.WAITS
    if method not in SAFE and getattr(handler, "hashes_passwords", False):
        return Need.HASHES_PASSWORDS
    operation = getattr(handler, "operation", None)
    writes = method not in SAFE if operation is None else operation.writes or operation.tries
    return Need.WRITES if writes else Need.READS


def _waits(body: bytes) -> Need:
    return Need.WAITS


def _adds_up(body: bytes) -> Need:
    return Need.ADDS_UP


def _nothing(body: bytes) -> None:
    return None


def _restores_or_previews(body: bytes) -> Need | None:
    if body.startswith(b"--") or b"\r\n--" in body:
        return Need.ADDS_UP  # in parts, as no form of the site is sent: it may be a preview
    # Of a name sent twice the last counts, as in the page, though it is empty.
    form = dict(parse_qsl(body.decode("latin-1"), keep_blank_values=True))
    action = form.get("action")
    if action not in ("move", "void", "restore", "rules"):
        return None
    if not form.get("confirmed"):
        return Need.ADDS_UP
    return Need.WAITS if action == "restore" else None


def _waits_with_a_log(body: bytes) -> Need | None:
    return Need.WAITS if _has_log(body) else None


def _has_log(body: bytes) -> bool:
    if len(body) > LONGEST_WITHOUT:
        return True
    try:
        return bool(json.loads(body)["log"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return False
