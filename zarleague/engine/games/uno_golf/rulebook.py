"""The rules of UNO Golf in our own words, each with its place in the source.

A finding names one of these keys. "spielregeln.de" is an independent description that gives the
size of the deck; ``options`` says what the other sources are.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from zarleague.engine.games.uno_golf.options import (
    CALLING_UNO,
    CLEARING_COLUMNS,
    COMPONENTS,
    END_OF_ROUND,
    HOW_TO_PLAY,
    NOT_SAID,
    SETUP,
    WINNING,
)
from zarleague.engine.ruleset import Basis, Rule

_RULES: Final = (
    Rule("players", "Two to eight players play nine rounds.", WINNING, option="rounds"),
    Rule(
        "deck",
        "The deck has 112 cards: in four colours three of each number from 0 to 6, two draw "
        "twos, two reverses, two skips and one double draw two.",
        COMPONENTS,
        option="double-draw-two",
    ),
    Rule("size", "The deck has 112 cards.", "spielregeln.de", Basis.FOUND, "double-draw-two"),
    Rule("deal", "Everyone gets six cards, face down in a two-by-three grid.", SETUP),
    Rule(
        "first-discard",
        "Turn up the first discard; skip over action cards.",
        SETUP,
    ),
    Rule(
        "first-turn-up",
        "Everyone turns up one card in their grid before play starts.",
        SETUP,
        option="first-turn-up",
    ),
    Rule(
        "turn",
        "The player left of the dealer starts; turns go clockwise until a reverse.",
        SETUP,
    ),
    Rule(
        "draw", "A turn begins with the top card of the draw pile or the discard pile.", HOW_TO_PLAY
    ),
    Rule(
        "take",
        "A card taken from the discard pile must go into the grid.",
        HOW_TO_PLAY,
        option="take-action-from-discard",
    ),
    Rule(
        "put",
        "A card placed in the grid lies face up; the card it replaces goes face up on the "
        "discard pile.",
        HOW_TO_PLAY,
    ),
    Rule(
        "turn-up",
        "If you discard the card you’ve just drawn, turn up one face-down card in your grid.",
        HOW_TO_PLAY,
    ),
    Rule(
        "action",
        "An action card acts if it tops the discard pile at the end of a turn; in a grid it "
        "only costs points.",
        "UNO Golf, Card Meanings",
        option="drawn-action-discarded",
    ),
    Rule("skip", "Skip: the next player loses a turn.", "UNO Golf, Skip"),
    Rule(
        "reverse",
        "Reverse: the turn order runs the other way.",
        "UNO Golf, Reverse",
        option="reverse-two-players",
    ),
    Rule(
        "draw-two",
        "Draw two: the next player adds two unseen cards as a new face-down column and loses the "
        "turn.",
        "UNO Golf, Draw 2",
    ),
    Rule(
        "double-draw-two",
        "Double draw two: its player chooses two others who add a column each, or one who adds "
        "two; nobody loses a turn.",
        "UNO Golf, Double Draw 2",
    ),
    Rule(
        "clear",
        "A column whose two face-up cards share number or colour may be cleared onto the discard "
        "pile, in the order its player chooses.",
        CLEARING_COLUMNS,
        option="clear-action-pair",
    ),
    Rule(
        "clear-when",
        "Columns are cleared during the game.",
        f"{CLEARING_COLUMNS} (“periodically”; whether in other players’ turns is not said)",
        Basis.INFERRED,
        "clear-when",
    ),
    Rule(
        "uno",
        "Say “UNO” when you have one face-down card left. If you’re caught before the next "
        "turn starts, add two cards as a face-down column.",
        CALLING_UNO,
        option="uno-penalty",
    ),
    Rule(
        "reshuffle",
        "When the draw pile runs out, reshuffle the discard pile except its top card. If that "
        "isn’t enough either, nobody has to draw.",
        NOT_SAID,
        Basis.INFERRED,
    ),
    Rule(
        "round-end",
        "The round ends when all cards of a grid are face up; a grid without cards counts too.",
        END_OF_ROUND,
        option="round-end",
    ),
    Rule(
        "last-turn",
        "The round ends at once with the last card turned up, or when the player of that turn has "
        "cleared what matches.",
        END_OF_ROUND,
        Basis.INFERRED,
        "last-turn-clear",
    ),
    Rule(
        "last-action",
        "What an action card on top of the discard pile does when the round ends.",
        END_OF_ROUND,
        Basis.INFERRED,
        "last-discard-action",
    ),
    Rule(
        "end-clear",
        "At the end all cards are turned up and matching columns can be cleared.",
        END_OF_ROUND,
        option="round-end-clear",
    ),
    Rule(
        "score",
        "Every card left costs its number, an action card what is printed on it. The lowest "
        "total wins.",
        END_OF_ROUND,
        option="action-points-confirmed",
    ),
    Rule(
        "next-starter",
        "Whoever has the fewest points in a round starts the next.",
        END_OF_ROUND,
        option="next-dealer",
    ),
    Rule(
        "tied",
        "Players with the same total are tied.",
        NOT_SAID,
        Basis.INFERRED,
        "tie",
    ),
)

RULES: Final[Mapping[str, Rule]] = MappingProxyType({rule.key: rule for rule in _RULES})
