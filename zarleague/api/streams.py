"""Live streams: the address of one, for whoever may see what it tells of."""

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import Endpoint
from zarleague.api.schema import reads
from zarleague.leagues.audiences import audience_of
from zarleague.leagues.models import League
from zarleague.live import ticket
from zarleague.live.tickets import MAX_AGE
from zarleague.reports.progress import channel


class StreamShape(serializers.Serializer):
    """The address of a stream of server-sent events, and for how many seconds it can be opened. An
    event says that something changed; what, is to be read.
    """

    address = serializers.CharField()
    seconds = serializers.IntegerField()

    class Meta:
        ref_name = "Stream"


class _Stream(Endpoint):
    """Base of the views that hand out streams."""

    def stream(self, league: League, *channels: str) -> Response:
        """Return a stream of these channels of a league."""
        way = ticket(*channels, audience=audience_of(self.actor, league))
        address = self.request.build_absolute_uri(way)
        response = Response({"address": address, "seconds": MAX_AGE})
        response["Cache-Control"] = "no-store"
        return response


class LeagueStream(_Stream):
    """The event stream of a league."""

    @reads("open_league_stream", StreamShape)
    def get(self, request: Request, slug: str) -> Response:
        """Return a stream of the league's matches, people, and work in the background."""
        league = self.league(slug)
        return self.stream(league, f"league-{league.pk}", channel(league.pk))


class SeasonStream(_Stream):
    """The event stream of a season's table."""

    @reads("open_season_stream", StreamShape)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return a stream of the season's results."""
        season = self.season(slug, season_id)
        return self.stream(season.league, f"season-{season.pk}")


class MatchStream(_Stream):
    """The event stream of a match."""

    @reads("open_match_stream", StreamShape)
    def get(self, request: Request, match_id: int) -> Response:
        """Return a stream of the match's hands, seats and disputes."""
        match = self.match(match_id)
        return self.stream(match.season.league, f"match-{match.pk}")


urlpatterns = [
    path("leagues/<slug:slug>/stream/", LeagueStream.as_view(), name="api-league-stream"),
    path(
        "leagues/<slug:slug>/seasons/<int:season_id>/stream/",
        SeasonStream.as_view(),
        name="api-season-stream",
    ),
    path("matches/<int:match_id>/stream/", MatchStream.as_view(), name="api-match-stream"),
]
