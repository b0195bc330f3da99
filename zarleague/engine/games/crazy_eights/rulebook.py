"""The rules of Crazy Eights in our own words, each with its source (docs/rules/crazy-eights.md)."""

from types import MappingProxyType
from typing import Final

from zarleague.engine.ruleset import Basis, Rule

BASIC: Final = "Everything2, Crazy Eights"
_REFERENCE: Final = "Reference.com, Crazy Eights"
_BRAINGLE: Final = "Braingle, Crazy Eights"
MATCH_SOURCE: Final = "Party Game Pond, Crazy Eights"
BGA: Final = "Board Game Arena, help on Crazy Eights"
CATS: Final = "Cats at Cards, Crazy Eights, Twos"
ACTIONS: Final = "Games4All, Crazy Eights"
NET_PLACES: Final = "Netplaces, Crazy Eights"
MAU_MAU: Final = "kartenspiele.net and Spiele-Palast, Mau-Mau"
MAU_MAU_CLUB: Final = "Mau-Mau-Club, Spielregeln"

_RULES: Final = (
    Rule(
        "players",
        "Two to five players with one pack, two to ten with two.",
        BASIC,
        Basis.INFERRED,
        "packs",
    ),
    Rule(
        "deck",
        "A pack has one of each card; the option says how many packs there are.",
        BASIC,
        Basis.FOUND,
        "packs",
    ),
    Rule("deal", "Deal everyone five cards, or seven with two players.", BASIC, Basis.FOUND),
    Rule(
        "first-card",
        "Turn up the next card. If it’s one that calls a suit, put it back and turn up another.",
        _REFERENCE,
        Basis.FOUND,
    ),
    Rule(
        "turn",
        "The player to the dealer’s left starts. On your turn, play a card or draw.",
        BASIC,
        Basis.FOUND,
    ),
    Rule(
        "draw",
        "Drawing one card is a whole turn; or you can then play, or draw until you can, as the "
        "option says.",
        f"{BASIC}; {BGA}",
        Basis.FOUND,
        "drawing",
    ),
    Rule("match", "Play a card of the same suit or rank as the top card.", BASIC, Basis.FOUND),
    Rule(
        "eight",
        "You can play an eight (or a jack, if the option says so) on any card; call the suit that "
        "must be played next.",
        BASIC,
        Basis.FOUND,
        "wild",
    ),
    Rule(
        "draw-two",
        "If your table plays draw twos, the player after one draws two cards and misses a turn, or "
        "passes the total on with another if the option says so.",
        CATS,
        Basis.FOUND,
        "draw-two",
    ),
    Rule(
        "skip",
        "If your table plays skips, the player after one misses a turn. With two players, whoever "
        "played it plays again.",
        ACTIONS,
        Basis.FOUND,
        "skip",
    ),
    Rule(
        "reverse",
        "If your table plays reverses, one changes the direction of play.",
        ACTIONS,
        Basis.FOUND,
        "reverse",
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
        "king, queen or jack 10, an ace 1, any other card its number, unless the option says "
        "otherwise.",
        BASIC,
        Basis.FOUND,
        "card-points",
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
