"""The Zont deck: five suits of eleven cards, 55 in all, no two alike.

In each suit there are a 1, a 2 and a 3 in each of three colours, and a 0 and a 4 without colour.
Those ten are the wilds; a wild keeps its suit and its value. Code of a card: colour, suit, value
(``rA2`` is the red Art 2); a wild has no colour letter (``A4``).

A set of cards is a bit mask here: every card exists once.
"""

from typing import Final

from zarleague.engine.cards import Deck, Face

# The suits: what a card does when it is the first its player plays in a trick. Plain numbers, as
# they are compared for every card.
ART: Final = 0
CHANGE: Final = 1
FAVORS: Final = 2
GREAT_ZONT: Final = 3
GIGLET: Final = 4

COLOURS: Final = ("red", "blue", "gold")
WILD: Final = 3
"""The colour index of a card that has none."""
COLOUR_KINDS: Final = (*COLOURS, "wild")
SUITS: Final = (
    ("A", "Art", "art"),
    ("C", "Change", "change"),
    ("F", "Favors", "favors"),
    ("Z", "Great Zont", "great-zont"),
    ("G", "Giglet", "giglet"),
)


def _faces() -> tuple[Face, ...]:
    faces: list[Face] = []
    for letter, suit, glyph in SUITS:
        for colour in COLOURS:
            for value in (1, 2, 3):
                code = f"{colour[0]}{letter}{value}"
                name = f"{colour} {suit} {value}"
                faces.append(Face(code, name, colour, 0, 1, colour, glyph, str(value)))
        faces.extend(
            Face(f"{letter}{value}", f"wild {suit} {value}", "wild", 0, 1, "", glyph, str(value))
            for value in (0, 4)
        )
    return tuple(faces)


DECK: Final = Deck(_faces())
SIZE: Final = 55
ALL: Final = (1 << SIZE) - 1

VALUE: Final = tuple(int(face.corner) for face in DECK.faces)
"""The value of each card, 0 to 4."""
COLOUR: Final = tuple(COLOUR_KINDS.index(face.kind) for face in DECK.faces)
"""The colour of each card: an index of COLOURS, or WILD."""
SUIT: Final = tuple(card // 11 for card in range(SIZE))
"""The suit of each card."""

OF_COLOUR: Final = tuple(
    DECK.mask(card for card in range(SIZE) if COLOUR[card] == colour) for colour in range(4)
)
"""The set of cards of each colour; the last is the set of wilds."""
WILDS: Final = OF_COLOUR[WILD]
GREAT_ZONTS: Final = DECK.mask(card for card in range(SIZE) if SUIT[card] == GREAT_ZONT)


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a set, in deck order."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)
