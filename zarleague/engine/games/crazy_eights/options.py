"""The options of Crazy Eights, each with its source, and the presets."""

from typing import Final

from zarleague.engine.games.crazy_eights.rulebook import (
    ACTIONS,
    BASIC,
    BGA,
    CATS,
    MATCH_SOURCE,
    MAU_MAU,
    MAU_MAU_CLUB,
    NET_PLACES,
)
from zarleague.engine.ruleset import Basis, Option, Preset

_OFF: Final = ("off", "None.")

OPTIONS: Final = (
    Option(
        "scoring",
        "Who scores the cards left",
        (
            ("losers-add", "Each player scores their own cards left; lowest total wins."),
            ("winner-collects", "The winner scores everyone’s cards left; highest total wins."),
        ),
        source=f"{MATCH_SOURCE}; winner-collects: {BGA}",
        basis=Basis.FOUND,
    ),
    Option(
        "limit",
        "Points that end a match",
        source=MATCH_SOURCE,
        basis=Basis.FOUND,
        default="500",
        least=1,
        most=1000,
    ),
    Option(
        "pack",
        "Cards in a pack",
        (("52", "52, from ace to king."), ("32", "32, from seven to ace.")),
        source=f"{BASIC}; 32: {MAU_MAU}",
        basis=Basis.FOUND,
    ),
    Option(
        "packs",
        "Packs",
        (
            ("1", "One, for up to five players."),
            ("2", "Two shuffled together, for up to ten players."),
        ),
        source=f"{BASIC}; two: {NET_PLACES}; {MAU_MAU}",
        basis=Basis.FOUND,
    ),
    Option(
        "wild",
        "Cards that go on anything and call a suit",
        (("eights", "Eights."), ("jacks", "Jacks.")),
        source=f"{BASIC}; jacks: {MAU_MAU}",
        basis=Basis.FOUND,
    ),
    Option(
        "drawing",
        "Drawing instead of playing",
        (
            ("one", "You draw one card, and that’s your turn."),
            ("then-play", "You draw one card, and can then play a card that fits."),
            ("until-fits", "You draw until you can play, and then play."),
        ),
        source=f"{BASIC}; then-play: {MAU_MAU}; until-fits: {BGA}",
        basis=Basis.FOUND,
    ),
    Option(
        "draw-two",
        "Cards that make the next player draw two and miss a turn",
        (_OFF, ("twos", "Twos."), ("sevens", "Sevens.")),
        source=f"{CATS}; {ACTIONS}; sevens: {MAU_MAU}",
        basis=Basis.FOUND,
    ),
    Option(
        "draw-two-stacking",
        "Passing a draw two on with another",
        (
            ("off", "Not allowed."),
            ("on", "Allowed: the next player draws the total."),
        ),
        source=f"{CATS}; {MAU_MAU}",
        basis=Basis.FOUND,
    ),
    Option(
        "skip",
        "Cards that skip the next player",
        (
            _OFF,
            ("queens", "Queens."),
            ("eights", "Eights, where jacks call the suit."),
        ),
        source=f"{ACTIONS}; eights: {MAU_MAU}",
        basis=Basis.FOUND,
    ),
    Option(
        "reverse",
        "Cards that change the direction of play",
        (_OFF, ("aces", "Aces.")),
        source=ACTIONS,
        basis=Basis.FOUND,
    ),
    Option(
        "card-points",
        "What the cards left count",
        (
            (
                "usual",
                "Cards that call a suit 50, other kings, queens and jacks 10, aces 1, the rest "
                "their number.",
            ),
            ("mau-mau", "Jacks 20, aces 11, kings 4, queens 3, the rest their number."),
        ),
        source=f"{BASIC}; mau-mau: {MAU_MAU_CLUB}",
        basis=Basis.FOUND,
    ),
)
PRESETS: Final = (
    Preset(
        "crazy-eights", "Crazy Eights", "The basic game: play a card that matches, or draw one."
    ),
    Preset(
        "mau-mau",
        "Mau-Mau",
        "With 32 cards: sevens make the next player draw two and can be passed on, eights skip, "
        "and jacks go on anything and call a suit.",
        {
            "pack": "32",
            "wild": "jacks",
            "drawing": "then-play",
            "draw-two": "sevens",
            "draw-two-stacking": "on",
            "skip": "eights",
            "card-points": "mau-mau",
        },
    ),
)
