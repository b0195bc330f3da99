"""Games of a league's own: their definitions, what another definition would move, and what replaces
them."""

from typing import Any, Final

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import NumberField, OneOfField, PlainField, TextField, YesNoField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.schema import changes, checks, reads, writes
from zarleague.api.shapes import FindingShape
from zarleague.engine import KEYS
from zarleague.engine.declared import NUMBER, differences, to_data
from zarleague.engine.declared.counting import COUNTED
from zarleague.engine.declared.definition import NAME_LENGTH, PLAYERS
from zarleague.engine.entry import Entry
from zarleague.leagues import selectors, services
from zarleague.leagues.models import League, LeagueGame
from zarleague.play import selectors as selectors_of_play
from zarleague.play import services as play_services
from zarleague.play.models import MAX_REASON

MOST_SAMPLES: Final = 20
"""Hands that are tried at once."""


class OwnGameShape(serializers.Serializer):
    """A game that the league has declared: its key, which stays when it is renamed, and the present
    version of its definition (see docs/own-games.md). One that is ``inactive`` is no longer played:
    it is not offered."""

    game = serializers.CharField()
    inactive = serializers.BooleanField()
    version = serializers.IntegerField()
    definition = serializers.JSONField()


class OwnGameInput(Input):
    """A definition, as in the file of a game. One of a known name, or of one that a game had when
    it was added, is its next version."""

    definition = PlainField()


class GameNameInput(Input):
    """The new name of a game."""

    name = TextField(max_length=NAME_LENGTH)


class GameInactiveInput(Input):
    """Whether the game is no longer played."""

    inactive = YesNoField()


class MovedHandShape(serializers.Serializer):
    """A hand and its points by sheet, before and after; null where it does not fit the definition
    and keeps its points."""

    match = serializers.IntegerField(source="hand.match_id")
    hand = serializers.IntegerField(source="hand.number")
    before = serializers.ListField(child=serializers.IntegerField())
    after = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class GameChangeShape(serializers.Serializer):
    """One thing that a version changed: where it stands in the definition ("limit",
    "fields.f1.each", "rules.0.made.fixed"; boxes by their key), and its values; null where it was
    or is not there."""

    what = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class GameVersionShape(serializers.Serializer):
    """A version of a game: when it was declared (null where no record of that is left), what it
    changed of the version before, and how many matches have it."""

    version = serializers.IntegerField()
    since = serializers.DateTimeField(allow_null=True)
    matches = serializers.IntegerField()
    changes = GameChangeShape(many=True)
    definition = serializers.JSONField()


class SampleHandInput(Input):
    """A hand to try: what each player's boxes hold, and the index of the one who went out."""

    form = TextField(max_length=32, default=COUNTED)
    winner = NumberField(allow_null=True, default=None, min_value=0)
    sheets = serializers.ListField(
        child=serializers.DictField(child=PlainField(allow_null=True)), max_length=PLAYERS[1]
    )


class GameCheckInput(OwnGameInput):
    """A definition to try, and hands to count by it."""

    hands = serializers.ListField(child=SampleHandInput(), default=list, max_length=MOST_SAMPLES)


class SampleHandShape(serializers.Serializer):
    """A hand that was tried. ``points`` are by sheet, null if a finding blocks."""

    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    findings = FindingShape(many=True)


class GameCheckShape(serializers.Serializer):
    """A definition that was tried, as it would be stored; the hands; and those of running seasons
    to which scoring again would give other points, if the league has this game already."""

    definition = serializers.JSONField()
    unit = serializers.IntegerField(help_text="How many of the points make one.")
    hands = SampleHandShape(many=True)
    moves = MovedHandShape(many=True)


class RescoringInput(Input):
    """The reason for scoring hands again."""

    reason = TextField(max_length=MAX_REASON)


class ReplacementInput(RescoringInput):
    """The game with an engine that takes the place of one of the league's own."""

    by = OneOfField(KEYS)


class OwnGames(Endpoint):
    @reads("list_own_games", OwnGameShape(many=True))
    def get(self, request: Request, slug: str) -> object:
        """Return the games that the league has declared, by name."""
        return [_shown(row) for row in selectors.own_games(self.league(slug))]

    @changes("declare_game", OwnGameInput, OwnGameShape)
    def put(self, request: Request, slug: str) -> Response:
        """Add a game, or give one another definition for future matches. Organisers only."""
        league, given = self.organised(slug), self.given(OwnGameInput)
        made = self.apply_write(league, services.declare_game, league, given["definition"])
        game = OwnGameShape(_shown(league.games.get(pk=made))).data
        return Response(game, headers={"ETag": self.present_tag()})


class OneOwnGame(Endpoint):
    @reads("read_own_game", OwnGameShape)
    def get(self, request: Request, slug: str, name: str) -> object:
        """Return a game that the league has declared. Its address has the name in its key, which is
        the one it was added under."""
        return _shown(_found(self.league(slug), name))

    @changes("rename_game", GameNameInput, OwnGameShape)
    def patch(self, request: Request, slug: str, name: str) -> Response:
        """Rename the game. Its key stays, and its addresses go on working. Organisers only."""
        league, given = self.organised(slug), self.given(GameNameInput)
        game = _key(league, name)
        self.apply_write(league, services.rename_game, league, game, **given)
        return self.get(request, slug, name)


class GameInactivity(Endpoint):
    @writes("set_game_inactive", GameInactiveInput, OwnGameShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, name: str) -> object:
        """Say that the game is no longer played, or is played again. Organisers only."""
        league, given = self.organised(slug), self.given(GameInactiveInput)
        game = _key(league, name)
        self.apply_write(league, services.set_game_inactive, league, game, **given)
        return _shown(_found(league, name))


class GameVersions(Endpoint):
    @reads("list_game_versions", GameVersionShape(many=True))
    def get(self, request: Request, slug: str, name: str) -> object:
        """Return the latest 20 versions, the latest first, and what each changed."""
        league = self.league(slug)
        found = selectors_of_play.versions_of_game(league, _key(league, name))
        earlier = [*(one.definition for one in found[1:]), None]
        return [
            {
                "version": one.number,
                "since": one.since,
                "matches": one.count,
                "changes": [
                    {"what": what, "before": was, "after": now}
                    for what, was, now in (differences(before, one.definition) if before else ())
                ],
                "definition": to_data(one.definition),
            }
            for one, before in zip(found, earlier, strict=True)
        ]


class GameCheck(Endpoint):
    @checks("check_game", GameCheckInput, GameCheckShape)
    def post(self, request: Request, slug: str) -> object:
        """Return what the hands would count, and what the definition would move as a correction of
        the game of its name. Organisers only. Saves nothing."""
        league, given = self.organised(slug), self.given(GameCheckInput)
        definition = services.checked_definition(given["definition"])
        entries = [
            Entry(one["form"], tuple(one["sheets"]), one["winner"]) for one in given["hands"]
        ]
        known = selectors.own_game_called(league, definition.name)
        moved = (
            play_services.preview_rescoring(league, known.game, definition)
            if known is not None
            else []
        )
        return {
            "definition": to_data(definition),
            "unit": definition.unit,
            "hands": [
                {"points": one.points, "findings": one.remarks}
                for one in play_services.count_samples(definition, entries)
            ],
            "moves": moved,
        }


class Rescoring(Endpoint):
    @reads("preview_rescoring", MovedHandShape(many=True))
    def get(self, request: Request, slug: str, name: str) -> object:
        """Return the hands of running seasons that would count otherwise. Organisers only."""
        league = self.organised(slug)
        return play_services.preview_rescoring(league, _key(league, name))

    @writes("rescore_game", RescoringInput, OwnGameShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, name: str) -> object:
        """Score these hands again. Organisers only."""
        league = self.organised(slug)
        game, given = _key(league, name), self.given(RescoringInput)
        play_services.rescore_game(league, game, actor=self.actor, key=self.key, **given)
        return _shown(_found(league, name))


class Replacement(Endpoint):
    @writes("replace_game", ReplacementInput, OwnGameShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, name: str) -> object:
        """Make its matches those of a game with an engine; all points stay. Organisers only."""
        league = self.organised(slug)
        game, given = _key(league, name), self.given(ReplacementInput)
        play_services.replace_game(league, game, actor=self.actor, key=self.key, **given)
        return _shown(_found(league, name))


def _key(league: League, name: str) -> str:
    """Return the key of a game of the league's own. Raise Http404."""
    return _found(league, name).game


def _found(league: League, name: str) -> LeagueGame:
    """Return a game of the league's own. Raise Http404."""
    if (row := selectors.own_game(league, name)) is None:
        raise Http404
    return row


def _shown(row: LeagueGame) -> dict[str, Any]:
    return {
        "game": row.game,
        "inactive": row.inactive,
        "version": int(selectors.rules_of(row)[NUMBER]),
        "definition": to_data(selectors.present_definition(row)),
    }


_OWN = f"{LEAGUE}own-games/"

urlpatterns = [
    OwnGames.at(_OWN, "own-games"),
    GameCheck.at(f"{_OWN}check/", "check-game"),
    OneOwnGame.at(f"{_OWN}<str:name>/", "own-game"),
    GameInactivity.at(f"{_OWN}<str:name>/inactive/", "game-inactive"),
    GameVersions.at(f"{_OWN}<str:name>/versions/", "game-versions"),
    Rescoring.at(f"{_OWN}<str:name>/score-again/", "rescore-game"),
    Replacement.at(f"{_OWN}<str:name>/replace/", "replace-game"),
]
