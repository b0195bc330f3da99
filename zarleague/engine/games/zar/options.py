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
        "Names and pictures of the cards",
        (
            ("uno-subset", "A subset of an Uno deck: yellow, green and blue, with numbers."),
            ("printed", "The printed ZAR deck: blue, red and yellow, with symbols."),
        ),
        f"{HOLLAND}, Cards; {CLAY_BASE}, The ZAR deck",
    ),
    Option(
        "half-decks",
        "How many copies of each card are in the deck",
        source=f"{HOLLAND}, Cards and Variant Rules; {CLAY}, Multideck ZAR",
        default="2",
        least=2,
        most=12,
    ),
    Option(
        "deal",
        "How many cards each player is dealt",
        (
            ("10-minus-players", "Ten minus the number of players, but at least three."),
            (
                "15-minus-players-max-10",
                "Fifteen minus the number of players, at least three and at most ten.",
            ),
        ),
        f"{HOLLAND}, Rules; {CLAY}, Starting a Multideck Game",
    ),
    Option(
        "deal-cap",
        "The most cards anybody is dealt",
        (("none", "No limit of its own."), ("7", "Never more than seven.")),
        "A summary of the printed rules",
        Basis.FOUND,
    ),
    Option(
        "match-out-on-turn",
        "Your last card is identical to the top card, and it is your turn",
        (
            ("draw-one", "Playing it is a match: you cannot go out by it and draw one card."),
            ("goes-out", "You played it in turn, so you go out."),
        ),
        f"{HOLLAND}, Matching",
    ),
    Option(
        "match-out",
        "Your last card is played as a match out of turn",
        (
            ("draw-one", "You cannot go out by matching: you draw one card."),
            ("goes-out", "You go out."),
        ),
        f"{HOLLAND}, Matching; {OFFICIAL}",
    ),
    Option(
        "pair-out",
        "Your last cards are identical and played together",
        (
            ("draw-one", "You cannot go out by a pair: you draw one card."),
            ("goes-out", "You go out."),
        ),
        f"{HOLLAND}, Matching",
    ),
    Option(
        "matched-skip",
        "A skip is matched",
        (
            ("cancel", "Both are cancelled: the player after the matcher is next."),
            ("accumulate", "All skips lying together count, from the matcher on."),
        ),
        f"{HOLLAND}, Matching special cards; {CLAY}, Example",
    ),
    Option(
        "chain-match-penalty",
        "A match is matched",
        (
            ("one-each", "Each match costs the player it was played on one card."),
            ("cumulative", "It also costs everybody matched below it one card more."),
        ),
        f"{CLAY}, Matching; {HOLLAND}, Triple Zar",
    ),
    Option(
        "self-match",
        "Putting an identical card on your own before anybody else has played",
        (
            ("forbidden", "You cannot match yourself."),
            ("allowed", "You may, several times in a row; nobody draws."),
        ),
        f"{HOLLAND}, Matching; {CLAY}, Matching and Q1",
    ),
    Option(
        "self-match-after-round",
        "Your card is still on top when your turn comes again, and you hold its twin",
        (
            ("allowed", "You may play it, and nobody draws."),
            ("forbidden", "You may not match yourself then either."),
        ),
        f"{HOLLAND}, Matching",
    ),
    Option(
        "draw-two-keeps-turn",
        "After drawing for a draw two",
        (
            ("yes", "You play on normally."),
            ("no", "Your turn is over."),
        ),
        f"{HOLLAND}, Draw Twos",
    ),
    Option(
        "debts-in-parts",
        "Drawing what is owed bit by bit",
        (
            ("allowed", "Each card may be drawn by itself."),
            ("forbidden", "What is owed for one thing is drawn at once."),
        ),
        f"{HOLLAND}, Draw Twos (the next player must draw two cards; whether at once is not said)",
        Basis.INFERRED,
    ),
    Option(
        "late-draw-two-match",
        "A draw two is matched after its victim has drawn",
        (
            ("fires-two", "The player after the matcher draws for the matching cards alone."),
            ("nothing", "Nobody draws for it any more."),
        ),
        f"{HOLLAND}, Matching special cards",
    ),
    Option(
        "out-on-draw-two",
        "The hand ends while cards are owed for draw twos",
        (
            ("draws", "They are drawn before the hand is scored."),
            ("no-draw", "They are not drawn."),
        ),
        f"{HOLLAND}, Draw Twos (the next player must draw; whether the end spares him is not said)",
        Basis.INFERRED,
    ),
    Option(
        "play-drawn-card",
        "The card drawn instead of playing",
        (("no", "Drawing ends the turn."), ("yes", "It may be played at once if it fits.")),
        f"{HOLLAND}, Rules (you pass your turn by drawing)",
        Basis.INFERRED,
    ),
    Option(
        "voluntary-draw",
        "Drawing a card although another could be played",
        (
            ("allowed", "You may draw instead of playing."),
            ("only-if-no-play", "You may draw only if you cannot play."),
        ),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "dragon-names-command",
        "A dragon names a reverse, a skip or a draw two",
        (("no", "Only a number or basic symbol can be named."), ("yes", "It may.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "wild-dragon-cross",
        "A wild on a dragon, or a dragon on a wild",
        (("forbidden", "Neither may be played on the other."), ("free", "Both may.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "reverse-two-players",
        "A reverse between two players",
        (("no-effect", "The other player is next."), ("skips", "It skips the other player.")),
        f"{HOLLAND}, Transparent cards (reverses are not very interesting with two)",
        Basis.INFERRED,
    ),
    Option(
        "last-card-word",
        "What a player with one card must say",
        (("one", "“One”."), ("zar", "“ZAR”."), ("last-card", "“Last card”.")),
        f"{HOLLAND}, Rules; {CLAY}, Multiple Card Plays; {OFFICIAL}",
    ),
    Option(
        "last-card-penalty",
        "Cards drawn for not having said it",
        (("1", "One."), ("2", "Two.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "last-card-trigger",
        "Who did not say it draws",
        (
            ("when-asked", "When somebody asks how many cards he has."),
            ("any-catch", "When anybody notices it, in whatever words."),
        ),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "declarations",
        "Calling out “MATCH”, “DOUBLE”, “QUAD-DRAW 10” and so on",
        (
            ("free", "What is called out does not matter."),
            ("if-said", "Nothing need be called out, but what is must be right."),
            ("required", "It must be called out, and rightly."),
        ),
        f"{CLAY}, Multiple Card Plays and Matching",
    ),
    Option(
        "declaration-penalty",
        "Cards drawn for a missing or wrong call",
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
                "It is taken back if nothing that followed depends on it; else it stands and "
                "costs the offender a Vincent card.",
            ),
            ("unwind", "It is taken back."),
            ("vincent", "It stands and costs the offender a Vincent card."),
        ),
        f"{HOLLAND}, Other considerations",
    ),
    Option(
        "supply-exhausted",
        "Nothing is left to draw or to reshuffle",
        (
            ("hand-scored", "The hand ends and everybody scores the cards held."),
            ("loser-only", "Only the player holding the most cards scores."),
            ("void", "The hand does not count."),
        ),
        f"{HOLLAND}, Other considerations",
    ),
    Option(
        "chameleon",
        "Chameleon cards",
        (("off", "Not in the deck."), ("on", "As many as there are half-decks.")),
        f"{CLAY}, The Chameleon card",
    ),
    Option(
        "transparents",
        "Transparent cards",
        (
            ("off", "None."),
            ("reverses", "Two players: the reverses let the card under them show through."),
            ("zeros", "Three or more players: zeros are added that let the card show through."),
        ),
        f"{HOLLAND}, Transparent cards (named there; the rule itself is not given)",
        Basis.INFERRED,
    ),
    Option(
        "next-dealer",
        "Who deals the next hand",
        (("winner", "The winner of the hand."), ("rotate", "The next player clockwise.")),
        f"{HOLLAND}, Rules",
    ),
    Option(
        "match-hands",
        "The match ends after so many hands (0: open)",
        source=f"{HOLLAND}, Scoring (no end is given)",
        basis=Basis.INFERRED,
        default="0",
        least=0,
        most=99,
    ),
    Option(
        "match-target",
        "The match ends when a total reaches this (0: open)",
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
        "Dave Holland's rules, played with a subset of an Uno deck.",
    ),
    Preset(
        "zar-plus-plus",
        "Zar++ (Triple Zar)",
        "Three of each card, and a match may itself be matched.",
        {"half-decks": "3", "chain-match-penalty": "cumulative"},
    ),
    Preset(
        "zar-clay",
        "ZAR by Clay's rules",
        "The printed deck, with Clay's declarations.",
        _CLAY_BASE,
    ),
    Preset(
        "zar-multideck",
        "Deck and a Half ZAR",
        "Three half-decks by Clay's extended rules, for 2 to 14 players.",
        {**_MULTIDECK, "half-decks": "3"},
    ),
    Preset(
        "zar-multideck-double",
        "Double Deck ZAR",
        "Four half-decks by Clay's extended rules, for 2 to 14 players.",
        {**_MULTIDECK, "half-decks": "4"},
    ),
    Preset(
        "zar-chameleon",
        "ZAR with Chameleons",
        "Three half-decks with the blank cards as Chameleons, by Clay's extended rules.",
        {**_MULTIDECK, "half-decks": "3", "chameleon": "on"},
    ),
    Preset(
        "zar-transparent",
        "+/- Zar",
        "Dave Holland's rules with transparent zeros, for three or more players.",
        {"transparents": "zeros"},
    ),
    Preset(
        "zar-official",
        "ZAR as printed",
        "The publisher's rules in short: a match is free, and you may go out by it.",
        {
            "skin": "printed",
            "match-out": "goes-out",
            "match-out-on-turn": "goes-out",
            "pair-out": "goes-out",
            "last-card-word": "last-card",
        },
    ),
)
