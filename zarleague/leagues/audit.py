"""The audit log: who changed what in a league, when, by which means, and why.

Every service that changes something calls `record` in its own transaction, so that a change and its
entry are committed together. Entries store the ids of players and accounts and are displayed with
their present names, so a name that was removed elsewhere is not kept here either.
"""

import datetime
from collections.abc import Iterable, Mapping
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, Final

from django.db.models import Model
from django.dispatch import Signal
from django.utils import timezone

from zarleague.leagues import stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AuditEntry
from zarleague.storage.sql import BATCH, create

Values = Mapping[str, Any]
Topic = AuditEntry.Topic

ARRIVED: Final = "import_league"
"""The action of the entry for an imported league: entries before it are copied from the file."""

recorded = Signal()
"""Sent with ``entries``, all of one league, in the transaction of the change: what a receiver
writes is committed or rolled back with it."""


_OF_MODEL: Final = {
    "league": (Topic.LEAGUE, "name"),
    "webhook": (Topic.LEAGUE, "label"),
    "player": (Topic.PEOPLE, ""),
    "user": (Topic.PEOPLE, ""),
    "invitation": (Topic.PEOPLE, "account_name"),
    "accesslink": (Topic.PEOPLE, ""),
    "leaguegame": (Topic.RULES, "game"),
    "season": (Topic.SEASON, "name"),
    "evening": (Topic.MATCH, "date"),
    "match": (Topic.MATCH, "game"),
    "hand": (Topic.HAND, ""),
    "penalty": (Topic.RULING, ""),
    "dispute": (Topic.RULING, ""),
}
"""The topic of a change of a row, and the field that names the row, by its model."""


def record(
    action: str,
    about: Any,
    actor: Actor,
    *,
    league_id: int | None = None,
    topic: str = "",
    name: str = "",
    before: Values | None = None,
    after: Values | None = None,
    why: str = "",
    at: datetime.datetime | None = None,
) -> None:
    """Write one entry.

    ``action`` is the service's name, ``about`` the row that changed, None if it is gone. League,
    topic and name are the row's unless they are given. Only values that differ are kept of
    ``before`` and ``after``.
    """
    written = entry(
        action,
        about,
        actor,
        league_id=league_id,
        topic=topic,
        name=name,
        before=before,
        after=after,
        why=why,
        at=at,
    )
    record_all([written])


def record_all(entries: Iterable[AuditEntry]) -> None:
    """Write many entries of one actor. Raise `TooMuchStored`."""
    pending = iter(entries)
    while some := list(islice(pending, BATCH)):
        stored_a_day.charge_entries(some)
        create(some)
        for _, of_league in groupby(some, attrgetter("league_id")):
            recorded.send(AuditEntry, entries=list(of_league))


def entry(
    action: str,
    about: Any,
    actor: Actor,
    *,
    league_id: int | None = None,
    topic: str = "",
    name: str = "",
    before: Values | None = None,
    after: Values | None = None,
    why: str = "",
    at: datetime.datetime | None = None,
) -> AuditEntry:
    """Return an entry for `record_all`, as `record` would write it."""
    was, is_now = dict(before or {}), dict(after or {})
    for field in was.keys() & is_now.keys():
        if was[field] == is_now[field]:
            del was[field], is_now[field]
    kind = "" if about is None else str(about._meta.model_name)
    own_topic, named_by = _OF_MODEL.get(kind, ("", ""))
    if league_id is None:
        league_id = about.pk if kind == "league" else about.league_id
    return AuditEntry(
        league_id=league_id,
        at=at or timezone.now(),
        topic=topic or own_topic,
        action=action,
        author=actor.user,
        author_name="" if actor.user is not None else actor.label[:150],
        link=actor.link,
        way=actor.way,
        about_kind=kind,
        about_id=None if about is None else about.pk,
        about_name=(name or str(getattr(about, named_by, "")))[:150],
        before=was,
        after=is_now,
        why=why,
    )


def values(row: Model, *fields: str) -> dict[str, Any]:
    """Return some fields of a row as JSON-able data."""
    return {field: _plain(getattr(row, field)) for field in fields}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value
