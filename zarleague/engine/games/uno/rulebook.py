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
        "The deck has 108 cards: per colour one 0, two each of 1 to 9 and two each of skip, "
        "reverse and draw two; four wilds and four wild draw fours. The buzzers add eight.",
        _MATTEL + "; buzzers: " + _VARIANTS + "buzzers",
        Basis.FOUND,
        "buzzers",
    ),
    Rule(
        "deal",
        "Everybody is dealt seven cards, and the next card is turned up to start the game.",
        _GAME + "2",
    ),
    Rule(
        "first-card",
        "The card turned up may be a special card; the option says what it does then.",
        _MATTEL,
        Basis.FOUND,
        "first-card-action",
    ),
    Rule(
        "turn",
        "Players play one after the other, clockwise until a reverse is played; the player after "
        "the dealer begins.",
        _GAME + "3; the first player: " + _MATTEL,
    ),
    Rule(
        "fit",
        "A card must have the colour, the number or the symbol of the card on top; wilds and wild "
        "draw fours fit on everything. After a wild the colour named must be played.",
        _GAME + "3; " + _CARDS + "wild",
    ),
    Rule(
        "draw",
        "Who cannot play draws a card; the option says whether and how often one may draw "
        "otherwise.",
        _GAME + "4",
        option="voluntary-draw-max",
    ),
    Rule(
        "drawn-card",
        "After drawing, only the card just drawn may be played, unless the option says otherwise.",
        _GAME + "4",
        option="play-drawn-card",
    ),
    Rule(
        "uno",
        'Who is left with one card says "uno"; who forgets it and is caught draws four cards.',
        _GAME + "5",
        option="missed-uno-penalty",
    ),
    Rule(
        "skip",
        "The player after a skip misses the turn; with two players, who played it plays again.",
        _CARDS + "skip",
    ),
    Rule(
        "reverse",
        "A reverse turns the direction of play; with two players, who played it plays again.",
        _CARDS + "reverse",
        option="reverse-two-players",
    ),
    Rule(
        "draw-two",
        "The player after a draw two draws two cards before playing. The debt falls on the player "
        "who is next when the card is played, and stays there.",
        _CARDS + "draw two card",
    ),
    Rule(
        "wild",
        "Who plays a wild or a wild draw four names the colour that must be played next.",
        _CARDS + "wild and Draw four card",
    ),
    Rule(
        "draw-four",
        "The player after a wild draw four draws four cards before playing.",
        _CARDS + "Draw four card",
    ),
    Rule(
        "draw-four-when",
        "A wild draw four may be played at any time, or only without a card of the colour in "
        "force, as the option says.",
        _CARDS + "Draw four card; " + _MATTEL,
        option="wild-draw-four",
    ),
    Rule(
        "skip-after-drawing",
        "Who has drawn for a draw card loses the turn, if the option says so.",
        _VARIANTS + "Skip turn after drawing cards",
        option="skip-after-drawing",
    ),
    Rule(
        "settle",
        "Cards owed are drawn before the player who owes them plays again, and before the hand is "
        "closed; debts may be paid in any order, one by one or together.",
        _CARDS + "draw two card, before playing",
    ),
    Rule(
        "finish",
        "The first player without cards wins the hand; the others count theirs.",
        "Playroom, Game rules, paragraph 1; " + _CARDS + "on winning",
        option="finish-on-draw-card",
    ),
    Rule(
        "supply",
        "When the draw pile is used up, the cards played are shuffled, all but the top one.",
        _MATTEL,
        Basis.FOUND,
    ),
    Rule(
        "illegal-play",
        "An illegal play is taken back, or stands for two cards, as the option says.",
        "No source says; our reading",
        Basis.INFERRED,
        "illegal-play",
    ),
    Rule(
        "cumulation",
        "Who owes cards for a draw two or a wild draw four may play another of the same kind "
        "instead: the sum passes on. Never one kind on the other.",
        _VARIANTS + "first variant",
        option="cumulation",
    ),
    Rule(
        "straights",
        "In one's own turn several consecutive numbers of one colour may be played one after the "
        "other, up or down, until another player has played or drawn.",
        _VARIANTS + "second variant",
        option="straights",
    ),
    Rule(
        "interceptions",
        "Who holds the very card on top, or with super interceptions one of the same face, may "
        "play it out of turn, then plays again, and the game goes on after that player. Wilds and "
        "wild draw fours cannot be intercepted. Who is too late or mistaken gets three points.",
        _VARIANTS + "third variant and Super interceptions",
        option="interceptions",
    ),
    Rule(
        "bluff",
        "Who must draw for a wild draw four may accuse its player of having had another card to "
        "play; the bluffer, or the wrong accuser, draws what was due and two cards more.",
        _VARIANTS + "fifth variant",
        option="bluff",
    ),
    Rule(
        "zero-seven",
        "A seven swaps hands with a player of one's choice, a zero moves all hands on in the "
        "direction of play.",
        _VARIANTS + "0/7 rule; the effects: open re-implementation of the Playroom's game",
        Basis.FOUND,
        "zero-seven",
    ),
    Rule(
        "buzzers",
        "A buzzer fits on everything and everything fits on it; everybody reacts, who played it "
        "too, and the slowest draws two cards before anything else is played.",
        _VARIANTS + "last variant",
        option="buzzers",
    ),
)

RULES: Final = MappingProxyType({rule.key: rule for rule in _RULES})
