"""The options of Crazy Eights: when a match ends."""

from typing import Final

from zarleague.engine.games.crazy_eights.rulebook import MATCH_SOURCE
from zarleague.engine.ruleset import Basis, Option, Preset

OPTIONS: Final = (
    Option(
        "limit",
        "Points that end a match",
        source=MATCH_SOURCE,
        basis=Basis.FOUND,
        default="500",
        least=1,
        most=1000,
    ),
)
PRESETS: Final = (
    Preset(
        "crazy-eights", "Crazy Eights", "The basic game: play a card that matches, or draw one."
    ),
)
