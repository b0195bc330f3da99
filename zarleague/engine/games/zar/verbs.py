"""The verbs of a Zar log."""

from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.game import Verb

_CALLS: Final = ("zar", "match", "double", "triple", "quad")
"""Declarations that are read in small letters, too."""

VERBS: Final = (
    Verb(("deal",), kinds.DEAL, "of", cards=(0, 99), counts=True),
    Verb(("up",), kinds.UP, "table", cards=(1, 1)),
    Verb(("draw", "draws"), kinds.DRAW, cards=(1, 99), counts=True),
    Verb(("reshuffle",), kinds.RESHUFFLE, "table"),
    Verb(("",), kinds.PLAY, cards=(1, 12), names=(0, 1), declares=True, calls=_CALLS),
    Verb(("",), kinds.MATCH, cards=(1, 12), names=(0, 1), declares=True, calls=_CALLS),
    Verb(("says", "say"), kinds.SAY, names=(1, 1)),
    Verb(("asks", "ask"), kinds.ASK, seats=(1, 1)),
    Verb(("catches", "catch"), kinds.CATCH, seats=(1, 1)),
    Verb(("vincent", "penalty"), kinds.PENALTY, "of", cards=(1, 99), counts=True),
    Verb(("close",), kinds.CLOSE, "table"),
    Verb(("left",), kinds.LEFT, "of", cards=(0, 99), counts=True),
    positions.HOLDS,
    positions.LAID,
    positions.STOCK,
    positions.OWES,
    positions.FACES,
    positions.DREW,
    positions.UNSAID,
    positions.REVERSED,
    positions.TO_PLAY,
)
