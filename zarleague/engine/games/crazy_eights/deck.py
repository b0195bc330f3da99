"""The 52 cards, suit by suit from the ace to the king.

An eight left in hand counts 50 points, a picture 10, any other card its number (Everything2).
"""

from typing import Final

from zarleague.engine.cards import Deck, Face
from zarleague.engine.event import NONE

SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
RANKS: Final = 13
"""Ranks of a suit: 0 is the ace, 12 the king."""
EIGHT: Final = 7
"""The rank of the eights."""
_SIGNS: Final = ("♠", "♥", "♦", "♣")
_LETTERS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_NAMES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")


def suit_of(card: int) -> int:
    """Return the index of a card's suit."""
    return card // RANKS


def rank_of(card: int) -> int:
    """Return the rank of a card, 0 for an ace."""
    return card % RANKS


def _points(rank: int) -> int:
    return 50 if rank == EIGHT else min(rank + 1, 10)


def _kind(rank: int) -> str:
    if rank == EIGHT:
        return "eight"
    return "court" if rank >= 10 else "pip"


DECK: Final = Deck(
    tuple(
        Face(
            code=suit[0] + _LETTERS[rank],
            name=f"{_NAMES[rank]} of {suit}",
            kind=_kind(rank),
            points=_points(rank),
            copies=1,
            colour=suit,
            corner=_LETTERS[rank] + _SIGNS[index],
        )
        for index, suit in enumerate(SUITS)
        for rank in range(RANKS)
    )
)


def is_playable(card: int, top: int, named: int) -> bool:
    """Return whether a card may be played on *top* when the suit *named* was named with it."""
    if rank_of(card) == EIGHT:
        return True
    if named != NONE:
        return suit_of(card) == named
    return suit_of(card) == suit_of(top) or rank_of(card) == rank_of(top)
