"""The rules of Uno in our own words, each with its place in the source.

Places in the Playroom's rules are counted by paragraph where the copy has lost the headings. Every
finding of the engine cites one of these keys.
"""

from types import MappingProxyType
from typing import Final

from zarleague.engine.ruleset import Basis, Rule

_GAME: Final = "Playroom, Game rules, paragraph "
_CARDS: Final = "Playroom, Particular cards, "
_VARIANTS: Final = "Playroom, Extra rule variants, "
_MATTEL: Final = "Mattel, UNO instruction sheet"

_RULES: Final = (
    Rule("players", "Two to ten players can play.", _MATTEL, Basis.FOUND),
    Rule(
        "deck",
        "The deck has 108 cards: in each colour one 0, two each of 1 to 9 and two each of "
        "skip, reverse and draw two; plus four wilds and four wild draw fours. Buzzers add "
        "eight.",
        _MATTEL + "; buzzers: " + _VARIANTS + "buzzers",
        Basis.FOUND,
        "buzzers",
    ),
    Rule(
        "deal",
        "Deal everyone seven cards and turn up the next one to start.",
        _GAME + "2",
    ),
    Rule(
        "first-card",
        "If the card turned up is a special card, the option says what it does.",
        _MATTEL,
        Basis.FOUND,
        "first-card-action",
    ),
    Rule(
        "turn",
        "The player after the dealer starts. Play is clockwise until someone plays a reverse.",
        _GAME + "3; the first player: " + _MATTEL,
    ),
    Rule(
        "fit",
        "A card must share the top card’s colour, number or symbol; wilds and wild draw fours "
        "go on anything. After a wild, play the colour called.",
        _GAME + "3; " + _CARDS + "wild",
    ),
    Rule(
        "draw",
        "If you can’t play, draw a card. The option says whether you can draw otherwise, and "
        "how often you draw.",
        _GAME + "4",
        option="voluntary-draw-max",
    ),
    Rule(
        "drawn-card",
        "After drawing, you can only play the card you’ve just drawn, unless the option says "
        "otherwise, or that you have to.",
        _GAME + "4",
        option="play-drawn-card",
    ),
    Rule(
        "uno",
        "Say “uno” when you have one card left. If you forget and are caught, draw four cards.",
        _GAME + "5",
        option="missed-uno-penalty",
    ),
    Rule(
        "skip",
        "The player after a skip misses a turn. With two players, whoever played it plays again.",
        _CARDS + "skip",
    ),
    Rule(
        "reverse",
        "A reverse changes the direction of play. With two players, whoever played it plays again.",
        _CARDS + "reverse",
        option="reverse-two-players",
    ),
    Rule(
        "draw-two",
        "The player after a draw two draws two cards before playing. Whoever is next when the "
        "card is played has to draw, whatever happens later.",
        _CARDS + "draw two card",
    ),
    Rule(
        "wild",
        "When you play a wild or wild draw four, call the colour that must be played next.",
        _CARDS + "wild and Draw four card",
    ),
    Rule(
        "draw-four",
        "The player after a wild draw four draws four cards before playing.",
        _CARDS + "Draw four card",
    ),
    Rule(
        "draw-four-when",
        "You can play a wild draw four at any time, or only if you have no card of the current "
        "colour, as the option says.",
        _CARDS + "Draw four card; " + _MATTEL,
        option="wild-draw-four",
    ),
    Rule(
        "skip-after-drawing",
        "If you’ve drawn for a draw card, you lose your turn if the option says so.",
        _VARIANTS + "Skip turn after drawing cards",
        option="skip-after-drawing",
    ),
    Rule(
        "settle",
        "Draw the cards you owe before you play again and before the hand ends.",
        _CARDS + "draw two card, before playing",
    ),
    Rule(
        "debts-in-parts",
        "You draw all the cards owed for one thing at once. If you owe cards for several things, "
        "draw them in any order, one thing at a time or all together.",
        _CARDS + "draw two card (whether at once, and in which order, is not said)",
        Basis.INFERRED,
        "debts-in-parts",
    ),
    Rule(
        "finish",
        "The first player with no cards left wins the hand; the others count theirs.",
        "Playroom, Game rules, paragraph 1; " + _CARDS + "on winning",
        option="finish-on-draw-card",
    ),
    Rule(
        "supply",
        "When the draw pile runs out, reshuffle the discard pile except its top card.",
        _MATTEL,
        Basis.FOUND,
    ),
    Rule(
        "illegal-play",
        "An illegal move is taken back, or stands and costs two cards, as the option says.",
        "No source says; our reading",
        Basis.INFERRED,
        "illegal-play",
    ),
    Rule(
        "cumulation",
        "If you owe cards for a draw two or wild draw four, you can play another of the same "
        "kind and pass the total on, but not mix the two. Some tables allow more, some less.",
        _VARIANTS + "first variant",
        option="cumulation",
    ),
    Rule(
        "straights",
        "On your turn you can play a run of numbers in one colour, up or down, until another "
        "player has played or drawn.",
        _VARIANTS + "second variant",
        option="straights",
    ),
    Rule(
        "interceptions",
        "If you have a card identical to the top card (or, with super interceptions, one with "
        "the same number or symbol), you can play it out of turn. You then play again, and the "
        "game continues after you. Wilds and wild draw fours can’t be intercepted. If you’re "
        "too late or mistaken, you get three points.",
        _VARIANTS + "third variant and Super interceptions",
        option="interceptions",
    ),
    Rule(
        "bluff",
        "If you have to draw for a wild draw four, you can challenge its player to have had "
        "another card to play. The bluffer, or whoever challenges wrongly, draws those cards "
        "plus two.",
        _VARIANTS + "fifth variant",
        option="bluff",
    ),
    Rule(
        "zero-seven",
        "A seven swaps hands with a player of your choice; a zero passes all hands on in the "
        "direction of play.",
        _VARIANTS + "0/7 rule; the effects: open re-implementation of the Playroom's game",
        Basis.FOUND,
        "zero-seven",
    ),
    Rule(
        "buzzers",
        "A buzzer goes on anything, and anything goes on it. Everyone reacts, including "
        "whoever played it, and the slowest draws two cards before play continues.",
        _VARIANTS + "last variant",
        option="buzzers",
    ),
)

RULES: Final = MappingProxyType({rule.key: rule for rule in _RULES})
