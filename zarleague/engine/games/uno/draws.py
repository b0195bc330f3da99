"""What comes off the pile: the deal, the first card, draws owed and draws by choice, the reshuffle.
Passing belongs here, too: it is what follows a draw."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno.deck import (
    DRAW_FOUR,
    DRAW_TWO,
    RANK,
    SKIP,
    WILD,
)
from zarleague.engine.games.uno.faults import (
    HAND_OVER,
    NO_SUCH_SEAT,
    NOT_STARTED,
    RULED_IN_DOUBT,
    SUPPLY_EMPTY,
    WRONG_OPERANDS,
    Fault,
    must_settle,
    off_the_pile,
    suspended,
    wrong_count,
)
from zarleague.engine.games.uno.fits import EVERYTHING, FITS
from zarleague.engine.games.uno.state import DRAW_CARD_RULES, HAND_SIZE, State
from zarleague.engine.view import Debt


def judge_deal(state: State, event: Event) -> Fault | None:
    """Seven cards to each seat, once, before the first card is turned up."""
    if not 0 <= event.seat < state.seats:
        return NO_SUCH_SEAT
    if state.dealt >> event.seat & 1:
        return Fault(Code.ALREADY_DEALT, "deal")
    fault = off_the_pile(state, event.cards)
    if fault is None and len(event.cards) != HAND_SIZE:
        return wrong_count("deal", len(event.cards), HAND_SIZE, stands=True)
    return fault


def do_deal(state: State, event: Event) -> None:
    """The cards are in the hand."""
    state.dealt |= 1 << event.seat
    _take(state, event.seat, event.cards)


def _take(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Cards off the pile. One of which every copy lies elsewhere is counted as one that nobody
    knows."""
    state.pile -= len(cards)
    for card in state.holdings.give_all(state.hand_of[seat], cards):
        state.note(Verdict.ILLEGAL, Code.NONE_LEFT, "deck", (("card", card),))


def judge_up(state: State, event: Event) -> Fault | None:
    """One card is turned up when everybody has been dealt to."""
    if state.started:
        return Fault(Code.ALREADY_DEALT, "deal")
    if state.dealt != (1 << state.seats) - 1:
        return NOT_STARTED
    if len(event.cards) != 1:
        return WRONG_OPERANDS
    fault = off_the_pile(state, event.cards)
    if fault is None and event.cards[0] == UNKNOWN:
        return Fault(Code.DOES_NOT_FIT, "first-card", verdict=Verdict.UNKNOWN)
    return fault


def do_up(state: State, event: Event) -> None:
    """The first card lies there and may act as if the dealer had played it; or it is buried."""
    card = event.cards[0]
    rules = state.rules
    rank = RANK[card] if card != UNKNOWN else NONE
    acts = SKIP <= rank <= DRAW_TWO
    stays = rules.first_wild_stays and card != DRAW_FOUR if card >= WILD else not acts
    if acts:
        stays = not rules.first_redrawn
    if not stays:
        return
    if card != UNKNOWN and state.holdings.unseen[card]:
        state.holdings.unseen[card] -= 1
    elif card != UNKNOWN:
        state.note(Verdict.ILLEGAL, Code.NONE_LEFT, "deck", (("card", card),))
    state.pile -= 1
    state.discard.append(card)
    state.top = card
    state.fit = FITS[card] if card != UNKNOWN else EVERYTHING
    state.blurred = card == UNKNOWN
    state.started = True
    state.stop = False
    if acts and rules.first_acts:
        _first_card_acts(state, rank)


def _first_card_acts(state: State, rank: int) -> None:
    dealer = state.dealer
    if rank == DRAW_TWO:
        state.answerable = True
        state.owe(state.turn, 2, "draw-two")
    elif rank == SKIP:
        state.turn = state.after(dealer, 2)
    else:
        state.direction = -1
        again = state.seats == 2 and state.rules.reverse_again
        state.turn = dealer if again or state.rules.first_reverse_dealer else state.after(dealer)


def judge_draw(state: State, event: Event) -> Fault | None:
    """Cards owed are drawn in full, oldest debt first; otherwise one card in one's own turn."""
    seat = event.seat
    cards = event.cards
    if seat != state.turn or state.stop or state.disputed != NONE or state.due[seat]:
        fault = suspended(state, seat)
        if fault is not None:
            return fault
        if state.at_stake(seat):
            return off_the_pile(state, cards) or _draws_in_dispute(state, seat, len(cards))
        if state.due[seat]:
            return _draws_owed(state, seat, cards)
        if state.out != NONE:
            return HAND_OVER
        if seat != state.turn and not state.may_follow(seat):
            return Fault(Code.NOTHING_OWED, "draw", (("due", state.turn),))
    if len(cards) != 1:
        return wrong_count("draw", len(cards), 1)
    if state.drawn >= state.rules.most_draws and seat == state.turn:
        return Fault(Code.NOT_ALLOWED, "draw")
    fault = off_the_pile(state, cards)
    if fault is None and state.rules.draw_needs_no_fit:
        return _could_play(state, seat)
    return fault


def _draws_owed(state: State, seat: int, cards: tuple[int, ...]) -> Fault | None:
    fault = off_the_pile(state, cards)
    if fault is not None or _pays(state, seat, len(cards)):
        return fault
    return wrong_count("settle", len(cards), state.due[seat])


def _pays(state: State, seat: int, count: int) -> bool:
    """Whether that many cards settle whole debts, or all that the pile has left."""
    if count == state.pile and 0 < count < state.due[seat]:
        return True
    paid = 0
    for debt in state.debts[seat]:
        paid += debt.cards
        if paid == count:
            return True
    return False


def _draws_in_dispute(state: State, seat: int, count: int) -> Fault | None:
    """Debts apart from the open dispute are drawn for under either ruling. Under either, too, a
    pile of one card may be used up: for what was lost, or by choice."""
    if _pays(state, seat, count):
        return None
    if count == state.pile == 1:
        return RULED_IN_DOUBT
    return wrong_count("bluff", count, state.due[seat] + state.at_stake(seat))


def _could_play(state: State, seat: int) -> Fault | None:
    """Drawing by choice is only for who holds nothing that fits, where the option says so."""
    hand = state.hand_of[seat]
    held = state.holdings.holds_any(hand, state.fit)
    if held is False:
        return None
    if held:
        return Fault(Code.COULD_HAVE_PLAYED, "draw")
    about = (("count", state.holdings.unknown[hand]),)
    return Fault(Code.COULD_HAVE_PLAYED, "draw", about, Verdict.UNKNOWN, claim=state.fit)


def do_draw(state: State, event: Event) -> None:
    """The cards are in the hand; debts are settled, or a draw by choice is counted."""
    seat = event.seat
    cards = event.cards
    if state.disputed != NONE and state.at_stake(seat) and not state.due[seat]:
        # It was drawn for what was lost, or by choice: from here on nobody can tell.
        state.blurred = True
    _take(state, seat, cards)
    if state.quiet:
        state.quiet &= ~(1 << seat)
    if state.due[seat]:
        _settle(state, seat, len(cards))
        return
    if seat != state.turn:
        if not state.may_follow(seat):
            return
        state.pass_turn()
    if state.quiet:
        state.close_window()
    state.run = 0
    state.accused = NONE
    state.drawn += 1
    state.drawn_card = cards[-1] if cards else UNKNOWN


def _settle(state: State, seat: int, count: int) -> None:
    """Pay debts, oldest first. Who has paid for a draw card in his turn may lose that turn; who has
    begun to can no longer do anything else about it."""
    rules = state.rules
    loses_turn = drew_for_card = False
    state.due[seat] = max(0, state.due[seat] - count)
    debts = state.debts[seat]
    while debts and count:
        debt = debts[0]
        for_card = debt.rule in DRAW_CARD_RULES
        drew_for_card = drew_for_card or for_card
        if debt.cards > count:
            debts[0] = Debt(debt.cards - count, debt.rule, debt.event)
            if for_card and seat == state.turn:
                state.answerable = False
            break
        count -= debt.cards
        del debts[0]
        loses_turn = (
            loses_turn
            or (debt.rule == "draw-two" and rules.skip_after_two)
            or (debt.rule == "draw-four" and rules.skip_after_four)
        )
    if seat == state.turn and drew_for_card:
        state.close_window()
        state.run = 0
        state.accused = NONE
        if loses_turn:
            state.pass_turn()


def judge_pass(state: State, event: Event) -> Fault | None:
    """Who has drawn by choice may end the turn; so may who cannot draw at all."""
    seat = event.seat
    fault = suspended(state, seat)
    if fault is not None:
        return fault
    if state.out != NONE:
        return HAND_OVER
    if seat != state.turn:
        return Fault(Code.OUT_OF_TURN, "turn", (("due", state.turn),))
    if state.due[seat] and not state.exhausted:
        return must_settle(state, seat)
    if not state.drawn and not state.exhausted:
        return Fault(Code.NOT_ALLOWED, "draw")
    return None


def do_pass(state: State, event: Event) -> None:
    """The turn goes on; what cannot be drawn is not owed any more."""
    state.clear_debts(event.seat)
    state.close_window()
    state.run = 0
    state.pass_turn()


def judge_reshuffle(state: State, event: Event) -> Fault | None:
    """All cards played but the top one become the new pile when the old one is used up."""
    if state.over:
        return HAND_OVER
    if not state.started:
        return NOT_STARTED
    if state.pile:
        return Fault(Code.NOT_ALLOWED, "supply")
    return SUPPLY_EMPTY if len(state.discard) <= 1 else None


def do_reshuffle(state: State, event: Event) -> None:
    """The pile is new; where its cards are is not known any more."""
    *under, top = state.discard
    for card in under:
        if card != UNKNOWN:
            state.holdings.release(card)
    state.pile = len(under)
    state.discard = [top]
