"""Leagues and their players."""

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import (
    AddressPartField,
    GameField,
    NumberField,
    OneOfField,
    PlainField,
    TextField,
    YesNoField,
)
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.schema import lists, reads, writes
from zarleague.leagues import services
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import League, Player
from zarleague.leagues.selectors import leagues_of, players_named, public_leagues

LANGUAGES = [code for code, _ in settings.LANGUAGES]


class LeagueRow(serializers.ModelSerializer):
    """A league."""

    class Meta:
        model = League
        fields = (
            "slug",
            "name",
            "visibility",
            "time_zone",
            "language",
            "default_game",
            "objection_hours",
        )


class HouseRules(serializers.Serializer):
    """House rules of one game: a preset, and the options that differ from it."""

    game = serializers.CharField()
    preset = serializers.CharField()
    overrides = serializers.DictField(child=serializers.CharField())


class RoleField(serializers.CharField):
    """The role of whoever asks in a league, "" for an onlooker."""

    def get_attribute(self, league: League) -> str:
        return self.context["actor"].role(league.pk)


class LeagueShape(LeagueRow):
    """A league, its house rules, and the user's role in it ("" for an onlooker)."""

    role = RoleField()
    games = HouseRules(many=True)

    class Meta:
        model = League
        fields = (*LeagueRow.Meta.fields, "role", "games")


class LeagueInput(Input):
    """A new league. By default, the ``slug`` is derived from the name, and a season begins this
    evening, so that a match can start at once; with a ``first_season`` of "" none does.
    ``plays_as`` names the user's own player, ``players`` those of others."""

    name = TextField(max_length=80)
    slug = AddressPartField(max_length=50, default="", allow_blank=True)
    first_season = TextField(max_length=80, required=False, allow_blank=True)
    visibility = OneOfField(League.Visibility.choices, required=False)
    time_zone = TextField(max_length=64, required=False)
    language = OneOfField(LANGUAGES, required=False)
    default_game = GameField(required=False)
    own_game = PlainField(
        required=False,
        help_text="The definition of a game of the league's own, which becomes its main game.",
    )
    objection_hours = NumberField(min_value=0, max_value=10_000, required=False)
    plays_as = TextField(max_length=60, default="", allow_blank=True)
    players = serializers.ListField(child=TextField(max_length=60), max_length=100, required=False)


class LeaguesQuery(Input):
    """Filters for leagues: those the user is a member of, or those that are public."""

    of = OneOfField(["mine", "public"], default="mine")


class PlayerShape(serializers.ModelSerializer):
    """A player. Guests were named at the table, without being added to the league first; who is
    ``inactive`` no longer plays."""

    class Meta:
        model = Player
        fields = ("id", "name", "guest", "inactive")


class PlayerInput(Input):
    """A new player. Scorekeepers may add guests, organisers any player."""

    name = TextField(max_length=60)
    guest = YesNoField(default=False)


class PlayersQuery(Input):
    """Filters for players: those whose name contains a text."""

    name = TextField(max_length=60, default="", allow_blank=True)


class Leagues(Endpoint):
    @lists("list_leagues", LeagueRow, LeaguesQuery)
    def get(self, request: Request) -> object:
        """Return the leagues by name."""
        if self.query(LeaguesQuery)["of"] == "mine":
            return leagues_of(self.actor)
        return public_leagues()

    @writes("create_league", LeagueInput, LeagueShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> object:
        """Create a league and make the user its organiser. Needs an account."""
        owner = self.actor.user
        if owner is None:
            raise NotAllowed
        given = {"first_season": _("First season")} | self.given(LeagueInput)
        return services.create_league(owner=owner, key=self.key, way="api", **given)


class OneLeague(Endpoint):
    @reads("read_league", LeagueShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the league with its house rules."""
        return self.league(slug)


class Players(Endpoint):
    @lists("list_players", PlayerShape, PlayersQuery)
    def get(self, request: Request, slug: str) -> object:
        """Return the players by name, except guests merged into others."""
        return players_named(self.league(slug), self.query(PlayersQuery)["name"])

    @writes("add_player", PlayerInput, PlayerShape)
    def post(self, request: Request, slug: str) -> object:
        """Add a player. 409 if the name is taken."""
        league = self.league(slug)
        data = self.given(PlayerInput)
        return services.add_player(league, actor=self.actor, key=self.key, **data)


urlpatterns = [
    Leagues.at("leagues/", "leagues"),
    OneLeague.at(LEAGUE, "league"),
    Players.at(f"{LEAGUE}players/", "players"),
]
