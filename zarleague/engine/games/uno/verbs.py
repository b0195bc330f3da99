"""The verbs of an Uno log, and the words that can be named in it.

``Ann r5`` plays a card, ``Ann W green`` names a colour with it, ``Ann r7 Bob`` swaps hands with Bob
where sevens do that, and ``Ann r5 UNO`` says "uno" with the play. ``Ann! r5`` intercepts.
"""

from typing import Final

from zarleague.engine import positions
from zarleague.engine.event import (
    ACCUSE,
    CATCH,
    CLOSE,
    DEAL,
    DRAW,
    LEFT,
    MATCH,
    PASS,
    PENALTY,
    PLAY,
    REACT,
    RESHUFFLE,
    SAY,
    UP,
)
from zarleague.engine.game import Verb
from zarleague.engine.games.uno.deck import COLOURS

_MANY: Final = 999

VERBS: Final = (
    Verb(("deal",), DEAL, "of", cards=(1, _MANY), counts=True),
    Verb(("up",), UP, "table", cards=(1, 1)),
    Verb(("draws", "draw"), DRAW, cards=(1, _MANY), counts=True),
    Verb(("reshuffle",), RESHUFFLE, "table"),
    Verb(("",), PLAY, cards=(1, 1), seats=(0, 1), names=(0, 1), declares=True, calls=("uno",)),
    Verb(("",), MATCH, cards=(1, 1), seats=(0, 1), names=(0, 1), declares=True, calls=("uno",)),
    Verb(("passes", "pass"), PASS),
    Verb(("says", "say"), SAY, names=(1, 1)),
    Verb(("catches", "catch"), CATCH, seats=(1, 1)),
    Verb(("accuses", "accuse"), ACCUSE, seats=(0, 1)),
    Verb(("reacts", "react"), REACT, names=(0, 1)),
    Verb(("penalty",), PENALTY, "of"),
    Verb(("close",), CLOSE, "table"),
    Verb(("left",), LEFT, "of", cards=(0, _MANY), counts=True),
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
