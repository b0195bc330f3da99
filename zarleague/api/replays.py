"""Judge logs event by event: under the rules of a match, under their own, under several."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import HAND, MATCH, Endpoint
from zarleague.api.entries import LogField
from zarleague.api.fields import EngineGameField, NumberField, TextField
from zarleague.api.inputs import Input
from zarleague.api.schema import checks, reads
from zarleague.engine.declared import is_declared
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.play import selectors
from zarleague.play.models import Hand, Match, MatchSeat
from zarleague.play.verdicts import hidden_hands, judging
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.play.verdicts.wording import log_remark
from zarleague.replays import api as replays
from zarleague.replays import jobs
from zarleague.replays.jobs import RulesChoiceData
from zarleague.serving.routes import judges_logs

MOST_RULESETS = 6


class MatchLogInput(Input):
    """A log of a hand of a match; by default, of the next one."""

    log = LogField()
    number = NumberField(required=False, min_value=1)


class RulesInput(Input):
    """Rules of the log's game: a preset ("": the log's own), and options that differ from it."""

    preset = TextField(max_length=64, default="", allow_blank=True)
    overrides = serializers.DictField(child=TextField(max_length=64), default=dict)


class LogInput(RulesInput):
    """A log, and the rules to judge it by, by default its own. ``game`` is needed only if the log
    names none."""

    log = LogField()
    game = EngineGameField(required=False)


class CompareInput(LogInput):
    """A log, and more rulesets to judge it by."""

    versus = RulesInput(many=True, min_length=1, max_length=MOST_RULESETS)


class RulesetShape(serializers.Serializer):
    """Game, preset, and the values of all options."""

    game = serializers.CharField()
    preset = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())


class RuleShape(serializers.Serializer):
    """The rule that a finding cites, and its source."""

    key = serializers.CharField()
    text = serializers.CharField()
    source = serializers.CharField()
    basis = serializers.ChoiceField(["seed", "found", "inferred"])
    option = serializers.CharField()


class NamedEvent(serializers.Serializer):
    """One event with its hidden cards named."""

    event = serializers.IntegerField()
    text = serializers.CharField()


class WitnessesShape(serializers.Serializer):
    """Two possible deals of the hidden cards: in one the event was legal, in the other it was not.
    Only the events whose cards are named are listed."""

    legal = NamedEvent(many=True)
    illegal = NamedEvent(many=True)


class Judgement(serializers.Serializer):
    """One remark on an event: a sentence, and its template and values."""

    verdict = serializers.CharField()
    code = serializers.CharField()
    text = serializers.CharField()
    template = serializers.CharField()
    values = serializers.DictField()
    decided = serializers.IntegerField(
        allow_null=True, help_text="The later event that settled what was open."
    )
    witnesses = WitnessesShape(
        allow_null=True, help_text="Where it is proved that the event cannot be judged."
    )
    rule = RuleShape(allow_null=True)


class JudgedEvent(serializers.Serializer):
    """One event, in its canonical spelling."""

    event = serializers.IntegerField()
    line = serializers.IntegerField()
    text = serializers.CharField()
    verdict = serializers.CharField()
    findings = Judgement(many=True)


class UnreadLine(serializers.Serializer):
    """A line that could not be parsed."""

    line = serializers.IntegerField()
    code = serializers.CharField()
    token = serializers.CharField()
    text = serializers.CharField()


class ReplayShape(serializers.Serializer):
    """A judged log. A verdict is ``legal``, ``illegal`` or ``cannot be known``."""

    ruleset = RulesetShape()
    seats = serializers.ListField(child=serializers.CharField())
    dealer = serializers.CharField()
    verdict = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="By verdict.")
    events = JudgedEvent(many=True)
    problems = UnreadLine(many=True)
    over = serializers.BooleanField()
    points = serializers.DictField(child=serializers.IntegerField(allow_null=True))


class RepairShape(serializers.Serializer):
    """One small change of the text that would make more of it legal, and the question that offers
    it."""

    line = serializers.IntegerField(help_text="Of the text, from 1 on.")
    text = serializers.CharField(help_text="The new lines; empty to leave the line out.")
    replaces = serializers.IntegerField(
        help_text="How many lines the new ones replace; 0 if they come before that line."
    )
    question = serializers.CharField()
    template = serializers.CharField()
    values = serializers.DictField()


class RepairableReplayShape(ReplayShape):
    """A judged log, and changes that would make more of it legal, most likely first."""

    repairs = RepairShape(many=True)


class ComparisonShape(serializers.Serializer):
    """The same log under several rulesets, and the first event at which they differ."""

    parts_at = serializers.IntegerField(allow_null=True)
    replays = ReplayShape(many=True)


class AlternativeShape(serializers.Serializer):
    """A value of an option under which the hand would have been judged differently."""

    option = serializers.CharField()
    value = serializers.CharField()
    event = serializers.IntegerField(
        help_text="The first event that would have been; the last one if only the end differs."
    )


class OtherRulesShape(serializers.Serializer):
    """The house rules that would have changed a hand, and the hand under one of them."""

    alternatives = AlternativeShape(many=True)
    not_compared = serializers.ListField(
        child=serializers.CharField(),
        help_text="Options left out, or not tried with every value: it would take too long.",
    )
    comparison = ComparisonShape(allow_null=True, help_text="Null where no option is asked for.")


class OtherRulesQuery(Input):
    """The option to judge the hand by as well, and its other value."""

    option = TextField(max_length=64, default="", allow_blank=True)
    value = TextField(max_length=64, default="", allow_blank=True)


def log_check(match: Match, text: str, seats: Sequence[MatchSeat]) -> dict[str, Any]:
    """Return the preview of a hand entered by its log, for `shapes.Check`."""
    names = [seat.player.name for seat in seats]
    log = with_present_names(match, text, names)
    judged = judging.replay_log(selectors.ruleset_of(match), log, names)
    lacking = judging.what_log_lacks(judged)
    return {
        "points": None if lacking else [judged["points"][name] for name in names],
        "remarks": [log_remark(lacking)] if lacking else [],
        "steps": [],
        "announcement": "",
        "replay": judged,
    }


class MatchReplay(Endpoint):
    @checks("replay_match_log", MatchLogInput, RepairableReplayShape)
    @judges_logs
    def post(self, request: Request, match_id: int) -> Response:
        """Return a verdict on every event, with the rule it cites. Saves nothing."""
        match = self.match(match_id)
        data = self.given(MatchLogInput)
        names = [seat.player.name for seat in selectors.seats_for(match, data.get("number"))]
        log = with_present_names(match, data["log"], names)
        ruleset = selectors.ruleset_of(match)
        return Response(judging.replay_log(ruleset, log, names, with_repairs=True))


class HandReplay(Endpoint):
    @reads("read_hand_replay", RepairableReplayShape)
    @judges_logs
    def get(self, request: Request, match_id: int, number: int) -> Response:
        """Return a verdict on every event of the stored log; 404 for a hand without a log."""
        hand = self.hand(match_id, number)
        return Response(_of_hand(self.actor, hand, jobs.judge_hand, True))


class HandOtherRules(Endpoint):
    @reads("read_hand_other_rules", OtherRulesShape, OtherRulesQuery)
    @judges_logs
    def get(self, request: Request, match_id: int, number: int) -> Response:
        """Return which values of which options would change anything in the stored log; with an
        option and a value also the log under both rules; 404 for a hand without a log."""
        data = self.query(OtherRulesQuery)
        hand = self.hand(match_id, number)
        job = jobs.hand_under_other_rules
        return Response(_of_hand(self.actor, hand, job, data["option"], data["value"]))


class LogReplay(Endpoint):
    @checks("replay_log", LogInput, RepairableReplayShape)
    @judges_logs
    def post(self, request: Request) -> HttpResponse:
        """Return a verdict on every event, with the rule it cites. Saves nothing and needs no
        account. 422 if judging the log takes too long, 429 or 503 if there is no capacity for it
        now."""
        data = self.given(LogInput)
        with _refusals():
            return _answer(replays.run(jobs.judge, data["log"], data.get("game", ""), _rules(data)))


class LogComparison(Endpoint):
    @checks("compare_log", CompareInput, ComparisonShape)
    @judges_logs
    def post(self, request: Request) -> HttpResponse:
        """Return the log under the first ruleset, then under those of ``versus``, and the first
        event whose verdict, or whose table afterwards, differs. Saves nothing."""
        data = self.given(CompareInput)
        several = [_rules(rules) for rules in (data, *data["versus"])]
        with _refusals():
            return _answer(replays.run(jobs.compare, data["log"], data.get("game", ""), several))


def _of_hand(actor: Actor, hand: Hand, job: Callable[..., bytes], *given: Any) -> dict[str, Any]:
    """Return the answer of a function of `replays.jobs` about the stored log of a hand, as far as
    the actor may see it. Raise LogRejected for a game without an engine, NotFound for a hand
    without a log."""
    log = hand.confirmed.log if hand.confirmed else ""
    if not log and not is_declared(hand.match.game):
        raise NotFound(_("There’s no play log of this hand."))
    names = [seat.player.name for seat in selectors.seats_of_hand(hand)]
    log = hidden_hands.log_for(actor, hand.match, log, names)
    return judging.of_hand(job, selectors.ruleset_of(hand.match), log, names, *given)


def _rules(data: dict[str, Any]) -> RulesChoiceData:
    return replays.RulesChoice(data["preset"], data["overrides"]).data()


def _answer(judged: bytes) -> HttpResponse:
    """Return the JSON unchanged: parsing and serialising it again would block this thread."""
    return HttpResponse(judged, content_type="application/json")


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn exceptions of the block into refusals: a text that is no log, unknown rules, or a log
    that could not be judged now."""
    with judging.refusals():
        try:
            yield
        except replays.RulesetError as error:
            raise Invalid("overrides", "{problem}", problem=str(error)) from error


urlpatterns = [
    MatchReplay.at(f"{MATCH}replay/", "match-replay"),
    HandReplay.at(f"{HAND}replay/", "hand-replay"),
    HandOtherRules.at(f"{HAND}other-rules/", "hand-other-rules"),
    LogReplay.at("replay/", "replay"),
    LogComparison.at("replay/compare/", "compare"),
]
