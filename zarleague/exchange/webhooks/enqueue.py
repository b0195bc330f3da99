"""Write deliveries for webhooks, in the transaction of the change they report."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.tasks import queue_webhook
from zarleague.leagues.models import AuditEntry
from zarleague.reports.models import SeasonReport
from zarleague.storage import sql

_EVENTS: Final = {
    "enter_hand": "hand.saved",
    "enter_log": "hand.saved",
    "correct_hand": "hand.corrected",
    "correct_by_log": "hand.corrected",
    "attach_log": "hand.corrected",
    "void_hand": "hand.corrected",
    "restore_hand": "hand.corrected",
    "open_dispute": "hand.disputed",
    "rule_on_dispute": "hand.ruled",
    "finish_season": "season.ended",
}
"""The event that webhooks receive for each service."""
_SENT_FIELDS: Final = ("match", "number", "version", "points", "state", "remedy")
"""The fields of a change that are sent, if it has them."""

Event = tuple[str, Mapping[str, Any]]
"""The name of an event and its data."""


def note_changes(entries: Sequence[AuditEntry], **_: Any) -> None:
    """Write deliveries for changes of one league."""
    found = [_event(entry) for entry in entries if entry.action in _EVENTS]
    if found:
        note(entries[0].league_id, found)


def _event(entry: AuditEntry) -> Event:
    event = _EVENTS[entry.action]
    data = {name: entry.after[name] for name in _SENT_FIELDS if name in entry.after}
    if event in ("hand.disputed", "hand.ruled"):
        data["dispute"] = entry.about_id
    if event == "season.ended":
        data = {"season": entry.about_id, "name": entry.about_name}
    return event, data


def note_report(report: SeasonReport, **_: Any) -> None:
    """Write deliveries for a new report."""
    season = report.season
    data = {"season": season.pk, "name": season.name, "report": report.number}
    note(season.league_id, [("report.ready", data)])


def note(league_id: int, events: Iterable[Event]) -> None:
    """Write a delivery of each event for each webhook of a league that subscribes to it."""
    active = sql.instances(Webhook, "league_id = %s AND active ORDER BY id", league_id)
    wanted = [
        new_delivery(webhook, event, data)
        for event, data in events
        for webhook in active
        if event in webhook.events
    ]
    if not wanted:
        return
    Delivery.objects.bulk_create(wanted)
    # One task sends what is due to all webhooks of a league.
    queue_webhook(wanted[0].webhook)


def new_delivery(webhook: Webhook, event: str, data: Mapping[str, Any]) -> Delivery:
    """Return a delivery that is not saved yet."""
    return Delivery(webhook=webhook, key=f"msg_{uuid.uuid4().hex}", event=event, data=dict(data))
