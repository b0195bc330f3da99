"""The Uno deck: 108 cards, or 116 with the eight buzzers.

Per colour one 0, two each of 1 to 9, two skips, two reverses and two draw twos; four wilds and four
wild draw fours (found: Mattel's contents list; the Playroom's rules do not list the deck). The
buzzer variant adds eight buzzers (Playroom). The index of a coloured card is ``colour * 13 +
rank``. The tables of the cards that can be played on each card are bit masks: bit *c* stands for
card *c*.
"""

from typing import Final

from zarleague.engine.cards import Deck, Face

COLOURS: Final = ("red", "yellow", "green", "blue")
RANKS: Final = 13
SEVEN: Final = 7
SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
WILD: Final = 4 * RANKS
DRAW_FOUR: Final = WILD + 1
BUZZER: Final = DRAW_FOUR + 1
CARDS: Final = BUZZER + 1
"""Number of distinct cards, the buzzer included."""

_ACTIONS: Final = (("S", "skip"), ("R", "reverse"), ("+2", "draw two"))

# Playroom: the table of values was lost in the copy that we have. Found: the re-implementation
# of the Playroom's game and Mattel's rules agree on all but the buzzer, which only the former has.
_ACTION_POINTS: Final = 20
_WILD_POINTS: Final = 50


def _coloured(colour: str) -> tuple[Face, ...]:
    letter = colour[0]
    numbers = tuple(
        Face(
            code=f"{letter}{value}",
            name=f"{colour} {value}",
            kind="number",
            points=value,
            copies=2 if value else 1,
            colour=colour,
            corner=str(value),
        )
        for value in range(SKIP)
    )
    actions = tuple(
        Face(
            code=letter + suffix,
            name=f"{colour} {name}",
            kind="action",
            points=_ACTION_POINTS,
            copies=2,
            colour=colour,
            glyph=name.replace(" ", "-"),
            corner="+2" if suffix == "+2" else "",
        )
        for suffix, name in _ACTIONS
    )
    return numbers + actions


_CLASSIC: Final = (
    *(face for colour in COLOURS for face in _coloured(colour)),
    Face("W", "wild", "wild", _WILD_POINTS, 4, glyph="wild"),
    Face(
        "W4",
        "wild draw four",
        "wild",
        _WILD_POINTS,
        4,
        glyph="draw-four",
        corner="+4",
        aliases=("+4",),
    ),
)
_BUZZER: Final = Face("BZ", "buzzer", "buzzer", _WILD_POINTS, 8, glyph="buzzer")

DECK: Final = Deck(_CLASSIC)
BUZZER_DECK: Final = Deck((*_CLASSIC, _BUZZER))


COLOUR: Final = tuple(card // RANKS for card in range(WILD))
"""By coloured card: its colour as an index into COLOURS."""
RANK: Final = (*(card % RANKS for card in range(WILD)), RANKS, RANKS + 1, RANKS + 2)
"""By card: 0 to 9, SKIP, REVERSE, DRAW_TWO; a value of its own for each card without colour."""

EVERYTHING: Final = (1 << CARDS) - 1
DRAW_FOURS: Final = 1 << DRAW_FOUR
WILDS: Final = 1 << WILD | DRAW_FOURS | 1 << BUZZER
"""The cards without colour; in their player's turn they fit on everything."""


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


OF_COLOUR: Final = tuple(
    _mask([card for card in range(WILD) if COLOUR[card] == colour])
    for colour in range(len(COLOURS))
)
SAME_FACE: Final = tuple(
    _mask([card for card in range(CARDS) if RANK[card] == RANK[top]]) for top in range(CARDS)
)
"""By card on top: the cards of the same number or symbol."""
PLAYABLE_ON: Final = (
    *(OF_COLOUR[COLOUR[top]] | SAME_FACE[top] | WILDS for top in range(WILD)),
    EVERYTHING,
    EVERYTHING,
    EVERYTHING,
)
"""By card on top: the cards that fit on it while nothing is named. Anything fits on a buzzer."""
PLAYABLE_AFTER_NAMING: Final = tuple(mask | WILDS for mask in OF_COLOUR)
"""By colour named for a wild: the cards that fit."""


def _neighbour(card: int, step: int) -> int:
    number = RANK[card] + step
    return 1 << card + step if RANK[card] < SKIP and 0 <= number < SKIP else 0


NEXT_UP: Final = tuple(_neighbour(card, 1) for card in range(CARDS))
NEXT_DOWN: Final = tuple(_neighbour(card, -1) for card in range(CARDS))
"""By number card: the next one of its colour, up or down; 0 if there is none."""
