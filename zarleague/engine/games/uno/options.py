"""The options of Uno, each with its source, and the two presets."""

from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset

_VARIANTS: Final = "Playroom, Extra rule variants"
_REMAKE: Final = "Open re-implementation of the Playroom's game (elten-game-room, uno)"
_MATTEL: Final = "Mattel, UNO instruction sheet"
_HOUSE: Final = "Cheatography, Uno House Rules"
_OURS: Final = "No source says; our reading"

_SCORE: Final = (
    Option(
        "scoring",
        "Who scores the cards left",
        (
            ("losers-add", "Each player scores their own cards left; lowest total wins."),
            ("winner-collects", "The winner scores everyone’s cards left; highest total wins."),
        ),
        source="Playroom, Particular cards, on winning; winner-collects: " + _MATTEL,
    ),
    Option(
        "same-points",
        "Someone has the same points as whoever went out",
        (
            ("winner-ahead", "Whoever went out is ahead: the first without cards has won."),
            ("level", "They share the place."),
        ),
        source="Playroom, Game rules, paragraph 1; level: by the points alone",
    ),
    Option(
        "match-end",
        "When a match ends",
        (
            ("limit", "When a total reaches the limit."),
            ("rounds", "After a set number of hands."),
            ("whichever-first", "After a set number of hands, or at the limit."),
        ),
        source="Playroom, Particular cards, on the ultimate winner",
    ),
    Option(
        "limit",
        "Points limit for a match",
        source="Playroom, Particular cards: often 500, 1000 or 1500",
        default="500",
        least=50,
        most=10000,
    ),
    Option(
        "rounds",
        "Hands in a match",
        source="Playroom, Particular cards: a defined number of rounds",
        default="10",
        least=1,
        most=100,
    ),
    Option(
        "at-limit",
        "When a player reaches the limit",
        (
            ("end-match", "The match ends."),
            ("eliminate", "That player is out and the others play on."),
        ),
        source="Playroom, Particular cards; eliminate: " + _REMAKE,
    ),
)

_BASE: Final = (
    Option(
        "first-card-action",
        "A skip, reverse or draw two turned up at the start",
        (
            ("apply", "It counts as played by the dealer."),
            ("ignore", "It has no effect."),
            ("redraw", "It goes back into the deck and another card is turned up."),
        ),
        source=_MATTEL,
        basis=Basis.FOUND,
    ),
    Option(
        "first-card-wild",
        "A wild or a buzzer turned up at the start",
        (
            ("redraw", "It goes back into the deck and another card is turned up."),
            ("free", "It stays, and the first player can play any card."),
        ),
        source=_MATTEL + " (editions differ); a wild draw four is always buried",
        basis=Basis.FOUND,
    ),
    Option(
        "first-card-reverse",
        "Who starts after a reverse is turned up",
        (
            ("right-of-dealer", "The player to the right of the dealer."),
            ("dealer", "The dealer."),
        ),
        source=_MATTEL + " (editions differ)",
        basis=Basis.FOUND,
    ),
    Option(
        "play-drawn-card",
        "What you can play after drawing",
        (
            ("yes", "The card you’ve just drawn, if it fits."),
            ("any", "Any card that fits."),
            ("no", "Nothing: drawing ends the turn."),
            ("must", "The card you’ve just drawn; if it fits, you have to."),
        ),
        source="Playroom, Game rules, paragraph 4; any: "
        + _REMAKE
        + "; must: "
        + _HOUSE
        + ", Force Play",
    ),
    Option(
        "voluntary-draw-max",
        "How many cards you can draw in a turn",
        (
            ("1", "One, even if you have a card that fits."),
            ("0", "One, and only if you have no card that fits."),
            ("3", "Up to three, one at a time."),
            ("any", "As many as you like, one at a time."),
            (
                "until-fits",
                "Only if you have no card that fits, and then one after another until you can "
                "play.",
            ),
        ),
        source="Playroom, Game rules, paragraph 4, says only that who cannot play draws; three: "
        + _REMAKE
        + "; until-fits: "
        + _HOUSE
        + ", Draw to Match",
        basis=Basis.INFERRED,
    ),
    Option(
        "missed-uno-penalty",
        "Penalty for forgetting “uno”",
        (("4", "Four."), ("2", "Two.")),
        source="Playroom, Game rules, paragraph 5; two: " + _MATTEL,
    ),
    Option(
        "uno-catch-window",
        "How long you can be caught forgetting “uno”",
        (
            ("until-next-play", "Until the next player plays or draws."),
            ("while-one-card", "As long as the player has one card and hasn’t said it."),
        ),
        source=_MATTEL + "; the Playroom sets no end",
        basis=Basis.FOUND,
    ),
    Option(
        "wild-draw-four",
        "When you can play a wild draw four",
        (
            ("any-time", "At any time."),
            ("only-if-no-colour", "Only if you have no card of the current colour."),
        ),
        source="Playroom, Draw four card; only-if-no-colour: " + _MATTEL,
    ),
    Option(
        "skip-after-drawing",
        "Who loses their turn after drawing for a draw card",
        (
            ("off", "Nobody: draw, then play."),
            ("draw-four", "Whoever drew for a wild draw four."),
            ("on", "Whoever drew for a draw two or wild draw four."),
        ),
        source="Playroom, Draw four card, and Extra rule variants, Skip turn after drawing cards",
    ),
    Option(
        "debts-in-parts",
        "Drawing cards you owe a few at a time",
        (
            ("forbidden", "You draw all the cards owed for one thing at once."),
            ("allowed", "You can draw them one at a time."),
        ),
        source="Playroom, draw two card (has to draw 2 cards before playing; whether at once is "
        "not said)",
        basis=Basis.INFERRED,
    ),
    Option(
        "finish-on-draw-card",
        "When the last card is a draw card or a buzzer",
        (
            ("victims-draw-then-score", "Its cards are drawn before the points are counted."),
            ("victims-answer-then-score", "The same, but the victim can still pass the cards on."),
            ("score-now", "The hand is over at once."),
        ),
        source=_MATTEL + "; " + _REMAKE,
        basis=Basis.FOUND,
    ),
    Option(
        "reverse-two-players",
        "A reverse with two players",
        (
            ("plays-again", "Whoever played it plays again."),
            ("no-effect", "It has no effect at all."),
        ),
        source="Playroom, Particular cards, on the reverse",
    ),
    Option(
        "illegal-play",
        "After an illegal move",
        (
            ("unwind", "It is taken back."),
            ("stands-draw-2", "It stands, and the player draws two cards."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
)

_OFF: Final = ("off", "Not played.")
_ON: Final = ("on", "Played.")

_EXTRAS: Final = (
    Option(
        "cumulation",
        "Stacking draw cards to pass the total on",
        (
            _OFF,
            ("on", "Draw twos on draw twos, wild draw fours on wild draw fours."),
            ("draw-twos", "Only draw twos on draw twos."),
            ("fours-on-twos", "The same kind, and wild draw fours on draw twos."),
            ("mixed", "Any draw card on any draw card."),
        ),
        source=_VARIANTS
        + ", first variant; draw-twos: Mattel, as Der Standard has it; fours-on-twos: Wikibooks; "
        + "mixed: "
        + _HOUSE
        + ", Stacking",
    ),
    Option(
        "straights",
        "Playing a run of numbers in one colour in one turn",
        (_OFF, _ON),
        source=_VARIANTS + ", second variant",
    ),
    Option(
        "interceptions",
        "Playing out of turn on a card like yours (interceptions)",
        (
            _OFF,
            ("exact", "The same colour and the same number or symbol."),
            ("super", "The same number or symbol, whatever the colour."),
        ),
        source=_VARIANTS + ", third variant and Super interceptions",
    ),
    Option(
        "interception-then",
        "Who plays after an interception",
        (
            ("plays-again", "The interceptor again, then the player after the interceptor."),
            ("next-player", "The player after the interceptor."),
        ),
        source=_VARIANTS + ", third variant; next-player: " + _REMAKE,
    ),
    Option(
        "interception-fail",
        "What a failed interception costs",
        (
            ("score-3", "Three points."),
            ("cards-3", "Three cards."),
            ("none", "Nothing."),
        ),
        source=_VARIANTS + ", third variant; the others are house rules",
    ),
    Option(
        "interception-in-turn",
        "Can you intercept on your own turn, and so play twice?",
        (
            ("no", "No: there’s nothing to intercept."),
            ("yes", "Yes: an identical card is an identical card."),
        ),
        source=_REMAKE + "; the Playroom speaks of not waiting for one's turn",
        basis=Basis.FOUND,
    ),
    Option(
        "intercepted-skip",
        "Who is skipped when you intercept with a skip and play again",
        (
            ("skips-after", "The player after the interceptor, once the interceptor has played."),
            ("no-effect", "Nobody: the interceptor is next anyway."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
    Option(
        "intercept-buzzer",
        "Can a buzzer be intercepted with a buzzer?",
        (
            ("yes", "Yes: any card except wilds and wild draw fours can be."),
            ("no", "No: it counts as a wild."),
        ),
        source=_VARIANTS + ", third variant, last sentence; no: " + _REMAKE,
    ),
    Option(
        "intercept-actions",
        "Can a skip, reverse or draw two be intercepted?",
        (
            ("yes", "Yes: any card except wilds and wild draw fours can be."),
            ("no", "No: only numbers can be."),
        ),
        source=_VARIANTS + ", third variant, last sentence; no: a house rule",
    ),
    Option(
        "bluff",
        "Challenging a wild draw four",
        (
            _OFF,
            ("any-playable", "It was a bluff if any other card could have been played."),
            ("colour-only", "It was a bluff if the player had a card of the current colour."),
        ),
        source=_VARIANTS + ", fifth variant; colour-only: " + _MATTEL,
    ),
    Option(
        "bluff-penalty",
        "What a challenge costs",
        (
            (
                "due-plus-2",
                ("The bluffer, or whoever challenges wrongly, draws those cards plus two."),
            ),
            (
                "four-and-six",
                (
                    "The bluffer draws those cards; whoever challenges wrongly draws "
                    "two more than that."
                ),
            ),
        ),
        source=_VARIANTS + ", fifth variant; four-and-six: " + _MATTEL,
    ),
    Option(
        "bluff-when-answering",
        "Can a wild draw four stacked on another be a bluff?",
        (
            ("judged", "Yes: other cards are checked against the colour called for the first."),
            ("never-bluff", "No: only a wild draw four could be played."),
        ),
        source=_VARIANTS + ", fifth variant, on cumulation",
    ),
    Option(
        "zero-seven",
        "A seven swaps hands with a player of your choice, a zero passes all hands on",
        (_OFF, _ON),
        source=_VARIANTS + ", 0/7 rule; its effects: " + _REMAKE,
    ),
    Option(
        "zero-seven-last-card",
        "A zero or seven as the last card",
        (
            ("goes-out-first", "The player goes out; no hands move."),
            ("swap-first", "Hands move first; whoever then has no cards goes out."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
    Option(
        "swap-in-straight",
        "A zero or seven in the middle of a run",
        (
            ("goes-on", "Hands move at once; the run can continue from the new hand."),
            ("ends", "Hands move at once, and that ends the run."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
    Option(
        "buzzers",
        "Eight extra buzzers: everyone reacts, the slowest draws two",
        (_OFF, _ON),
        source=_VARIANTS + ", last variant",
    ),
)

OPTIONS: Final = _SCORE + _BASE + _EXTRAS

PRESETS: Final = (
    Preset(
        "uno-playroom",
        "Playroom",
        "The Playroom’s rules without any extras: losers add up their cards, lowest total wins.",
    ),
    Preset(
        "uno-mattel",
        "Mattel",
        "Mattel’s official rules: draw cards cost you your turn, a wild draw four can be "
        "challenged and needs you to have no card of the colour, and the winner collects "
        "points up to 500.",
        {
            "scoring": "winner-collects",
            "missed-uno-penalty": "2",
            "wild-draw-four": "only-if-no-colour",
            "skip-after-drawing": "on",
            "bluff": "colour-only",
            "bluff-penalty": "four-and-six",
        },
    ),
)
