"""The contested points of Zar as options, each with its source, and the presets made of them."""

from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset

HOLLAND: Final = "Holland"
CLAY: Final = "Clay, extended rules"
CLAY_BASE: Final = "Clay, rules for ZAR"
CLAY_STRATEGY: Final = "Clay, strategy for ZAR"
OFFICIAL: Final = "playzar.com"

OPTIONS: Final = (
    Option(
        "skin",
        "Card design",
        (
            ("uno-subset", "A subset of an Uno deck: yellow, green and blue, with numbers."),
            ("printed", "The printed ZAR deck: blue, red and yellow, with symbols."),
        ),
        f"{HOLLAND}, Cards; {CLAY_BASE}, The ZAR deck",
    ),
    Option(
        "half-decks",
        "Copies of each card in the deck",
        source=f"{HOLLAND}, Cards and Variant Rules; {CLAY}, Multideck ZAR",
        default="2",
        least=2,
        most=12,
    ),
    Option(
        "deal",
        "Cards dealt to each player",
        (
            ("10-minus-players", "Ten minus the number of players, but at least three."),
            (
                "15-minus-players-max-10",
                "Fifteen minus the number of players, but at least three and at most ten.",
            ),
        ),
        f"{HOLLAND}, Rules; {CLAY}, Starting a Multideck Game",
    ),
    Option(
        "deal-cap",
        "Limit on cards dealt",
        (("none", "No limit."), ("7", "Never more than seven.")),
        "A summary of the printed rules",
        Basis.FOUND,
    ),
    Option(
        "match-out-on-turn",
        "Your last card is identical to the top card, and it’s your turn",
        (
            ("draw-one", "Playing it is a match: you can’t go out on it, and draw one card."),
            ("goes-out", "You play it in turn, so you go out."),
        ),
        f"{HOLLAND}, Matching",
    ),
    Option(
        "match-out",
        "You match out of turn with your last card",
        (
            ("draw-one", "You can’t go out on a match: draw one card."),
            ("goes-out", "You go out."),
        ),
        f"{HOLLAND}, Matching; {OFFICIAL}",
    ),
    Option(
        "pair-out",
        "You play your last cards, all identical, together",
        (
            ("draw-one", "You can’t go out on a pair: draw one card."),
            ("goes-out", "You go out."),
        ),
        f"{HOLLAND}, Matching",
    ),
    Option(
        "matched-skip",
        "A skip is matched",
        (
            ("cancel", "They cancel out: the player after the matcher is next."),
            ("accumulate", "All the skips in a row count, starting from the matcher."),
        ),
        f"{HOLLAND}, Matching special cards; {CLAY}, Example",
    ),
    Option(
        "chain-match-penalty",
        "A match is matched",
        (
            ("one-each", "The player whose card was matched draws one card."),
            ("cumulative", "Everyone matched below it also draws one more card."),
        ),
        f"{CLAY}, Matching; {HOLLAND}, Triple Zar",
    ),
    Option(
        "self-match",
        "Matching your own card before anyone else has played",
        (
            ("forbidden", "You can’t match yourself."),
            ("allowed", "You can, even several times in a row; nobody draws."),
        ),
        f"{HOLLAND}, Matching; {CLAY}, Matching and Q1",
    ),
    Option(
        "self-match-after-round",
        "Your card is still on top when it’s your turn again, and you have its twin",
        (
            ("allowed", "You can play it, and nobody draws."),
            ("forbidden", "You still can’t match yourself."),
        ),
        f"{HOLLAND}, Matching",
    ),
    Option(
        "draw-two-keeps-turn",
        "After drawing for a draw two",
        (
            ("yes", "You take your turn as usual."),
            ("no", "Your turn is over."),
        ),
        f"{HOLLAND}, Draw Twos",
    ),
    Option(
        "debts-in-parts",
        "Drawing cards you owe a few at a time",
        (
            ("allowed", "You can draw them one at a time."),
            ("forbidden", "You draw all the cards owed for one thing at once."),
        ),
        f"{HOLLAND}, Draw Twos (the next player must draw two cards; whether at once is not said)",
        Basis.INFERRED,
    ),
    Option(
        "late-draw-two-match",
        "A draw two is matched after the victim has drawn",
        (
            ("fires-two", "The player after the matcher draws for the matching cards only."),
            ("nothing", "Nobody has to draw for it any more."),
        ),
        f"{HOLLAND}, Matching special cards",
    ),
    Option(
        "out-on-draw-two",
        "The hand ends with draw twos still to be drawn for",
        (
            ("draws", "The cards are drawn before scoring."),
            ("no-draw", "The cards aren’t drawn."),
        ),
        f"{HOLLAND}, Draw Twos (the next player must draw; whether the end spares him is not said)",
        Basis.INFERRED,
    ),
    Option(
        "play-drawn-card",
        "A card drawn instead of playing",
        (("no", "Drawing ends the turn."), ("yes", "You can play it straight away if it fits.")),
        f"{HOLLAND}, Rules (you pass your turn by drawing)",
        Basis.INFERRED,
    ),
    Option(
        "voluntary-draw",
        "Drawing when you could play",
        (
            ("allowed", "You can draw instead of playing."),
            ("only-if-no-play", "You can only draw if you can’t play."),
        ),
        f"{HOLLAND}, Rules (who cannot play must draw; whether others may is not said)",
        Basis.INFERRED,
    ),
    Option(
        "dragon-names-command",
        "Calling a reverse, skip or draw two with a dragon",
        (("no", "You can only call a number or basic symbol."), ("yes", "That’s allowed.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "wild-dragon-cross",
        "A wild on a dragon, or a dragon on a wild",
        (("forbidden", "Neither can be played on the other."), ("free", "Both are allowed.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "reverse-two-players",
        "A reverse with two players",
        (("no-effect", "The other player is next."), ("skips", "It skips the other player.")),
        f"{HOLLAND}, Transparent cards (reverses are not very interesting with two)",
        Basis.INFERRED,
    ),
    Option(
        "last-card-word",
        "What to say with one card left",
        (("one", "“One”."), ("zar", "“ZAR”."), ("last-card", "“Last card”.")),
        f"{HOLLAND}, Rules; {CLAY}, Multiple Card Plays; {OFFICIAL}",
    ),
    Option(
        "last-card-penalty",
        "Penalty for forgetting to say it",
        (("1", "One."), ("2", "Two.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "last-card-trigger",
        "When the penalty applies",
        (
            ("when-asked", "When someone asks how many cards the player has."),
            ("any-catch", "When anyone notices, whatever they say."),
        ),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "declarations",
        "Calling out “MATCH”, “DOUBLE”, “QUAD-DRAW 10” and so on",
        (
            ("free", "Calls don’t matter."),
            ("if-said", "Calls are optional, but they must be right."),
            ("required", "Calls are required and must be right."),
        ),
        f"{CLAY}, Multiple Card Plays and Matching",
    ),
    Option(
        "declaration-penalty",
        "Penalty for a missing or wrong call",
        (("0", "None."), ("1", "One.")),
        f"{CLAY}, Multiple Card Plays (the penalty itself is not in the text)",
        Basis.INFERRED,
    ),
    Option(
        "illegal-play",
        "After an illegal play",
        (
            (
                "unwind-or-vincent",
                "It is taken back if nothing after it depends on it; otherwise it stands and "
                "the player draws one card (the Vincent card).",
            ),
            ("unwind", "It is taken back."),
            ("vincent", "It stands and the player draws one card (the Vincent card)."),
        ),
        f"{HOLLAND}, Other considerations",
    ),
    Option(
        "supply-exhausted",
        "Nothing left to draw or reshuffle",
        (
            ("hand-scored", "The hand ends and everyone scores the cards they have."),
            ("loser-only", "Only the player with the most cards scores."),
            ("void", "The hand doesn’t count."),
        ),
        f"{HOLLAND}, Other considerations (that person loses; what is scored is not said)",
        Basis.INFERRED,
    ),
    Option(
        "chameleon",
        "Chameleon cards",
        (("off", "Not in the deck."), ("on", "One for each half-deck.")),
        f"{CLAY}, The Chameleon card",
    ),
    Option(
        "transparents",
        "Transparent cards",
        (
            ("off", "None."),
            ("reverses", "Two players: you can see the card under a reverse through it."),
            ("zeros", "Three or more players: added zeros let the card under them show through."),
        ),
        f"{HOLLAND}, Transparent cards (named there; the rule itself is not given)",
        Basis.INFERRED,
    ),
    Option(
        "next-dealer",
        "Who deals next",
        (("winner", "The winner of the hand."), ("rotate", "The next player clockwise.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "match-hands",
        "Hands in a match (0: no limit)",
        source=f"{HOLLAND}, Scoring (no end is given)",
        basis=Basis.INFERRED,
        default="0",
        least=0,
        most=99,
    ),
    Option(
        "match-target",
        "Points that end the match (0: no limit)",
        source=f"{HOLLAND}, Scoring (no end is given)",
        basis=Basis.INFERRED,
        default="0",
        least=0,
        most=999,
    ),
)

_CLAY_BASE: Final = {
    "skin": "printed",
    "last-card-word": "zar",
    "self-match": "allowed",
    # Only Holland forbids going out by a match, and the pair follows from it.
    "match-out": "goes-out",
    "match-out-on-turn": "goes-out",
    "pair-out": "goes-out",
    "matched-skip": "accumulate",
    "declarations": "if-said",
}
_MULTIDECK: Final = {
    **_CLAY_BASE,
    "deal": "15-minus-players-max-10",
}

PRESETS: Final = (
    Preset(
        "zar-holland",
        "Zar",
        "Dave Holland’s rules, played with part of an Uno deck.",
    ),
    Preset(
        "zar-plus-plus",
        "Zar++ (Triple Zar)",
        "Three of each card, and you can match a match.",
        {"half-decks": "3", "chain-match-penalty": "cumulative"},
    ),
    Preset(
        "zar-clay",
        "ZAR, Clay’s rules",
        "The printed deck, with Clay’s calls.",
        _CLAY_BASE,
    ),
    Preset(
        "zar-multideck",
        "Deck and a Half ZAR",
        "Three half-decks, Clay’s extended rules, for 2 to 14 players.",
        {**_MULTIDECK, "half-decks": "3"},
    ),
    Preset(
        "zar-multideck-double",
        "Double Deck ZAR",
        "Four half-decks, Clay’s extended rules, for 2 to 14 players.",
        {**_MULTIDECK, "half-decks": "4"},
    ),
    Preset(
        "zar-chameleon",
        "ZAR with Chameleons",
        "Three half-decks with the blank cards as Chameleons, Clay’s extended rules.",
        {**_MULTIDECK, "half-decks": "3", "chameleon": "on"},
    ),
    Preset(
        "zar-transparent",
        "+/- Zar",
        "Dave Holland’s rules with transparent zeros, for three or more players.",
        {"transparents": "zeros"},
    ),
    Preset(
        "zar-official",
        "ZAR as printed",
        "The publisher’s short rules: matching costs nothing, and you can go out on a match.",
        {
            "skin": "printed",
            "match-out": "goes-out",
            "match-out-on-turn": "goes-out",
            "pair-out": "goes-out",
            "last-card-word": "last-card",
        },
    ),
)
