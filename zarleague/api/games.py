"""The games: their options, presets, decks, and entry forms."""

from collections.abc import Sequence
from typing import Any

from django.core.validators import RegexValidator
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import MATCH, Endpoint
from zarleague.api.fields import TextField
from zarleague.api.inputs import Input
from zarleague.api.replays import RulesetShape
from zarleague.api.schema import reads
from zarleague.api.shapes import HOW_KNOWN, EvidenceField
from zarleague.engine import KEYS, Game, Ruleset, RulesetError, find
from zarleague.engine.entry import FieldKind
from zarleague.engine.games import scored
from zarleague.engine.report import ruleset_data
from zarleague.leagues.errors import Invalid
from zarleague.play import selectors


class Translated(serializers.CharField):
    """A text of the engine, translated to the requested language."""

    def to_representation(self, value: Any) -> str:
        """Return the translation; an empty text stays empty."""
        return gettext(value) if value else ""


class PairField(serializers.ListField):
    """(key, text) pairs, the text translated to the requested language."""

    child = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)

    def to_representation(self, data: Sequence[tuple[str, str]]) -> list[list[str]]:
        return [[key, gettext(text)] for key, text in data]


class PresetShape(serializers.Serializer):
    """A named set of options."""

    key = serializers.CharField()
    title = Translated()
    text = Translated()
    values = serializers.DictField(child=serializers.CharField())


class OptionShape(serializers.Serializer):
    """A contested point. ``choices`` are (value, meaning) pairs, the first is the default. An
    option whose value is a number has no choices, but ``least`` and ``most``."""

    key = serializers.CharField()
    title = Translated()
    choices = PairField()
    default = serializers.CharField(source="initial")
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    source = serializers.CharField(help_text="The document and section it comes from.")
    basis = serializers.ChoiceField(["seed", "found", "inferred"])


class GameRow(serializers.Serializer):
    """A game."""

    key = serializers.CharField()
    title = Translated()
    summary = Translated()


class GameShape(GameRow):
    """A game with its contested points, and its presets, the most common one first."""

    presets = PresetShape(many=True)
    options = OptionShape(many=True)


class FieldShape(serializers.Serializer):
    """One field of an entry form, filled in for each seat: ``points`` per unit, ``most`` the
    maximum, ``faces`` the codes of the cards it stands for, ``columns`` and ``rows`` the initial
    grid of a field of columns; ``least`` the minimum of a number or of points, ``always`` whether
    the seat that went out is asked, too."""

    key = serializers.CharField()
    label = Translated()
    kind = serializers.ChoiceField(list(FieldKind))
    points = serializers.IntegerField()
    most = serializers.IntegerField()
    faces = serializers.ListField(child=serializers.CharField())
    choices = PairField()
    columns = serializers.IntegerField()
    rows = serializers.IntegerField()
    least = serializers.IntegerField()
    always = serializers.BooleanField()


class FormShape(serializers.Serializer):
    """One way to enter a hand. ``winner``: the seat that went out is marked and its sheet stays
    empty."""

    key = serializers.CharField()
    title = Translated()
    evidence = EvidenceField(read_only=True, help_text=HOW_KNOWN)
    winner = serializers.BooleanField()
    scoring = serializers.ChoiceField(["sum", "winner-collects", "game"])
    fields = FieldShape(many=True)


class FaceShape(serializers.Serializer):
    """A card of the deck: its code in a log, its name, its points, and the number of copies."""

    code = serializers.CharField()
    name = Translated()
    kind = serializers.CharField(help_text="The group of cards it is counted with.")
    colour = serializers.CharField()
    points = serializers.IntegerField()
    copies = serializers.IntegerField()


class MatchEndShape(serializers.Serializer):
    """When a match ends: after ``hands`` hands, or when a total reaches ``limit`` (0: never)."""

    hands = serializers.IntegerField()
    limit = serializers.IntegerField()
    eliminate = serializers.BooleanField(help_text="Who reaches it leaves, the others go on.")
    low_wins = serializers.BooleanField()


class FormsShape(serializers.Serializer):
    """The entry forms of a ruleset: all data needed to render an entry page."""

    ruleset = RulesetShape()
    least_players = serializers.IntegerField()
    most_players = serializers.IntegerField()
    match_end = MatchEndShape()
    deck = FaceShape(many=True)
    forms = FormShape(many=True)

    def to_representation(self, ruleset: Ruleset) -> dict[str, Any]:
        """Return forms, deck and seats of a ruleset."""
        game = scored(ruleset.game)
        least, most = game.seats(ruleset)
        return super().to_representation(
            {
                "ruleset": ruleset_data(ruleset),
                "least_players": least,
                "most_players": most,
                "match_end": game.match_end(ruleset),
                "deck": game.deck(ruleset).faces,
                "forms": game.forms(ruleset),
            }
        )


class RulesQuery(Input):
    """A preset, and any number of options that differ from it, as ``override=option=value``."""

    preset = TextField(default="", allow_blank=True)
    override = serializers.ListField(
        child=TextField(validators=[RegexValidator(r"^[^=]+=[^=]+$")]), default=list
    )


def game_or_404(key: str) -> Game:
    """Return the game of an address. Raise Http404."""
    try:
        return find(key)
    except KeyError as error:
        raise Http404(str(error)) from None


class Games(Endpoint):
    @reads("list_games", GameRow(many=True))
    def get(self, request: Request) -> object:
        """Return all games, in the order in which pages list them."""
        return [find(key) for key in KEYS]


class OneGame(Endpoint):
    @reads("read_game", GameShape)
    def get(self, request: Request, key: str) -> object:
        """Return a game with its options and presets."""
        return game_or_404(key)


class GameForms(Endpoint):
    @reads("read_forms", FormsShape, RulesQuery)
    def get(self, request: Request, key: str) -> object:
        """Return the entry forms under a preset, with ``override`` options applied."""
        game = game_or_404(key)
        query = self.query(RulesQuery)
        overrides = dict(text.split("=") for text in query["override"])
        try:
            return game.ruleset(query["preset"], overrides)
        except RulesetError as error:
            raise Invalid("overrides", "{problem}", problem=str(error)) from error


class MatchForms(Endpoint):
    @reads("read_match_forms", FormsShape)
    def get(self, request: Request, match_id: int) -> object:
        """Return the entry forms under the rules of the match."""
        return selectors.ruleset_of(self.match(match_id))


urlpatterns = [
    Games.at("games/", "games"),
    OneGame.at("games/<slug:key>/", "game"),
    GameForms.at("games/<slug:key>/forms/", "forms"),
    MatchForms.at(f"{MATCH}forms/", "match-forms"),
]
