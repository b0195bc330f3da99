"""The rules of Crazy Eights in our own words, each with its source (docs/rules/crazy-eights.md)."""

from types import MappingProxyType
from typing import Final

from zarleague.engine.ruleset import Basis, Rule

_BASIC: Final = "Everything2, Crazy Eights"
_REFERENCE: Final = "Reference.com, Crazy Eights"
_BRAINGLE: Final = "Braingle, Crazy Eights"
MATCH_SOURCE: Final = "Party Game Pond, Crazy Eights"

_RULES: Final = (
    Rule("players", "Two to five players, one deck of 52 cards.", _BASIC, Basis.INFERRED),
    Rule("deck", "There’s one of each card.", _BASIC, Basis.FOUND),
    Rule("deal", "Deal everyone five cards, or seven with two players.", _BASIC, Basis.FOUND),
    Rule(
        "first-card",
        "Turn up the next card. If it’s an eight, put it back and turn up another.",
        _REFERENCE,
        Basis.FOUND,
    ),
    Rule(
        "turn",
        "The player to the dealer’s left starts. On your turn, play a card or draw one.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule("match", "Play a card of the same suit or rank as the top card.", _BASIC, Basis.FOUND),
    Rule(
        "eight",
        "You can play an eight on any card; call the suit that must be played next.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule(
        "stock",
        "When the draw pile runs out, reshuffle the discard pile except its top card. If "
        "there’s nothing to draw, you can pass.",
        f"{_BRAINGLE}; {_REFERENCE}",
        Basis.FOUND,
    ),
    Rule(
        "end",
        "The first player with no cards left wins. The others count theirs: an eight is 50, a "
        "king, queen or jack 10, an ace 1, any other card its number.",
        _BASIC,
        Basis.FOUND,
    ),
    Rule(
        "match-end",
        "The match ends when someone reaches the limit.",
        MATCH_SOURCE,
        Basis.FOUND,
        "limit",
    ),
)
RULES: Final = MappingProxyType({rule.key: rule for rule in _RULES})
