"""The rules of Crazy Eights in our own words, each with its place in the source."""

from types import MappingProxyType
from typing import Final

from zarleague.engine.ruleset import Basis, Rule

_PAGAT: Final = "Pagat, Crazy Eights"
_BASIC: Final = _PAGAT + ", Basic game"

_RULES: Final = (
    Rule(
        "players",
        "Two to five players play with one pack of 52 cards.",
        _PAGAT + ", Players and cards",
        Basis.FOUND,
    ),
    Rule("deck", "Every card exists once.", _PAGAT + ", Players and cards", Basis.FOUND),
    Rule("deal", "Everybody is dealt five cards, with two players seven.", _BASIC, Basis.FOUND),
    Rule(
        "first-card",
        "The next card is turned up; an eight is put back, and another card turned up.",
        "Bicycle, Crazy Eights, The pack",
        Basis.FOUND,
    ),
    Rule(
        "turn",
        "The player left of the dealer begins; in turn one plays a card or draws one.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule("match", "A card is played on one of its suit or rank.", _BASIC, Basis.FOUND),
    Rule(
        "eight",
        "An eight goes on any card; its player names the suit that has to follow.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule(
        "stock",
        "When the stock is used up, the discards under the top card are shuffled anew; when there "
        "is nothing to draw, one may pass.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule(
        "end",
        "Who has no card left wins, and the others count theirs: an eight 50, a king, queen or "
        "jack 10, any other card its number, an ace 1.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule(
        "match-end",
        "The match ends when somebody reaches the limit.",
        "Bicycle, Crazy Eights, How to keep score",
        Basis.FOUND,
        "limit",
    ),
)
RULES: Final = MappingProxyType({rule.key: rule for rule in _RULES})
