"""What happens around the turns: columns that others add, choosing who adds them, "UNO", and
shuffling the discards when the draw pile is used up."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.grid import add_column
from zarleague.engine.games.uno_golf.state import COLUMN, DONE, State, Way
from zarleague.engine.games.uno_golf.turns import (
    Outcome,
    anyone_left,
    narrow,
    outcome,
    owe,
    pass_turn,
)

MOST_CHOSEN = 2
"""A double draw two makes at most two players add a column."""


def add(state: State, event: Event) -> None:
    """Two cards off the draw pile as a face-down column, because a draw two, a double draw two or
    a missed "UNO" asks for it."""
    seat = event.seat
    if len(event.cards) != COLUMN:
        state.illegal(Code.WRONG_COUNT, "draw-two", count=len(event.cards), due_count=COLUMN)
        return
    if not state.started:
        state.illegal(Code.NOT_STARTED, "draw-two")
        return
    if state.draw_size < COLUMN:
        state.illegal(Code.SUPPLY_EMPTY, "reshuffle")
        return
    if not (_pays(state, seat) or _owes_now(state, seat)):
        state.illegal(Code.NOTHING_OWED, "draw-two")
        return
    state.draw_size -= COLUMN
    first, second = event.cards
    add_column(state, seat, (state.locate(first), state.locate(second)))


def _pays(state: State, seat: int) -> bool:
    """Take the first column that a seat owes off what is owed; False if it owes none."""
    for place, owed in enumerate(state.owed):
        if owed.seat == seat:
            del state.owed[place]
            return True
    return False


def _owes_now(state: State, seat: int) -> bool:
    """Whether a seat that owed no column does, and adds it at once: by the end of the turn that is
    done, or perhaps, by an unknown card that ended it."""
    end = outcome(state) if state.step == DONE else None
    if end is not None and seat in end.victims:
        pass_turn(state, end)
        return _pays(state, seat)
    before, courses = (state.turn, end.courses) if end else (state.before, state.courses)
    onward = [
        ((seat + direction) % state.seats, direction)
        for direction in courses
        if (before + direction) % state.seats == seat
    ]
    if not onward:
        return False
    # The unknown card was a draw two, it seems: who adds a column loses the turn.
    if end is not None:
        pass_turn(state, end)
    state.unclear(Code.NOTHING_OWED, "draw-two")
    _settle(state, onward)
    return True


def _settle(state: State, ways: list[Way]) -> None:
    """What an unknown card was has shown itself; the turn goes one of *ways*."""
    state.courses = ()
    state.turn = NONE
    narrow(state, anyone_left(state) if state.end_open else ways)


def choose(state: State, event: Event) -> None:
    """The player of a double draw two names one other who adds two columns, or two who add one
    each: the seats in ``more``."""
    seat = event.seat
    chosen = event.more
    if not 1 <= len(chosen) <= MOST_CHOSEN or not all(0 <= one < state.seats for one in chosen):
        state.illegal(Code.WRONG_OPERANDS, "double-draw-two")
        return
    end = outcome(state) if state.step == DONE else None
    if not _is_chooser(state, seat, end):
        state.illegal(Code.NOT_ALLOWED, "double-draw-two")
        return
    if seat in chosen or len(set(chosen)) < len(chosen):
        state.illegal(Code.NOT_ALLOWED, "double-draw-two")
    if end is not None:
        pass_turn(state, end)
    if state.courses:
        state.unclear(Code.NOT_ALLOWED, "double-draw-two")
        # Nobody loses a turn to a double draw two.
        after = [((seat + course) % state.seats, course) for course in state.courses]
        _settle(state, after)
    state.chooser = NONE
    for one in chosen if len(chosen) == MOST_CHOSEN else chosen * MOST_CHOSEN:
        owe(state, one, "double-draw-two")


def _is_chooser(state: State, seat: int, end: Outcome | None) -> bool:
    """Whether the seat's last discard was a double draw two, or may have been."""
    if end is not None:
        unknown = bool(end.courses) and state.discard[-1] == UNKNOWN
        return seat == end.chooser or (unknown and seat == state.turn)
    return seat == state.chooser or (bool(state.courses) and seat == state.before)


def say_uno(state: State, event: Event) -> None:
    """A seat says that it has one face-down card left."""
    seat = event.seat
    if state.ended:
        state.illegal(Code.HAND_OVER, "uno")
    elif event.name == NONE:
        state.illegal(Code.WRONG_OPERANDS, "uno")
    elif state.uno_due >> seat & 1:
        state.uno_due &= ~(1 << seat)
    elif len(state.hidden[seat]) == 1:
        state.illegal(Code.TOO_LATE, "uno")
    else:
        state.illegal(Code.FALSE_CLAIM, "uno")


def catch(state: State, event: Event) -> None:
    """A seat catches another (``other``) that has not said "UNO"."""
    other = event.other
    if not 0 <= other < state.seats:
        state.illegal(Code.WRONG_OPERANDS, "uno")
    elif state.ended:
        state.illegal(Code.HAND_OVER, "uno")
    elif event.seat == other or not state.rules.uno_penalty:
        state.illegal(Code.NOT_ALLOWED, "uno")
    elif not state.uno_due >> other & 1:
        late = len(state.hidden[other]) == 1
        state.illegal(Code.TOO_LATE if late else Code.FALSE_CLAIM, "uno")
    else:
        state.uno_due &= ~(1 << other)
        owe(state, other, "uno")


def reshuffle(state: State, event: Event) -> None:
    """All discards but the top one become the draw pile, once it cannot give a column any more."""
    if not state.started:
        state.illegal(Code.NOT_STARTED, "reshuffle")
        return
    if len(state.discard) < COLUMN:
        state.illegal(Code.SUPPLY_EMPTY, "reshuffle")
        return
    if state.draw_size >= COLUMN:
        state.illegal(Code.NOT_ALLOWED, "reshuffle", count=state.draw_size)
    *shuffled, top = state.discard
    for card in shuffled:
        state.release(card)
    state.draw_size += len(shuffled)
    state.discard = [top]
