"""The legal moves of a seat, and of the table, in a round of UNO Golf.

Unknown cards are UNKNOWN in the events, those still in the stock among them.
"""

from itertools import permutations

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.games.uno_golf.deck import ACTION, NO_ACTION
from zarleague.engine.games.uno_golf.grid import (
    CARDS_DEALT,
    COLUMN_CARDS,
    face_up_pair,
    occupied_places,
    places_in_order,
)
from zarleague.engine.games.uno_golf.rules import matches
from zarleague.engine.games.uno_golf.state import HOLDING, TO_DRAW, TO_TURN_UP, TURN_DONE, State
from zarleague.engine.games.uno_golf.turns import MOST_CHOSEN, end_turn, turn_end


def legal(state: State, seat: int) -> list[Event]:
    """Return the legal events of a seat now; for ``TABLE`` deals, the first discard, shuffling and
    closing."""
    if state.over:
        return [] if seat == TABLE else _shows_left(state, seat)
    after = _after_turn(state)
    if seat == TABLE:
        return _of_table(state, after)
    if not state.started and not _ready(state):
        return [] if state.is_ready(seat) else _turn_ups(state, seat)
    events = _calls(state, seat)
    if state.turns_over or after.turns_over:
        events += legal_clears(after, seat) + _shows_left(after, seat)
    elif seat == state.turn and state.phase != TO_DRAW:
        events += legal_clears(state, seat) + _in_turn(state, seat)
    elif state.rules.clear_any_time:
        events += legal_clears(state, seat)
    events += _between_turns(after, seat)
    # A seat whose turn it is again, after a skip between two, may clear in either turn.
    return list(dict.fromkeys(events))


def _after_turn(state: State) -> State:
    """Return the state once a turn that is done has ended; the state itself if none is."""
    if state.phase != TURN_DONE:
        return state
    after = state.copy()
    end_turn(after, turn_end(state))
    return after


def _ready(state: State) -> bool:
    """Return whether the first turn can begin."""
    if not state.discard or not all(map(state.is_ready, range(state.seats))):
        return False
    top = state.discard[-1]
    return top == UNKNOWN or ACTION[top] == NO_ACTION


def _of_table(state: State, after: State) -> list[Event]:
    """Return the events of the table; *after* is the state after the turn."""
    if not state.started:
        undealt = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
        if undealt:
            return [Event(kinds.DEAL, seat, (UNKNOWN,) * CARDS_DEALT) for seat in undealt]
        top = state.discard[-1] if state.discard else None
        if top is None or (top != UNKNOWN and ACTION[top] != NO_ACTION):
            return [Event(kinds.UP, cards=(UNKNOWN,))]
        return []
    events = []
    if state.stock < COLUMN_CARDS <= len(state.discard):
        events.append(Event(kinds.RESHUFFLE))
    if after.turns_over and not after.seats_owing() and after.chooser == NONE:
        events.append(Event(kinds.CLOSE))
    return events


def _turn_ups(state: State, seat: int) -> list[Event]:
    grid = state.grids[seat]
    places = places_in_order(grid, state.face_down[seat])
    return [Event(kinds.TURN, seat, (grid[place],), more=(place,)) for place in places]


def _in_turn(state: State, seat: int) -> list[Event]:
    """Return the events with which the turn can go on: placing or discarding the card in hand,
    turning up."""
    if state.phase == TO_TURN_UP:
        return _turn_ups(state, seat)
    if state.phase != HOLDING:
        return []
    grid = state.grids[seat]
    held = state.held
    events = [
        Event(kinds.PUT, seat, (held, grid[place]), more=(place,))
        for place in occupied_places(grid)
    ]
    if state.held_is_drawn:
        events.append(Event(kinds.DISCARD, seat, (held,)))
    return events


def legal_clears(state: State, seat: int) -> list[Event]:
    """Return the matching columns, each in both orders."""
    grid = state.grids[seat]
    events = []
    for column in range(1, len(grid) // COLUMN_CARDS + 1):
        pair = face_up_pair(grid, state.face_down[seat], column)
        if pair and matches(state.rules, *pair):
            orders = {pair, pair[::-1]}
            events += [Event(kinds.CLEAR, seat, order, more=(column,)) for order in orders]
    return events


def _calls(state: State, seat: int) -> list[Event]:
    """Return saying "UNO", and catching players who have not said it."""
    if state.turns_over:
        return []
    events = []
    if state.unsaid >> seat & 1:
        events.append(Event(kinds.SAY, seat, name=0))
    events += [
        Event(kinds.CATCH, seat, other=other)
        for other in range(state.seats)
        if other != seat and state.unsaid >> other & 1
    ]
    return events


def _between_turns(state: State, seat: int) -> list[Event]:
    """Return adding columns, choosing who adds them, and, when all that is done, beginning a turn.
    *state* is the one after the last turn."""
    events = []
    if state.debts[seat] and state.stock >= COLUMN_CARDS:
        events.append(Event(kinds.ADD, seat, (UNKNOWN,) * COLUMN_CARDS))
    if seat == state.chooser:
        others = [other for other in range(state.seats) if other != seat]
        events += [
            Event(kinds.CHOOSE, seat, more=chosen)
            for count in range(1, MOST_CHOSEN + 1)
            for chosen in permutations(others, count)
        ]
    if events or state.turns_over or state.phase != TO_DRAW or seat != state.turn:
        return events
    if state.seats_owing() or state.chooser != NONE:
        return []
    if not state.rules.clear_any_time:
        events += legal_clears(state, seat)
    if state.stock:
        events.append(Event(kinds.DRAW, seat, (UNKNOWN,)))
    top = state.discard[-1]
    untakable = state.rules.untakable
    first = top == UNKNOWN and len(state.discard) == 1 and not state.started
    if not untakable or first or (top != UNKNOWN and ACTION[top] not in untakable):
        events.append(Event(kinds.TAKE, seat, (top,)))
    return events


def _shows_left(state: State, seat: int) -> list[Event]:
    """Return showing the cards still face down."""
    grid = state.grids[seat]
    places = places_in_order(grid, state.face_down[seat])
    return [Event(kinds.LEFT, seat, tuple(grid[place] for place in places))] if places else []
