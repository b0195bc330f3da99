"""The versions of a hand: history, corrections, voiding and restoring, attaching a log."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import HAND, Endpoint
from zarleague.api.entries import (
    BY_LOG,
    AttachInput,
    ChangeInput,
    CorrectionDraft,
    CorrectionInput,
    RestoreInput,
    entry_of,
    seats_of,
)
from zarleague.api.replays import log_check
from zarleague.api.schema import checks, lists, writes
from zarleague.api.shapes import (
    HOW_KNOWN,
    Check,
    CorrectionCheck,
    EffectShape,
    EvidenceField,
    log_of,
)
from zarleague.play import selectors, services
from zarleague.reports.questions import correction_effects
from zarleague.serving.routes import judges_logs, judges_logs_sent


class NewVersion(serializers.Serializer):
    """The version that a change has created."""

    version = serializers.IntegerField(source="number")


class PastVersion(serializers.Serializer):
    """One version of a hand: its author, time, reason, and changes."""

    number = serializers.IntegerField(source="version.number")
    kind = serializers.ChoiceField(["entry", "void"], source="version.kind")
    evidence = EvidenceField(source="version.evidence", read_only=True, help_text=HOW_KNOWN)
    author = serializers.CharField(source="version.author_name")
    created_at = serializers.DateTimeField(source="version.created_at")
    reason = serializers.CharField(source="version.reason")
    points = serializers.DictField(child=serializers.IntegerField(), help_text="By player's name.")
    winners = serializers.ListField(child=serializers.CharField())
    changes = serializers.ListField(child=serializers.CharField(), help_text="As sentences.")
    entry = serializers.JSONField(source="version.entry", allow_null=True)
    log = serializers.CharField(source="version.log")


class VersionChange(Endpoint):
    """Base of the views that change a hand."""

    def author(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments every service of a change has: reason, key, actor and expected
        version."""
        return {
            "reason": data["reason"],
            "key": self.key,
            "actor": self.actor,
            "expected_version": data["version"],
        }


class HandVersions(VersionChange):
    @lists("list_versions", PastVersion)
    def get(self, request: Request, match_id: int, number: int) -> Response:
        """Return the versions of the hand, oldest first."""
        hand = self.hand(match_id, number)

        def prepare(row: selectors.VersionRow) -> None:
            row.version.log = log_of(hand, row.version, self.actor)

        return self.paged(selectors.history(hand), PastVersion, prepare)

    @writes("correct_hand", CorrectionInput, NewVersion)
    @judges_logs
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Correct the hand: create a new version with its reason. 409 with the present hand if it
        has changed since ``version``."""
        hand = self.hand(match_id, number)
        data = self.given(CorrectionInput)
        seats = seats_of(hand.match, data, number)
        if data["form"] == BY_LOG:
            version = services.correct_by_log(hand, data["log"], seats=seats, **self.author(data))
        else:
            version = services.correct_hand(
                hand, entry_of(data), seats=seats, log=data["log"] or None, **self.author(data)
            )
        return version


class VersionCheck(Endpoint):
    @checks("check_correction", CorrectionDraft, CorrectionCheck)
    @judges_logs_sent
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Return findings and points as for a new hand, and the effect: totals of the match, places
        in the season's table, ratings. Saves nothing."""
        hand = self.hand(match_id, number)
        data = self.given(CorrectionDraft)
        seats = seats_of(hand.match, data, number)
        if data["form"] == BY_LOG:
            playing = seats or selectors.seats_of_hand(hand)
            return log_check(hand.match, data["log"], playing)
        preview = services.preview_correction(hand, entry_of(data), seats=seats)
        effect = EffectShape(correction_effects.effect_of(hand, preview)).data
        return Response(Check(preview.hand).data | {"effect": effect})


class HandVoid(VersionChange):
    @writes("void_hand", ChangeInput, NewVersion)
    def post(self, request: Request, match_id: int, number: int) -> object:
        """Void the hand: create a new version without results. It can be restored."""
        hand = self.hand(match_id, number)
        return services.void_hand(hand, **self.author(self.given(ChangeInput)))


class VoidCheck(Endpoint):
    @checks("check_void", None, EffectShape)
    def post(self, request: Request, match_id: int, number: int) -> object:
        """Return the effect: totals of the match, places in the season's table, ratings. Saves
        nothing."""
        hand = self.hand(match_id, number)
        return correction_effects.effect_of(hand, services.preview_void(hand))


class HandRestore(VersionChange):
    @writes("restore_hand", RestoreInput, NewVersion)
    @judges_logs
    def post(self, request: Request, match_id: int, number: int) -> object:
        """Restore an earlier version, as a new version."""
        hand = self.hand(match_id, number)
        data = self.given(RestoreInput)
        return services.restore_hand(hand, data["number"], **self.author(data))


class HandLog(VersionChange):
    @writes("attach_log", AttachInput, NewVersion)
    @judges_logs
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Attach a log to the hand. The points stay; a log that leads to the same points becomes
        their evidence."""
        hand = self.hand(match_id, number)
        data = self.given(AttachInput)
        return services.attach_log(hand, data["log"], **self.author(data))


urlpatterns = [
    HandVersions.at(f"{HAND}versions/", "hand-versions"),
    VersionCheck.at(f"{HAND}versions/check/", "version-check"),
    HandVoid.at(f"{HAND}void/", "void"),
    VoidCheck.at(f"{HAND}void/check/", "void-check"),
    HandRestore.at(f"{HAND}restore/", "restore"),
    HandLog.at(f"{HAND}log/", "log"),
]
