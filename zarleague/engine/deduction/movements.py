"""Movements of cards between the stock, the hands and the discard pile, as a log records them.

Hands are numbered as a game's holdings number them; normally a hand is a seat's. ``event`` is the
index of an event in the log. An illegal event that was taken back moved nothing.
"""

from typing import NamedTuple


class Drawn(NamedTuple):
    """Cards came from the stock into a hand, ``UNKNOWN`` where nobody named them."""

    event: int
    hand: int
    cards: tuple[int, ...]


class Played(NamedTuple):
    """Cards left a hand for the discard pile, ``UNKNOWN`` where nobody named them."""

    event: int
    hand: int
    cards: tuple[int, ...]


class Shown(NamedTuple):
    """A hand turned out to hold at least these cards, and keeps them."""

    event: int
    hand: int
    cards: tuple[int, ...]


class SetAside(NamedTuple):
    """Cards left a hand face down and stay hidden; ``UNKNOWN`` where nobody named them."""

    event: int
    hand: int
    cards: tuple[int, ...]


class TurnedUp(NamedTuple):
    """A card came from the stock straight onto the table."""

    event: int
    card: int


class Shuffled(NamedTuple):
    """The stock was empty, and these cards of the discard pile became the new one."""

    event: int
    cards: tuple[int, ...]


Movement = Drawn | Played | Shown | SetAside | TurnedUp | Shuffled
