"""Serializers of hands in responses: the saved hand, previews, the next hand."""

from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from zarleague.api.fields import RoundedField
from zarleague.engine.entry import Evidence
from zarleague.leagues.actors import Actor
from zarleague.leagues.selectors import aliases
from zarleague.play import selectors
from zarleague.play.models import Hand, HandVersion, Match
from zarleague.play.verdicts import hidden_hands
from zarleague.play.verdicts.judging import is_given_up

HOW_KNOWN: Final = "How well it is known: totals, counts, cards or log."


class EvidenceField(serializers.CharField):
    """``totals``, ``counts``, ``cards`` or ``log``; null for a voided hand."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_null=True, **more)

    def to_representation(self, value: int) -> str:
        """Return the name of a degree."""
        return Evidence(value).name.lower()


class ResultShape(serializers.Serializer):
    """The result of one player in one hand."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    points = serializers.IntegerField()
    place = serializers.IntegerField()
    won = serializers.BooleanField()

    class Meta:
        ref_name = "ResultShape"


class HandShape(serializers.Serializer):
    """A hand in its confirmed version."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="The number of the dealer's seat.")
    version = serializers.IntegerField(help_text="Has to be sent with a correction.")
    stage = serializers.ChoiceField(["provisional", "agreed", "closed"])
    voided = serializers.BooleanField()
    given_up = serializers.BooleanField(
        help_text="Nobody ended it, and nobody has won: the entry says what each seat holds."
    )
    evidence = EvidenceField()
    entry = serializers.JSONField(allow_null=True)
    log = serializers.CharField()
    author = serializers.CharField()
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()
    results = ResultShape(many=True)

    def to_representation(self, hand: Hand) -> dict[str, Any]:
        """Return the hand. Its log is masked as the ``actor`` of the context may read it; without
        one it is complete, for the client that has just sent it."""
        version, actor = hand.confirmed, self.context.get("actor")
        assert version is not None
        return super().to_representation(
            {
                "id": hand.pk,
                "number": hand.number,
                "dealer": hand.dealer,
                "version": version.number,
                "stage": selectors.stage(hand, timezone.now()).value,
                "voided": version.kind == HandVersion.Kind.VOID,
                "given_up": is_given_up(version.entry),
                "evidence": version.evidence,
                "entry": version.entry,
                "log": version.log if actor is None else log_of(hand, version, actor),
                "author": version.author_name,
                "reason": version.reason,
                "created_at": version.created_at,
                "results": selectors.results_of_version(version),
            }
        )


def log_of(hand: Hand, version: HandVersion, actor: Actor) -> str:
    """Return the log of a version of a hand, masked as the actor may read it."""
    names = [seat.player.name for seat in selectors.seats_of_hand(hand)] if version.log else []
    return hidden_hands.log_for(actor, hand.match, version.log, names)


class Next(serializers.Serializer):
    """The number of the next hand, the totals in the order of its seats, and whether the match is
    over, so that there is none."""

    number = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()

    def to_representation(self, match: Match) -> dict[str, Any]:
        """Return what a phone needs for the next hand of a match."""
        totals = selectors.match_totals(match).points
        into = aliases(match.season.league_id)
        players = [seat.scores_for for seat in selectors.seats_for(match)]
        status = selectors.status(match)
        return super().to_representation(
            {
                "number": status.next_number,
                "over": status.over,
                "totals": [totals.get(into.get(player, player), 0) for player in players],
            }
        )


class Entered(serializers.Serializer):
    """A hand that was just saved."""

    hand = HandShape()
    next = Next()
    announcement = serializers.CharField(help_text='"Ann reaches 500: last hand", or "".')


FIX: Final = {
    "type": ["object", "null"],
    "required": ["kind", "seat"],
    "properties": {
        "kind": {"type": "string", "enum": ["winner", "number", "swap"]},
        "seat": {"type": "integer", "description": "Index of the sheet to change."},
        "field": {"type": "string"},
        "value": {"type": "integer", "description": "The number to put there."},
        "other": {"type": "string", "description": "The field to swap with."},
    },
}
"""The schema of a suggestion, see `zarleague.engine.entry.findings`."""


@extend_schema_field(FIX)
class FixField(serializers.JSONField):
    """A suggestion as data, null for none."""


class FindingShape(serializers.Serializer):
    """One remark on an entry."""

    code = serializers.CharField()
    seat = serializers.IntegerField(help_text="Index of the sheet; -1: the whole table.")
    player = serializers.CharField()
    field = serializers.CharField()
    blocks = serializers.BooleanField(help_text="Whether the hand cannot be saved.")
    text = serializers.CharField()
    suggestion = serializers.CharField()
    fix = FixField(help_text="The suggestion as data.")


class Check(serializers.Serializer):
    """The preview of an entry. ``points`` are by sheet, null if a finding blocks; ``steps`` explain
    a score that is no plain sum; ``replay`` is the judged log of an entry that is a log."""

    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    findings = FindingShape(source="remarks", many=True)
    steps = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    announcement = serializers.CharField()
    replay = serializers.JSONField(required=False)


class MovedTotalShape(serializers.Serializer):
    """A player's total of the match before and after."""

    name = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class MovedRowShape(serializers.Serializer):
    """A player's row of the season's table before and after; null where there is none."""

    name = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    before = RoundedField(source="metric_before", allow_null=True)
    after = RoundedField(source="metric_after", allow_null=True)


class MovedTableShape(serializers.Serializer):
    """The rows that would move in the table of a season."""

    season = serializers.IntegerField(source="season.pk")
    table = MovedRowShape(source="rows", many=True)


class MovedRatingShape(serializers.Serializer):
    """A player's rating before and after, as displayed; null where there is none."""

    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class EffectShape(serializers.Serializer):
    """The effect of a correction: the totals, rows of the season's table and ratings that
    change."""

    totals = MovedTotalShape(many=True)
    table = MovedRowShape(many=True)
    ratings = MovedRatingShape(many=True)
    others_move = serializers.BooleanField(
        help_text="Whether ranks of others may change, too: the table is too long to list them."
    )
    ratings_follow = serializers.BooleanField(
        help_text="Whether the ratings are not previewed, since the league has too many hands."
    )


class CorrectionCheck(Check):
    """The preview of a correction: its findings and its effect."""

    effect = EffectShape(required=False)
