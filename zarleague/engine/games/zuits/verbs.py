"""The verbs of a log of Zuits.

``Ann rA2`` plays a card and ``Ann A4 blue`` leads a wild and names the colour; ``Ann adds``,
``removes`` and ``copies`` use the effect of the card just played.
"""

from typing import Final

from zarleague.engine import positions
from zarleague.engine.event import (
    ADD,
    CHOOSE,
    CLOSE,
    COLLECTED,
    COPY,
    DEAL,
    LEFT,
    PLAY,
    REMOVE,
    SET_ASIDE,
    TAKE,
    TURN,
    WON,
)
from zarleague.engine.game import Verb
from zarleague.engine.games.zuits.state import HAND_SIZE

VERBS: Final = (
    Verb(("deal",), DEAL, "of", cards=(1, HAND_SIZE), counts=True),
    Verb(("aside",), SET_ASIDE, cards=(2, 2), counts=True),
    Verb(("",), PLAY, cards=(1, 1), names=(0, 1)),
    Verb(("adds", "add"), ADD, cards=(1, 1)),
    Verb(("removes", "remove"), REMOVE, cards=(1, 1)),
    Verb(("copies", "copy"), COPY, cards=(1, 1)),
    Verb(("takes", "take"), TAKE),
    Verb(("close",), CLOSE, "table"),
    Verb(("turns", "turn"), TURN, cards=(2, 2)),
    Verb(("left",), LEFT, "of", cards=(0, 12), counts=True),
    Verb(("chooses", "choose"), CHOOSE, names=(1, 1)),
    positions.HOLDS,
    Verb(("collected",), COLLECTED, "of", cards=(1, 52), counts=True),
    Verb(("won",), WON, "of", numbers=(1, 1)),
    positions.REVERSED,
    positions.TO_PLAY,
)
