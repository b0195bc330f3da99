"""How much one sender may have stored in a day.

Nothing is deleted, so what somebody enters stays on the disk. What counts is what the audit log
says of it: each entry, of which a change of a league has one or more, counts `CHANGE` bytes for its
rows and twice its values and texts, which are stored there and in a row. Logs, entries of hands and
records of rulings count where they are stored, twice, since verdicts on logs are as long. Only what
a request commits counts: not what is tried, refused or repeated, and nothing of tasks and commands.

An account has `STORED_A_DAY`, and so have all who hold its links and have no account, together.
All at an address have `TOGETHER` times as much. What many have together stops only those who store
more than `EVENING` themselves: one of them keeps no other from entering an evening. But whoever
holds a link can be as many as they like, so by the links of one account nobody stores anything once
`TOGETHER` times as much was. Imports have counters of their own. Whoever has reached the limit may
read, and end what was begun (`ENDS`), and write again the next day (UTC).
"""

import math
import time
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import AccessLink, AuditEntry
from zarleague.replays.gate import sender
from zarleague.storage import counters

DAY: Final = 86_400
"""Seconds."""
TOGETHER: Final = 10
"""How many times as much as an account all at an address may store, or all who hold its links."""
EVENING: Final = 500
"""What part of a day's bytes nobody is kept from entering by others."""
IMPORTS: Final = 4
"""How many times as much an account may import, beside what it enters."""
MEGABYTE: Final = 1_000_000
CHANGE: Final = 3_000
"""Bytes that an entry counts besides its texts: those of a hand of four with its results."""
ENDS: Final = frozenset(
    {
        *("revoke_link", "revoke_token", "turn_off_answer_links", "withdraw_invitation"),
        *("remove_member", "remove_webhook", "undo_history"),
        *("depersonalise_player", "delete_account"),
    }
)
"""Actions that nobody is kept from. Each ends something that counted when it was made."""


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


def charge_entries(entries: Sequence[AuditEntry]) -> None:
    """Count entries of one sender that are being written. Raise `TooMuchStored`."""
    counted = [entry for entry in entries if entry.action not in ENDS]
    if counted:
        texts = "".join(f"{one.before}{one.after}{one.why}" for one in counted)
        _charge(counted[0].author_id, counted[0].link, CHANGE * len(counted) + 2 * _size(texts))


def charge_texts(actor: Actor, *texts: str) -> None:
    """Count texts that an actor stores beside the audit log. Raise `TooMuchStored`."""
    stored = sum(map(_size, texts))
    _charge(actor.user.pk if actor.user else None, actor.link, 2 * stored)


class _Limits(NamedTuple):
    """Bytes of a counter: how many stop whoever has stored much, and how many everybody."""

    of_much: float
    of_all: float = math.inf


def _charge(user: int | None, link: AccessLink | None, stored: int) -> None:
    """Count bytes that the present request stores for an account, or for the holder of a link, once
    they are committed. Raise `TooMuchStored` if they, or those they share a limit with, have stored
    too much today."""
    sent_by = sender.get()
    if not stored or sent_by is None or not sent_by.network:
        return
    now, most = int(time.time()), settings.STORED_A_DAY * MEGABYTE
    limits = {_counter(f"all-at-{sent_by.network}", now): _Limits(TOGETHER * most)}
    if user is not None:
        own = _counter(f"account-{user}", now)
    elif link is not None and link.purpose != AccessLink.Purpose.DEMO:
        own = _counter(f"device-{sha256(sent_by.session.encode()).hexdigest()}", now)
        limits[_counter(f"links-of-{link.created_by_id}", now)] = _Limits(most, TOGETHER * most)
    else:  # the demo has one link for all
        own = _counter(f"visitor-{sent_by.network}", now)
    limits[own] = _Limits(most, most)
    if _left(own, limits, stored) <= 0:
        raise TooMuchStored(DAY - now % DAY)
    _add_later(limits, stored)


def charge_import(user: int, stored: int) -> None:
    """Count bytes that an account imports. Raise Invalid if that is more than it may today, or all
    at its address if it is more than a small file."""
    now, sent_by, most = int(time.time()), sender.get(), IMPORTS * settings.STORED_A_DAY * MEGABYTE
    own = _counter(f"imports-{user}", now)
    limits = {own: _Limits(most, most)}
    if sent_by is not None:
        limits[_counter(f"imports-at-{sent_by.network}", now)] = _Limits(TOGETHER * most)
    left = _left(own, limits, stored)
    if stored > left:
        raise Invalid(
            "file",
            gettext_noop(
                "This import takes {size} MB, and you can import {left} MB more today. Whoever "
                "runs this site can import a league on the server."
            ),
            size=-(-stored // MEGABYTE),
            left=int(max(left, 0)) // MEGABYTE,
        )
    _add_later(limits, stored)


def _left(own: str, limits: Mapping[str, _Limits], stored: int) -> float:
    """Return how many bytes more the owner of a counter may store, who is about to store some. What
    others have stored counts only if that makes it more than `EVENING`."""
    has_much = cache.get(own, 0) + stored > limits[own].of_all / EVENING
    return min(
        (limit.of_much if has_much else limit.of_all) - cache.get(counter, 0)
        for counter, limit in limits.items()
    )


def _size(text: str) -> int:
    return len(text.encode(errors="replace"))


def _add_later(limits: Mapping[str, _Limits], stored: int) -> None:
    for counter in limits:
        transaction.on_commit(partial(counters.add, counter, stored, DAY), robust=True)


def _counter(whose: str, now: int) -> str:
    return f"stored-{now // DAY}-{whose}".replace(" ", "-")
