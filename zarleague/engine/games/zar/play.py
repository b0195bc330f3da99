"""Plays: one card or several identical ones, in turn or as a match."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zar import calls, possession
from zarleague.engine.games.zar.close import reopen
from zarleague.engine.games.zar.doubt import apply_play_on_unknown, apply_unknown_play, resolve_turn
from zarleague.engine.games.zar.effects import apply_last_card, play_cards
from zarleague.engine.games.zar.rules import DRAWS_TWO
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.violations import (
    MIXED,
    PLAIN,
    identity_of,
    judge_play,
    may_be_another,
    may_be_drawn_card,
    relation_to_top,
)


def apply_play(state: State, event: Event) -> Violation | None:
    """Apply a play or match and all that follows from it, or return the rule it breaks."""
    seat = event.seat
    cards = event.cards
    said = event.said
    if not state.playing or not cards or UNKNOWN in cards:
        return _apply_unusual_play(state, event)
    rules = state.rules
    identity = cards[0]
    if len(cards) > 1 or identity == rules.chameleon:
        identity = identity_of(state, cards)
    on_turn = seat == state.turn or (seat == state.drawer and may_be_drawn_card(state, cards))
    relation = PLAIN if identity != state.top else relation_to_top(state, seat, on_turn)
    violation = judge_play(state, event, identity, relation, on_turn)
    open_turn = False
    if seat != state.turn and on_turn and state.drawn_card == UNKNOWN:
        # Nobody saw whether this is the card just drawn, which is played in turn, or another one.
        other = PLAIN if identity != state.top else relation_to_top(state, seat, on_turn=False)
        if_other = judge_play(state, event, identity, other, on_turn=False)
        if may_be_another(state, seat, cards[0]):
            open_turn = (violation is None) != (if_other is None)
            if violation is not None and if_other is None:
                violation, relation, on_turn = None, other, False
    if violation is not None:
        return violation
    violation = possession.take_cards(state, seat, cards)
    if violation is not None and not possession.excuse_miscount(state, seat, cards):
        return violation
    if open_turn:
        state.unknown(Code.NOT_ALLOWED, "drawn-card")
    if state.unsure and on_turn and relation == PLAIN:
        state.unsure -= 1
        state.may_owe[seat] = 0
    play_cards(state, seat, cards, identity, event.name, relation)
    apply_last_card(state, seat, len(cards), relation, on_turn)
    if said or rules.must_declare:
        calls.judge_declaration(state, event, relation)
    if state.hands.claims:
        possession.settle_claims(state)
    return None


def _apply_unusual_play(state: State, event: Event) -> Violation | None:
    """Judge a play before or after the hand, of no card, or while something is in doubt."""
    if not event.cards:
        return Violation(Code.WRONG_OPERANDS, "turn")
    if state.over:
        if not reopen(state):
            return Violation(Code.HAND_OVER, "turn")
        return apply_play(state, event)
    if not state.started:
        return Violation(Code.NOT_STARTED, "turn")
    if UNKNOWN in event.cards:
        if not (state.unsure or _may_play(state, event.seat)):
            return Violation(Code.OUT_OF_TURN, "turn", (("due", state.turn),))
        return apply_unknown_play(state, event)
    if state.in_doubt:
        return apply_play_on_unknown(state, event)
    if state.turn_in_doubt and (identity_of(state, event.cards) != state.top):
        resolve_turn(state, event.seat)
    state.settle_turn(state.turn)
    return apply_play(state, event)


def _may_play(state: State, seat: int) -> bool:
    """Return whether a seat may play some card now: in turn, the card drawn, or a match."""
    if seat in (state.turn, state.drawer):
        return True
    hands = state.hands
    copies = hands.held[seat][state.top]
    return copies > 0 or (hands.unknown[seat] > 0 and hands.unseen[state.top] > 0)


def apply_illegal_play(state: State, event: Event) -> bool:
    """Leave an illegal play on the table, even cards that the hand cannot have held. A draw-two
    debt it should have answered is still owed.

    Return False, with nothing changed, if no card could lie there.
    """
    seat = event.seat
    cards = event.cards
    if not possession.has_cards(state, seat, len(cards)):
        return False
    identity = identity_of(state, cards)
    if identity == MIXED:
        identity = cards[-1]
        if identity == state.rules.chameleon:
            identity = state.top
    on_turn = seat == state.turn or (seat == state.drawer and may_be_drawn_card(state, cards))
    relation = PLAIN if identity != state.top else relation_to_top(state, seat, on_turn)
    possession.remove_cards(state, seat, cards)
    answers = on_turn and state.rules.effect[identity] == DRAWS_TWO
    if state.draw_two_debt and relation == PLAIN and not answers:
        state.owe(state.turn, state.draw_two_debt, "draw-two")
        state.draw_two_debt = 0
    play_cards(state, seat, cards, identity, event.name, relation)
    apply_last_card(state, seat, len(cards), relation, on_turn)
    return True
