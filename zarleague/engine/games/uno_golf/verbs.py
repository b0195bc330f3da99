"""The words of a log of UNO Golf.

A place of a grid is column and row: ``21`` is the top, ``22`` the bottom of the second column.
``Bob puts b1 bS 12`` names the card placed, the card that came out and the place; ``Bob clears b5
b1 1`` the two cards of a column, the one on top last, and its number.
"""

from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.game import Verb
from zarleague.engine.games.uno_golf.grid import CARDS_DEALT

MOST_PLACES: Final = 24
"""Places of a grid that a log can start with."""
_MOST_LEFT: Final = 112
"""Cards of the deck: no grid holds more."""

VERBS: Final = (
    Verb(("deal",), kinds.DEAL, "of", cards=(1, CARDS_DEALT), counts=True),
    Verb(("up",), kinds.UP, "table", cards=(1, 1)),
    Verb(("draws", "draw"), kinds.DRAW, cards=(1, 1)),
    Verb(("takes", "take"), kinds.TAKE, cards=(1, 1)),
    Verb(("puts", "put"), kinds.PUT, cards=(2, 2), numbers=(1, 1)),
    Verb(("discards", "discard"), kinds.DISCARD, cards=(1, 1)),
    Verb(("turns", "turn"), kinds.TURN, cards=(1, 1), numbers=(1, 1)),
    Verb(("clears", "clear"), kinds.CLEAR, cards=(2, 2), numbers=(1, 1)),
    Verb(("adds", "add"), kinds.ADD, cards=(2, 4), counts=True),
    Verb(("chooses", "choose"), kinds.CHOOSE, seats=(1, 2)),
    Verb(("says", "say"), kinds.SAY, names=(1, 1)),
    Verb(("catches", "catch"), kinds.CATCH, seats=(1, 1)),
    Verb(("reshuffle",), kinds.RESHUFFLE, "table"),
    Verb(("left",), kinds.LEFT, "of", cards=(1, _MOST_LEFT), counts=True),
    Verb(("close",), kinds.CLOSE, "table"),
    Verb(("holds",), kinds.HOLDS, "of", cards=(0, MOST_PLACES), numbers=(0, MOST_PLACES)),
    positions.LAID,
    positions.STOCK,
    positions.OWES,
    positions.DREW,
    positions.UNSAID,
    positions.REVERSED,
    Verb(("done",), kinds.DONE, "of"),
    Verb(("last",), kinds.LAST_TURN, "of", under=("round-end", "one-more-turn-each")),
    positions.TO_PLAY,
)
