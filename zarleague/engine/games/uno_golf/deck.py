"""The deck of UNO Golf: 112 cards in four colours, no wilds.

Each colour has three of every number from 0 to 6, two each of draw two, reverse and skip, and one
double draw two. "4 Double Draw 2 Cards (two of each color)" (Components) cannot both hold;
spielregeln.de counts 112 cards, which makes it four, and an option can make it eight.
Code of a card: colour and number, or colour and ``+2``, ``R``, ``S``, ``D`` (double draw two).

What the action cards cost is printed on them, and no source says how much; the ruleset does.
"""

from functools import lru_cache
from typing import Final

from zarleague.engine.cards import Deck, Face

COLOURS: Final = ("red", "yellow", "green", "blue")
NUMBERS: Final = 7
NUMBER_COPIES: Final = 3
ACTION_COPIES: Final = 2


# The action of a card that tops the discard pile at the end of a turn. Plain numbers, as they are
# compared in every turn.
NO_ACTION: Final = 0
SKIP: Final = 1
REVERSE: Final = 2
DRAW_TWO: Final = 3
DOUBLE_DRAW_TWO: Final = 4

ACTIONS: Final = (
    ("S", "skip", "skip"),
    ("R", "reverse", "reverse"),
    ("+2", "draw two", "draw-two"),
    ("D", "double draw two", "double-draw-two"),
)
"""Letter, name and key of each action, in the order of the numbers above."""
PER_COLOUR: Final = NUMBERS + len(ACTIONS)
FACES: Final = len(COLOURS) * PER_COLOUR

COLOUR: Final = tuple(card // PER_COLOUR for card in range(FACES))
"""The colour of each card: an index of COLOURS."""
SYMBOL: Final = tuple(card % PER_COLOUR for card in range(FACES))
"""By card: 0 to 6 for a number, from 7 on an action."""
ACTION: Final = tuple(max(symbol - NUMBERS + 1, 0) for symbol in SYMBOL)
"""By card: its action."""


@lru_cache(maxsize=64)
def deck_of(action_points: tuple[int, int, int, int], double_copies: int) -> Deck:
    """Return the deck; *action_points* are what skip, reverse, draw two and double draw two cost,
    *double_copies* how many double draw twos there are of each colour."""
    faces: list[Face] = []
    for colour in COLOURS:
        faces.extend(
            Face(
                f"{colour[0]}{number}",
                f"{colour} {number}",
                f"number-{number}",
                number,
                NUMBER_COPIES,
                colour,
                corner=str(number),
            )
            for number in range(NUMBERS)
        )
        for (letter, name, key), points in zip(ACTIONS, action_points, strict=True):
            copies = double_copies if key == "double-draw-two" else ACTION_COPIES
            corner = {"draw-two": "+2", "double-draw-two": "+2+2"}.get(key, "")
            code = f"{colour[0]}{letter}"
            faces.append(Face(code, f"{colour} {name}", key, points, copies, colour, key, corner))
    return Deck(tuple(faces))
