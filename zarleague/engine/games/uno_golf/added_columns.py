"""Columns added to a grid: for a draw two, for a double draw two, and for a missed "UNO"."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.games.uno_golf.deal import reshuffle_if_short
from zarleague.engine.games.uno_golf.grid import COLUMN_CARDS, free_column
from zarleague.engine.games.uno_golf.state import TURN_DONE, State, Turn
from zarleague.engine.games.uno_golf.turns import (
    MOST_CHOSEN,
    TurnEnd,
    end_turn,
    narrow_turns,
    say_not_chosen,
    turn_end,
    turns_of_all_but_out,
)


def apply_add(state: State, event: Event) -> Violation | None:
    """Add cards off the stock that the seat owes, two as a face-down column: "Without looking at
    them, they will add the cards as a new column in their grid" (Draw 2); or four at once, "as two
    new columns" (Double Draw 2)."""
    cards = event.cards
    if len(cards) not in (COLUMN_CARDS, 2 * COLUMN_CARDS):
        return wrong_count("draw-two", len(cards), COLUMN_CARDS)
    for place in range(0, len(cards), COLUMN_CARDS):
        violation = _add_column(state, event, *cards[place : place + COLUMN_CARDS])
        if violation is not None:
            return violation
    return None


def _add_column(state: State, event: Event, first: int, second: int) -> Violation | None:
    """Add one column of two cards."""
    seat = event.seat
    if not state.started:
        return Violation(Code.NOT_STARTED, "draw-two")
    if not (
        state.pay_column(seat)
        or _pay_at_once(state, seat)
        or _pay_unchosen(state)
        or _pay_before_choice(state)
    ):
        if event == state.previous:  # The line stands twice in the log.
            return Violation(Code.NOTHING_OWED, "draw-two")
        state.illegal(Code.NOTHING_OWED, "draw-two")
        owing = state.seats_owing()
        if owing:
            # The line names the wrong seat.
            seat = owing[0]
            state.pay_column(seat)
        else:
            _lose_turn(state, seat)
    if (violation := reshuffle_if_short(state, COLUMN_CARDS)) is not None:
        return violation
    shuffled = bool(state.shuffled)
    state.add_column(
        seat, state.locate(first, shuffled=shuffled), state.locate(second, shuffled=shuffled)
    )
    return None


def _pay_unchosen(state: State) -> bool:
    """Pay a column of a double draw two for which nobody was noted as chosen."""
    if not state.unchosen:
        return False
    state.unchosen -= 1
    return True


def _pay_before_choice(state: State) -> bool:
    """Pay a column of a double draw two before its player has chosen; that is a finding."""
    if state.phase == TURN_DONE:
        end = turn_end(state)
        if end.chooser == NONE:
            return False
        end_turn(state, end)
    return say_not_chosen(state) and _pay_unchosen(state)


def _lose_turn(state: State, seat: int) -> None:
    """End the turn that is done as a draw two does: adding a column shows that the top card was
    one, whatever the log called it."""
    if state.phase != TURN_DONE or state.out != NONE:
        return
    end = turn_end(state)
    if end.turn == seat:
        onward = (seat + end.direction) % state.seats
        end_turn(state, end._replace(turn=onward, chooser=NONE))


def add_unnoted(state: State, seat: int, place: int) -> bool:
    """Add a column that a seat owed or may have owed, if the event names a place that only such a
    column has: the line that adds it is missing, which is a finding already. Return whether that is
    so."""
    top = free_column(state.grids[seat])
    if place not in (top, top + 1) or state.stock < COLUMN_CARDS:
        return False
    if not (state.pay_column(seat) or _pay_unchosen(state)):
        return False
    state.add_column(seat, UNKNOWN, UNKNOWN)
    state.shuffled = []
    return True


def _pay_at_once(state: State, seat: int) -> bool:
    """Pay the column of a draw two that ends the turn that is done, or perhaps does, if the top of
    the discard pile is unknown. Return False if the seat cannot owe one."""
    end = turn_end(state) if state.phase == TURN_DONE else None
    if end is not None and end.victims:
        end_turn(state, end)
        return state.pay_column(seat)
    if end is not None:
        seat_before, directions = state.turn, end.directions_before
    else:
        seat_before, directions = state.seat_before, state.directions_before
    onward = [
        ((seat + direction) % state.seats, direction)
        for direction in directions
        if (seat_before + direction) % state.seats == seat
    ]
    if not onward:
        return False
    # The unknown card was a draw two, it seems: the seat that adds a column loses its turn.
    if end is not None:
        end_turn(state, end)
    state.unknown(Code.NOTHING_OWED, "draw-two")
    _settle_action(state, onward)
    return True


def _settle_action(state: State, turns: list[Turn]) -> None:
    """Narrow the turn to one of *turns*: the event shows which action the unknown card was."""
    state.directions_before = ()
    state.turn = NONE
    narrow_turns(state, turns_of_all_but_out(state) if state.end_in_doubt else turns)


def apply_choose(state: State, event: Event) -> Violation | None:
    """Let the player of a double draw two choose: "two other players. Each chosen player has to
    draw two cards (…) Otherwise (…) one other player. They have to draw four cards (…) as two new
    columns" (Double Draw 2). The seats chosen are in ``more``."""
    seat = event.seat
    chosen = event.more
    if not 1 <= len(chosen) <= MOST_CHOSEN or not all(0 <= one < state.seats for one in chosen):
        return Violation(Code.WRONG_OPERANDS, "double-draw-two")
    end = turn_end(state) if state.phase == TURN_DONE else None
    if not _may_choose(state, seat, end):
        seat = end.chooser if end is not None else state.chooser
        if event == state.previous or seat == NONE or seat in chosen:
            # The line stands twice in the log, or there is nothing to choose.
            return Violation(Code.NOT_ALLOWED, "double-draw-two")
        state.illegal(Code.NOT_ALLOWED, "double-draw-two")
    if seat in chosen or len(set(chosen)) < len(chosen):
        state.illegal(Code.NOT_ALLOWED, "double-draw-two")
    if end is not None:
        end_turn(state, end)
    if state.directions_before:
        state.unknown(Code.NOT_ALLOWED, "double-draw-two")
        # "no player loses their turn" (Double Draw 2)
        turns = [
            ((seat + direction) % state.seats, direction) for direction in state.directions_before
        ]
        _settle_action(state, turns)
    state.chooser = NONE
    for one in chosen if len(chosen) == MOST_CHOSEN else chosen * MOST_CHOSEN:
        state.owe_column(one, "double-draw-two")
    return None


def _may_choose(state: State, seat: int, end: TurnEnd | None) -> bool:
    """Return whether the seat's last discard was a double draw two, or may have been."""
    if end is not None:
        unknown_top = bool(end.directions_before) and state.top_unknown
        return seat == end.chooser or (unknown_top and seat == state.turn)
    return seat == state.chooser or (bool(state.directions_before) and seat == state.seat_before)
