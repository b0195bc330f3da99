"""What-ifs: a season under other rules, bots under two rulesets, and logs that another engine
version judges differently."""

from typing import Any, Final

from django.utils.translation import gettext, gettext_noop
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, SEASON, Endpoint
from zarleague.api.fields import EngineGameField, NumberField, OneOfField, RoundedField, TextField
from zarleague.api.inputs import Input, unknown_names
from zarleague.api.operations import Scope
from zarleague.api.schema import changes, checks, lists, reads, writes
from zarleague.bots.experiments import FIGURES
from zarleague.engine.declared import is_declared
from zarleague.engine.games import find
from zarleague.engine.ruleset import RulesetError
from zarleague.leagues.errors import Invalid
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.play.models import EngineDifference
from zarleague.play.verdicts.judging import NO_ENGINE, refusals
from zarleague.reports import selectors
from zarleague.reports.models import Experiment
from zarleague.reports.questions import experiments, slow_questions
from zarleague.reports.questions.experiment_figures import ComparedFigure, figures
from zarleague.reports.questions.what_if import RulesChange
from zarleague.reports.tasks import answer_season, queue_experiment
from zarleague.serving.routes import judges_logs
from zarleague.standings.rules import PRESETS

RULE: Final[dict[str, Any]] = {"max_length": 64}


class ChangedRules(Input):
    """Other rules for one game: a preset instead of the one played, and options."""

    preset = TextField(default="", allow_blank=True, **RULE)
    options = serializers.DictField(child=TextField(**RULE), default=dict)


class WhatIfInput(Input):
    """Other rules by game, another ranking (the key of a preset), and the page of the table."""

    changes = serializers.DictField(child=ChangedRules(), default=dict)
    ranking = OneOfField([*PRESETS, ""], default="")
    page = NumberField(min_value=1, max_value=10_000, default=1)


class MovementShape(serializers.Serializer):
    """One player in both tables; null where a table lacks the player, the rank or the score."""

    player = serializers.IntegerField(source="player_id")
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    metric_before = RoundedField(allow_null=True)
    metric_after = RoundedField(allow_null=True)


class WhatIfShape(serializers.Serializer):
    """A season under other rules. While it is ``waiting``, or the site is ``busy``, repeat the
    request later."""

    state = serializers.ChoiceField(["answered", "waiting", "busy"])
    is_current = serializers.BooleanField(help_text="Whether nothing changed since.")
    problem = serializers.CharField(help_text="Why these rules make no table, or empty.")
    scored = serializers.IntegerField(help_text="Hands scored anew.")
    kept = serializers.IntegerField(help_text="Hands of which only the points are known.")
    turned = serializers.IntegerField(
        help_text="Of those kept, hands whose points change sign: the other way round wins."
    )
    metric = serializers.CharField(
        allow_null=True,
        help_text="What ``metric_after`` is: ``points``, ``average``, ``wins`` or ``places``. Of "
        "``metric_before`` the season’s standings say it.",
    )
    high_wins = serializers.BooleanField(
        allow_null=True, help_text="Whether more of ``metric_after`` is better."
    )
    total = serializers.IntegerField(help_text="Rows of all pages.")
    rows = MovementShape(many=True)


class WhatIfTable(Endpoint):
    @checks("ask_what_if", WhatIfInput, WhatIfShape)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Return the table under other rules beside the season's own. Saves nothing."""
        season, given = self.season(slug, season_id), self.given(WhatIfInput)
        if unknown := unknown_names(given["changes"], play.games_played(season)):
            raise serializers.ValidationError({"changes": unknown})
        changes = {game: _change(game, one) for game, one in given["changes"].items()}
        if not changes and not given["ranking"]:
            raise Invalid("changes", gettext_noop("Name other rules, or another ranking."))
        found = slow_questions.what_if_of(season, changes, given["ranking"], given["page"] - 1)
        if isinstance(found, slow_questions.NotYet) or not found.is_current:
            answer_season.queue_once(season.pk)
        if isinstance(found, slow_questions.NotYet):
            state = "busy" if found.too_many else "waiting"
            return _whatif(state)
        about = {"is_current": found.is_current, "total": found.total, "rows": found.rows}
        return _whatif("answered", **found.head, **about)


def _whatif(state: str, **found: Any) -> dict[str, Any]:
    counts = dict.fromkeys(("scored", "kept", "turned", "total"), 0)
    unknown = {"metric": None, "high_wins": None, "problem": ""}
    answer = {"state": state, "is_current": False, "rows": []} | counts | unknown | found
    problem = str(answer["problem"])
    return answer | {"problem": gettext(problem) if problem else ""}


def _change(game: str, given: dict[str, Any]) -> RulesChange:
    """Return the change to a game. Raise Invalid."""
    if is_declared(game):
        raise Invalid("changes", NO_ENGINE)
    try:
        find(game).ruleset(given["preset"] or find(game).presets[0].key, given["options"])
    except RulesetError as error:
        raise Invalid("changes", "{problem}", problem=str(error)) from error
    return RulesChange(given["preset"], given["options"])


class ExperimentShape(serializers.ModelSerializer):
    """Two rulesets played by bots: ``done`` of ``hands`` hands under each."""

    done = serializers.SerializerMethodField()
    rules = serializers.SerializerMethodField()

    class Meta:
        model = Experiment
        fields: tuple[str, ...] = (
            "id",
            "game",
            "players",
            "hands",
            "rules",
            "state",
            "done",
            "asked_at",
        )

    def get_done(self, one: Experiment) -> int:
        """Return the number of hands played under each ruleset."""
        return experiments.progress(one)[0]

    def get_rules(self, one: Experiment) -> list[dict[str, str]]:
        """Return the values of both rulesets, by option."""
        return [dict(ruleset.values) for ruleset in experiments.rules_of(one)]


class IntervalShape(serializers.Serializer):
    """A figure and its 95 % confidence interval."""

    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class FigureShape(serializers.Serializer):
    """One figure under both rulesets; a side without counted hands is null."""

    key = serializers.ChoiceField(FIGURES)
    one = IntervalShape(allow_null=True)
    other = IntervalShape(allow_null=True)
    difference = IntervalShape(allow_null=True)
    differs = serializers.BooleanField(help_text="Whether more than chance separates them.")


def _figure(found: ComparedFigure) -> Any:
    one, other = found.sides
    rest = {"difference": found.difference, "differs": found.differs}
    return FigureShape({"key": found.key, "one": one, "other": other, **rest}).data


class ExperimentResultShape(ExperimentShape):
    """A comparison with its figures, [] while it runs."""

    figures = serializers.SerializerMethodField()

    class Meta(ExperimentShape.Meta):
        fields = (*ExperimentShape.Meta.fields, "figures")

    @extend_schema_field(FigureShape(many=True))
    def get_figures(self, one: Experiment) -> Any:
        tallies = experiments.tallies_of(one)
        return [_figure(figure) for figure in figures(*tallies)] if tallies else []


class ExperimentInput(Input):
    """Two rulesets of one game, the number of bots, and the number of hands under each."""

    game = EngineGameField()
    one = ChangedRules()
    other = ChangedRules()
    players = NumberField(min_value=1, max_value=20)
    hands = OneOfField(experiments.HANDS)


class Experiments(Endpoint):
    @lists("list_experiments", ExperimentShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the stored comparisons, latest first. Organisers only."""
        return selectors.experiments_of(self.organised(slug))

    @writes("compare_rules", ExperimentInput, ExperimentShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Play one game with bots under two rulesets, in the background. Organisers only."""
        league, given = self.organised(slug), self.given(ExperimentInput)
        game = find(given["game"])
        try:
            rules = [
                game.ruleset(side["preset"] or game.presets[0].key, side["options"])
                for side in (given["one"], given["other"])
            ]
        except RulesetError as error:
            raise Invalid("rules", "{problem}", problem=str(error)) from error
        made = self.found(
            selectors.experiment_of(
                league,
                self.apply_write(
                    league, experiments.ask, league, rules, given["players"], given["hands"]
                ),
            )
        )
        queue_experiment(made)
        return made


class _ExperimentEndpoint(Endpoint):
    """Base of the views of one comparison."""

    def experiment(self, slug: str, experiment_id: int) -> Experiment:
        """Return a comparison of a league, for its organisers."""
        return self.found(selectors.experiment_of(self.organised(slug), experiment_id))


class OneExperiment(_ExperimentEndpoint):
    @reads("read_experiment", ExperimentResultShape)
    def get(self, request: Request, slug: str, experiment_id: int) -> object:
        """Return the comparison, with its figures once it is done."""
        return self.experiment(slug, experiment_id)

    @changes("stop_experiment", None, None, 204)
    def delete(self, request: Request, slug: str, experiment_id: int) -> None:
        """Stop a running comparison; its partial results are deleted."""
        found = self.experiment(slug, experiment_id)
        self.apply_write(found.league, experiments.cancel, found)


class ExampleHandShape(serializers.Serializer):
    """A hand that bots played, as a log."""

    log = serializers.CharField()
    parts_at = serializers.IntegerField(
        help_text="The number of the first event at which the two rules part, from 1; 0 for none."
    )


class ExperimentHand(_ExperimentEndpoint):
    @reads("read_experiment_hand", ExampleHandShape)
    @judges_logs
    def get(
        self, request: Request, slug: str, experiment_id: int, side: int, number: int
    ) -> Response:
        """Return one of the example hands of a side, 0 or 1; hands are numbered from 0."""
        found = self.experiment(slug, experiment_id)
        with refusals():
            text, parts_at = experiments.example(found, side, number)
        return {"log": self.found(text or None), "parts_at": parts_at}


class DifferenceShape(serializers.ModelSerializer):
    """A stored log, of a hand or of a ruling, that another engine version judges differently."""

    match = serializers.IntegerField(source="version.hand.match_id", allow_null=True, default=None)
    number = serializers.IntegerField(source="version.hand.number", allow_null=True, default=None)
    changes = serializers.ListField(child=serializers.DictField())

    class Meta:
        model = EngineDifference
        fields = (
            "id",
            "match",
            "number",
            "ruling",
            "before",
            "after",
            "changes",
            "points_before",
            "points_after",
            "found_at",
        )
        ref_name = "EngineDifference"


class UptoInput(Input):
    """The id of the latest difference that was seen."""

    upto = NumberField(min_value=0)


class SeenShape(serializers.Serializer):
    """Whether there are more differences."""

    left = serializers.BooleanField()


class EngineDifferences(Endpoint):
    @lists("list_engine_differences", DifferenceShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the stored logs that are judged differently, latest first. Organisers only."""
        return play.engine_differences(self.organised(slug))

    @writes("put_differences_aside", UptoInput, SeenShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Dismiss the differences up to an id."""
        league, given = self.organised(slug), self.given(UptoInput)
        self.apply_write(league, play_services.put_differences_aside, league, **given)
        return {"left": play.engine_differences(league).exists()}


_LABORATORY = f"{LEAGUE}laboratory/"
_ONE = f"{_LABORATORY}<int:experiment_id>/"

urlpatterns = [
    WhatIfTable.at(f"{SEASON}what-if/", "what-if"),
    Experiments.at(_LABORATORY, "laboratory"),
    OneExperiment.at(_ONE, "experiment"),
    ExperimentHand.at(f"{_ONE}hands/<int:side>/<int:number>/", "experiment-hand"),
    EngineDifferences.at(f"{LEAGUE}engine-differences/", "engine-differences"),
]
