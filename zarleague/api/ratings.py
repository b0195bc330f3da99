"""Ratings: the list of a game, forecasts for a hand, upsets, and the method."""

import datetime
from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import MOST, DigitsField, OneOfField, RoundedField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.paging import address_of, requested_size, requested_start
from zarleague.api.reports import JobShape
from zarleague.api.schema import changes, lists, reads, writes
from zarleague.leagues import selectors as leagues
from zarleague.leagues.models import League
from zarleague.play import selectors as play
from zarleague.reports import selectors, services
from zarleague.reports.models import Job, RatingList
from zarleague.reports.tasks import queue_job, queue_ratings
from zarleague.standings.ratings.raters import RATER_KEYS

MOST_PLAYERS = 50


class RatingShape(serializers.Serializer):
    """One player of a list. Ranks are within a ``group`` of players connected by hands."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    group = serializers.IntegerField()
    rank = serializers.IntegerField()
    rating = serializers.IntegerField(source="shown.rating")
    low = serializers.IntegerField(source="shown.low", allow_null=True)
    high = serializers.IntegerField(source="shown.high", allow_null=True)
    provisional = serializers.BooleanField(source="shown.provisional")
    hands = serializers.IntegerField()
    peak = serializers.IntegerField(allow_null=True)


class ForecastQuery(Input):
    """The players of the hand, by id: two or more."""

    player = serializers.ListField(
        child=DigitsField(min_value=1, max_value=MOST), min_length=2, max_length=MOST_PLAYERS
    )


class ForecastShape(serializers.Serializer):
    """One player's expected place and probability of winning a hand, by the ratings before it."""

    player = serializers.IntegerField(source="player_id")
    group = serializers.IntegerField(
        allow_null=True,
        help_text="The player's group in the list, null without a rating. Players of different "
        "groups have never met, not even through others: each is compared with the average of "
        "their own group, so the forecast is a guess.",
    )
    place = RoundedField()
    win = RoundedField(help_text="Chance to finish first, from 0 to 1.")


class UpsetShape(serializers.Serializer):
    """A hand in which a player finished ahead of a stronger one."""

    match = serializers.IntegerField()
    number = serializers.IntegerField()
    evening = serializers.DateField()
    player = serializers.IntegerField()
    favourite = serializers.IntegerField()
    chance = RoundedField()


class RaterShape(Input):
    """The method that rates a league."""

    rater = OneOfField(sorted(RATER_KEYS))


class RaterComparisonShape(serializers.Serializer):
    """A backtest: how well each method would have predicted the league's hands of one game."""

    game = serializers.CharField()
    hands = serializers.IntegerField()
    marks = serializers.ListField(child=serializers.DictField(), help_text="The best first.")


class _GameEndpoint(Endpoint):
    """Base of the views of one game's list."""

    def list_of(self, league: League, game: str) -> RatingList:
        """Return the list of a game. Raise Http404 before its first hand."""
        return self.found(selectors.rating_list(league, game))


class GameRatings(_GameEndpoint):
    @lists("list_ratings", RatingShape)
    def get(self, request: Request, slug: str, game: str) -> Response:
        """Return the players, the best of each group first."""
        league = self.league(slug)
        found = self.list_of(league, game)
        start, size = requested_start(request), requested_size(request)
        rows = selectors.rows_of(found, start, size + 1)
        shown, more = rows[:size], len(rows) > size
        named = leagues.names_of(league, [row.player_id for row in shown])
        return Response(
            {
                "next": address_of(request, [start + size] if more else None),
                "results": RatingShape(
                    [asdict(row) | {"name": named[row.player_id]} for row in shown], many=True
                ).data,
            }
        )


class Forecasts(_GameEndpoint):
    @reads("read_forecast", ForecastShape(many=True), ForecastQuery)
    def get(self, request: Request, slug: str, game: str) -> object:
        """Return expected place and probability of winning for each given player of the league; []
        for fewer than two. Who has no rating counts as average."""
        league = self.league(slug)
        found = self.list_of(league, game)
        asked = list(leagues.names_of(league, self.query(ForecastQuery)["player"]))
        groups = selectors.groups_of(found, asked)
        return [
            each._asdict() | {"group": groups.get(each.player_id)}
            for each in selectors.expected_result(league, game, asked)
        ]


class Upsets(_GameEndpoint):
    @reads("list_upsets", UpsetShape(many=True))
    def get(self, request: Request, slug: str, game: str) -> object:
        """Return the upsets, least likely first."""
        found = selectors.upsets_of(self.list_of(self.league(slug), game))
        hands = play.hands_by_id(upset.hand_id for upset in found)
        rows: list[dict[str, Any]] = [
            {
                "match": hands[upset.hand_id].match_id,
                "number": hands[upset.hand_id].number,
                "evening": datetime.date.fromordinal(upset.evening),
                "player": upset.player_id,
                "favourite": upset.favourite_id,
                "chance": upset.chance,
            }
            for upset in found
            if upset.hand_id in hands
        ]
        return rows


class RaterChoice(Endpoint):
    @reads("read_rater", RaterShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the method."""
        return {"rater": selectors.rater_key(self.league(slug))}

    @changes("choose_rater", RaterShape, RaterShape)
    def put(self, request: Request, slug: str) -> Response:
        """Choose the rating method; the lists are recomputed. Organisers only."""
        league, given = self.league(slug), self.given(RaterShape)
        self.apply_write(league, services.choose_rater, league, given["rater"])
        queue_ratings(league.pk)
        return self.get(request, slug)


class RaterComparison(Endpoint):
    @reads("read_rater_comparison", RaterComparisonShape(many=True))
    def get(self, request: Request, slug: str) -> object:
        """Return the latest comparison of each game that has one."""
        league = self.league(slug)
        tests = [selectors.backtest_of(league, game) for game in selectors.rated_games(league)]
        return [test for test in tests if test]

    @writes("compare_raters", None, JobShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Run the comparison again, in the background. Organisers only."""
        league = self.organised(slug)
        self.apply_write(league, services.ask_for_backtest, league)
        job = self.found(selectors.job_of(Job.Kind.BACKTEST, league))
        queue_job(job)
        return job


_RATINGS = f"{LEAGUE}ratings/"


urlpatterns = [
    RaterChoice.at(f"{_RATINGS}method/", "rater"),
    RaterComparison.at(f"{_RATINGS}comparison/", "rater-comparison"),
    GameRatings.at(f"{_RATINGS}<str:game>/", "ratings"),
    Forecasts.at(f"{_RATINGS}<str:game>/forecast/", "forecast"),
    Upsets.at(f"{_RATINGS}<str:game>/upsets/", "upsets"),
]
