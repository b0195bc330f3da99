"""The table at the moment a log starts in mid-hand (:mod:`zarleague.engine.positions`)."""

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.crazy_eights.state import State
from zarleague.engine.positions import RULE, bury, left_out, misplaced, not_dealt, number_of


def judge_position(state: State, event: Event) -> Violation | None:
    """Judge a line that says how the table stood."""
    if (violation := misplaced(state)) is not None:
        return violation
    if event.kind == kinds.HOLDS and state.dealt >> event.seat & 1:
        return Violation(Code.ALREADY_DEALT, RULE)
    if event.kind == kinds.LAID and (len(event.cards) != 1 or UNKNOWN in event.cards):
        return Violation(Code.WRONG_OPERANDS, "turn")
    if event.kind in (kinds.HOLDS, kinds.LAID) and len(event.cards) > state.stock:
        return Violation(Code.SUPPLY_EMPTY, "stock")
    if event.kind == kinds.FACES and _top_rank(state) != state.rules.draw_two:
        return left_out("laid")
    if event.kind == kinds.DREW and not state.rules.goes_on:
        return Violation(Code.NOT_ALLOWED, "draw")
    if event.kind == kinds.REVERSED and state.rules.reverse == NONE:
        return Violation(Code.NOT_ALLOWED, "reverse")
    if event.kind == kinds.TO_PLAY:
        if (violation := not_dealt(state.seats, state.dealt)) is not None:
            return violation
        if not state.discard:
            return left_out("laid")
        if (state.owed or state.drawn) and event.seat != state.turn:
            return Violation(Code.OUT_OF_TURN, "turn", (("due", state.turn),))
    return None


def _top_rank(state: State) -> int:
    """Return the rank of the card on top, one that no card has where it is not known."""
    return state.rules.pack.ranks[state.top] if state.top != UNKNOWN else UNKNOWN - 1


def put(state: State, event: Event) -> None:
    """Put the table as the line says."""
    if event.kind == kinds.TO_PLAY:
        state.stock = bury(state, state.stock, state.discard)
        state.turn = event.seat
        empty = [seat for seat in range(state.seats) if not state.hands.hand_size(seat)]
        state.out = empty[0] if empty else NONE
        state.started = True
        return
    state.position_lines += 1
    if event.kind == kinds.STOCK:
        state.stated_stock = number_of(event)
        return
    if event.kind == kinds.FACES:
        state.turn, state.owed, state.owed_since = event.seat, number_of(event), state.index
        return
    if event.kind == kinds.DREW:
        state.turn, state.drawn = event.seat, len(event.cards)
        return
    if event.kind == kinds.REVERSED:
        state.direction = -1
        return
    state.stock -= len(event.cards)
    if event.kind == kinds.HOLDS:
        state.dealt |= 1 << event.seat
        lacking = state.hands.give_all(event.seat, event.cards)
    else:
        (card,) = event.cards
        lacking = [] if state.hands.unseen[card] else [card]
        if not lacking:
            state.hands.unseen[card] -= 1
        state.discard.append(card)
        state.named = event.name if state.rules.is_wild(card) else NONE
    for card in lacking:
        state.illegal(Code.NONE_LEFT, "deck", card=card, most=state.rules.copies)
