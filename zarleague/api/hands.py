"""Hands of a match: list, enter, check."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api import problems
from zarleague.api.base import HAND, MATCH, Endpoint
from zarleague.api.entries import BY_LOG, EntryInput, entry_of, seats_of
from zarleague.api.replays import log_check
from zarleague.api.schema import checks, lists, reads, writes
from zarleague.api.shapes import Check, Entered, EvidenceField, HandShape, Next
from zarleague.leagues.selectors import names_of
from zarleague.play import selectors, services
from zarleague.play.errors import HandConflict, WrongNumber
from zarleague.serving.routes import judges_logs_sent


class CellShape(serializers.Serializer):
    """One player's result in one hand; ``total`` is the match total after it."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    place = serializers.IntegerField()
    won = serializers.BooleanField()
    total = serializers.IntegerField()

    class Meta:
        ref_name = "CellShape"


class HandRowShape(serializers.Serializer):
    """One hand of a match. Players who sat out have no result, nor has anybody
    of a hand given up where it does not count."""

    id = serializers.IntegerField(source="hand_id")
    number = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="The number of the dealer's seat.")
    version = serializers.IntegerField()
    evidence = EvidenceField()
    voided = serializers.BooleanField()
    given_up = serializers.BooleanField(help_text="Nobody ended it, and nobody has won.")
    disputed = serializers.BooleanField()
    has_log = serializers.BooleanField()
    stage = serializers.ChoiceField(["provisional", "agreed", "closed"])
    created_at = serializers.DateTimeField()
    author = serializers.CharField()
    reason = serializers.CharField()
    results = CellShape(many=True)

    class Meta:
        ref_name = "HandRowShape"


class MatchHands(Endpoint):
    @lists("list_hands", HandRowShape)
    def get(self, request: Request, match_id: int) -> object:
        """Return the hands in order, voided ones included, with the totals after each."""
        match = self.match(match_id)
        rows = selectors.hand_rows(match)
        named = names_of(match.season.league, {player for row in rows for player in row.cells})
        return [
            asdict(row)
            | {
                "results": [
                    {"player": player, "name": named[player], **asdict(cell)}
                    for player, cell in row.cells.items()
                ]
            }
            for row in rows
        ]

    @writes("enter_hand", EntryInput, Entered)
    @judges_logs_sent
    def post(self, request: Request, match_id: int) -> Response:
        """Enter a hand. 409 with the saved hand if somebody else has entered this number first; 422
        with findings if the entry cannot be right."""
        match = self.match(match_id)
        data = self.given(EntryInput)
        common: dict[str, Any] = {
            "key": self.key,
            "actor": self.actor,
            "expected_number": data.get("number"),
            "seats": seats_of(match, data, data.get("number")),
        }
        try:
            if data["form"] == BY_LOG:
                hand = services.enter_log(match, data["log"], **common)
            else:
                hand = services.enter_hand(match, entry_of(data), log=data["log"], **common)
        except (HandConflict, WrongNumber) as error:
            return problems.refused(error, next=Next(match).data)
        announcement = selectors.status(match).announcement
        entered = {"hand": hand, "next": match, "announcement": announcement}
        return Response(Entered(entered).data, status=201)


class HandCheck(Endpoint):
    @checks("check_hand", EntryInput, Check)
    @judges_logs_sent
    def post(self, request: Request, match_id: int) -> Response:
        """Return points, findings, the steps of the score, and the end of the match if this hand
        ends it. Saves nothing."""
        match = self.match(match_id)
        data = self.given(EntryInput)
        seats = seats_of(match, data, None)
        if data["form"] == BY_LOG:
            return log_check(match, data["log"], seats or selectors.seats_for(match))
        return services.preview_hand(match, entry_of(data), seats=seats)


class OneHand(Endpoint):
    @reads("read_hand", HandShape)
    def get(self, request: Request, match_id: int, number: int) -> object:
        """Return the hand's confirmed version: results, entry, log, and stage."""
        return self.hand(match_id, number)


urlpatterns = [
    MatchHands.at(f"{MATCH}hands/", "hands"),
    HandCheck.at(f"{MATCH}hands/check/", "hand-check"),
    OneHand.at(HAND, "hand"),
]
