"""Penalty points given in a match."""

from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import MATCH, Endpoint
from zarleague.api.fields import MOST, NumberField, TextField
from zarleague.api.inputs import Input
from zarleague.api.schema import lists, writes
from zarleague.leagues.selectors import player_of
from zarleague.play import selectors, services
from zarleague.play.models import MAX_REASON, Penalty


class PenaltyShape(serializers.ModelSerializer):
    """Penalty points: they count against the player, whichever way the game counts."""

    name = serializers.CharField(source="player.name")
    by = serializers.CharField(source="author_name")

    class Meta:
        model = Penalty
        fields = (
            "id",
            "player",
            "name",
            "evening",
            "points",
            "reason",
            "by",
            "created_at",
            "cancelled_at",
            "cancelled_by",
            "cancel_reason",
        )


class PenaltyInput(Input):
    """A penalty."""

    player = NumberField()
    points = NumberField(min_value=1, max_value=MOST)
    reason = TextField(max_length=MAX_REASON)


class CancelInput(Input):
    """The reason for cancelling a penalty."""

    reason = TextField(max_length=MAX_REASON)


class Penalties(Endpoint):
    @lists("list_penalties", PenaltyShape)
    def get(self, request: Request, match_id: int) -> object:
        """Return the penalties, including cancelled ones."""
        return selectors.match_penalties(self.match(match_id))

    @writes("add_penalty", PenaltyInput, PenaltyShape)
    def post(self, request: Request, match_id: int) -> object:
        """Give a player penalty points."""
        match, given = self.match(match_id), self.given(PenaltyInput)
        player = self.found(player_of(match.season.league, given["player"]))
        return services.add_penalty(
            match.season,
            player,
            given["points"],
            reason=given["reason"],
            actor=self.actor,
            key=self.key,
            match=match,
        )


class PenaltyEnd(Endpoint):
    @writes("cancel_penalty", CancelInput, PenaltyShape)
    def post(self, request: Request, match_id: int, penalty_id: int) -> object:
        """Cancel the penalty: it counts no longer."""
        penalty = self.found(selectors.penalty_of(self.match(match_id), penalty_id))
        reason = self.given(CancelInput)["reason"]
        return services.cancel_penalty(penalty, reason=reason, actor=self.actor, key=self.key)


_PENALTIES = f"{MATCH}penalties/"

urlpatterns = [
    Penalties.at(_PENALTIES, "penalties"),
    PenaltyEnd.at(f"{_PENALTIES}<int:penalty_id>/cancel/", "cancel-penalty"),
]
