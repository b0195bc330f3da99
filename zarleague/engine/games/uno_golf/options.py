"""The options of UNO Golf, each with its source, and the presets made of them.

"UNO Golf" in a source is the rules post on UNO Golf (UNO Zero) with its list of components and the
two comments below it.
"""

from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset

CARD_MEANINGS: Final = "UNO Golf, Card Meanings (the points are printed in the corners)"
COMPONENTS: Final = "UNO Golf, Components"
FIRST_COMMENT: Final = "UNO Golf, first comment"
SECOND_COMMENT: Final = "UNO Golf, second comment"
CLEARING_COLUMNS: Final = "UNO Golf, Clearing Columns"
END_OF_ROUND: Final = "UNO Golf, End of Round"
CALLING_UNO: Final = "UNO Golf, Calling UNO"
SETUP: Final = "UNO Golf, Setup"
PUBLISHER: Final = "The publisher’s description of UNO Zero"
VIDEO: Final = "A video on the rules of UNO Golf"
HOW_TO_PLAY: Final = "UNO Golf, How to Play"
WINNING: Final = "UNO Golf, Winning"
NOT_SAID: Final = "The rules text does not say"
_MOST_POINTS: Final = 99


def _points(key: str, title: str, proposed: str) -> Option:
    return Option(
        key, title, (), CARD_MEANINGS, Basis.INFERRED, default=proposed, least=0, most=_MOST_POINTS
    )


OPTIONS: Final = (
    Option(
        "action-points-confirmed",
        "Points for action cards",
        (
            ("no", "Nobody has checked them against the cards yet, so no hand can be entered."),
            ("yes", "The organiser has read them off the cards."),
        ),
        CARD_MEANINGS,
        unanswered="no",
    ),
    _points("skip-points", "Points for a skip", "10"),
    _points("reverse-points", "Points for a reverse", "10"),
    _points("draw-two-points", "Points for a draw two", "10"),
    _points("double-draw-two-points", "Points for a double draw two", "20"),
    Option(
        "double-draw-two",
        "Double draw twos in the deck",
        (
            ("one-per-colour", "One of each colour, 112 cards in all."),
            ("two-per-colour", "Two of each colour, 116 cards in all."),
        ),
        COMPONENTS,
        Basis.INFERRED,
    ),
    Option(
        "first-turn-up",
        "Cards everyone turns up before play starts",
        (("1", "One."), ("2", "Two.")),
        f"{SETUP}; two: {PUBLISHER}",
    ),
    Option(
        "drawn-action-discarded",
        "An action card drawn and discarded at once",
        (
            ("acts", "It acts, as it tops the discard pile at the end of the turn."),
            ("silent", "It does nothing; an action card has to come out of a grid."),
        ),
        FIRST_COMMENT,
    ),
    Option(
        "take-action-from-discard",
        "Taking an action card off the discard pile",
        (
            ("allowed", "You can take any card."),
            ("forbidden", "You can’t take an action card."),
            ("draw-cards-forbidden", "You can’t take a draw two or double draw two."),
        ),
        SECOND_COMMENT,
    ),
    Option(
        "clear-action-pair",
        "Clearing two equal actions of different colours",
        (
            ("colour-only", "They do not match; only number or colour counts."),
            ("same-symbol-too", "They match like equal numbers."),
        ),
        CLEARING_COLUMNS,
        Basis.INFERRED,
    ),
    Option(
        "clear-when",
        "When you can clear a column",
        (
            ("own-turn", "On your own turn."),
            ("any-time", "At any moment of the round."),
        ),
        f"{CLEARING_COLUMNS} (periodically); any-time: {VIDEO}",
        Basis.INFERRED,
    ),
    Option(
        "clear-top-action",
        "An action card on top after clearing a column",
        (
            ("acts", "It acts, as it tops the discard pile at the end of the turn."),
            ("silent", "It has no effect at all."),
        ),
        SECOND_COMMENT,
    ),
    Option(
        "round-end",
        "When all cards of a grid are face up",
        (
            ("at-once", "The round ends with that turn."),
            ("one-more-turn-each", "Everyone else gets one more turn."),
        ),
        END_OF_ROUND,
    ),
    Option(
        "last-turn-clear",
        "A column cleared in the turn that ends the round at once",
        (
            (
                "after-the-end",
                "The turn is over with the last card turned up; what is cleared then does not act.",
            ),
            (
                "in-the-turn",
                "The turn goes on until its player has cleared; an action card on top then acts.",
            ),
        ),
        END_OF_ROUND,
        Basis.INFERRED,
    ),
    Option(
        "last-discard-action",
        "An action card on top when the round ends",
        (
            ("resolves", "Its cards are still drawn."),
            ("ignored", "It has no effect at all."),
        ),
        END_OF_ROUND,
        Basis.INFERRED,
    ),
    Option(
        "round-end-clear",
        "Matching columns at the end of the round",
        (
            ("best-for-player", "They are cleared, whether their owner noticed or not."),
            ("by-choice", "Only those their owner clears are cleared."),
        ),
        END_OF_ROUND,
        Basis.INFERRED,
    ),
    Option(
        "uno-penalty",
        "Penalty for forgetting “UNO”",
        (
            ("2", "Two cards, face down, as a new column."),
            ("0", "None."),
        ),
        CALLING_UNO,
    ),
    Option(
        "reverse-two-players",
        "A reverse with two players",
        (
            ("skips", "It acts like a skip."),
            ("no-effect", "It changes nothing."),
        ),
        NOT_SAID,
        Basis.INFERRED,
    ),
    Option(
        "next-dealer",
        "Who starts the next round",
        (
            ("before-winner", "Whoever has the fewest points; the player before them deals."),
            ("rotate", "The deal goes round the table, and so does the start."),
        ),
        END_OF_ROUND,
    ),
    Option("rounds", "Hands in a match", (), WINNING, default="9", least=1, most=99),
    Option(
        "tie",
        "A tie after the last round",
        (
            ("shared", "They share the place."),
            ("round-wins", "Whoever has won more rounds is ahead."),
        ),
        NOT_SAID,
        Basis.INFERRED,
    ),
)

PRESETS: Final = (
    Preset("uno-golf-mattel", "UNO Golf", "The printed rules."),
    Preset(
        "uno-golf-no-loops",
        "UNO Golf without endless rounds",
        "You can’t take action cards from the discard pile, as one comment on the rules suggests.",
        {"take-action-from-discard": "forbidden"},
    ),
)
