"""One line of a hand log, as a small immutable value.

Kinds fall in four groups. *Chance*: what came off the stock. *Plays*: what a seat did with its
cards. *Table events*: what was said, asked, imposed or shown. *Positions*: how the table stood when
a log starts in mid-hand (:mod:`zarleague.engine.positions`). Every game uses the same word for
the same thing; a game that needs a new thing adds a kind here and a verb of its own.
"""

from dataclasses import dataclass
from typing import Final

TABLE: Final = -1
"""The seat of an event that nobody at the table did: a card turned up, the hand closed."""
NONE: Final = -1
"""No name, no other seat."""

# Chance
DEAL: Final = 0
UP: Final = 1
DRAW: Final = 2
RESHUFFLE: Final = 3
# Plays
PLAY: Final = 4
MATCH: Final = 5
PASS: Final = 6
TAKE: Final = 7
PUT: Final = 8
DISCARD: Final = 9
TURN: Final = 10
CLEAR: Final = 11
ADD: Final = 12
CHOOSE: Final = 13
SET_ASIDE: Final = 14
COPY: Final = 15
REMOVE: Final = 16
SWAP: Final = 17
# Table events
SAY: Final = 18
ASK: Final = 19
CATCH: Final = 20
ACCUSE: Final = 21
REACT: Final = 22
PENALTY: Final = 23
CLOSE: Final = 24
LEFT: Final = 25
# The table at the moment a log starts in mid-hand
HOLDS: Final = 26
LAID: Final = 27
STOCK: Final = 28
OWES: Final = 29
FACES: Final = 30
DREW: Final = 31
SAID: Final = 32
UNSAID: Final = 33
REVERSED: Final = 34
COLLECTED: Final = 35
WON: Final = 36
DONE: Final = 37
LAST_TURN: Final = 38
TO_PLAY: Final = 39

KINDS: Final = 40


@dataclass(slots=True, unsafe_hash=True)
class Event:
    """One event of a hand.

    Treat it as immutable. It is not frozen only because frozen dataclasses take five times as long
    to create, and a log creates many.

    ``kind`` is one of the constants above and ``seat`` who did it (``TABLE`` for nobody). ``cards``
    are the cards it moved or showed, ``UNKNOWN`` where the log does not name them. ``name`` is the
    index of what was named (a colour, a number) among the game's words. ``other`` is the seat it
    was done to. ``more`` holds further small ints whose meaning the verb states (grid positions,
    seats in order). ``said`` are the declarations spoken with a play.
    """

    kind: int
    seat: int = TABLE
    cards: tuple[int, ...] = ()
    name: int = NONE
    other: int = NONE
    more: tuple[int, ...] = ()
    said: tuple[str, ...] = ()
