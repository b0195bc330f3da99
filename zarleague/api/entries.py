"""Serializers of hands in requests: entries, logs, corrections, and seats."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from zarleague.api.fields import NumberField, PlainField, TextField
from zarleague.api.inputs import Input
from zarleague.engine.entry import Entry
from zarleague.play import selectors
from zarleague.play.models import MAX_REASON, Match, MatchSeat
from zarleague.replays.api import LONGEST_LOG

BY_LOG = "log"
"""The form without sheets: the result follows from the log."""
MOST_SHEETS = 50


class LogField(TextField):
    """The text of a hand's log."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_LOG, trim_whitespace=False, **options)


class EntryInput(Input):
    """The result of a hand. ``sheets`` has one object per player, field key -> value, as declared
    by the game's entry form; ``players`` lists the players in the order of the sheets (default:
    everybody at the table). The form ``log`` has no sheets: the result follows from ``log``. The
    form ``given-up``, in every game, is a hand that nobody ended: its sheets have the ``points``
    that each holds, as far as they are known."""

    form = TextField(max_length=32)
    winner = NumberField(allow_null=True, default=None, min_value=0)
    sheets = serializers.ListField(
        child=serializers.DictField(child=PlainField(allow_null=True)),
        default=list,
        max_length=MOST_SHEETS,
    )
    players = serializers.ListField(child=NumberField(), required=False)
    number = NumberField(required=False, min_value=1)
    log = LogField(default="", allow_blank=True)


class CorrectionInput(EntryInput):
    """A corrected result of a hand. ``version`` is the number of the version it replaces."""

    version = NumberField(min_value=1)
    reason = TextField(max_length=MAX_REASON)


class CorrectionDraft(EntryInput):
    """A correction that is only tried: the hand may still lack its reason."""

    version = NumberField(min_value=1, required=False)
    reason = TextField(max_length=MAX_REASON, required=False, allow_blank=True)


class ChangeInput(Input):
    """A change to a hand. ``version`` is the number of the version that the client has seen."""

    version = NumberField(min_value=1)
    reason = TextField(max_length=MAX_REASON)


class RestoreInput(ChangeInput):
    """The ``number`` of an earlier version to restore."""

    number = NumberField(min_value=1)


class AttachInput(Input):
    """A log to attach to a hand."""

    version = NumberField(min_value=1)
    log = LogField()
    reason = TextField(max_length=MAX_REASON, default="", allow_blank=True)


def entry_of(data: dict[str, Any]) -> Entry:
    """Return the entry in the engine's form."""
    return Entry(data["form"], tuple(data["sheets"]), data["winner"])


def seats_of(match: Match, data: dict[str, Any], number: int | None) -> list[MatchSeat] | None:
    """Return the seats that played a hand (None: the next hand), in the order of their sheets; None
    if the entry does not list players."""
    players: list[int] | None = data.get("players")
    if players is None:
        return None
    by_player = {seat.player_id: seat for seat in selectors.seats_for(match, number)}
    if len(set(players)) < len(players) or not by_player.keys() >= set(players):
        raise ValidationError({"players": [gettext("Not all of these players are at this table.")]})
    return [by_player[player] for player in players]
