"""The small changes of one event that a slip of the pen may need."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.game import Game


class EditKind(IntEnum):
    """The kinds of edits; a smaller number is the likelier slip where two explain as much."""

    DOUBLED = 0
    """Leave out an event that stands twice in a row."""
    WORD = 1
    """Read a word nobody knows as one that is spelt much like it."""
    CARD = 2
    """Put another card in the place of one."""
    SEAT = 3
    """Let another seat do it."""
    NAME = 4
    """Name another colour or number."""
    MISSING = 5
    """Put in an event before this one."""
    EXTRA = 6
    """Leave the event out."""


class Edit(NamedTuple):
    """One change of a log: at event ``at``, ``event`` instead of the one that stands there, or
    before it where nothing is ``replaced``; None where the event is left out. A change that makes a
    line readable names the ``line`` of the text, and how many words of it were not (``unread``)."""

    kind: EditKind
    at: int
    event: Event | None
    replaced: bool = True
    line: int = 0
    unread: int = 0

    def applied(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the events of the log with this change made."""
        instead = () if self.event is None else (self.event,)
        return (*events[: self.at], *instead, *events[self.at + self.replaced :])


class Table(NamedTuple):
    """The limits of what an edit may name: the number of seats, the cards and words of the game."""

    seats: int
    cards: int
    words: int


def edits_at(
    game: Game, table: Table, state: Any, events: tuple[Event, ...], at: int
) -> Iterator[Edit]:
    """Yield the changes worth trying at event *at*, before which the state is *state*."""
    event = events[at]
    if at and event == events[at - 1]:
        yield Edit(EditKind.DOUBLED, at, None)
    yield from other_cards(event, at, range(table.cards))
    if event.seat != TABLE:
        for seat in range(table.seats):
            if seat != event.seat:
                yield Edit(EditKind.SEAT, at, replace(event, seat=seat))
    if event.name != NONE:
        for name in range(table.words):
            if name != event.name:
                yield Edit(EditKind.NAME, at, replace(event, name=name))
    for seat in (TABLE, *range(table.seats)):
        for missing in game.legal(state, seat):
            yield Edit(EditKind.MISSING, at, missing, replaced=False)
    yield Edit(EditKind.EXTRA, at, None)


def other_cards(event: Event, at: int, cards: Sequence[int]) -> Iterator[Edit]:
    """Yield the changes of one named card of an event to one of *cards*."""
    for position, written in enumerate(event.cards):
        if written == UNKNOWN:
            continue
        for card in cards:
            if card != written:
                changed = (*event.cards[:position], card, *event.cards[position + 1 :])
                yield Edit(EditKind.CARD, at, replace(event, cards=changed))
