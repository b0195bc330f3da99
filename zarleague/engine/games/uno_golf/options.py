"""The contested points of UNO Golf, its presets, and its rulebook.

Sources: "UNO Golf" is the rules post on UNO Golf (UNO Zero) with its components and comments;
"spielregeln.de" an independent description that gives the size of the deck.
"""

from collections.abc import Mapping
from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset, Rule

_CARDS: Final = "UNO Golf, Card Meanings (the points are printed in the corners)"
_COMPONENTS: Final = "UNO Golf, Components"
_DISCARDING: Final = "UNO Golf, first comment"
_TAKING: Final = "UNO Golf, second comment"
_CLEARING: Final = "UNO Golf, Clearing Columns"
_END: Final = "UNO Golf, End of Round"
_CALLING: Final = "UNO Golf, Calling UNO"
_SETUP: Final = "UNO Golf, Setup"
_TURN: Final = "UNO Golf, How to Play"
_WINNING: Final = "UNO Golf, Winning"
_MOST_POINTS: Final = 99


def _points(key: str, title: str, proposed: str) -> Option:
    return Option(
        key, title, (), _CARDS, Basis.INFERRED, default=proposed, least=0, most=_MOST_POINTS
    )


OPTIONS: Final = (
    Option(
        "action-points-confirmed",
        "Points of the action cards",
        (
            ("no", "Nobody has compared them with the cards yet; no round can be entered."),
            ("yes", "The organiser has read them off the cards."),
        ),
        _CARDS,
    ),
    _points("skip-points", "Points of a skip", "10"),
    _points("reverse-points", "Points of a reverse", "10"),
    _points("draw-two-points", "Points of a draw two", "10"),
    _points("double-draw-two-points", "Points of a double draw two", "20"),
    Option(
        "double-draw-two",
        "Double draw twos in the deck",
        (
            ("one-per-colour", "One of each colour, 112 cards in all."),
            ("two-per-colour", "Two of each colour, 116 cards in all."),
        ),
        _COMPONENTS,
        Basis.INFERRED,
    ),
    Option(
        "drawn-action-discarded",
        "An action card drawn and discarded at once",
        (
            ("acts", "It acts, as it tops the discard pile at the end of the turn."),
            ("silent", "It does nothing; an action card has to come out of a grid."),
        ),
        _DISCARDING,
    ),
    Option(
        "take-action-from-discard",
        "Taking an action card off the discard pile",
        (
            ("allowed", "Any card may be taken."),
            ("forbidden", "No action card may be taken."),
            ("draw-cards-forbidden", "No draw two and no double draw two may be taken."),
        ),
        _TAKING,
    ),
    Option(
        "clear-action-pair",
        "Clearing two equal actions of different colours",
        (
            ("colour-only", "They do not match; only number or colour counts."),
            ("same-symbol-too", "They match like equal numbers."),
        ),
        _CLEARING,
        Basis.INFERRED,
    ),
    Option(
        "clear-when",
        "When a column may be cleared",
        (
            ("own-turn", "In the player's own turn."),
            ("any-time", "At any moment of the round."),
        ),
        _CLEARING,
        Basis.INFERRED,
    ),
    Option(
        "clear-top-action",
        "An action card on top after clearing a column",
        (
            ("acts", "It acts, as it tops the discard pile at the end of the turn."),
            ("silent", "It does nothing."),
        ),
        _TAKING,
    ),
    Option(
        "round-end",
        "When all cards of a grid are face up",
        (
            ("at-once", "The round ends with that turn."),
            ("one-more-turn-each", "Everybody else has one more turn."),
        ),
        _END,
    ),
    Option(
        "last-discard-action",
        "An action card on top when the round ends",
        (
            ("resolves", "Its cards are still drawn."),
            ("ignored", "It does nothing."),
        ),
        _END,
        Basis.INFERRED,
    ),
    Option(
        "round-end-clear",
        "Matching columns at the end of the round",
        (
            ("best-for-player", "They are cleared, whether their owner noticed or not."),
            ("by-choice", "Only those their owner clears are cleared."),
        ),
        _END,
        Basis.INFERRED,
    ),
    Option(
        "uno-penalty",
        'Cards for a missed "UNO"',
        (
            ("2", "Two cards, face down, as a new column."),
            ("0", "None."),
        ),
        _CALLING,
    ),
    Option(
        "reverse-two-players",
        "A reverse between two players",
        (
            ("skips", "It acts like a skip."),
            ("no-effect", "It changes nothing."),
        ),
        "The rules text does not say",
        Basis.INFERRED,
    ),
    Option(
        "next-dealer",
        "Who starts the next round",
        (
            ("before-winner", "Whoever has the fewest points; the player before deals."),
            ("rotate", "The deal goes round, and with it the start."),
        ),
        _END,
    ),
    Option("rounds", "Rounds in a game", (), _WINNING, default="9", least=1, most=99),
    Option(
        "tie",
        "A tie after the last round",
        (
            ("shared", "The place is shared."),
            ("round-wins", "Who has won more rounds is ahead."),
        ),
        "The rules text does not say",
        Basis.INFERRED,
    ),
)

PRESETS: Final = (
    Preset("uno-golf-mattel", "UNO Golf", "The rules as printed."),
    Preset(
        "uno-golf-no-loops",
        "UNO Golf without endless rounds",
        "No action card may be taken from the discard pile, as a comment on the rules proposes.",
        {"take-action-from-discard": "forbidden"},
    ),
)

_RULES: Final = (
    Rule("players", "Two to eight players play nine rounds.", _WINNING, option="rounds"),
    Rule(
        "deck",
        "The deck has 112 cards: in four colours three of each number from 0 to 6, two draw "
        "twos, two reverses, two skips and one double draw two.",
        _COMPONENTS,
        option="double-draw-two",
    ),
    Rule("size", "The deck has 112 cards.", "spielregeln.de", Basis.FOUND, "double-draw-two"),
    Rule("deal", "Everybody gets six cards, laid face down in a grid of two by three.", _SETUP),
    Rule(
        "first-discard",
        "The first discard is turned up; action cards are passed over.",
        _SETUP,
    ),
    Rule("first-turn-up", "Everybody turns one card of the grid up before play starts.", _SETUP),
    Rule(
        "turn",
        "The player left of the dealer starts; turns go clockwise until a reverse.",
        _SETUP,
    ),
    Rule("draw", "A turn begins with the top card of the draw pile or the discard pile.", _TURN),
    Rule(
        "take",
        "A card taken from the discard pile must go into the grid.",
        _TURN,
        option="take-action-from-discard",
    ),
    Rule(
        "put",
        "A card placed in the grid lies face up; the card it replaces goes face up on the "
        "discard pile.",
        _TURN,
    ),
    Rule(
        "turn-up",
        "Who discards the card just drawn turns up one face-down card of the grid.",
        _TURN,
    ),
    Rule(
        "action",
        "An action card acts if it tops the discard pile at the end of a turn; in a grid it "
        "only costs points.",
        "UNO Golf, Card Meanings",
        option="drawn-action-discarded",
    ),
    Rule("skip", "Skip: the next player loses the turn.", "UNO Golf, Skip"),
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
        _CLEARING,
        option="clear-action-pair",
    ),
    Rule("clear-when", "Columns are cleared during the game.", _CLEARING, option="clear-when"),
    Rule(
        "uno",
        'Who has one face-down card left says "UNO"; who is caught before the next turn starts '
        "adds two cards as a face-down column.",
        _CALLING,
        option="uno-penalty",
    ),
    Rule(
        "reshuffle",
        "When the draw pile is used up, all discards but the top one are shuffled to form a new "
        "one; if that does not suffice either, nobody has to draw.",
        "The rules text does not say",
        Basis.INFERRED,
    ),
    Rule(
        "round-end",
        "The round ends when all cards of a grid are face up; a grid without cards counts too.",
        _END,
        option="round-end",
    ),
    Rule(
        "last-action",
        "What an action card does that tops the discard pile when the round ends.",
        _END,
        Basis.INFERRED,
        "last-discard-action",
    ),
    Rule(
        "end-clear",
        "At the end all cards are turned up and matching columns can be cleared.",
        _END,
        option="round-end-clear",
    ),
    Rule(
        "score",
        "Every card left costs its number, an action card what is printed on it. The lowest "
        "total wins.",
        _END,
        option="action-points-confirmed",
    ),
    Rule(
        "next-starter",
        "Who has the fewest points in a round starts the next.",
        _END,
        option="next-dealer",
    ),
    Rule(
        "tied",
        "Players with the same total are level.",
        "The rules text does not say",
        Basis.INFERRED,
        "tie",
    ),
)

RULES: Final[Mapping[str, Rule]] = {rule.key: rule for rule in _RULES}
