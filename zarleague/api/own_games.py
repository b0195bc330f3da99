"""Games of a league's own: their definitions, what another definition would move, and what replaces
them."""

from typing import Any

from django.http import Http404
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import Endpoint
from zarleague.api.fields import OneOfField, PlainField, TextField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.schema import changes, reads, writes
from zarleague.engine import KEYS
from zarleague.engine.declared import NUMBER, PREFIX, definition_of, is_declared, to_data
from zarleague.leagues import selectors, services
from zarleague.leagues.models import League
from zarleague.play import services as play_services
from zarleague.play.models import MAX_REASON


class OwnGameShape(serializers.Serializer):
    """A game that the league has declared: its key, and the present version of its definition (see
    docs/own-games.md)."""

    game = serializers.CharField()
    version = serializers.IntegerField()
    definition = serializers.JSONField()

    class Meta:
        ref_name = "OwnGame"


class OwnGameInput(Input):
    """A definition, as in the file of a game. One of a known name is its next version."""

    definition = PlainField()


class MovedHandShape(serializers.Serializer):
    """A hand and its points by sheet, before and after; null where it does not fit the definition
    and keeps its points."""

    match = serializers.IntegerField()
    hand = serializers.IntegerField()
    before = serializers.ListField(child=serializers.IntegerField())
    after = serializers.ListField(child=serializers.IntegerField(), allow_null=True)

    class Meta:
        ref_name = "MovedHand"


class RescoringInput(Input):
    """The reason for scoring hands again."""

    reason = TextField(max_length=MAX_REASON)


class ReplacementInput(RescoringInput):
    """The game with an engine that takes the place of one of the league's own."""

    by = OneOfField(KEYS)


class OwnGames(Endpoint):
    """The games of a league's own."""

    @reads("list_own_games", OwnGameShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the games that the league has declared, by name."""
        league = self.league(slug)
        own = [key for key in selectors.games_of(league) if is_declared(key)]
        return Response([_game(league, key) for key in own])

    @changes("declare_game", OwnGameInput, OwnGameShape)
    def put(self, request: Request, slug: str) -> Response:
        """Add a game, or give one another definition for future matches. Organisers only."""
        league, given = self.organised(slug), self.given(OwnGameInput)

        def write() -> int:
            return services.declare_game(league, given["definition"], actor=self.actor).pk

        made = self.apply_write(league, write, given=given)
        return Response(_game(league, league.games.get(pk=made).game))


class Rescoring(Endpoint):
    """Hands under the present definition of their game."""

    @reads("preview_rescoring", MovedHandShape(many=True))
    def get(self, request: Request, slug: str, name: str) -> Response:
        """Return the hands of running seasons that would count otherwise. Organisers only."""
        league = self.organised(slug)
        moved = play_services.preview_rescoring(league, _key(league, name))
        rows = [
            {
                "match": one.hand.match_id,
                "hand": one.hand.number,
                "before": one.before,
                "after": one.after,
            }
            for one in moved
        ]
        return Response(MovedHandShape(rows, many=True).data)

    @writes("rescore_game", RescoringInput, OwnGameShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, name: str) -> Response:
        """Score these hands again. Organisers only."""
        league = self.organised(slug)
        game, given = _key(league, name), self.given(RescoringInput)
        play_services.rescore_game(league, game, actor=self.actor, key=self.key, **given)
        return Response(_game(league, game), status=201)


class Replacement(Endpoint):
    """Another game for the matches of a league's own."""

    @writes("replace_game", ReplacementInput, OwnGameShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, name: str) -> Response:
        """Make its matches those of a game with an engine; all points stay. Organisers only."""
        league = self.organised(slug)
        game, given = _key(league, name), self.given(ReplacementInput)
        play_services.replace_game(league, game, actor=self.actor, key=self.key, **given)
        return Response(_game(league, game), status=201)


def _key(league: League, name: str) -> str:
    """Return the key of a game of the league's own. Raise Http404."""
    if (key := PREFIX + name) not in selectors.games_of(league):
        raise Http404
    return key


def _game(league: League, key: str) -> Any:
    ruleset = selectors.house_rules(league, key)
    row = {
        "game": key,
        "version": int(ruleset[NUMBER]),
        "definition": to_data(definition_of(ruleset)),
    }
    return OwnGameShape(row).data


_OWN = "leagues/<slug:slug>/own-games/"

urlpatterns = [
    path(_OWN, OwnGames.as_view(), name="api-own-games"),
    path(f"{_OWN}<str:name>/score-again/", Rescoring.as_view(), name="api-rescore-game"),
    path(f"{_OWN}<str:name>/replace/", Replacement.as_view(), name="api-replace-game"),
]
