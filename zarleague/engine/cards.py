"""Faces and decks.

A *face* is what is printed on a card; a *card*, inside the engine, is the index of its face in the
deck's ``faces``. A deck says how many copies of each face exist, so two equal cards are never told
apart. ``UNKNOWN`` stands for a card that the log does not name; it is written ``?``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

UNKNOWN: Final = -1
"""A card whose face the log does not give."""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed face, and how to draw, name and count it.

    ``code`` is its name in a log (``b2``), ``name`` its name in prose ("blue 2"), ``kind`` the
    group the end-of-hand count puts it in, ``points`` what it costs when left in hand, ``copies``
    how many the deck holds. ``colour``, ``glyph`` and ``corner`` are keys for the drawing: a
    colour key or "", the name of a symbol or "" (then the corner is drawn large), and the text in
    the corner. ``aliases`` are other spellings a log may use. ``identity`` says which card it is
    where skins give the same card other codes, "" where the code does.
    """

    code: str
    name: str
    kind: str
    points: int
    copies: int
    colour: str = ""
    glyph: str = ""
    corner: str = ""
    aliases: tuple[str, ...] = ()
    identity: str = ""


@dataclass(frozen=True)
class Deck:
    """The distinct faces of a game in their fixed order, each with its number of copies."""

    faces: tuple[Face, ...]
    index: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        spellings = {
            spelling: card
            for card, face in enumerate(self.faces)
            for spelling in (face.code, *face.aliases)
        }
        object.__setattr__(self, "index", spellings)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Return the number of copies of each face, by card."""
        return tuple(face.copies for face in self.faces)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Return the points of each face left in hand, by card."""
        return tuple(face.points for face in self.faces)

    @cached_property
    def worth(self) -> int:
        """Return the points of all cards together."""
        return sum(face.points * face.copies for face in self.faces)

    @cached_property
    def identities(self) -> tuple[str, ...]:
        """Return what identifies the same card in another deck of the game, by card."""
        return tuple(face.identity or face.code for face in self.faces)

    @cached_property
    def size(self) -> int:
        """Return how many physical cards the deck holds."""
        return sum(self.copies)

    def code(self, card: int) -> str:
        """Return the log name of a card, ``?`` when it is unknown."""
        return "?" if card == UNKNOWN else self.faces[card].code

    def codes(self, cards: Iterable[int]) -> str:
        """Return the log names of several cards, separated by blanks."""
        return " ".join(map(self.code, cards))

    def mask(self, cards: Iterable[int]) -> int:
        """Return a set of cards as a bit mask: bit *c* stands for card *c*."""
        bits = 0
        for card in cards:
            bits |= 1 << card
        return bits
