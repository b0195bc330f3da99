"""The verbs of an Uno log, and the words that can be named in it.

``Ann r5`` plays a card, ``Ann W green`` names a colour with it, ``Ann r7 Bob`` swaps hands with Bob
where sevens do that, and ``Ann r5 UNO`` says "uno" with the play. ``Ann! r5`` intercepts.
"""

from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.game import Verb
from zarleague.engine.games.uno.deck import COLOURS

_MANY: Final = 999

VERBS: Final = (
    Verb(("deal",), kinds.DEAL, "of", cards=(1, _MANY), counts=True),
    Verb(("up",), kinds.UP, "table", cards=(1, 1)),
    Verb(("draws", "draw"), kinds.DRAW, cards=(1, _MANY), counts=True),
    Verb(("reshuffle",), kinds.RESHUFFLE, "table"),
    Verb(
        ("",), kinds.PLAY, cards=(1, 1), seats=(0, 1), names=(0, 1), declares=True, calls=("uno",)
    ),
    Verb(
        ("",), kinds.MATCH, cards=(1, 1), seats=(0, 1), names=(0, 1), declares=True, calls=("uno",)
    ),
    Verb(("passes", "pass"), kinds.PASS),
    Verb(("says", "say"), kinds.SAY, names=(1, 1)),
    Verb(("catches", "catch"), kinds.CATCH, seats=(1, 1)),
    Verb(("accuses", "accuse", "challenges", "challenge"), kinds.ACCUSE, seats=(0, 1)),
    Verb(("reacts", "react"), kinds.REACT, names=(0, 1)),
    Verb(("penalty",), kinds.PENALTY, "of"),
    Verb(("close",), kinds.CLOSE, "table"),
    Verb(("left",), kinds.LEFT, "of", cards=(0, _MANY), counts=True),
    positions.HOLDS,
    positions.LAID,
    positions.STOCK,
    positions.OWES,
    positions.FACES,
    positions.DREW,
    positions.SAID,
    positions.UNSAID,
    positions.REVERSED,
    positions.TO_PLAY,
)

WORDS: Final = (*COLOURS, "uno", "last")
"""The words that can be named in a log: a colour, "uno", and "last" of the slowest at a buzzer."""
