"""The words of a Crazy Eights log: ``Ann h5``, and ``Ann s8 hearts`` for an eight."""

from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.game import Verb

VERBS: Final = (
    Verb(("deal",), kinds.DEAL, "of", cards=(1, 7), counts=True),
    Verb(("up",), kinds.UP, "table", cards=(1, 1)),
    Verb(("draws", "draw"), kinds.DRAW, cards=(1, 104), counts=True),
    Verb(("reshuffle",), kinds.RESHUFFLE, "table"),
    Verb(("",), kinds.PLAY, cards=(1, 1), names=(0, 1)),
    Verb(("passes", "pass"), kinds.PASS),
    Verb(("close",), kinds.CLOSE, "table"),
    Verb(("left",), kinds.LEFT, "of", cards=(0, 104), counts=True),
    positions.HOLDS,
    positions.LAID,
    positions.STOCK,
    replace(positions.FACES, under=("draw-two", "twos", "sevens")),
    replace(positions.DREW, under=("drawing", "then-play", "until-fits")),
    replace(positions.REVERSED, under=("reverse", "aces")),
    positions.TO_PLAY,
)
