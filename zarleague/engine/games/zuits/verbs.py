"""The verbs of a log of Zuits.

``Ann rA2`` plays a card and ``Ann A4 blue`` leads a wild and names the colour; ``Ann adds``,
``removes`` and ``copies`` use the effect of the card just played.
"""

from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.game import Verb
from zarleague.engine.games.zuits.state import HAND_SIZE

VERBS: Final = (
    Verb(("deal",), kinds.DEAL, "of", cards=(1, HAND_SIZE), counts=True),
    Verb(("aside",), kinds.SET_ASIDE, cards=(2, 2), counts=True),
    Verb(("",), kinds.PLAY, cards=(1, 1), names=(0, 1)),
    Verb(("adds", "add"), kinds.ADD, cards=(1, 1)),
    Verb(("removes", "remove"), kinds.REMOVE, cards=(1, 1)),
    Verb(("copies", "copy"), kinds.COPY, cards=(1, 1)),
    Verb(("takes", "take"), kinds.TAKE),
    Verb(("close",), kinds.CLOSE, "table"),
    Verb(("turns", "turn"), kinds.TURN, cards=(2, 2)),
    Verb(("left",), kinds.LEFT, "of", cards=(0, 12), counts=True),
    Verb(("chooses", "choose"), kinds.CHOOSE, names=(1, 1)),
    positions.HOLDS,
    Verb(("collected",), kinds.COLLECTED, "of", cards=(1, 52), counts=True),
    Verb(("won",), kinds.WON, "of", numbers=(1, 1)),
    positions.REVERSED,
    positions.TO_PLAY,
)
