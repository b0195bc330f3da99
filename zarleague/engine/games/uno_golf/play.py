"""A turn: drawing the top card of the stock or of the discard pile, and playing it: placing it in
the grid, or discarding it and turning up another.
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.uno_golf.added_columns import add_unnoted
from zarleague.engine.games.uno_golf.clear import clear_unnoted
from zarleague.engine.games.uno_golf.deal import reshuffle_if_short
from zarleague.engine.games.uno_golf.deck import ACTION
from zarleague.engine.games.uno_golf.grid import CLEARED, COLUMN_CARDS
from zarleague.engine.games.uno_golf.state import (
    HOLDING,
    IN_ORDER,
    TO_DRAW,
    TO_TURN_UP,
    TURN_DONE,
    State,
)
from zarleague.engine.games.uno_golf.turns import (
    begin_turn,
    deal_unnoted,
    end_turn_if_out,
    settle_first_discard,
)

_UNFINISHED: Final = frozenset({HOLDING, TO_TURN_UP})
"""Phases in the middle of a turn."""


def apply_draw(state: State, event: Event) -> Violation | None:
    """Draw the top card of the stock into the hand."""
    seat = event.seat
    cards = event.cards
    if len(cards) != 1:
        return Violation(Code.WRONG_OPERANDS, "draw")
    violation = None if state.stock else reshuffle_if_short(state, 1)
    if violation is None:
        violation = begin_turn(state, seat)
    if violation is not None:
        return violation
    hold_drawn(state, cards[0])
    return None


def hold_drawn(state: State, card: int) -> None:
    """Take the top card of the stock into the hand."""
    state.stock -= 1
    state.first_unnoted = False
    state.held_shuffled = bool(state.shuffled)
    state.held = state.locate(card, state.held_shuffled)
    state.held_also = UNKNOWN
    state.held_is_drawn = True
    state.phase = HOLDING


def apply_take(state: State, event: Event) -> Violation | None:
    """Take the top card of the discard pile into the hand, if the rules let it be taken."""
    seat = event.seat
    cards = event.cards
    if len(cards) != 1:
        return Violation(Code.WRONG_OPERANDS, "take")
    named = cards[0]
    discard = state.discard
    unfinished = state.phase in _UNFINISHED
    if discard and named != discard[-1] and not unfinished:
        # What the top card is decides whose turn it is.
        _name_top(state, named)
    if (violation := begin_turn(state, seat)) is not None:
        return violation
    if unfinished and named != UNKNOWN:
        # The turn that nobody finished may have brought any card on top.
        state.discard[-1] = state.renamed(state.discard[-1], named)
    hold_taken(state)
    return None


def hold_taken(state: State) -> None:
    """Take the top card of the discard pile into the hand."""
    taken = state.discard.pop()
    if state.first_unnoted:
        settle_first_discard(state, taken)
    elif untakable := state.rules.untakable:
        if taken == UNKNOWN:
            state.unknown(Code.NOT_ALLOWED, "take")
        elif ACTION[taken] in untakable:
            state.illegal(Code.NOT_ALLOWED, "take", card=taken)
    state.held = taken
    state.held_also = state.top_also
    state.top_also = UNKNOWN
    state.held_is_drawn = state.held_shuffled = False
    state.phase = HOLDING


def _name_top(state: State, named: int) -> None:
    """Name the top of the discard pile as the event does that takes it. If it was known as another
    card, the line that cleared a column onto it may be missing."""
    discard = state.discard
    top = state.identify(discard[-1], named, "take", state.top_also)
    discard[-1] = top
    state.top_also = UNKNOWN
    if named in (top, UNKNOWN):
        return
    if state.phase == TURN_DONE and clear_unnoted(state, named):
        return
    state.top_also = named


def apply_put(state: State, event: Event) -> Violation | None:
    """Place the card in hand face up in the grid; the card there goes on to the discard pile: "take
    the card from your grid and place it faceup on top of the Discard Pile" (How to Play).

    ``cards`` are the card placed and the card that came out, ``more`` is the place.
    """
    seat = event.seat
    cards = event.cards
    more = event.more
    if len(cards) != COLUMN_CARDS or len(more) != 1:
        return Violation(Code.WRONG_OPERANDS, "put")
    placed, came_out = cards
    place = more[0]
    if not (state.phase == HOLDING and state.turn == seat and not state.turns_over):
        acting = _seat_in_phase(state, seat, HOLDING, "put", placed)
        if isinstance(acting, Violation):
            return acting
        seat = acting
    grid = state.grids[seat]
    lay = grid.get(place, CLEARED)
    if lay == CLEARED and not add_unnoted(state, seat, place):
        _put_nowhere(state, seat, place, came_out)
        return None
    state.top_also = UNKNOWN
    card = placed
    replaced = lay
    if placed != state.held or came_out != lay:
        card, replaced = _name_cards(state, seat, place, placed, came_out)
    if state.first_unnoted:
        settle_first_discard(state, card)
        state.first_unnoted = False
    state.discard.append(replaced)
    if state.shuffled:
        _follow_shuffled(state, seat, place, replaced)
    state.top_inert = False
    state.phase = TURN_DONE
    if place in state.face_down[seat]:
        state.turn_face_up(seat, place, card)
    else:
        grid[place] = card
    if state.out != NONE:
        end_turn_if_out(state)
    return None


def _follow_shuffled(state: State, seat: int, place: int, replaced: int) -> None:
    """Update which places hold reshuffled cards, as one card is placed and another comes out. An
    unknown discard may be one of them or not."""
    if replaced == UNKNOWN:
        state.shuffled = []
    elif state.held_shuffled:
        state.shuffled_places.add((seat, place))
    else:
        state.shuffled_places.discard((seat, place))


def _name_cards(state: State, seat: int, place: int, placed: int, came_out: int) -> tuple[int, int]:
    """Return the card placed and the card that came out, now that the event names them; record the
    names that contradict what is known of them."""
    card = state.name_held(placed, "put")
    replaced = state.name_in_grid(seat, place, came_out, "put")
    if card != placed or replaced != came_out:
        state.named_also.pop((seat, place), None)
        if placed != UNKNOWN:
            state.named_also[seat, place] = placed
        if came_out != UNKNOWN:
            state.top_also = came_out
    return card, replaced


def _put_nowhere(state: State, seat: int, place: int, came_out: int) -> None:
    """End a turn in which a card was put in a place that holds none. It must have replaced the card
    that came out, at an unknown place."""
    state.illegal(Code.NO_SUCH_PLACE, "put", place=place)
    state.lay_on_discard(state.locate(came_out), came_out)
    state.top_inert = False
    state.unsure |= 1 << seat
    state.phase = TURN_DONE


def apply_discard(state: State, event: Event) -> Violation | None:
    """Discard the card just drawn: "You will then choose one of the facedown cards in your grid,
    and flip it faceup" (How to Play). A card taken off the discard pile stays: "You cannot choose
    to discard it again this turn"."""
    if len(event.cards) != 1:
        return Violation(Code.WRONG_OPERANDS, "turn-up")
    named = event.cards[0]
    acting = _seat_in_phase(state, event.seat, HOLDING, "turn-up", named)
    if isinstance(acting, Violation):
        return acting
    if not state.held_is_drawn:
        state.illegal(Code.NOT_ALLOWED, "take")
    _discard_held(state, named)
    return None


def _discard_held(state: State, named: int) -> None:
    """Lay the card in hand on the discard pile; a face-down card has to be turned up next."""
    state.lay_on_discard(state.name_held(named, "draw"), named)
    state.first_unnoted = False
    state.top_inert = not state.rules.drawn_action_acts
    state.phase = TO_TURN_UP


def apply_turn_up(state: State, event: Event) -> Violation | None:
    """Turn up a face-down card of the grid: everybody one or two before the round starts, later the
    seat that has discarded the card drawn."""
    seat = event.seat
    cards = event.cards
    more = event.more
    if len(cards) != 1 or len(more) != 1:
        return Violation(Code.WRONG_OPERANDS, "turn-up")
    place = more[0]
    if not state.started:
        if not state.dealt >> seat & 1:
            deal_unnoted(state)
        if state.is_ready(seat):
            state.illegal(Code.NOT_ALLOWED, "first-turn-up")
            state.unsure |= 1 << seat
    else:
        acting = _seat_in_phase(state, seat, TO_TURN_UP, "turn-up", UNKNOWN)
        if isinstance(acting, Violation):
            return acting
        seat = acting
        state.phase = TURN_DONE
    if place in state.face_down[seat] or add_unnoted(state, seat, place):
        card = state.name_in_grid(seat, place, cards[0], "turn-up")
        state.turn_face_up(seat, place, card)
        if state.out != NONE:
            end_turn_if_out(state)
    elif not state.unsure >> seat & 1:
        # Another card was turned up; nobody knows which.
        state.illegal(Code.NO_SUCH_PLACE, "turn-up", face_down=place)
        state.unsure |= 1 << seat
    return None


def _seat_in_phase(state: State, seat: int, phase: int, rule: str, named: int) -> int | Violation:
    """Return the seat that does what the event says in that phase of its turn, or the violation if
    nobody can.

    Another seat than the event says, or a line missing before it, is a finding, and the turn goes
    on. A card named with the event may be the one in hand.
    """
    if state.turns_over:
        return Violation(Code.HAND_OVER, "round-end")
    if not state.started and phase != HOLDING:
        return Violation(Code.NOT_STARTED, "draw")
    turn = state.turn
    if state.phase == phase:
        if seat == turn:
            return seat
        if seat == state.expected[0]:
            # It was said already that the seat that drew was not in turn: this one drew.
            state.turn, state.direction = state.expected
            state.expected = IN_ORDER
            return seat
        state.illegal(Code.OUT_OF_TURN, "turn", due=turn)
        return turn
    if seat == turn and state.phase == HOLDING and state.held_is_drawn:
        # The line is missing that discards the card drawn.
        state.illegal(Code.NOT_ALLOWED, rule)
        _discard_held(state, UNKNOWN)
        return seat
    between_turns = state.phase == TO_DRAW or (state.phase == TURN_DONE and seat != turn)
    if phase == HOLDING and between_turns:
        # The line is missing that draws the card, or takes it if it lay on top.
        if state.started:
            state.illegal(Code.NOT_ALLOWED, rule)
        else:
            state.illegal(Code.NOT_STARTED, "draw")
        begin_turn(state, seat)
        if named != UNKNOWN and state.discard and state.discard[-1] == named:
            hold_taken(state)
            return seat
        if (violation := reshuffle_if_short(state, 1)) is not None:
            return violation
        hold_drawn(state, named)
        return seat
    if turn in (seat, NONE):
        return Violation(Code.NOT_ALLOWED, rule)
    return Violation(Code.OUT_OF_TURN, "turn", (("due", turn),))
