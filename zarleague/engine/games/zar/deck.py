"""The cards of Zar, under either set of names.

The first 31 faces are the half-deck, in a fixed order: nine of each colour (six numbers, reverse,
skip, draw two), then two wilds and two dragons. With zeros as transparents three zeros follow, with
Chameleons the Chameleon is last. Both skins share the indices, so a rule never asks for names.

Points: "Number card 1, Reverse or Skip 2, Draw two 3, Wild 4, Dragon 5" (Holland); "The Chameleon
card is a Power card worth 6 points" (Clay, The Chameleon card).
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from zarleague.engine.cards import Deck, Face
from zarleague.engine.ruleset import Ruleset

COLOURS: Final = 3
NUMBERS: Final = 6
REVERSE: Final = 6
SKIP: Final = 7
DRAW_TWO: Final = 8
SYMBOLS: Final = 9
"""Symbols of a coloured card: 0 to 5 are the numbers, then reverse, skip, draw two."""
WILDS: Final = (27, 28)
DRAGONS: Final = (29, 30)
HALF_DECK: Final = 31

NUMBER_KIND: Final = "number"
COMMAND_KIND: Final = "command"
DRAW_TWO_KIND: Final = "draw-two"
WILD_KIND: Final = "wild"
DRAGON_KIND: Final = "dragon"
CHAMELEON_KIND: Final = "chameleon"

POINTS: Final = {
    NUMBER_KIND: 1,
    COMMAND_KIND: 2,
    DRAW_TWO_KIND: 3,
    WILD_KIND: 4,
    DRAGON_KIND: 5,
    CHAMELEON_KIND: 6,
}
"""Points of a card left in hand, by kind; integers, fewer are better."""

UNO_SUBSET: Final = "uno-subset"
PRINTED: Final = "printed"


class Skin(NamedTuple):
    """One set of names. ``symbols`` are (code, name, glyph, corner) of the nine symbols; a code
    follows the letter of its colour. ``powers`` are the same for wild I, II and dragon I, II."""

    colours: tuple[tuple[str, str], ...]
    symbols: tuple[tuple[str, str, str, str], ...]
    powers: tuple[tuple[str, str, str, str], ...]
    kinds: dict[str, str]


SKINS: Final = {
    UNO_SUBSET: Skin(
        colours=(("y", "yellow"), ("g", "green"), ("b", "blue")),
        symbols=(
            *((str(n), str(n), "", str(n)) for n in range(1, 7)),
            ("R", "reverse", "reverse", ""),
            ("S", "skip", "skip", ""),
            ("+2", "draw two", "draw-two", "+2"),
        ),
        powers=(
            ("W1", "wild I", "wild", "I"),
            ("W2", "wild II", "draw-four", "II"),
            ("X1", "dragon I", "dragon", "I"),
            ("X2", "dragon II", "dragon", "II"),
        ),
        kinds={
            NUMBER_KIND: "Numbers",
            COMMAND_KIND: "Reverses and skips",
            DRAW_TWO_KIND: "Draw twos",
            WILD_KIND: "Wilds",
            DRAGON_KIND: "Dragons",
            CHAMELEON_KIND: "Chameleons",
        },
    ),
    PRINTED: Skin(
        colours=(("b", "blue"), ("r", "red"), ("y", "yellow")),
        symbols=(
            ("Cl", "cloud", "cloud", ""),
            ("Ga", "galaxy", "galaxy", ""),
            ("Li", "lightning", "lightning", ""),
            ("Mo", "moon", "moon", ""),
            ("St", "star", "star", ""),
            ("Su", "sun", "sun", ""),
            ("Cr", "crab", "crab", ""),
            ("Fr", "frog", "frog", ""),
            ("Wa", "wasp", "wasp", "+2"),
        ),
        powers=(
            ("P1", "front-view peacock", "peacock", "I"),
            ("P2", "side-view peacock", "peacock", "II"),
            ("D1", "winged dragon", "dragon", "I"),
            ("D2", "unwinged dragon", "dragon", "II"),
        ),
        kinds={
            NUMBER_KIND: "Basic symbols",
            COMMAND_KIND: "Crabs and frogs",
            DRAW_TWO_KIND: "Wasps",
            WILD_KIND: "Peacocks",
            DRAGON_KIND: "Dragons",
            CHAMELEON_KIND: "Chameleons",
        },
    ),
}


def kind_of(symbol: int) -> str:
    """Return the kind under which a coloured card is counted, by its symbol."""
    if symbol == DRAW_TWO:
        return DRAW_TWO_KIND
    return COMMAND_KIND if symbol in (REVERSE, SKIP) else NUMBER_KIND


def deck_of(ruleset: Ruleset) -> Deck:
    """Return the deck of a ruleset, in its skin."""
    return _deck(
        ruleset["skin"],
        ruleset.number("half-decks"),
        ruleset["transparents"] == "zeros",
        ruleset["chameleon"] == "on",
    )


@lru_cache(maxsize=32)
def _deck(skin_key: str, copies: int, zeros: bool, chameleons: bool) -> Deck:
    skin = SKINS[skin_key]
    faces = [
        Face(
            code=letter + code,
            name=f"{colour} {name}",
            kind=kind_of(symbol),
            points=POINTS[kind_of(symbol)],
            copies=copies,
            colour=colour,
            glyph=glyph,
            corner=corner,
            aliases=(f"{colour}-{name.replace(' ', '-')}",),
        )
        for letter, colour in skin.colours
        for symbol, (code, name, glyph, corner) in enumerate(skin.symbols)
    ]
    for power, (code, name, glyph, corner) in enumerate(skin.powers):
        kind = WILD_KIND if power < len(WILDS) else DRAGON_KIND
        alias = (name.replace(" ", "-"),)
        faces.append(Face(code, name, kind, POINTS[kind], copies, "", glyph, corner, alias))
    if zeros:
        faces.extend(
            Face(
                code=letter + "0",
                identity=f"transparent {number}",
                name=f"transparent {colour}",
                kind=NUMBER_KIND,
                points=POINTS[NUMBER_KIND],
                copies=copies,
                colour=colour,
                glyph="transparent",
                corner="0",
            )
            for number, (letter, colour) in enumerate(skin.colours)
        )
    if chameleons:
        points = POINTS[CHAMELEON_KIND]
        faces.append(Face("Ch", "Chameleon", CHAMELEON_KIND, points, copies, "", "chameleon", ""))
    half_deck = [
        replace(face, identity=f"card {card}") for card, face in enumerate(faces[:HALF_DECK])
    ]
    return Deck((*half_deck, *faces[HALF_DECK:]))


def kind_labels(ruleset: Ruleset) -> dict[str, str]:
    """Return the kinds cards are counted by, with their labels in the ruleset's skin."""
    labels = SKINS[ruleset["skin"]].kinds
    with_chameleons = ruleset["chameleon"] == "on"
    return {k: v for k, v in labels.items() if k != CHAMELEON_KIND or with_chameleons}


CALLS: Final = ("one", "zar", "last-card")
"""The calls that a seat may make besides naming a colour or symbol."""
ONE: Final = COLOURS + SYMBOLS
ZAR: Final = ONE + 1


def words_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return what can be named or said: three colours, nine symbols, then the calls."""
    skin = SKINS[ruleset["skin"]]
    colours = tuple(name for _, name in skin.colours)
    symbols = tuple(name.replace(" ", "-") for _, name, _, _ in skin.symbols)
    return (*colours, *symbols, *CALLS)
