"""Create addresses of live streams for people who may see the data."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, MATCH, SEASON, Endpoint
from zarleague.api.schema import reads
from zarleague.leagues.audiences import audience_of
from zarleague.leagues.models import League
from zarleague.live import ticket
from zarleague.live.tickets import MAX_AGE
from zarleague.reports.background_work.jobs import channel


class StreamShape(serializers.Serializer):
    """The address of a stream of server-sent events, and the seconds for which it can be opened. An
    event says only that something has changed: fetch the new data by the API."""

    address = serializers.CharField()
    seconds = serializers.IntegerField()


class _StreamEndpoint(Endpoint):
    """Base of the views that return addresses of streams."""

    def stream(self, league: League, *channels: str) -> Response:
        """Return the address of a stream of these channels of a league."""
        way = ticket(*channels, audience=audience_of(self.actor, league))
        address = self.request.build_absolute_uri(way)
        response = Response({"address": address, "seconds": MAX_AGE})
        response["Cache-Control"] = "no-store"
        return response


class LeagueStream(_StreamEndpoint):
    @reads("open_league_stream", StreamShape)
    def get(self, request: Request, slug: str) -> Response:
        """Return the address of a stream for the league's matches, people, and background jobs."""
        league = self.league(slug)
        return self.stream(league, f"league-{league.pk}", channel(league.pk))


class SeasonStream(_StreamEndpoint):
    @reads("open_season_stream", StreamShape)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the address of a stream for the season's results."""
        season = self.season(slug, season_id)
        return self.stream(season.league, f"season-{season.pk}")


class MatchStream(_StreamEndpoint):
    @reads("open_match_stream", StreamShape)
    def get(self, request: Request, match_id: int) -> Response:
        """Return the address of a stream for the match's hands, seats and disputes."""
        match = self.match(match_id)
        return self.stream(match.season.league, f"match-{match.pk}")


urlpatterns = [
    LeagueStream.at(f"{LEAGUE}stream/", "league-stream"),
    SeasonStream.at(f"{SEASON}stream/", "season-stream"),
    MatchStream.at(f"{MATCH}stream/", "match-stream"),
]
