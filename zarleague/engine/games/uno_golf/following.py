"""Following the cards of a round from the draw pile through grids, hands and the discard pile."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.faces import Followed, FollowedCard
from zarleague.engine.event import TABLE, Event
from zarleague.engine.findings import Verdict
from zarleague.engine.games.uno_golf.apply import apply
from zarleague.engine.games.uno_golf.grid import (
    PLACES_DEALT,
    TOP_ROW,
    occupied_places,
    places_in_order,
)
from zarleague.engine.games.uno_golf.state import HOLDING, State

MOST_ORDERS: Final = 8
"""The most orders of cleared columns on the discard pile that are distinguished."""
_STAND: Final = frozenset(
    {
        kinds.DRAW,
        kinds.TAKE,
        kinds.CLEAR,
        kinds.ADD,
        kinds.RESHUFFLE,
        kinds.SAY,
        kinds.CATCH,
        kinds.CHOOSE,
        kinds.CLOSE,
    }
)
"""Events that move the cards they say although they are illegal, or that move none."""
_STAY: Final = frozenset({kinds.TURN, kinds.LEFT})
"""Events that show cards where they lie."""


class CannotFollow(Exception):
    """A card lies where the log does not have it, or a line about it is missing."""


def follow(state: State, events: Sequence[Event]) -> list[Followed]:
    """Return the cards of a round, once for each order in which cleared columns may have been laid
    on the discard pile. *state* is the one before the first event. Return none where the cards
    cannot be followed, or if there are more than ``MOST_ORDERS`` orders.
    """
    readings = chain([events], _turned_up_once(events))
    orders = chain.from_iterable(_orders(state, reading, {}) for reading in readings)
    try:
        found = list(islice(orders, MOST_ORDERS + 1))
    except CannotFollow:
        return []
    return found if len(found) <= MOST_ORDERS else []


def _turned_up_once(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """Yield readings of the events in which two lines are about one card: an unnamed card turned up
    earlier gets the face of the last one turned up."""
    turned_up = [index for index, event in enumerate(events) if event.kind == kinds.UP]
    for index in turned_up[:-1]:
        first, last = events[index], events[turned_up[-1]]
        if first.cards == (UNKNOWN,) != last.cards:
            yield [*events[:index], replace(first, cards=last.cards), *events[index + 1 :]]


def _orders(
    state: State, events: Sequence[Event], reversed_at: dict[int, bool]
) -> Iterator[Followed]:
    """Yield the cards with the columns laid as *reversed_at* says, by event, and in both orders
    where it says nothing and a card was not named."""
    table = _FollowedRound(state.copy(), reversed_at)
    fits = table.run(events)
    if table.open_at < 0:
        if fits:
            yield table.followed
        return
    for is_reversed in (False, True):
        yield from _orders(state, events, {**reversed_at, table.open_at: is_reversed})


class _FollowedRound:
    """A round replayed with every card followed.

    Cards are indices of ``followed.cards``: ``grids`` has them by seat and place, ``pile`` those of
    the discard pile, ``held`` the one in hand or -1. ``open_at`` is the first event that laid a
    column in an order which is neither known nor chosen, -1 if there is none.
    """

    def __init__(self, state: State, reversed_at: dict[int, bool]) -> None:
        self.state = state
        self.reversed_at = reversed_at
        self.followed = Followed([], [])
        self.grids: list[dict[int, int]] = [{} for _ in state.grids]
        self.pile: list[int] = []
        self.held = -1
        self.open_at = -1
        self.fits = True

    def run(self, events: Sequence[Event]) -> bool:
        """Follow the events to the end, or to the first order that is open. Return whether every
        card has one face at most."""
        state = self.state
        for index, event in enumerate(events):
            seat = event.seat
            if not TABLE <= seat < state.seats:
                raise CannotFollow
            before, found, stock = self._shape(), len(state.findings), state.stock
            face_down = places_in_order(state.grids[seat], state.face_down[seat])
            apply(state, event)
            illegal = any(f.verdict is Verdict.ILLEGAL for f in state.findings[found:])
            moved = self._shape() != before
            if illegal and event.kind not in _STAND and (moved or event.kind in _STAY):
                raise CannotFollow
            if moved or event.kind in _STAY:
                self._move(index, event, face_down, stock)
                if self.open_at >= 0 or not self.fits:
                    return False
                if self._shape() != self._followed_shape():
                    raise CannotFollow
        return True

    def _shape(self) -> tuple[object, ...]:
        """Return which places hold cards, the size of the discard pile, and whether a card is
        held."""
        state = self.state
        grids = [occupied_places(grid) for grid in state.grids]
        return grids, len(state.discard), state.phase == HOLDING

    def _followed_shape(self) -> tuple[object, ...]:
        # Columns are numbered alike, but a grid remembers those that were cleared.
        grids = [
            [place for place in self.state.grids[seat] if place in grid]
            for seat, grid in enumerate(self.grids)
        ]
        return grids, len(self.pile), self.held >= 0

    def _move(self, index: int, event: Event, face_down: list[int], stock: int) -> None:
        """Move the cards as the event did."""
        kind, seat, more = event.kind, event.seat, event.more
        if kind == kinds.DEAL:
            for position, place in enumerate(PLACES_DEALT):
                self.grids[seat][place] = self._new(index, event, position)
        elif kind == kinds.UP:
            self.pile.append(self._new(index, event, 0))
        elif kind == kinds.DRAW:
            self.held = self._new(index, event, 0)
        elif kind == kinds.TAKE:
            if not self.pile:
                raise CannotFollow
            self.held = self.pile.pop()
            self._mention(self.held, index, event, 0)
        elif kind == kinds.PUT:
            self._put(index, event)
        elif kind == kinds.DISCARD:
            if self.held < 0:
                raise CannotFollow
            self._mention(self.held, index, event, 0)
            self.pile.append(self.held)
            self.held = -1
        elif kind in _STAY:
            for position, place in enumerate(more if kind == kinds.TURN else face_down):
                if place not in self.grids[seat]:
                    raise CannotFollow
                self._mention(self.grids[seat][place], index, event, position)
        elif kind == kinds.CLEAR:
            self._clear(index, event)
        elif kind == kinds.ADD:
            grid = self.grids[seat]
            new = [p for p in occupied_places(self.state.grids[seat]) if p not in grid]
            if len(new) != len(event.cards):
                raise CannotFollow
            for position, place in enumerate(new):
                grid[place] = self._new(index, event, position)
        elif kind == kinds.RESHUFFLE:
            if not self.pile:
                raise CannotFollow
            *below, top = self.pile
            # What was left of the draw pile is shuffled with the discards.
            left = [self._add() for _ in range(stock)]
            self.followed.shuffled.append(below + left)
            self.pile = [top]
        else:
            raise CannotFollow

    def _put(self, index: int, event: Event) -> None:
        grid = self.grids[event.seat]
        came_out = grid.get(event.more[0], -1)
        if came_out < 0 or self.held < 0:
            raise CannotFollow
        self._mention(self.held, index, event, 0)
        self._mention(came_out, index, event, 1)
        grid[event.more[0]] = self.held
        self.pile.append(came_out)
        self.held = -1

    def _clear(self, index: int, event: Event) -> None:
        top = 10 * event.more[0] + TOP_ROW
        grid = self.grids[event.seat]
        if top not in grid:
            raise CannotFollow
        pair = [grid.pop(top), grid.pop(top + 1)]
        faces = [self.followed.cards[card].face for card in pair]
        if index in self.reversed_at:
            if self.reversed_at[index]:
                pair.reverse()
        elif UNKNOWN in faces or (UNKNOWN in event.cards and faces[0] != faces[1]):
            self.open_at = index
            return
        elif faces != list(event.cards):
            pair.reverse()
        for position, card in enumerate(pair):
            self._mention(card, index, event, position)
            self.pile.append(card)

    def _add(self) -> int:
        self.followed.cards.append(FollowedCard(len(self.followed.shuffled)))
        return len(self.followed.cards) - 1

    def _new(self, index: int, event: Event, position: int) -> int:
        card = self._add()
        self._mention(card, index, event, position)
        return card

    def _mention(self, number: int, index: int, event: Event, position: int) -> None:
        """Note that the event shows or moves a card at a position."""
        if position >= len(event.cards):
            raise CannotFollow
        card = self.followed.cards[number]
        card.mentions.append((index, position))
        named = event.cards[position]
        if named not in (UNKNOWN, card.face):
            if card.face != UNKNOWN:
                self.fits = False
            card.face = named
