"""The table at the moment a log of UNO Golf starts (:mod:`zarleague.engine.positions`).

``holds Ann b4 g2 11 31 12 21 22 32`` has the cards that lie face up, their places in the same
order, and then the places that lie face down. Once a grid is all face up, ``last Bob`` says that
Bob still has a turn. Who has just turned up the first such grid is ``done``, and nobody needs that
line yet: the last turns follow.
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.uno_golf.grid import CLEARED, COLUMN_CARDS, TOP_ROW, column_number
from zarleague.engine.games.uno_golf.state import HOLDING, TURN_DONE, State
from zarleague.engine.games.uno_golf.turns import end_turn_if_out
from zarleague.engine.positions import RULE, bury, left_out, line, not_dealt, number_of

_MOST_COLUMNS: Final = 56


@line
def apply_holds(state: State, event: Event) -> Violation | None:
    """Lay out the grid of a seat."""
    seat, places = event.seat, event.more
    if state.dealt >> seat & 1:
        return Violation(Code.ALREADY_DEALT, RULE)
    columns = {column_number(place) for place in places}
    full_columns = {10 * column + row for column in columns for row in (TOP_ROW, TOP_ROW + 1)}
    odd = set(places) ^ full_columns
    if (
        odd
        or len(places) != len(full_columns)
        or not all(0 < column <= _MOST_COLUMNS for column in columns)
    ):
        return Violation(Code.NO_SUCH_PLACE, RULE, (("place", min(odd, default=places[0])),))
    if len(event.cards) > len(places):
        return Violation(Code.WRONG_OPERANDS, RULE)
    if len(places) > state.stock:
        return Violation(Code.SUPPLY_EMPTY, RULE)
    grid = {
        10 * column + row: CLEARED
        for column in range(1, max(columns, default=0) + 1)
        for row in (TOP_ROW, TOP_ROW + 1)
    }
    grid |= dict.fromkeys(places, UNKNOWN)
    grid |= zip(places, map(state.locate, event.cards), strict=False)
    state.grids[seat] = grid
    state.face_down[seat] = set(places[len(event.cards) :])
    state.dealt |= 1 << seat
    state.stock -= len(places)
    return None


@line
def apply_laid(state: State, event: Event) -> Violation | None:
    """Lay cards on the discard pile, the last on top. What the top card did is said by lines of its
    own."""
    if UNKNOWN in event.cards or len(event.cards) > state.stock:
        return Violation(Code.WRONG_OPERANDS, RULE)
    state.discard += map(state.locate, event.cards)
    state.stock -= len(event.cards)
    return None


@line
def apply_owes(state: State, event: Event) -> Violation | None:
    """Make a seat owe columns, by the number of their cards."""
    for _ in range(min(number_of(event), state.stock) // COLUMN_CARDS):
        state.owe_column(event.seat, "draw-two")
    return None


@line
def apply_drew(state: State, event: Event) -> Violation | None:
    """Give a seat the card it has drawn and not placed yet; it is in turn."""
    if len(event.cards) != 1 or not state.stock:
        return Violation(Code.WRONG_OPERANDS, RULE)
    state.stock -= 1
    state.held = state.locate(event.cards[0])
    state.held_is_drawn = True
    state.phase = HOLDING
    return None


@line
def apply_unsaid(state: State, event: Event) -> Violation | None:
    """Note that a seat with one face-down card has not said so."""
    if len(state.face_down[event.seat]) == 1:
        state.unsaid |= 1 << event.seat
    return None


@line
def apply_done(state: State, event: Event) -> Violation | None:
    """Note that the turn of that seat, which the next line names, is done, but has not ended: it
    may still clear columns, and the top card has yet to act."""
    state.phase = TURN_DONE
    return None


@line
def apply_last_turn(state: State, event: Event) -> Violation | None:
    """Note that a seat still has a turn after a grid was all face up."""
    complete = state.dealt == (1 << state.seats) - 1
    violation = _no_last_turn(state, event.seat) if complete else None
    if violation is None:
        state.turns_left |= 1 << event.seat
    return violation


@line
def apply_to_play(state: State, event: Event) -> Violation | None:
    """Begin: it is the turn of that seat."""
    if (violation := not_dealt(state.seats, state.dealt)) is not None:
        return violation
    if not state.discard:
        return left_out("laid")
    state.stock = bury(state, state.stock, state.discard)
    state.turn = event.seat
    state.started = True
    violation = _settle_end(state)
    if state.phase == TURN_DONE:
        end_turn_if_out(state)
    return violation


def _no_last_turn(state: State, seat: int) -> Violation | None:
    """Return the violation if the seat cannot have a last turn: no grid is all face up yet, or its
    own is, or the rules end the round at once. Otherwise return None."""
    hidden = state.face_down
    if state.rules.one_more_turn and hidden[seat] and not all(hidden):
        return None
    return Violation(Code.NO_LAST_TURN, "round-end", (("player", seat),))


def _settle_end(state: State) -> Violation | None:
    """Settle who is out and who has a turn left, with ``state.turn`` in turn, if a grid is all face
    up. Return the violation of lines that contradict each other; the round goes on all the same.

    Of several such grids, the one of a seat not in turn was first: who is in turn has had the last
    turn, in which the own grid became so. Where the round ends at once, it was the one in turn.
    """
    turn = state.turn
    for seat in range(state.seats):
        violation = _no_last_turn(state, seat)
        if violation is not None and state.turns_left >> seat & 1:
            return violation
    full = [seat for seat, hidden in enumerate(state.face_down) if not hidden]
    if not full:
        return None
    one_more = state.rules.one_more_turn
    if not (one_more or turn in full):
        return Violation(Code.HAND_OVER, "round-end")
    others = [seat for seat in full if seat != turn]
    state.out = others[0] if others and one_more else turn
    mask = 1 << turn
    if state.phase == TURN_DONE:
        # Nobody else has a last turn before the turn of the first one has ended.
        too_early = state.turns_left if state.out == turn else state.turns_left & mask
        if too_early:
            seat = too_early.bit_length() - 1
            return Violation(Code.NO_LAST_TURN, "round-end", (("player", seat),))
    elif turn in full:
        state.phase = TURN_DONE
        return left_out("done", turn)
    elif not state.turns_left & mask:
        state.turns_left |= mask
        return left_out("last", turn)
    return None
