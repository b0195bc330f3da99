"""The table at one moment, ready to be drawn: cards, whose turn it is, cards owed.

A game builds a view from its state and shows everything the state knows. To show only what one
viewer may see, use :func:`zarleague.engine.replay.observe`: it replays the log without the cards
hidden from that viewer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event


class Debt(NamedTuple):
    """Cards a seat still has to draw: how many, under which rule, since which event (an index)."""

    cards: int
    rule: str
    event: int


class Cell(NamedTuple):
    """One place of a grid: its card (``UNKNOWN`` if not named) and whether it is face up."""

    card: int
    face_up: bool


class PileView(NamedTuple):
    """One pile: its key (``stock``, ``discard``, ``trick`` …), the cards known in it, top last,
    and how many cards it holds in all."""

    key: str
    cards: tuple[int, ...]
    size: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: the cards it is known to hold, how many more, the cards it owes, and what it has
    shown. ``points`` is its score if the hand ended now, None while that cannot be known. ``grid``
    are its columns in games played on a grid; ``piles`` are cards that lie before it (collected,
    set aside, played to a trick); ``notes`` short facts as (key, text) pairs.
    """

    cards: tuple[int, ...]
    unknown: int
    debts: tuple[Debt, ...] = ()
    points: int | None = None
    grid: tuple[tuple[Cell, ...], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    piles: tuple[PileView, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table. ``acting`` are the seats whose turn it is (others may still match or
    speak); ``direction`` is 1 clockwise, -1 counter-clockwise, 0 where it has no meaning;
    ``named`` what a wild or trick asks for, or ""."""

    seats: tuple[SeatView, ...]
    piles: tuple[PileView, ...]
    acting: tuple[int, ...]
    direction: int
    named: str = ""
    over: bool = False


def stock_and_discard(stock: int, discard: Sequence[int]) -> tuple[PileView, PileView]:
    """Return the piles that most games have, of the discard pile with the cards that are known."""
    known = tuple(card for card in discard if card != UNKNOWN)
    return PileView("stock", (), stock), PileView("discard", known, len(discard))


def without_cards(event: Event) -> Event:
    """Return an event with none of its cards named."""
    return replace(event, cards=(UNKNOWN,) * len(event.cards))


def seen_by_owner(*kinds: int) -> Callable[[Event, int], Event]:
    """Return what shows an event as a viewer saw it, in a game in which only their seat sees the
    cards of these kinds of events."""

    def seen_by(event: Event, viewer: int) -> Event:
        return without_cards(event) if event.kind in kinds and event.seat != viewer else event

    return seen_by


class HiddenCards(NamedTuple):
    """The faces that unknown cards may have, as bit masks: by seat those of its unknown cards, 0
    where it has none, and those of the stock."""

    seats: tuple[int, ...]
    draw: int
