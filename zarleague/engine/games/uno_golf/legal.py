"""Every legal event of a seat, and of the table, in a round of UNO Golf.

Cards nobody knows are UNKNOWN in the events, those still in the draw pile among them.
"""

from itertools import permutations

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.games.uno_golf.clearing import matches
from zarleague.engine.games.uno_golf.deck import ACTION, NO_ACTION
from zarleague.engine.games.uno_golf.grid import column_cards, face_down, places, shows_any
from zarleague.engine.games.uno_golf.state import COLUMN, DONE, GRID, HOLDING, NEW, TURN_UP, State
from zarleague.engine.games.uno_golf.turns import outcome, pass_turn


def legal(state: State, seat: int) -> list[Event]:
    """The legal events of a seat now; for ``TABLE`` deals, the first discard, shuffling, close."""
    if state.over:
        return [] if seat == TABLE else _at_the_end(state, seat)
    passed = _passed(state)
    if seat == TABLE:
        return _of_table(state, passed)
    if not state.started and not _ready(state):
        return _first_turn_up(state, seat)
    events = _talk(state, seat)
    if state.ended or passed.ended:
        events += clears(passed, seat) + _at_the_end(passed, seat)
    elif seat == state.turn and state.step != NEW:
        events += clears(state, seat) + _in_turn(state, seat)
    elif state.rules.clear_any_time:
        events += clears(state, seat)
    events += _between(passed, seat)
    # A seat whose turn it is again, after a skip between two, may clear in either turn.
    return list(dict.fromkeys(events))


def _passed(state: State) -> State:
    """The state once a turn that is done has ended; the state itself if none is."""
    if state.step != DONE:
        return state
    after = state.copy()
    pass_turn(after, outcome(state))
    return after


def _ready(state: State) -> bool:
    """Whether the first turn can begin."""
    if not state.discard or not all(shows_any(state, seat) for seat in range(state.seats)):
        return False
    top = state.discard[-1]
    return top == UNKNOWN or ACTION[top] == NO_ACTION


def _of_table(state: State, passed: State) -> list[Event]:
    if not state.started:
        undealt = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
        if undealt:
            return [Event(kinds.DEAL, seat, (UNKNOWN,) * GRID) for seat in undealt]
        top = state.discard[-1] if state.discard else None
        if top is None or (top != UNKNOWN and ACTION[top] != NO_ACTION):
            return [Event(kinds.UP, cards=(UNKNOWN,))]
        return []
    events = []
    if state.draw_size < COLUMN <= len(state.discard):
        events.append(Event(kinds.RESHUFFLE))
    if passed.ended and not passed.owed and passed.chooser == NONE:
        events.append(Event(kinds.CLOSE))
    return events


def _first_turn_up(state: State, seat: int) -> list[Event]:
    return [] if shows_any(state, seat) else _turn_ups(state, seat)


def _turn_ups(state: State, seat: int) -> list[Event]:
    grid = state.grids[seat]
    return [
        Event(kinds.TURN, seat, (grid[place],), more=(place,)) for place in face_down(state, seat)
    ]


def _in_turn(state: State, seat: int) -> list[Event]:
    """What the turn has come to: placing or discarding the card in hand, turning up."""
    if state.step == TURN_UP:
        return _turn_ups(state, seat)
    if state.step != HOLDING:
        return []
    grid = state.grids[seat]
    held = state.held
    events = [
        Event(kinds.PUT, seat, (held, grid[place]), more=(place,)) for place in places(state, seat)
    ]
    if state.drawn:
        events.append(Event(kinds.DISCARD, seat, (held,)))
    return events


def clears(state: State, seat: int) -> list[Event]:
    """The matching columns, each in both orders."""
    events = []
    for column in range(1, len(state.grids[seat]) // COLUMN + 1):
        pair = column_cards(state, seat, column)
        if pair and matches(state.rules, *pair):
            orders = {pair, pair[::-1]}
            events += [Event(kinds.CLEAR, seat, order, more=(column,)) for order in orders]
    return events


def _talk(state: State, seat: int) -> list[Event]:
    """Saying "UNO", and catching who has not."""
    if state.ended:
        return []
    events = []
    if state.uno_due >> seat & 1:
        events.append(Event(kinds.SAY, seat, name=0))
    if state.rules.uno_penalty:
        events += [
            Event(kinds.CATCH, seat, other=other)
            for other in range(state.seats)
            if other != seat and state.uno_due >> other & 1
        ]
    return events


def _between(state: State, seat: int) -> list[Event]:
    """Adding columns, choosing who does, and, when all that is done, beginning a turn. The state
    is the one after the last turn."""
    events = []
    if any(owed.seat == seat for owed in state.owed) and state.draw_size >= COLUMN:
        events.append(Event(kinds.ADD, seat, (UNKNOWN,) * COLUMN))
    if seat == state.chooser:
        others = [other for other in range(state.seats) if other != seat]
        events += [
            Event(kinds.CHOOSE, seat, more=chosen)
            for count in (1, 2)
            for chosen in permutations(others, count)
        ]
    if events or state.ended or state.step != NEW or seat != state.turn:
        return events
    if state.owed or state.chooser != NONE:
        return []
    if not state.rules.clear_any_time:
        events += clears(state, seat)
    if state.draw_size:
        events.append(Event(kinds.DRAW, seat, (UNKNOWN,)))
    top = state.discard[-1]
    untakable = state.rules.untakable
    if not untakable or (top != UNKNOWN and ACTION[top] not in untakable):
        events.append(Event(kinds.TAKE, seat, (top,)))
    return events


def _at_the_end(state: State, seat: int) -> list[Event]:
    """Showing what is still face down."""
    hidden = face_down(state, seat)
    if not hidden:
        return []
    grid = state.grids[seat]
    return [Event(kinds.LEFT, seat, tuple(grid[place] for place in hidden))]
