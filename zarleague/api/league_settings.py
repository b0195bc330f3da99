"""Settings of a league: the league itself, and the house rules of each game."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import GameField, NumberField, OneOfField, TextField, YesNoField
from zarleague.api.games import game_or_404
from zarleague.api.inputs import Input
from zarleague.api.leagues import LANGUAGES
from zarleague.api.replays import RulesetShape
from zarleague.api.schema import changes, reads
from zarleague.engine.report import ruleset_data
from zarleague.leagues import selectors, services
from zarleague.leagues.models import League
from zarleague.leagues.models.league import LEFT_EARLY, GivenUp

MOST_HOURS = 10_000


class SettingsShape(serializers.ModelSerializer):
    """The settings of a league that organisers may change."""

    class Meta:
        model = League
        fields = services.CHANGEABLE
        ref_name = "LeagueSettings"


class SettingsInput(Input):
    """New values of some settings; the others are left unchanged."""

    name = TextField(max_length=80, required=False)
    visibility = OneOfField(League.Visibility.choices, required=False)
    time_zone = TextField(max_length=64, required=False)
    language = OneOfField(LANGUAGES, required=False)
    default_game = GameField(required=False)
    objection_hours = NumberField(min_value=0, max_value=MOST_HOURS, required=False)
    dispute_hours = NumberField(min_value=0, max_value=MOST_HOURS, required=False)
    ruling_hours = NumberField(min_value=0, max_value=MOST_HOURS, required=False)
    arbiters_may_play = YesNoField(required=False)
    shares_rulings = YesNoField(required=False)
    hides_hands = YesNoField(required=False)
    idle_days = NumberField(
        min_value=0,
        max_value=365,
        required=False,
        help_text="After so many days without a change an open match is closed; 0: never.",
    )
    left_early = OneOfField(
        LEFT_EARLY,
        required=False,
        help_text="How new matches rank players who played less than hands_share.",
    )
    hands_share = NumberField(
        min_value=1,
        max_value=100,
        required=False,
        help_text="Per cent of its hands that a new match asks for.",
    )
    given_up = OneOfField(
        GivenUp.choices, required=False, help_text="What hands given up in new matches count for."
    )
    reminds = YesNoField(
        required=False, help_text="Whether players are reminded of an evening the day before."
    )


class HouseRulesInput(Input):
    """A preset, and the options that differ from it."""

    preset = TextField(max_length=64, default="", allow_blank=True)
    overrides = serializers.DictField(child=TextField(max_length=64), default=dict)


class LeagueSettings(Endpoint):
    @reads("read_settings", SettingsShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the settings. Organisers only."""
        return self.organised(slug)

    @changes("change_settings", SettingsInput, SettingsShape)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some settings. Organisers only."""
        league = self.organised(slug)
        self.apply_write(league, services.update_league, league, **self.given(SettingsInput))
        return self.get(request, slug)


class GameRules(Endpoint):
    @reads("read_house_rules", RulesetShape)
    def get(self, request: Request, slug: str, game: str) -> object:
        """Return the house rules."""
        return ruleset_data(selectors.house_rules(self.league(slug), game_or_404(game).key))

    @changes("set_house_rules", HouseRulesInput, RulesetShape)
    def put(self, request: Request, slug: str, game: str) -> Response:
        """Set the house rules for future matches. Organisers only."""
        league, found = self.league(slug), game_or_404(game).key
        given = self.given(HouseRulesInput)
        self.apply_write(league, services.set_house_rules, league, found, **given)
        return self.get(request, slug, game)


urlpatterns = [
    LeagueSettings.at(f"{LEAGUE}settings/", "league-settings"),
    GameRules.at(f"{LEAGUE}rules/<slug:game>/", "house-rules"),
]
