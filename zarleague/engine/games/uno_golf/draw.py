"""Drawing the top card of the stock or of the discard pile, which begins a turn."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.uno_golf.clear import clear_unnoted
from zarleague.engine.games.uno_golf.deal import reshuffle_if_short
from zarleague.engine.games.uno_golf.deck import ACTION
from zarleague.engine.games.uno_golf.state import HOLDING, TO_TURN_UP, TURN_DONE, State
from zarleague.engine.games.uno_golf.turns import begin_turn, settle_first_discard

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
    violation = begin_turn(state, seat)
    if violation is not None:
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
