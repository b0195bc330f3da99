"""Clearing a column: "Should a vertical column have two cards that are the same number or color,
you can choose to discard both of the cards" (Clearing Columns)."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.uno_golf.grid import (
    CLEARED,
    COLUMN_CARDS,
    TOP_ROW,
    clear_column,
    face_up_pair,
)
from zarleague.engine.games.uno_golf.rules import matches
from zarleague.engine.games.uno_golf.state import HOLDING, TO_DRAW, TO_TURN_UP, TURN_DONE, State
from zarleague.engine.games.uno_golf.turns import begin_turn, end_turn, start_round, turn_end


def apply_clear(state: State, event: Event) -> Violation | None:
    """Lay a matching column on the discard pile; ``cards`` in the order they are laid, the last on
    top, ``more`` the number of the column."""
    seat = event.seat
    cards = event.cards
    more = event.more
    if len(cards) != COLUMN_CARDS or len(more) != 1:
        return Violation(Code.WRONG_OPERANDS, "clear")
    column = more[0]
    seat = _seat_of_column(state, seat, column, cards)
    if seat == NONE:
        return Violation(Code.NO_SUCH_PLACE, "clear", (("column", column),))
    if (violation := _end_turn_before(state, seat)) is not None:
        return violation
    grid = state.grids[seat]
    top = 10 * column + TOP_ROW
    if top in state.face_down[seat] or top + 1 in state.face_down[seat]:
        turn_up_unnoted(state, seat, (top, top + 1))
    pair = grid[top], grid[top + 1]
    laid = _in_order_named(pair, cards)
    if laid != cards:
        laid = _named(state, seat, top, cards, laid)
    matching = matches(state.rules, *laid)
    if matching is None:
        state.unknown(Code.NOT_MATCHING, "clear")
    elif not matching:
        state.illegal(Code.NOT_MATCHING, "clear", card=laid[0], top=laid[1])
    clear_column(state.grids[seat], column)
    if cards == (UNKNOWN, UNKNOWN) and laid[0] != laid[1]:
        # Nobody noted which of the two lies on top.
        for card in laid:
            state.release(card)
        laid = (UNKNOWN, UNKNOWN)
    state.discard.append(laid[0])
    state.lay_on_discard(laid[1], cards[1])
    if not state.turns_over:
        state.top_inert = not state.rules.cleared_action_acts
    return None


def _in_order_named(pair: tuple[int, int], named: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the cards of a column in the order in which they are named, None if they are others.
    Where an unknown card leaves both orders open, choose the one that agrees with more of the
    names."""
    if named == pair:
        return pair
    first, second = pair
    if named == (second, first):
        return second, first
    possible = [
        order
        for order in ((first, second), (second, first))
        if all(UNKNOWN in both or both[0] == both[1] for both in zip(order, named, strict=True))
    ]
    agreeing = [sum(map(int.__eq__, order, named)) for order in possible]
    return possible[agreeing.index(max(agreeing))] if possible else None


def _seat_of_column(state: State, seat: int, column: int, cards: tuple[int, ...]) -> int:
    """Return the seat whose column it is, NONE if nobody can clear it. Add a finding if it is
    another seat than the event says. A column that is not face up can be cleared if a line about
    that grid is known to be missing."""
    top = 10 * column + TOP_ROW
    pair = face_up_pair(state.grids[seat], state.face_down[seat], column)
    if pair is not None and _in_order_named(pair, cards) is not None:
        return seat
    turn = state.turn
    if turn not in (seat, NONE):
        theirs = face_up_pair(state.grids[turn], state.face_down[turn], column)
        if theirs is not None and UNKNOWN not in cards and sorted(theirs) == sorted(cards):
            state.illegal(Code.OUT_OF_TURN, "clear-when", due=turn)
            return turn
    if pair is not None:
        return seat
    if state.unsure >> seat & 1 and state.grids[seat].get(top, CLEARED) != CLEARED:
        state.unsure &= ~(1 << seat)
        return seat
    return NONE


def turn_up_unnoted(state: State, seat: int, places: tuple[int, ...]) -> None:
    """Turn up the places that still lie face down: the lines that turn them up are missing."""
    for place in places:
        if place in state.face_down[seat]:
            state.turn_face_up(seat, place, state.grids[seat][place])


def clear_unnoted(state: State, top_card: int) -> bool:
    """Clear a column of the seat in turn that brings *top_card* on top, if it has one: the line
    that clears it is missing. Return whether it has one."""
    seat = state.turn
    grid = state.grids[seat]
    for column in range(1, len(grid) // COLUMN_CARDS + 1):
        pair = face_up_pair(grid, state.face_down[seat], column)
        if pair and top_card in pair and matches(state.rules, *pair):
            first, second = pair if pair[1] == top_card else pair[::-1]
            clear_column(grid, column)
            state.discard.extend((first, second))
            state.top_inert = not state.rules.cleared_action_acts
            return True
    return False


def _named(
    state: State, seat: int, top: int, named: tuple[int, ...], laid: tuple[int, int] | None
) -> tuple[int, int]:
    """Return the cards of a column, in the order *laid*, as they are known once an event calls them
    *named*. Add a finding if one of the names is another card's."""
    grid = state.grids[seat]
    pair = grid[top], grid[top + 1]
    places = [top, top + 1]
    if laid != pair and (laid is not None or pair[0] == named[1] or pair[1] == named[0]):
        places.reverse()
    first, second = (
        state.name_in_grid(seat, place, card, "clear")
        for place, card in zip(places, named, strict=True)
    )
    return first, second


def _end_turn_before(state: State, seat: int) -> Violation | None:
    """End the turn that is done, if the seat's clearing a column ends it. Return the violation if
    the seat cannot clear now.

    It may in its own turn, which clearing may begin, at any time if the rules allow that, and at
    the end of the round. While another seat is in the middle of its turn the column is cleared all
    the same, with a finding.
    """
    if state.turns_over or (state.started and seat == state.turn and state.phase != TO_DRAW):
        return None
    end = turn_end(state) if state.phase == TURN_DONE else None
    if end is not None and (end.turns_over or state.rules.clear_any_time):
        end_turn(state, end)
        return None
    if state.rules.clear_any_time:
        if not state.started:
            start_round(state)
        return None
    if state.end_in_doubt or (end is not None and end.end_in_doubt):
        # Either the round is over, or it is a turn of the seat.
        if end is not None:
            end_turn(state, end)
        state.unknown(Code.OUT_OF_TURN, "clear-when")
        return None
    if state.started and state.phase in (HOLDING, TO_TURN_UP):
        state.illegal(Code.OUT_OF_TURN, "clear-when", due=state.turn)
        return None
    return begin_turn(state, seat)
