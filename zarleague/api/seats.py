"""Seats of a match: join late, leave, substitute."""

from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import MATCH, Endpoint
from zarleague.api.fields import MOST, NumberField, OneOfField, TextField, WhoField
from zarleague.api.inputs import Input
from zarleague.api.schema import reads, writes
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Player
from zarleague.leagues.selectors import player_of
from zarleague.play import selectors, services
from zarleague.play.models import Match, MatchSeat
from zarleague.play.models.hand import MAX_REASON


class SeatShape(serializers.Serializer):
    """A player's seat in a match for a range of hands; ``until_hand`` is null while they sit
    there."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Clockwise from 0.")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    from_hand = serializers.IntegerField()
    until_hand = serializers.IntegerField(allow_null=True)
    counts_for = serializers.IntegerField(
        source="counts_for_id", allow_null=True, help_text="For whom its hands count, if another."
    )
    shares_with = serializers.IntegerField(
        source="shares_with_id",
        allow_null=True,
        help_text="With whom its player takes one place in the match.",
    )


class JoinInput(Input):
    """A late joiner: ``number`` is an empty seat; without it, a new seat is added."""

    who = WhoField()
    number = NumberField(required=False, min_value=0, max_value=10_000)


class SubstituteInput(Input):
    """The player who takes over the seat, and for whom the hands at it count: all for the regular,
    all for the substitute, or for each their own, who then share the place."""

    who = WhoField()
    counts = OneOfField(list(services.HandsCount), default=services.HandsCount.BOTH.value)


class RightSeatInput(Input):
    """The player who really sat there, from a hand on, and the reason for the correction."""

    who = WhoField()
    from_hand = NumberField(min_value=1, max_value=MOST)
    reason = TextField(max_length=MAX_REASON)


class CountsInput(Input):
    """For whom the hands count at a seat that a substitute took over, and the reason."""

    counts = OneOfField(list(services.HandsCount))
    reason = TextField(max_length=MAX_REASON)


def player_or_name(league: League, who: int | str) -> Player | str:
    """Return the player with an id, or a name unchanged. Raise Invalid for an id of another
    league."""
    if isinstance(who, str):
        return who
    known = player_of(league, who)
    if known is None or known.merged_into_id is not None:
        raise Invalid("players", gettext_noop("One of the players isn’t in this league."))
    return known


class SeatChange(Endpoint):
    """Base of the views that change seats."""

    def seat(self, match: Match, seat_id: int) -> MatchSeat:
        """Return a seat of the match. Raise Http404."""
        return self.found(selectors.seat_of(match, seat_id))


class Seats(SeatChange):
    @reads("list_seats", SeatShape(many=True))
    def get(self, request: Request, match_id: int) -> object:
        """Return all seats of this match clockwise, including those that players have left."""
        return selectors.seats_ever(self.match(match_id))

    @writes("join_match", JoinInput, SeatShape)
    def post(self, request: Request, match_id: int) -> object:
        """Join the match, starting with the next hand."""
        match = self.match(match_id)
        data = self.given(JoinInput)
        who = player_or_name(match.season.league, data["who"])
        return services.join_match(
            match, who, actor=self.actor, key=self.key, number=data.get("number")
        )


class SeatLeft(SeatChange):
    @writes("leave_match", None, SeatShape)
    def post(self, request: Request, match_id: int, seat_id: int) -> object:
        """Leave the table after the last hand entered."""
        match = self.match(match_id)
        return services.leave_match(self.seat(match, seat_id), actor=self.actor, key=self.key)


class SeatTaken(SeatChange):
    @writes("substitute", SubstituteInput, SeatShape)
    def post(self, request: Request, match_id: int, seat_id: int) -> object:
        """Take over this seat from its player, starting with the next hand."""
        match = self.match(match_id)
        seat = self.seat(match, seat_id)
        given = self.given(SubstituteInput)
        who = player_or_name(match.season.league, given.pop("who"))
        return services.substitute(seat, who, actor=self.actor, key=self.key, **given)


class SeatCorrection(SeatChange):
    @writes("correct_seat", RightSeatInput, SeatShape)
    def post(self, request: Request, match_id: int, seat_id: int) -> object:
        """Correct who sat there from a hand on. Each hand since then gets a new version."""
        match = self.match(match_id)
        seat = self.seat(match, seat_id)
        given = self.given(RightSeatInput)
        who = player_or_name(match.season.league, given.pop("who"))
        return services.correct_seat(seat, who, actor=self.actor, key=self.key, **given)


class SeatCounts(SeatChange):
    @writes("count_substitute", CountsInput, SeatShape)
    def post(self, request: Request, match_id: int, seat_id: int) -> object:
        """Say for whom the hands count at a seat that a substitute took over. Hands that count for
        another player by it get a new version."""
        seat = self.seat(self.match(match_id), seat_id)
        given = self.given(CountsInput)
        return services.count_substitute(seat, actor=self.actor, key=self.key, **given)


urlpatterns = [
    Seats.at(f"{MATCH}seats/", "seats"),
    SeatLeft.at(f"{MATCH}seats/<int:seat_id>/leave/", "leave"),
    SeatTaken.at(f"{MATCH}seats/<int:seat_id>/substitute/", "substitute"),
    SeatCorrection.at(f"{MATCH}seats/<int:seat_id>/correct/", "correct-seat"),
    SeatCounts.at(f"{MATCH}seats/<int:seat_id>/counts/", "count-substitute"),
]
