"""The audit log: who changed what in a league, when, by which means, and why.

Every service that changes something calls `record` in its own transaction, so that a change and its
entry are committed together. Entries store the ids of players and accounts and are displayed with
their present names, so a name that was removed elsewhere is not kept here either.
"""

import datetime
from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Model
from django.dispatch import Signal
from django.utils import timezone

from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AuditEntry
from zarleague.storage.sql.rows import create

Values = Mapping[str, Any]
Topic = AuditEntry.Topic

ARRIVED: Final = "import_league"
"""The action of the entry for an imported league: entries before it are copied from the file."""

recorded = Signal()
"""Sent with ``entry`` in the transaction of the change: what a receiver writes is committed or
rolled back with it."""


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

    ``action`` is the service's name, ``about`` the row that changed, ``name`` its name unless it is
    a player or an account. Only values that differ are kept of ``before`` and ``after``.
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
    """Return some fields of a row as JSON-able data."""
    return {field: _plain(getattr(row, field)) for field in fields}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value
