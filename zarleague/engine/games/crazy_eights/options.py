"""The options of Crazy Eights: when a match ends."""

from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset

OPTIONS: Final = (
    Option(
        "limit",
        "Points that end a match",
        source="Bicycle, Crazy Eights, How to keep score",
        basis=Basis.FOUND,
        default="100",
        least=1,
        most=1000,
    ),
)
PRESETS: Final = (Preset("crazy-eights", "Crazy Eights", "The basic game as Pagat describes it."),)
