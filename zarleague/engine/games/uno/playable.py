"""Tables of the cards that can be played on each card, as bit masks: bit *c* stands for
card *c*."""

from typing import Final

from zarleague.engine.games.uno.deck import (
    BUZZER,
    CARDS,
    COLOUR,
    COLOURS,
    DRAW_FOUR,
    RANK,
    SKIP,
    WILD,
)

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
