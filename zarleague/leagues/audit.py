"""The audit log: who changed what in a league, when, by what, and why.

Every service that changes something calls `record` in its own transaction, so that a change and
its entry are written together or not at all. Players and accounts are named by their ids and shown
under the names they have now; what is no longer known of somebody is not kept here either.
"""

import datetime
from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Model
from django.dispatch import Signal
from django.utils import timezone

from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AuditEntry
from zarleague.sql.rows import create

Values = Mapping[str, Any]
Topic = AuditEntry.Topic

ARRIVED: Final = "import_league"
"""The entry of a league that came as a file: those before it are as the file has them."""

recorded = Signal()
"""Sent with ``entry`` in the transaction of the change: what a receiver writes stays or goes with
it."""


def record(
    league_id: int,
    action: str,
    actor: Actor,
    *,
    topic: str,
    about: Model | None = None,
    name: str = "",
    before: Values | None = None,
    after: Values | None = None,
    why: str = "",
    at: datetime.datetime | None = None,
) -> None:
    """Write one entry.

    ``action`` is the service's name, ``about`` the row that changed, ``name`` what it is called if
    it is no player or account. ``before`` and ``after`` are written where they differ.
    """
    was, is_now = dict(before or {}), dict(after or {})
    for field in was.keys() & is_now.keys():
        if was[field] == is_now[field]:
            del was[field], is_now[field]
    entry = AuditEntry(
        league_id=league_id,
        at=at or timezone.now(),
        topic=topic,
        action=action,
        author=actor.user,
        author_name="" if actor.user is not None else actor.label[:150],
        link=actor.link,
        way=actor.way,
        about_kind="" if about is None else str(about._meta.model_name),
        about_id=None if about is None else about.pk,
        about_name=name[:150],
        before=was,
        after=is_now,
        why=why,
    )
    create([entry])
    recorded.send(AuditEntry, entry=entry)


def values(row: Model, *fields: str) -> dict[str, Any]:
    """Return some fields of a row as JSON can hold them."""
    return {field: _plain(getattr(row, field)) for field in fields}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value
