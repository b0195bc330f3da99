"""Collect the movements of a log by replaying it and comparing the sizes of hands and piles.

An event moved its cards if its hand grew or shrank by as many; an event that was taken back or was
impossible did not. NotExact is raised where the sizes do not match any movement.
"""

from collections.abc import Sequence
from typing import Any, Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.movements import (
    Drawn,
    Movement,
    Played,
    SetAside,
    Shown,
    Shuffled,
    TurnedUp,
)
from zarleague.engine.deduction.supply import NotExact
from zarleague.engine.event import (
    DEAL,
    DRAW,
    LEFT,
    PENALTY,
    RESHUFFLE,
    SET_ASIDE,
    TABLE,
    TURN,
    UP,
    Event,
)
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log

_DRAWS: Final = frozenset({DEAL, DRAW, PENALTY})


def movements_of(game: Game, log: Log) -> list[Movement]:
    """Return the movements of a log. Raise NotExact where they cannot be followed."""
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    movements: list[Movement] = []
    for index, event in enumerate(log.events):
        watch = _Watch(state, event)
        game.apply(state, event)
        movement = watch.movement(state, index)
        if movement is not None:
            movements.append(movement)
    return _with_asides_named(movements, log.events)


class _Watch:
    """The sizes of hands and piles before one event, to compare with those after it."""

    def __init__(self, state: Any, event: Event) -> None:
        self.event = event
        self.sizes = _sizes(state)
        self.hand = _hand_of(state, event.seat)
        self.stock: int = state.stock if hasattr(state, "stock") else 0
        self.discard: Sequence[int] = state.discard[:] if event.kind == RESHUFFLE else ()

    def movement(self, state: Any, index: int) -> Movement | None:
        """Return the movement that the event made, None if it made none."""
        event, hand = self.event, self.hand
        grown = [after - before for before, after in zip(self.sizes, _sizes(state), strict=True)]
        if event.kind == RESHUFFLE and state.stock > self.stock:
            if self.stock:
                raise NotExact
            return Shuffled(index, tuple(self.discard[: state.stock]))
        if event.kind == UP and any(grown):
            raise NotExact  # hands that the log does not deal are taken as dealt
        if event.kind == UP and event.cards and state.stock < self.stock:
            return TurnedUp(index, event.cards[0])
        if event.kind == UP and event.cards and state.discard[-1:] == list(event.cards):
            raise NotExact  # the card turned up before went back into the stock
        if event.kind == LEFT and not any(grown):
            return Shown(index, hand, event.cards)
        if not any(grown):
            return None
        count = len(event.cards)
        if sum(map(abs, grown)) != count or abs(grown[hand]) != count:
            raise NotExact
        if event.kind in _DRAWS and grown[hand] > 0:
            return Drawn(index, hand, event.cards)
        if grown[hand] < 0:
            return (SetAside if event.kind == SET_ASIDE else Played)(index, hand, event.cards)
        raise NotExact


def _sizes(state: Any) -> list[int]:
    return [state.hands.hand_size(hand) for hand in range(state.seats)]


def _hand_of(state: Any, seat: int) -> int:
    """Return the index of the hand that a seat holds; seats exchange hands in some games."""
    if not 0 <= seat < state.seats:
        return TABLE
    return int(state.hand_of[seat]) if hasattr(state, "hand_of") else seat


def _with_asides_named(movements: list[Movement], events: Sequence[Event]) -> list[Movement]:
    """Name the cards set aside face down that their seat turned up later."""
    turned = {event.seat: event.cards for event in events if event.kind == TURN}
    return [
        movement._replace(cards=turned.get(movement.hand, movement.cards))
        if isinstance(movement, SetAside) and UNKNOWN in movement.cards
        else movement
        for movement in movements
    ]
