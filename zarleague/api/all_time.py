"""A league and its players over all seasons."""

import datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import LEAGUE, PLAYER, Endpoint
from zarleague.api.fields import GameField
from zarleague.api.inputs import Input
from zarleague.api.schema import reads
from zarleague.leagues import selectors
from zarleague.reports.all_time import reading


class GameQuery(Input):
    """The game whose hands to include; without it all games."""

    game = GameField(required=False)


class RecordHolderShape(serializers.Serializer):
    """A player who holds a record, and the hand or the evening of it."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    match = serializers.IntegerField(source="hand.match", default=None, allow_null=True)
    number = serializers.IntegerField(source="hand.number", default=None, allow_null=True)
    evening = serializers.SerializerMethodField()

    def get_evening(self, holder: reading.Holder) -> datetime.date | None:
        """Return the evening of a record that an evening holds."""
        return datetime.date.fromordinal(holder.evening) if holder.evening else None


class RecordShape(serializers.Serializer):
    """A record of one game, and everybody who shares it."""

    kind = serializers.ChoiceField(choices=list(reading.RECORDS))
    figure = serializers.IntegerField()
    holders = RecordHolderShape(many=True)


class LifetimeShape(serializers.Serializer):
    """A player's figures over all seasons. Of all games together the points have no meaning."""

    hands = serializers.IntegerField(source="figures.hands")
    wins = serializers.IntegerField(source="figures.wins")
    points = serializers.IntegerField(source="figures.points")
    matches = serializers.IntegerField(source="figures.matches")
    matches_won = serializers.IntegerField(source="figures.matches_won")
    seasons_won = serializers.IntegerField(
        help_text="Finished seasons of any game in first place, shared or not, or by their final."
    )


class AllTimeRowShape(LifetimeShape):
    """One player of a league over all seasons."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class ChampionShape(serializers.Serializer):
    """A player in first place of a season."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class SeasonWonShape(serializers.Serializer):
    """A finished season, and who won it: nobody while its final is being played."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    champions = ChampionShape(many=True)


class AllTimeShape(serializers.Serializer):
    """A league over all seasons; the rows by seasons won, then matches won, then hands won."""

    games = serializers.ListField(child=serializers.CharField())
    rows = AllTimeRowShape(many=True)
    records = RecordShape(many=True)
    seasons = SeasonWonShape(many=True)
    is_behind = serializers.BooleanField(
        help_text="Whether hands were entered or corrected since; they are added up in a moment."
    )


class PlaceShape(serializers.Serializer):
    """A player's place in a season's table."""

    season = serializers.IntegerField(source="season.pk")
    name = serializers.CharField(source="season.name")
    state = serializers.CharField(source="season.state")
    rank = serializers.IntegerField()
    players = serializers.IntegerField(help_text="Players who are ranked in it.")


class RivalShape(serializers.Serializer):
    """A player's hands with one opponent: how many of them each finished ahead in."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    ahead = serializers.IntegerField(source="met.ahead")
    behind = serializers.IntegerField(source="met.behind")
    level = serializers.IntegerField(source="met.level")


class PlayerAllTimeShape(LifetimeShape):
    """A player over all seasons."""

    games = serializers.ListField(child=serializers.CharField())
    places = PlaceShape(many=True)
    records = RecordShape(many=True)
    rivals = RivalShape(many=True)
    is_behind = serializers.BooleanField()


class LeagueAllTimeEndpoint(Endpoint):
    @reads("read_all_time", AllTimeShape, GameQuery)
    def get(self, request: Request, slug: str) -> object:
        """Return players, records and champions of all seasons, of one game or of all."""
        league = self.league(slug)
        found = reading.all_time_of_league(league, self.query(GameQuery).get("game", ""))
        data: dict[str, Any] = {
            **found._asdict(),
            "seasons": [
                {
                    "season": season.pk,
                    "name": season.name,
                    "champions": [{"player": one, "name": name} for one, name in first],
                }
                for season, first in found.champions
            ],
            "is_behind": reading.is_behind(league),
        }
        return data


class PlayerAllTimeEndpoint(Endpoint):
    @reads("read_player_all_time", PlayerAllTimeShape, GameQuery)
    def get(self, request: Request, slug: str, player_id: int) -> object:
        """Return places, bests and every opponent of a player, of one game or of all."""
        league = self.league(slug)
        counted = selectors.aliases(league.pk).get(player_id, player_id)
        player = self.found(selectors.player_of(league, counted))
        found = reading.all_time_of_player(player, self.query(GameQuery).get("game", ""))
        return {
            **found._asdict(),
            "seasons_won": found.seasons_won,
            "is_behind": reading.is_behind(league),
        }


urlpatterns = [
    LeagueAllTimeEndpoint.at(f"{LEAGUE}all-time/", "all-time"),
    PlayerAllTimeEndpoint.at(f"{PLAYER}all-time/", "player-all-time"),
]
