"""The cards of a pack, suit by suit from the ace to the king, or from the seven to the ace.

A wild card left in hand counts 50 points, a picture 10, any other card its number (Everything2).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from zarleague.engine.cards import Deck, Face

SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
ACE: Final = 0
TWO: Final = 1
SEVEN: Final = 6
EIGHT: Final = 7
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12
RANKS: Final = tuple(range(13))
SKAT_RANKS: Final = (6, 7, 8, 9, JACK, QUEEN, KING, ACE)
"""The ranks of a pack of 32 cards."""
_SIGNS: Final = ("♠", "♥", "♦", "♣")
_LETTERS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_NAMES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_MAU_MAU_POINTS: Final = {ACE: 11, JACK: 20, QUEEN: 3, KING: 4}
"""Points that are not the number on the card (Mau-Mau-Club)."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a table: the deck, and of each card its suit and its rank (0 for an ace)."""

    deck: Deck
    ranks: tuple[int, ...]
    suits: tuple[int, ...]


def points_of(rank: int, wild: int, *, mau_mau: bool) -> int:
    """Return the points of a card left in hand."""
    if mau_mau:
        return _MAU_MAU_POINTS.get(rank, rank + 1)
    return 50 if rank == wild else min(rank + 1, 10)


@lru_cache(maxsize=32)
def pack_of(ranks: tuple[int, ...], copies: int, wild: int, *, mau_mau: bool) -> Pack:
    """Return the cards of a table with these ranks, of which the *wild* one goes on anything."""
    return Pack(
        Deck(
            tuple(
                Face(
                    code=suit[0] + _LETTERS[rank],
                    name=f"{_NAMES[rank]} of {suit}",
                    kind=_kind(rank, wild),
                    points=points_of(rank, wild, mau_mau=mau_mau),
                    copies=copies,
                    colour=suit,
                    corner=_LETTERS[rank] + _SIGNS[index],
                )
                for index, suit in enumerate(SUITS)
                for rank in ranks
            )
        ),
        ranks * len(SUITS),
        tuple(suit for suit in range(len(SUITS)) for _ in ranks),
    )


def _kind(rank: int, wild: int) -> str:
    if rank == wild:
        return "eight"
    return "court" if rank >= JACK else "pip"
