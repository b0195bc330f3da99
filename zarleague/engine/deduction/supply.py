"""Movements of cards as a log records them, with the hidden places and demands that follow.

A movement is between the stock, the hands and the discard pile. Hands are numbered as a game's
holdings number them; normally a hand is a seat's. ``event`` is the index of an event in the log.
An illegal event that was taken back moved nothing.

A *place* is one card in a hand: the event that put it there, the card if it was named, and the
*supply* it came from. Supply 0 is the deck; each reshuffle begins the next, which holds only the
cards of the discard pile that were shuffled. A *demand* is a card that left a hand, or was shown
by it: one of the hand's places filled before must hold it. A demand for no card in particular is
one for a card that was set aside face down.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from zarleague.engine.cards import UNKNOWN


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


class Place(NamedTuple):
    """One card of a hand, from event ``event`` on: the ``position``-th that the event gave it.
    ``card`` is UNKNOWN where nobody named it; then it is one of supply ``supply``."""

    hand: int
    event: int
    position: int
    card: int
    supply: int


class Demand(NamedTuple):
    """A card that left a hand, or was shown by it, at event ``event`` as its ``position``-th card.
    ``card`` is UNKNOWN for a card that was set aside face down.
    """

    hand: int
    event: int
    position: int
    card: int


class NotExact(Exception):
    """The log played or shuffled an unnamed card, so that assignments prove nothing."""


@dataclass
class Hidden:
    """The hidden places of a log and the demands on them.

    ``supplies`` count the cards of each supply that no named event took. ``missing`` are the events
    that named a card which their supply no longer had, with the card.
    """

    supplies: list[list[int]]
    places: list[Place] = field(default_factory=list)
    demands: list[Demand] = field(default_factory=list)
    missing: list[tuple[int, int]] = field(default_factory=list)


def hidden_cards(copies: Sequence[int], movements: Iterable[Movement]) -> Hidden:
    """Return the places and demands of a log whose deck has *copies* of each card. Raise NotExact
    for a log with unnamed plays."""
    hidden = Hidden([list(copies)])
    for movement in movements:
        match movement:
            case Drawn():
                _fill_places(hidden, movement)
            case Played() | SetAside():
                if isinstance(movement, Played) and UNKNOWN in movement.cards:
                    raise NotExact
                hidden.demands += [
                    Demand(movement.hand, movement.event, position, card)
                    for position, card in enumerate(movement.cards)
                ]
            case Shown():
                _show(hidden, movement)
            case TurnedUp():
                if movement.card == UNKNOWN:
                    raise NotExact
                _take(hidden, movement.event, movement.card)
            case Shuffled():
                if UNKNOWN in movement.cards:
                    raise NotExact
                supply = [0] * len(copies)
                for card in movement.cards:
                    supply[card] += 1
                hidden.supplies.append(supply)
    return hidden


def _take(hidden: Hidden, event: int, card: int) -> bool:
    """Take a named card from the supply; record it as missing if the supply has none left."""
    if not hidden.supplies[-1][card]:
        hidden.missing.append((event, card))
        return False
    hidden.supplies[-1][card] -= 1
    return True


def _fill_places(hidden: Hidden, drawn: Drawn) -> None:
    supply = len(hidden.supplies) - 1
    for position, card in enumerate(drawn.cards):
        named = card if card != UNKNOWN and _take(hidden, drawn.event, card) else UNKNOWN
        hidden.places.append(Place(drawn.hand, drawn.event, position, named, supply))


def _show(hidden: Hidden, shown: Shown) -> None:
    """Remove a shown card from its place and let it come back as a named one."""
    for position, card in enumerate(shown.cards):
        if card != UNKNOWN:
            hidden.demands.append(Demand(shown.hand, shown.event, position, card))
            hidden.places.append(Place(shown.hand, shown.event, position, card, 0))
