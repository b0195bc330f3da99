"""Lay out a card: from the keys printed on its face to the shapes the template draws.

A card is drawn on 100 by 140 units. Its *panel* has the colour, the *plate* in the middle a shape
that belongs to that colour. On the plate is the *sign*: a symbol of the glyph sprite or, if the
face has none, the corner text in large letters. The *corner* text is repeated small, and a *letter*
names the colour for people who cannot tell colours apart. A small card leaves the letter out and,
when it has both a symbol and a corner, puts the corner under the plate, where it can still be read
at 24 pixels.

This module knows no game: the keys of a :class:`zarleague.engine.cards.Face` say what is printed on
it.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, pgettext

from zarleague.engine.cards import Face


@dataclass(frozen=True, slots=True)
class Plate:
    """The shape of a colour and the room it has for a sign. ``size`` is the side of its square in
    card units, ``sign`` the share of it a symbol may fill, ``text`` the share for the height of
    large letters, ``drop`` the offset of the sign below the middle (a triangle has more room at the
    bottom).
    """

    symbol: str
    size: float
    sign: float
    text: float
    drop: float = 0.0


PLATES: Final = {
    "red": Plate("diamond", 90, 0.5, 0.64),
    "yellow": Plate("disc", 78, 0.66, 0.86),
    "green": Plate("triangle", 88, 0.54, 0.68, 0.06),
    "blue": Plate("square", 72, 0.74, 0.96),
    "gold": Plate("hexagon", 80, 0.64, 0.84),
}
"""The plate of each colour key. Every colour has another silhouette."""

SUITS: Final = frozenset({"spades", "hearts", "diamonds", "clubs"})
"""Suits of ordinary playing cards, whose signs stand on white in the colour of the suit."""

NO_PLATE: Final = Plate("", 78, 0.9, 1.0)
"""A card of no colour: its sign stands on the dark panel."""

CAP_HEIGHT: Final = 0.66
"""Height of a capital or figure of the page's font, as a share of the font size."""

MIDDLE_X: Final = 50.0
MIDDLE_Y: Final = 70.0


@dataclass(frozen=True, slots=True)
class Square:
    """A square on the card: its upper left corner and its side, in card units."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Text:
    """Letters with their foot at ``y``; ``size`` is the font size.

    Signs are centred on ``x``; a corner starts there.
    """

    words: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything the card template draws. ``None`` and "" stand for absent marks."""

    name: str
    colour: str
    letter: str
    corner: Text | None
    plate: str
    plate_at: Square
    symbol: str
    symbol_at: Square
    text: Text | None
    below: Text | None


def letter(colour: str) -> str:
    """Return the letter of a colour in the reader's language, "" for no colour."""
    letters = {
        "red": pgettext("letter of a card colour", "R"),
        "yellow": pgettext("letter of a card colour", "Y"),
        "green": pgettext("letter of a card colour", "G"),
        "blue": pgettext("letter of a card colour", "B"),
        "gold": pgettext("letter of a card colour for gold", "G"),
    }
    return letters.get(colour, "")


def picture(face: Face, *, small: bool = False) -> Picture:
    """Lay out a face; ``small`` is the layout for cards about 24 pixels wide."""
    plate = PLATES.get(face.colour, NO_PLATE)
    stacked = small and bool(face.glyph and face.corner)
    middle = 52.0 if stacked else MIDDLE_Y
    side = min(plate.size * (1.08 if small else 1.0), 90.0)
    is_suit = face.colour in SUITS
    sign_middle = middle + side * plate.drop
    return Picture(
        name=gettext(face.name),
        colour=face.colour if is_suit or face.colour in PLATES else "",
        letter="" if small else letter(face.colour),
        corner=_corner(face) if face.corner and not small else None,
        plate=plate.symbol,
        plate_at=_square(middle, side),
        symbol=face.glyph,
        symbol_at=_square(sign_middle, side * plate.sign),
        text=None
        if face.glyph
        else _large(
            face.corner[-1:] if is_suit and not small else face.corner,
            sign_middle,
            side * plate.text,
        ),
        below=Text(face.corner, MIDDLE_X, 130.0, 42.0) if stacked else None,
    )


def _corner(face: Face) -> Text:
    """Return the corner text; larger where it is not repeated in the middle of the card."""
    size = 30.0 if face.glyph and len(face.corner) == 1 else 23.0
    return Text(face.corner, 12.0, round(12 + size * CAP_HEIGHT, 2), size)


def _square(middle: float, side: float) -> Square:
    """Return a square around the card's axis with its middle at height ``middle``."""
    return Square(round(MIDDLE_X - side / 2, 2), round(middle - side / 2, 2), round(side, 2))


def _large(words: str, middle: float, size: float) -> Text:
    """Return large letters whose middle is at height ``middle``; longer words are set smaller."""
    size *= min(1.0, 2.5 / (1 + len(words)))
    return Text(words, MIDDLE_X, round(middle + size * CAP_HEIGHT / 2, 2), round(size, 2))
