"""The options of Uno, each with its source, and the two presets."""

from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset

_VARIANTS: Final = "Playroom, Extra rule variants"
_REMAKE: Final = "Open re-implementation of the Playroom's game (elten-game-room, uno)"
_MATTEL: Final = "Mattel, UNO instruction sheet"
_OURS: Final = "No source says; our reading"

_SCORE: Final = (
    Option(
        "scoring",
        "Who scores the cards left in hand",
        (
            ("losers-add", "Each player adds the points of the own cards left; low total wins."),
            ("winner-collects", "The winner of the hand collects everybody's; high total wins."),
        ),
        source="Playroom, Particular cards, on winning; winner-collects: " + _MATTEL,
    ),
    Option(
        "match-end",
        "When a match ends",
        (
            ("limit", "When a total reaches the limit."),
            ("rounds", "After a set number of hands."),
            ("whichever-first", "After the set number of hands or at the limit."),
        ),
        source="Playroom, Particular cards, on the ultimate winner",
    ),
    Option(
        "limit",
        "The limit of a match, in points",
        source="Playroom, Particular cards: often 500, 1000 or 1500",
        default="500",
        least=50,
        most=10000,
    ),
    Option(
        "rounds",
        "How many hands a match has",
        source="Playroom, Particular cards: a defined number of rounds",
        default="10",
        least=1,
        most=100,
    ),
    Option(
        "at-limit",
        "What happens when a total reaches the limit",
        (
            ("end-match", "The match ends."),
            ("eliminate", "That player leaves and the others play on."),
        ),
        source="Playroom, Particular cards; eliminate: " + _REMAKE,
    ),
)

_BASE: Final = (
    Option(
        "first-card-action",
        "A skip, reverse or draw two turned up at the start",
        (
            ("apply", "It acts as if the dealer had played it."),
            ("ignore", "It lies there without effect."),
            ("redraw", "It is buried and another card is turned up."),
        ),
        source=_MATTEL,
        basis=Basis.FOUND,
    ),
    Option(
        "first-card-wild",
        "A wild or a buzzer turned up at the start",
        (
            ("redraw", "It is buried and another card is turned up."),
            ("free", "It stays, and the first player may play any card."),
        ),
        source=_MATTEL + " (editions differ); a wild draw four is always buried",
        basis=Basis.FOUND,
    ),
    Option(
        "first-card-reverse",
        "Who begins after a reverse turned up at the start",
        (
            ("right-of-dealer", "The player to the right of the dealer."),
            ("dealer", "The dealer."),
        ),
        source=_MATTEL + " (editions differ)",
        basis=Basis.FOUND,
    ),
    Option(
        "play-drawn-card",
        "What may be played after drawing a card",
        (
            ("yes", "The card just drawn, if it fits."),
            ("any", "Any card that fits."),
            ("no", "Nothing: drawing ends the turn."),
        ),
        source="Playroom, Game rules, paragraph 4; any: " + _REMAKE,
    ),
    Option(
        "voluntary-draw-max",
        "How many cards a player may draw in one turn",
        (
            ("1", "One, even when a card in hand fits."),
            ("0", "One, and only when no card in hand fits."),
            ("3", "Up to three, one after the other."),
        ),
        source="Playroom, Game rules, paragraph 4, says only that who cannot play draws; three: "
        + _REMAKE,
        basis=Basis.INFERRED,
    ),
    Option(
        "missed-uno-penalty",
        'Cards drawn for a forgotten "uno"',
        (("4", "Four."), ("2", "Two.")),
        source="Playroom, Game rules, paragraph 5; two: " + _MATTEL,
    ),
    Option(
        "uno-catch-window",
        'How long a forgotten "uno" can be caught',
        (
            ("until-next-play", "Until the next player plays or draws."),
            ("while-one-card", "As long as the player holds one card and has not said it."),
        ),
        source=_MATTEL + "; the Playroom sets no end",
        basis=Basis.FOUND,
    ),
    Option(
        "wild-draw-four",
        "When a wild draw four may be played",
        (
            ("any-time", "At any time."),
            ("only-if-no-colour", "Only without a card of the colour in force."),
        ),
        source="Playroom, Draw four card; only-if-no-colour: " + _MATTEL,
    ),
    Option(
        "skip-after-drawing",
        "Who loses the turn after drawing for a draw card",
        (
            ("off", "Nobody: draw, then play."),
            ("draw-four", "Who drew for a wild draw four."),
            ("on", "Who drew for a draw two or a wild draw four."),
        ),
        source="Playroom, Draw four card, and Extra rule variants, Skip turn after drawing cards",
    ),
    Option(
        "finish-on-draw-card",
        "A hand that ends with a draw card or a buzzer",
        (
            ("victims-draw-then-score", "What it costs is drawn before the points are counted."),
            ("victims-answer-then-score", "The same, but the victim may still pass the debt on."),
            ("score-now", "The hand is over at once."),
        ),
        source=_MATTEL + "; " + _REMAKE,
        basis=Basis.FOUND,
    ),
    Option(
        "reverse-two-players",
        "A reverse with two players",
        (("plays-again", "Who played it plays again."), ("no-effect", "It does nothing.")),
        source="Playroom, Particular cards, on the reverse",
    ),
    Option(
        "illegal-play",
        "What happens after an illegal play",
        (
            ("unwind", "It is taken back."),
            ("stands-draw-2", "It stands, and the offender draws two cards."),
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
        "Answering a draw card with another, so that the sum passes on",
        (_OFF, _ON),
        source=_VARIANTS + ", first variant",
    ),
    Option(
        "straights",
        "Playing consecutive numbers of one colour in one turn",
        (_OFF, _ON),
        source=_VARIANTS + ", second variant",
    ),
    Option(
        "interceptions",
        "Playing out of turn on a card like one's own",
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
            ("score-3", "Three points on the score."),
            ("cards-3", "Three cards."),
            ("none", "Nothing."),
        ),
        source=_VARIANTS + ", third variant; the others are house rules",
    ),
    Option(
        "interception-in-turn",
        "Whether the player whose turn it is may intercept, and so play twice",
        (
            ("no", "No: there is nothing to intercept."),
            ("yes", "Yes: an identical card is an identical card."),
        ),
        source=_REMAKE + "; the Playroom speaks of not waiting for one's turn",
        basis=Basis.FOUND,
    ),
    Option(
        "intercepted-skip",
        "Whom an intercepting skip skips, when the interceptor plays again",
        (
            ("skips-after", "The player after the interceptor, once the interceptor has played."),
            ("no-effect", "Nobody: the interceptor is next anyway."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
    Option(
        "intercept-buzzer",
        "Whether a buzzer can be intercepted with a buzzer",
        (
            ("yes", "Yes: all cards but wilds and wild draw fours can."),
            ("no", "No: it counts as a wild."),
        ),
        source=_VARIANTS + ", third variant, last sentence; no: " + _REMAKE,
    ),
    Option(
        "bluff",
        "Accusing the player of a wild draw four",
        (
            _OFF,
            ("any-playable", "It was a bluff if any other card could have been played."),
            ("colour-only", "It was a bluff if a card of the colour in force was held."),
        ),
        source=_VARIANTS + ", fifth variant; colour-only: " + _MATTEL,
    ),
    Option(
        "bluff-penalty",
        "What an accusation costs",
        (
            ("due-plus-2", "The bluffer, or the wrong accuser, draws what was due and two more."),
            ("four-and-six", "The bluffer draws what was due, a wrong accuser two more than that."),
        ),
        source=_VARIANTS + ", fifth variant; four-and-six: " + _MATTEL,
    ),
    Option(
        "bluff-when-answering",
        "Whether a wild draw four that answers another can be a bluff",
        (
            ("judged", "Yes: other cards are judged against the colour named by the first."),
            ("never-bluff", "No: nothing but a wild draw four could answer."),
        ),
        source=_VARIANTS + ", fifth variant, on cumulation",
    ),
    Option(
        "zero-seven",
        "A seven swaps hands with a chosen player, a zero moves all hands on",
        (_OFF, _ON),
        source=_VARIANTS + ", 0/7 rule; its effects: " + _REMAKE,
    ),
    Option(
        "zero-seven-last-card",
        "A zero or seven as the last card",
        (
            ("goes-out-first", "Its player is out; no hand moves."),
            ("swap-first", "Hands move first; who then has no card is out."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
    Option(
        "swap-in-straight",
        "A zero or seven in the middle of a straight",
        (
            ("goes-on", "Hands move at once; the straight may go on from the hand then held."),
            ("ends", "Hands move at once, and that ends the straight."),
        ),
        source=_OURS,
        basis=Basis.INFERRED,
    ),
    Option(
        "buzzers",
        "Eight buzzers more: everybody reacts, the slowest draws two",
        (_OFF, _ON),
        source=_VARIANTS + ", last variant",
    ),
)

OPTIONS: Final = _SCORE + _BASE + _EXTRAS

PRESETS: Final = (
    Preset(
        "uno-playroom",
        "Playroom",
        "The Playroom's rules without any of its variants: losers add, lowest total wins.",
    ),
    Preset(
        "uno-mattel",
        "Mattel",
        "Mattel's official rules: draw cards cost the turn, the wild draw four only without the "
        "colour and open to challenge, the winner collects up to 500.",
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
