"""Hands of a match: entering, checking, correcting and taking back, and the replay of a log."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.urls import path, reverse
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api import problems
from zarleague.api.base import Endpoint
from zarleague.engine.entry import Entry, Step
from zarleague.engine.games import find
from zarleague.engine.report import replay_data
from zarleague.leagues.selectors import aliases, names
from zarleague.play import outcomes, selectors, services
from zarleague.play.errors import HandConflict, VersionConflict, WrongNumber
from zarleague.play.models import Hand, Match, MatchSeat
from zarleague.play.services.previews import CorrectionPreview, HandPreview

BY_LOG = "log"
"""The form that has no sheets: the log says how the hand ended."""

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the sender, at most 64 characters. The same key never writes twice.",
)


class EntryInput(serializers.Serializer[Any]):
    """The end of a hand. ``sheets`` has one object per player, field key -> value, as the game's
    entry form declares; ``players`` says whose they are (default: everybody at the table)."""

    form = serializers.CharField(max_length=32)
    winner = serializers.IntegerField(allow_null=True, default=None, min_value=0)
    sheets = serializers.ListField(child=serializers.DictField(), default=list)
    players = serializers.ListField(child=serializers.IntegerField(), required=False)
    number = serializers.IntegerField(required=False, min_value=1)
    log = serializers.CharField(default="", allow_blank=True, trim_whitespace=False)

    @property
    def entry(self) -> Entry:
        """The entry as the engine takes it."""
        data = self.validated_data
        return Entry(data["form"], tuple(data["sheets"]), data["winner"])


class CorrectionInput(EntryInput):
    """A new account of a hand. ``version`` is the number of the version it replaces."""

    version = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=300)


class VoidInput(serializers.Serializer[Any]):
    """Taking a hand back."""

    version = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=300)


class LogInput(serializers.Serializer[Any]):
    """A hand log, as text."""

    log = serializers.CharField(trim_whitespace=False)


class Hands(Endpoint):
    """The hands of a match."""

    @extend_schema(request=EntryInput, parameters=[KEY], responses={201: dict})
    def post(self, request: Request, match_id: int) -> Response:
        """Enter a hand. 409 with what was saved when somebody else was first, 422 with findings
        when the entry cannot be right."""
        match = self.match(match_id)
        given = _valid(EntryInput, request)
        data = given.validated_data
        seats = _seats(match, data.get("players"), data.get("number"))
        common = {
            "key": self.key,
            "actor": self.actor,
            "expected_number": data.get("number"),
            "seats": seats,
        }
        try:
            if data["form"] == BY_LOG:
                hand = services.enter_log(match, data["log"], **common)
            else:
                hand = services.enter_hand(match, given.entry, log=data["log"], **common)
        except HandConflict as error:
            return problems.refused(
                error, saved=hand_data(error.saved, self.actor.label), next=next_data(match)
            )
        except WrongNumber as error:
            return problems.refused(error, next=next_data(match))
        status = selectors.status(match)
        return Response(
            {
                "hand": hand_data(hand),
                "next": next_data(match),
                "announcement": " ".join(status.announcements),
            },
            status=201,
        )


class HandCheck(Endpoint):
    """What an entry would say, before it is saved."""

    @extend_schema(request=EntryInput, responses={200: dict})
    def post(self, request: Request, match_id: int) -> Response:
        """Points, findings, steps and the totals after the hand. Writes nothing."""
        match = self.match(match_id)
        given = _valid(EntryInput, request)
        seats = _seats(match, given.validated_data.get("players"), None)
        if given.validated_data["form"] == BY_LOG:
            return Response(_log_check(match, given.validated_data["log"], seats))
        preview = services.preview_hand(match, given.entry, seats=seats)
        return Response(preview_data(match, given.entry, preview))


class HandVersions(Endpoint):
    """The versions of one hand."""

    @extend_schema(request=CorrectionInput, parameters=[KEY], responses={201: dict})
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Correct the hand: a new version with its reason."""
        hand = self.hand(match_id, number)
        given = _valid(CorrectionInput, request)
        data = given.validated_data
        common = {
            "reason": data["reason"],
            "key": self.key,
            "actor": self.actor,
            "expected_version": data["version"],
        }
        seats = _seats(hand.match, data.get("players"), number)
        try:
            if data["form"] == BY_LOG:
                version = services.correct_by_log(hand, data["log"], seats=seats, **common)
            else:
                version = services.correct_hand(
                    hand, given.entry, seats=seats, log=data["log"] or None, **common
                )
        except VersionConflict as error:
            return problems.refused(error, saved=hand_data(error.hand))
        return Response({"version": version.number}, status=201)


class VersionCheck(Endpoint):
    """What a correction would move."""

    @extend_schema(request=EntryInput, responses={200: dict})
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Findings and points as for a new hand, and what moves: totals and places of the match,
        places of the season's table. Writes nothing."""
        hand = self.hand(match_id, number)
        given = _valid(EntryInput, request)
        seats = _seats(hand.match, given.validated_data.get("players"), number)
        if given.validated_data["form"] == BY_LOG:
            return Response(_log_check(hand.match, given.validated_data["log"], seats))
        preview = services.preview_correction(hand, given.entry, seats=seats)
        return Response(
            preview_data(hand.match, given.entry, preview.hand)
            | {"effect": effect_data(hand.match, preview)}
        )


class HandVoid(Endpoint):
    """Taking a hand back."""

    @extend_schema(request=VoidInput, parameters=[KEY], responses={201: dict})
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Void the hand: a new version without results. It can be restored."""
        hand = self.hand(match_id, number)
        data = _valid(VoidInput, request).validated_data
        version = services.void_hand(
            hand,
            reason=data["reason"],
            key=self.key,
            actor=self.actor,
            expected_version=data["version"],
        )
        return Response({"version": version.number}, status=201)


class LogReplay(Endpoint):
    """A log judged under the rules of a match."""

    @extend_schema(request=LogInput, responses={200: dict})
    def post(self, request: Request, match_id: int) -> Response:
        """A verdict on every event, with the rule it rests on. Writes nothing."""
        match = self.match(match_id)
        data = _valid(LogInput, request).validated_data
        names = [seat.player.name for seat in _seats(match, None, request.data.get("number"))]
        judged = outcomes.replayed(selectors.ruleset_of(match), data["log"], names)
        return Response(replay_data(judged))


def hand_data(hand: Hand, author: str = "") -> dict[str, Any]:
    """A saved hand with its confirmed results, and where it can be corrected."""
    version = hand.confirmed
    results = version.results.select_related("player") if version else ()
    league = hand.match.season.league.slug
    return {
        "id": hand.pk,
        "number": hand.number,
        "version": version.number if version else 0,
        "author": version.author_name if version else author,
        "results": [
            {
                "player": result.player_id,
                "name": result.player.name,
                "points": result.points,
                "place": result.place,
            }
            for result in results
        ],
        "correct": reverse("correct-hand", args=(league, hand.match_id, hand.number)),
        "draft": f"hand-{hand.pk}",
    }


def next_data(match: Match) -> dict[str, Any]:
    """The number of the next hand, and the totals in the order of its seats."""
    totals = selectors.match_totals(match)
    into = aliases(match.season.league_id)
    players = [seat.player_id for seat in selectors.seats_for(match)]
    return {
        "number": selectors.status(match).next_number,
        "totals": [totals.get(into.get(player, player), 0) for player in players],
    }


def preview_data(match: Match, entry: Entry, preview: HandPreview) -> dict[str, Any]:
    """What an entry would say: ``points`` by sheet (null if a finding blocks), ``steps`` how they
    came about where that is no plain sum."""
    checked = find(match.game).check(selectors.ruleset_of(match), entry)
    return {
        "points": preview.points,
        "findings": [problems.remark_data(remark) for remark in preview.remarks],
        "steps": [[_step(step) for step in steps] for steps in checked.steps],
        "announcement": " ".join(preview.status.announcements) if preview.status else "",
    }


def effect_data(match: Match, preview: CorrectionPreview) -> dict[str, Any]:
    """What a correction moves: totals of the match, and rows of the season's table, by player;
    each with its figure before and after, null where there is none."""
    named = names(match.season.league)
    return {
        "totals": [
            {"name": named[player], "before": before, "after": after}
            for player, (before, after) in preview.hand.totals.items()
            if before != after
        ],
        "table": [
            {
                "name": named[row.player_id],
                "rank_before": row.rank_before,
                "rank_after": row.rank_after,
                "before": _figure(row.metric_before),
                "after": _figure(row.metric_after),
            }
            for row in preview.movements
        ],
    }


def _figure(metric: Fraction | None) -> float | None:
    """A figure of the table, rounded as it is shown."""
    return None if metric is None else round(float(metric), 2)


def _step(step: Step) -> str:
    return gettext(step.template).format(**dict(step.values))


def _log_check(match: Match, text: str, seats: Sequence[MatchSeat]) -> dict[str, Any]:
    names = [seat.player.name for seat in seats]
    judged = outcomes.replayed(selectors.ruleset_of(match), text, names)
    points = [judged.points[judged.log.seats.index(name)] for name in names]
    known = judged.over and None not in points
    return {
        "points": points if known else None,
        "findings": [],
        "steps": [],
        "replay": replay_data(judged),
    }


def _valid(kind: type[serializers.Serializer[Any]], request: Request) -> Any:
    given = kind(data=request.data)
    given.is_valid(raise_exception=True)
    return given


def _seats(match: Match, players: list[int] | None, number: int | None) -> list[MatchSeat]:
    """Who played the hand: the seats of the named players, in that order; by default everybody."""
    seats = selectors.seats_for(match, number)
    if players is None:
        return seats
    by_player = {seat.player_id: seat for seat in seats}
    missing = [player for player in players if player not in by_player]
    if missing or len(set(players)) < len(players):
        raise ValidationError({"players": [gettext("They do not all sit at this table.")]})
    return [by_player[player] for player in players]


urlpatterns = [
    path("matches/<int:match_id>/hands/", Hands.as_view(), name="api-hands"),
    path("matches/<int:match_id>/hands/check/", HandCheck.as_view(), name="api-hand-check"),
    path("matches/<int:match_id>/replay/", LogReplay.as_view(), name="api-replay"),
    path(
        "matches/<int:match_id>/hands/<int:number>/versions/",
        HandVersions.as_view(),
        name="api-hand-versions",
    ),
    path(
        "matches/<int:match_id>/hands/<int:number>/versions/check/",
        VersionCheck.as_view(),
        name="api-version-check",
    ),
    path("matches/<int:match_id>/hands/<int:number>/void/", HandVoid.as_view(), name="api-void"),
]
