"""Collect the movements of a log by replaying it and comparing the sizes of hands and piles.

An event moved its cards if its hand grew or shrank by as many; an event that was taken back or was
impossible did not. NotExact is raised where the sizes do not match any movement.
"""

from collections.abc import Sequence
from typing import Any, Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.supply import (
    Drawn,
    Movement,
    NotExact,
    Played,
    SetAside,
    Shown,
    Shuffled,
    TurnedUp,
)
from zarleague.engine.event import TABLE, Event
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log

_DRAWS: Final = frozenset({kinds.DEAL, kinds.DRAW, kinds.PENALTY, kinds.HOLDS})


def movements_of(game: Game, log: Log) -> list[Movement]:
    """Return the movements of a log, in the reading of it that its replay ends with. Raise NotExact
    where they cannot be followed."""
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    state.trail = (_Step(state, None, None),)
    for index, event in enumerate(log.events):
        if event.kind == kinds.RESHUFFLE:
            for reading in (state, *state.other_readings):
                reading.trail[0].discard = tuple(reading.discard)
        game.apply(state, event)
        for reading in (state, *state.other_readings):
            reading.trail = (_after(reading, index, event),)
    return _with_asides_named(state.trail[0].movements(), log.events)


class _Step:
    """The sizes of hands and piles after one event, to compare with those after the next one.

    ``movement`` is what the event moved, None if it moved nothing; ``earlier`` the step before.
    ``is_exact`` says that no movement since the first step was missed.
    """

    __slots__ = ("discard", "earlier", "hand_of", "is_exact", "movement", "sizes", "stock")

    def __init__(self, state: Any, movement: Movement | None, earlier: "_Step | None") -> None:
        self.movement = movement
        self.earlier = earlier
        self.is_exact: bool = earlier is None or earlier.is_exact
        self.sizes = [state.hands.hand_size(hand) for hand in range(state.seats)]
        self.hand_of: Sequence[int] = (
            state.hand_of[:] if hasattr(state, "hand_of") else range(state.seats)
        )
        self.stock: int = state.stock if hasattr(state, "stock") else 0
        self.discard: Sequence[int] = ()

    def movements(self) -> list[Movement]:
        """Return the movements until this step. Raise NotExact if one was missed."""
        if not self.is_exact:
            raise NotExact
        found = []
        step: _Step | None = self
        while step is not None:
            if step.movement is not None:
                found.append(step.movement)
            step = step.earlier
        return found[::-1]


def _after(state: Any, index: int, event: Event) -> _Step:
    """Return the step that an event made in a reading of the log."""
    before: _Step = state.trail[0]
    step = _Step(state, None, before)
    if step.is_exact:
        try:
            step.movement = _movement(state, index, event, before, step)
        except NotExact:
            step.is_exact = False
    return step


def _movement(state: Any, index: int, event: Event, before: _Step, after: _Step) -> Movement | None:
    """Return the movement between two steps, None without one. Raise NotExact if no sizes match."""
    hand = before.hand_of[event.seat] if 0 <= event.seat < state.seats else TABLE
    grown = [new - old for old, new in zip(before.sizes, after.sizes, strict=True)]
    if event.kind == kinds.RESHUFFLE and after.stock > before.stock:
        if before.stock:
            raise NotExact
        return Shuffled(index, tuple(before.discard[: after.stock]))
    if event.kind == kinds.LAID and len(event.cards) == 1 and after.stock < before.stock:
        return TurnedUp(index, event.cards[0])
    if event.kind == kinds.LAID and event.cards:
        raise NotExact
    if event.kind == kinds.UP and any(grown):
        raise NotExact  # hands that the log does not deal are taken as dealt
    if event.kind == kinds.UP and event.cards and after.stock < before.stock:
        return TurnedUp(index, event.cards[0])
    if event.kind == kinds.UP and event.cards and state.discard[-1:] == list(event.cards):
        raise NotExact  # the card turned up before went back into the stock
    if event.kind == kinds.LEFT and not any(grown):
        return Shown(index, hand, event.cards)
    if not any(grown):
        return None
    count = len(event.cards)
    if sum(map(abs, grown)) != count or abs(grown[hand]) != count:
        raise NotExact
    if event.kind in _DRAWS and grown[hand] > 0:
        return Drawn(index, hand, event.cards)
    if grown[hand] < 0:
        return (SetAside if event.kind == kinds.SET_ASIDE else Played)(index, hand, event.cards)
    raise NotExact


def _with_asides_named(movements: list[Movement], events: Sequence[Event]) -> list[Movement]:
    """Name the cards set aside face down that their seat turned up later."""
    turned = {event.seat: event.cards for event in events if event.kind == kinds.TURN}
    return [
        movement._replace(cards=turned.get(movement.hand, movement.cards))
        if isinstance(movement, SetAside) and UNKNOWN in movement.cards
        else movement
        for movement in movements
    ]
