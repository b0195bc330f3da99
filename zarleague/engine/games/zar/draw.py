"""Draws: what is owed first, then for draw twos, then one card instead of playing."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.close import reopen
from zarleague.engine.games.zar.deal import reshuffle
from zarleague.engine.games.zar.doubt import apply_draw_in_doubt, resolve_turn
from zarleague.engine.games.zar.possession import receive
from zarleague.engine.games.zar.state import VINCENT, State


def apply_draw(state: State, event: Event) -> Violation | None:
    """Apply a draw, or return the rule it breaks.

    "The drawing for the match happens before drawing for the Wasps" (Clay, strategy); one card
    more than is owed passes the turn.
    """
    seat = event.seat
    cards = event.cards
    count = len(cards)
    if state.turn_in_doubt or not state.started or state.over or not 0 < count <= state.stock:
        return _apply_unusual_draw(state, event)
    left = count - state.owed[seat]
    if seat == state.turn:
        left -= state.draw_two_debt
    if left > 0 and (left > 1 or not may_draw_to_pass(state, seat)):
        if not _pays_suggested(state, seat, left):
            return Violation(Code.NOTHING_OWED, "draw")
        left = 0
    if left < 0 and not pays_whole_debts(state, seat, count):
        return wrong_count("debts-in-parts", count, _whole_debts(state, seat, count))
    state.drawer = NONE
    if left < count:
        _settle(state, seat, count)
    if left > 0:
        if count > 1:
            receive(state, seat, cards[:-1])
            cards = cards[-1:]
        _pass_turn(state, seat, cards[0])
    receive(state, seat, cards)
    return None


def _pays_suggested(state: State, seat: int, cards: int) -> bool:
    """Take *cards* drawn beyond those owed off the debts that the log only suggests: Vincent cards
    for offences, and matches by unnamed cards. Return whether those debts suffice."""
    vincents = state.owed_under(seat, VINCENT) if state.suggests_vincents else 0
    if cards > vincents + state.may_owe[seat]:
        return False
    if vincents:
        cards = state.settle(seat, cards, VINCENT)
    if cards:
        state.may_owe[seat] -= cards
        state.unknown(Code.NOTHING_OWED, "draw")
    return True


def _apply_unusual_draw(state: State, event: Event) -> Violation | None:
    """Judge a draw of nothing, of more than the stock, before or after the hand, or in doubt."""
    if event.cards and not state.started and not state.over:
        return Violation(Code.NOT_STARTED, "turned-up")
    if (violation := _judge_stock(state, event)) is not None:
        return violation
    if state.turn_in_doubt:
        if len(event.cards) <= state.owed[event.seat]:
            state.settle(event.seat, len(event.cards))
            receive(state, event.seat, event.cards)
            return None
        if event.seat != state.turn or state.in_doubt:
            apply_draw_in_doubt(state, event)
            return None
        resolve_turn(state, event.seat)
    return apply_draw(state, event)


def _judge_stock(state: State, event: Event) -> Violation | None:
    """Return the violation of drawing where there are no cards to draw. Where only the line of a
    reshuffle is missing, or a close before the draw was a slip, correct that first."""
    if not event.cards:
        return Violation(Code.WRONG_OPERANDS, "draw")
    if state.over and not reopen(state):
        return Violation(Code.HAND_OVER, "out")
    if not state.started:
        return Violation(Code.NOT_STARTED, "turned-up")
    count = len(event.cards)
    if count <= state.stock:
        return None
    if state.remedy is Remedy.RULED and count <= state.stock + len(state.discard) - 1:
        state.illegal(Code.LEFT_OUT, "supply", word="reshuffle")
        reshuffle(state)
        return None
    return Violation(Code.SUPPLY_EMPTY, "supply", (("count", state.stock),))


def pays_whole_debts(state: State, seat: int, count: int) -> bool:
    """Return whether *count* cards, fewer than are owed, may be drawn by themselves: whole debts,
    or all that the stock has left, since it is reshuffled only when it is empty."""
    if state.rules.debts_in_parts or count == state.stock:
        return True
    return _whole_debts(state, seat, count) == count


def _whole_debts(state: State, seat: int, count: int) -> int:
    """Return how many cards pay all the debts that a draw of *count* cards begins to pay."""
    paid = 0
    for debt in state.debts[seat]:
        if state.suggests_vincents and debt.rule == VINCENT:
            continue
        paid += debt.cards
        if paid >= count:
            return paid
    return paid + state.draw_two_debt


def _settle(state: State, seat: int, count: int) -> None:
    """Take *count* cards drawn off what a seat owes, draw twos last.

    Once the first card is drawn for draw twos they have fired: the rest is owed like any other
    debt.
    """
    if state.owed[seat]:
        count = state.settle(seat, count)
    owed = state.draw_two_debt
    if count and owed and seat == state.turn:
        state.draw_two_debt = 0
        if count < owed:
            state.owe(seat, owed - count, "draw-two")
        if not state.rules.draw_two_keeps_turn:
            state.turn = (seat + state.direction) % state.seats


def cards_due(state: State, seat: int) -> int:
    """Return how many cards a seat has to draw now."""
    return state.owed[seat] + (state.draw_two_debt if seat == state.turn else 0)


def may_draw_to_pass(state: State, seat: int) -> bool:
    """Return whether a seat, having drawn what it owes, may draw one more instead of playing."""
    if seat != state.turn or state.out != NONE:
        return False
    return state.rules.draw_two_keeps_turn or not state.draw_two_debt


def _pass_turn(state: State, seat: int, card: int) -> None:
    if state.rules.pass_only_without_play:
        _judge_pass(state, seat)
    state.turn = (seat + state.direction) % state.seats
    if state.rules.play_drawn:
        state.drawer = seat
        state.drawn_card = state.hands.next_card() if card == UNKNOWN else card
    if state.may_owe[seat]:
        # The card may also have been owed for a match; then the turn is still this seat's.
        state.may_owe[seat] -= 1
        state.doubt_turn(1 << seat)


def playable_in_turn(state: State, seat: int) -> int:
    """Return the mask of the cards a seat could play in turn now."""
    rules = state.rules
    if state.owner == seat and not rules.self_match_after_round:
        return state.playable & ~(1 << state.top)
    if rules.chameleon == NONE:
        return state.playable
    return state.playable | 1 << rules.chameleon


def _judge_pass(state: State, seat: int) -> None:
    """Judge whether a seat that passes could have played."""
    hands = state.hands
    if state.in_doubt:
        if state.hand_size(seat):
            state.unknown(Code.COULD_HAVE_PLAYED, "voluntary-draw", count=hands.unknown[seat])
        return
    wanted = playable_in_turn(state, seat)
    held = hands.holds_any(seat, wanted)
    if held is False:
        return
    if held:
        shown = hands.mask(seat) & wanted
        if shown:
            card = (shown & -shown).bit_length() - 1
            state.illegal(Code.COULD_HAVE_PLAYED, "voluntary-draw", card=card)
        else:
            state.illegal(Code.COULD_HAVE_PLAYED, "voluntary-draw")
        return
    state.unknown(Code.COULD_HAVE_PLAYED, "voluntary-draw", count=hands.unknown[seat])
    hands.claim(state.index, seat, wanted, "voluntary-draw")


def apply_illegal_draw(state: State, event: Event) -> None:
    """Keep cards in the hand that were drawn without being owed, or in the wrong number; the turn
    does not pass."""
    cards = event.cards
    if len(cards) < cards_due(state, event.seat):
        _settle(state, event.seat, len(cards))
    elif event.seat == state.turn:
        state.settle(event.seat, state.owed[event.seat])
        state.draw_two_debt = 0
    else:
        state.settle(event.seat, len(cards))
    receive(state, event.seat, cards)


def apply_vincent(state: State, event: Event) -> Violation | None:
    """Judge a Vincent card drawn for an offence. The offence need not be in the log; where every
    offence is taken back, no such card is drawn."""
    if (violation := _judge_stock(state, event)) is not None:
        return violation
    none_is_due = state.rules.illegal_play == "unwind"
    if none_is_due and len(event.cards) > state.owed_under(event.seat, VINCENT):
        return Violation(Code.NOTHING_OWED, "vincent")
    if state.settle(event.seat, len(event.cards), VINCENT):
        state.unknown(Code.NOTHING_OWED, "vincent")
    if event.seat == state.out:
        state.out = NONE
    receive(state, event.seat, event.cards)
    return None
