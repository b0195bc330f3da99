"""The table at the moment a log of Zar starts in mid-hand (:mod:`zarleague.engine.positions`)."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zar import violations
from zarleague.engine.games.zar.deal import judge_players
from zarleague.engine.games.zar.effects import play_cards
from zarleague.engine.games.zar.possession import receive
from zarleague.engine.games.zar.rules import IS_TRANSPARENT
from zarleague.engine.games.zar.state import State
from zarleague.engine.positions import RULE, bury, left_out, line, not_dealt, number_of
from zarleague.engine.view import Debt


@line
def apply_holds(state: State, event: Event) -> Violation | None:
    """Give a seat the cards it holds; with one card it counts as having said so."""
    if state.dealt >> event.seat & 1:
        return Violation(Code.ALREADY_DEALT, RULE)
    if not state.dealt:
        judge_players(state)
    state.dealt |= 1 << event.seat
    receive(state, event.seat, event.cards[: state.stock])
    state.unsaid &= ~(1 << event.seat)
    return None


@line
def apply_laid(state: State, event: Event) -> Violation | None:
    """Lay cards of a seat on the discard pile. What they did to turn and debts is said by lines of
    its own."""
    seat, cards = event.seat, event.cards
    rules = state.rules
    if UNKNOWN in cards or len(cards) > state.stock:
        return Violation(Code.WRONG_OPERANDS, RULE)
    identity = violations.identity_of(state, cards)
    if identity == violations.MIXED:
        return Violation(Code.NOT_IDENTICAL, "together")
    if identity == NONE or (state.top == NONE and rules.effect[identity] == IS_TRANSPARENT):
        # What the card counts as depends on the one below.
        return left_out("laid")
    for card in cards:
        if state.hands.unseen[card]:
            state.hands.unseen[card] -= 1
        else:
            state.illegal(Code.NONE_LEFT, "holding", card=card, most=rules.copies[card])
    state.stock -= len(cards)
    relation = violations.PLAIN
    if identity == state.top:
        relation = violations.ON_OTHERS
        if state.owner == seat:
            relation = violations.ON_OWN if rules.self_match else violations.ON_OWN_AFTER_ROUND
    play_cards(state, seat, cards, identity, event.name, relation)
    state.debts = [[] for _ in range(state.seats)]
    state.owed = [0] * state.seats
    state.draw_two_debt = 0
    state.direction = 1
    return None


@line
def apply_owes(state: State, event: Event) -> Violation | None:
    """Make a seat owe cards, as a debt of its own."""
    if cards := number_of(event):
        state.debts[event.seat].append(Debt(cards, "match", state.index))
        state.owed[event.seat] += cards
    return None


@line
def apply_faces(state: State, event: Event) -> Violation | None:
    """Make the seat in turn face draw twos, which it may answer."""
    state.draw_two_debt = number_of(event)
    state.draw_two_since = state.index
    state.turn = event.seat
    return None


@line
def apply_drew(state: State, event: Event) -> Violation | None:
    """Note the card with which a seat has just passed; where the rules let it, it may play it."""
    if state.rules.play_drawn:
        state.drawer = event.seat
        state.drawn_card = event.cards[-1] if event.cards else UNKNOWN
    return None


@line
def apply_unsaid(state: State, event: Event) -> Violation | None:
    """Note that a seat with one card has not said so."""
    if state.hand_size(event.seat) == 1:
        state.unsaid |= 1 << event.seat
    return None


@line
def apply_to_play(state: State, event: Event) -> Violation | None:
    """Begin: it is the turn of that seat. A seat that holds nothing and owes nothing is out."""
    if (violation := not_dealt(state.seats, state.dealt)) is not None:
        return violation
    if state.top == NONE:
        return left_out("laid")
    if state.draw_two_debt and state.turn != event.seat:
        return Violation(Code.OUT_OF_TURN, "draw-two", (("due", state.turn),))
    state.stock = bury(state, state.stock, state.discard)
    empty = [seat for seat in range(state.seats) if not (state.hand_size(seat) or state.owed[seat])]
    state.out = empty[0] if empty else NONE
    state.turn = event.seat
    state.started = state.playing = True
    return None
