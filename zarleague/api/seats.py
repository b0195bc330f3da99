"""Who sits where at a match: late joiners, leavers, substitutes."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api import once
from zarleague.api.base import Endpoint
from zarleague.api.fields import WhoField
from zarleague.api.schema import reads, writes
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Player
from zarleague.leagues.selectors import players_of
from zarleague.play import services
from zarleague.play.models import Match, MatchSeat


class SeatShape(serializers.Serializer):
    """Somebody's place at the table, for a span of hands; ``until_hand`` null: still there."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Clockwise from 0.")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    from_hand = serializers.IntegerField()
    until_hand = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "Seat"


class JoinInput(serializers.Serializer):
    """A late joiner: at an empty seat by its ``number``, else at a new one."""

    who = WhoField()
    number = serializers.IntegerField(required=False, min_value=0, max_value=10_000)


class SubstituteInput(serializers.Serializer):
    """Who takes over the seat."""

    who = WhoField()


def player_or_name(league: League, who: int | str) -> Player | str:
    """Whoever was named, by id or by name. Raises Invalid for an id that is not in the league."""
    if isinstance(who, str):
        return who
    known = players_of(league).filter(pk=who).first()
    if known is None:
        raise Invalid("players", gettext_noop("One of the players is not in this league."))
    return known


class SeatChange(Endpoint):
    """What the changes of seats share."""

    def once(self, match: Match, write: Callable[[], MatchSeat], *asked: Any) -> Response:
        """Change the seats once per key."""
        seat = once.in_match(match, self.actor, self.key, write, MatchSeat, *asked)
        return Response(SeatShape(seat).data, status=201)

    def seat(self, match: Match, seat_id: int) -> MatchSeat:
        """A seat of the match."""
        seat = get_object_or_404(MatchSeat, pk=seat_id, match=match)
        seat.match = match
        return seat


class Seats(SeatChange):
    """The seats of a match."""

    @reads("list_seats", SeatShape(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """Every seat anybody had in this match, clockwise."""
        seats = self.match(match_id).seats.select_related("player")
        return Response(SeatShape(seats, many=True).data)

    @writes("join_match", JoinInput, SeatShape)
    def post(self, request: Request, match_id: int) -> Response:
        """Take a seat, from the next hand on."""
        match = self.match(match_id)
        data = self.given(JoinInput)

        def join() -> MatchSeat:
            who = player_or_name(match.season.league, data["who"])
            return services.join_match(match, who, actor=self.actor, number=data.get("number"))

        return self.once(match, join, "join", data)


class SeatLeft(SeatChange):
    """Leaving a seat."""

    @writes("leave_match", None, SeatShape)
    def post(self, request: Request, match_id: int, seat_id: int) -> Response:
        """Leave the table after the last hand entered."""
        match = self.match(match_id)
        seat = self.seat(match, seat_id)
        return self.once(
            match, lambda: services.leave_match(seat, actor=self.actor), "leave", seat_id
        )


class SeatTaken(SeatChange):
    """Taking over a seat."""

    @writes("substitute", SubstituteInput, SeatShape)
    def post(self, request: Request, match_id: int, seat_id: int) -> Response:
        """Sit there instead of who sat there so far, from the next hand on."""
        match = self.match(match_id)
        seat = self.seat(match, seat_id)
        data = self.given(SubstituteInput)

        def take() -> MatchSeat:
            who = player_or_name(match.season.league, data["who"])
            return services.substitute(seat, who, actor=self.actor)

        return self.once(match, take, "substitute", seat_id, data)


urlpatterns = [
    path("matches/<int:match_id>/seats/", Seats.as_view(), name="api-seats"),
    path(
        "matches/<int:match_id>/seats/<int:seat_id>/leave/",
        SeatLeft.as_view(),
        name="api-leave",
    ),
    path(
        "matches/<int:match_id>/seats/<int:seat_id>/substitute/",
        SeatTaken.as_view(),
        name="api-substitute",
    ),
]
