"""Disputes about hands, the rulings on them, and the casebook."""

from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import HAND, LEAGUE, Endpoint
from zarleague.api.entries import LogField
from zarleague.api.fields import NumberField, OneOfField, TextField, YesNoField
from zarleague.api.files import file_of, files
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.schema import checks, lists, reads, writes
from zarleague.api.shapes import EffectShape
from zarleague.play import selectors, services
from zarleague.play.models import Dispute, Ruling
from zarleague.play.services import Decision
from zarleague.play.services.disputes import MAX_TEXT
from zarleague.play.verdicts import hidden_hands
from zarleague.reports.drawings import ruling_pdf
from zarleague.reports.questions import correction_effects
from zarleague.serving.routes import judges_logs


class StatementShape(serializers.Serializer):
    """A statement about a disputed hand."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    log = serializers.CharField()
    by = serializers.CharField(source="author_name")
    at = serializers.DateTimeField(source="created_at")


class RulingRow(serializers.Serializer):
    """A ruling in a list."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="1; 2 on appeal.")
    league = serializers.CharField(source="league.name")
    game = serializers.CharField()
    question = serializers.CharField()
    verdict = serializers.ChoiceField(Ruling.Verdict.values)
    remedy = serializers.ChoiceField(Ruling.Remedy.values)
    rule = serializers.CharField()
    option = serializers.CharField()
    reasons = serializers.CharField()
    by = serializers.CharField(source="author_name")
    at = serializers.DateTimeField(source="created_at")


class DisputeShape(serializers.Serializer):
    """A dispute with its statements and rulings."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(Dispute.State.values)
    event = serializers.IntegerField(allow_null=True, help_text="From 1; null: the whole hand.")
    text = serializers.CharField()
    log = serializers.CharField()
    by = serializers.CharField(source="opened_by_name")
    at = serializers.DateTimeField(source="opened_at")
    due_at = serializers.DateTimeField(allow_null=True)
    appeal = serializers.CharField()
    statements = StatementShape(many=True, source="statements.all")
    rulings = RulingRow(many=True, source="rulings.all")


class RulingShape(serializers.Serializer):
    """A ruling with its whole record."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    verdict = serializers.CharField()
    remedy = serializers.CharField()
    question = serializers.CharField()
    rule = serializers.CharField()
    option = serializers.CharField()
    reasons = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    digest = serializers.CharField(help_text="SHA-256 of the record in its canonical form.")
    record = serializers.JSONField()


class StatementInput(Input):
    """A statement: words, a log, or both."""

    text = TextField(max_length=MAX_TEXT, default="", allow_blank=True)
    log = LogField(default="", allow_blank=True)


class DisputeInput(StatementInput):
    """An objection; ``event`` is the number of the disputed event in the recorded log, from 1."""

    event = NumberField(default=None, allow_null=True, min_value=1)


class ReasonInput(Input):
    """A reason."""

    text = TextField(max_length=MAX_TEXT, default="", allow_blank=True)


class DecisionInput(Input):
    """A decision. ``points`` (by seat) and ``winner`` are used by the remedy ``corrected``,
    ``penalised`` (a seat) and ``penalty`` by the remedy ``penalty``. ``rests_on`` names the account
    that the decision accepts as true: ``recorded``, ``dispute`` or ``statement-<id>``."""

    verdict = OneOfField(Ruling.Verdict.values)
    remedy = OneOfField(Ruling.Remedy.values)
    question = TextField(max_length=200)
    reasons = TextField(max_length=8000)
    rule = TextField(max_length=64, default="", allow_blank=True)
    option = TextField(max_length=64, default="", allow_blank=True)
    value = TextField(max_length=64, default="", allow_blank=True)
    rests_on = TextField(max_length=40, default="", allow_blank=True)
    points = serializers.ListField(
        child=NumberField(), default=list, max_length=16, allow_empty=True
    )
    winner = NumberField(default=None, allow_null=True)
    penalised = NumberField(default=None, allow_null=True)
    penalty = NumberField(default=0)


class RulingInput(DecisionInput):
    """A decision, and the number of the hand's version that the arbiter has seen."""

    version = NumberField(min_value=1)


class RulingDraft(DecisionInput):
    """A decision that is only tried."""

    version = NumberField(min_value=1, required=False)


class CasebookQuery(Input):
    """Filters for rulings."""

    game = TextField(required=False, default="", allow_blank=True, max_length=32)
    rule = TextField(required=False, default="", allow_blank=True, max_length=64)
    option = TextField(required=False, default="", allow_blank=True, max_length=64)
    words = TextField(required=False, default="", allow_blank=True, max_length=200)


class _DisputeEndpoint(Endpoint):
    """Base of the views of one dispute."""

    def dispute(self, dispute_id: int) -> Dispute:
        """Return a dispute that the actor may see. Raise Http404 otherwise."""
        found = self.found(selectors.dispute_by_id(dispute_id))
        self.match(found.hand.match_id)
        return found

    def prepare(self, dispute: Dispute) -> None:
        """Mask the accounts of a dispute that the actor may not read in full."""
        hidden_hands.prepare_dispute(self.actor, dispute)

    def present(self, dispute: Dispute) -> Dispute:
        """Return the dispute's present state, as the actor may read it."""
        now = self.found(selectors.dispute_by_id(dispute.pk))
        self.prepare(now)
        return now


class HandDisputes(_DisputeEndpoint):
    @lists("list_disputes", DisputeShape)
    def get(self, request: Request, match_id: int, number: int) -> Response:
        """Return the disputes about the hand, latest first."""
        hand = self.hand(match_id, number)
        return self.paged(selectors.disputes_of(hand), DisputeShape, self.prepare)

    @writes("open_dispute", DisputeInput, DisputeShape)
    def post(self, request: Request, match_id: int, number: int) -> object:
        """Dispute the hand, or one event of its log."""
        hand = self.hand(match_id, number)
        data = self.given(DisputeInput)
        return self.present(services.open_dispute(hand, actor=self.actor, key=self.key, **data))


class OneDispute(_DisputeEndpoint):
    @reads("read_dispute", DisputeShape)
    def get(self, request: Request, dispute_id: int) -> object:
        """Return the dispute with its statements and rulings."""
        return self.present(self.dispute(dispute_id))


class Statements(_DisputeEndpoint):
    @writes("add_statement", StatementInput, StatementShape)
    def post(self, request: Request, dispute_id: int) -> object:
        """Add a statement, an account of the hand, or both."""
        dispute, data = self.dispute(dispute_id), self.given(StatementInput)
        return services.add_statement(dispute, actor=self.actor, key=self.key, **data)


class Withdrawal(_DisputeEndpoint):
    @writes("withdraw_dispute", ReasonInput, DisputeShape)
    def post(self, request: Request, dispute_id: int) -> object:
        """Withdraw the dispute; while an appeal is pending, withdraw only the appeal."""
        dispute, data = self.dispute(dispute_id), self.given(ReasonInput)
        services.withdraw_dispute(dispute, reason=data["text"], actor=self.actor, key=self.key)
        return self.present(dispute)


class Appeal(_DisputeEndpoint):
    @writes("appeal_ruling", ReasonInput, DisputeShape)
    def post(self, request: Request, dispute_id: int) -> object:
        """Appeal the ruling, which is possible once; another arbiter then rules again."""
        dispute, data = self.dispute(dispute_id), self.given(ReasonInput)
        services.appeal_ruling(dispute, text=data["text"], actor=self.actor, key=self.key)
        return self.present(dispute)


class RulingCheck(_DisputeEndpoint):
    @checks("check_ruling", RulingDraft, EffectShape)
    @judges_logs
    def post(self, request: Request, dispute_id: int) -> Response:
        """Return what the decision would change: totals, places, ratings. Saves nothing."""
        dispute, data = self.dispute(dispute_id), self.given(RulingDraft)
        data.pop("version", None)
        preview = services.preview_ruling(dispute, _decision(data))
        return correction_effects.effect_of(dispute.hand, preview)


class DisputeRulings(_DisputeEndpoint):
    @writes("rule_on_dispute", RulingInput, RulingShape, scope=Scope.ORGANISE)
    @judges_logs
    def post(self, request: Request, dispute_id: int) -> object:
        """Rule on the dispute and apply the decision. 409 if the hand has changed since
        ``version``."""
        dispute, data = self.dispute(dispute_id), self.given(RulingInput)
        version = data.pop("version")
        made = services.rule_on_dispute(
            dispute, _decision(data), actor=self.actor, key=self.key, expected_version=version
        )
        return selectors.ruling_data(made)


class Casebook(Endpoint):
    @lists("list_rulings", RulingRow, CasebookQuery)
    def get(self, request: Request, slug: str) -> object:
        """Return the rulings, latest first."""
        return selectors.casebook(self.league(slug), **self.query(CasebookQuery))


class _RulingEndpoint(Endpoint):
    """Base of the views of one ruling."""

    def ruling(self, slug: str, ruling_id: int) -> Ruling:
        """Return a ruling, masked as the actor may read it. Raise Http404 otherwise."""
        league = selectors.league_sharing(slug, ruling_id) or self.league(slug)
        found = self.found(selectors.ruling_by_id(league, ruling_id))
        return hidden_hands.ruling_for(self.actor, found)


class OneRuling(_RulingEndpoint):
    @reads("read_ruling", RulingShape)
    @judges_logs
    def get(self, request: Request, slug: str, ruling_id: int) -> object:
        """Return the ruling with its whole record."""
        found = self.ruling(slug, ruling_id)
        return selectors.ruling_data(found)


class RulingPdf(_RulingEndpoint):
    @files("read_ruling_pdf", "application/pdf")
    @judges_logs
    def get(self, request: Request, slug: str, ruling_id: int) -> Any:
        """Return the ruling as PDF in its league's language, rendered on request."""
        content = ruling_pdf.pdf(self.ruling(slug, ruling_id))
        return file_of("application/pdf", content, f"ruling-{ruling_id}.pdf")


class PublishInput(Input):
    """Whether the rulings on a dispute are published to everybody on this site."""

    published = YesNoField()


class Publication(_DisputeEndpoint):
    @writes("publish_rulings", PublishInput, DisputeShape, scope=Scope.ORGANISE)
    def post(self, request: Request, dispute_id: int) -> object:
        """Publish the rulings to everybody on this site, or limit them to the league. Organisers
        only."""
        dispute, given = self.dispute(dispute_id), self.given(PublishInput)
        league = dispute.hand.match.season.league
        self.apply_write(league, services.publish_rulings, dispute, **given)
        return self.present(dispute)


class PendingDisputes(Endpoint):
    @lists("list_pending_disputes", DisputeShape)
    def get(self, request: Request, slug: str) -> Response:
        """Return the disputes without a ruling, and those under appeal."""
        found = selectors.pending_disputes(self.league(slug))
        return self.paged(found, DisputeShape, partial(hidden_hands.prepare_dispute, self.actor))


def _decision(data: dict[str, Any]) -> Decision:
    return Decision(**data | {"points": tuple(data["points"])})


_DISPUTE = "disputes/<int:dispute_id>/"

urlpatterns = [
    HandDisputes.at(f"{HAND}disputes/", "disputes"),
    OneDispute.at(_DISPUTE, "dispute"),
    Statements.at(f"{_DISPUTE}statements/", "statements"),
    Withdrawal.at(f"{_DISPUTE}withdraw/", "withdraw"),
    Appeal.at(f"{_DISPUTE}appeal/", "appeal"),
    DisputeRulings.at(f"{_DISPUTE}rulings/", "rule"),
    RulingCheck.at(f"{_DISPUTE}rulings/check/", "ruling-check"),
    Publication.at(f"{_DISPUTE}publish/", "publish"),
    PendingDisputes.at(f"{LEAGUE}disputes/", "pending"),
    Casebook.at(f"{LEAGUE}rulings/", "rulings"),
    OneRuling.at(f"{LEAGUE}rulings/<int:ruling_id>/", "ruling"),
    RulingPdf.at(f"{LEAGUE}rulings/<int:ruling_id>/ruling.pdf", "ruling-pdf"),
]
