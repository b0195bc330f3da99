"""The start of a hand and its stock: the deal, the first card, the reshuffle."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation, wrong_count
from zarleague.engine.games.uno import deck, violations
from zarleague.engine.games.uno.state import HAND_SIZE, State

_STOCK_LEFT: Final = Violation(Code.NOT_ALLOWED, "supply")


def judge_deal(state: State, event: Event) -> Violation | None:
    """Judge a deal: seven cards go to each seat, once, before the first card is turned up: "the
    dealer deal 7 cards to each player" (Playroom, Game rules, paragraph 2)."""
    if not 0 <= event.seat < state.seats:
        return violations.NO_SUCH_SEAT
    if state.dealt >> event.seat & 1:
        return Violation(Code.ALREADY_DEALT, "deal")
    violation = violations.not_in_stock(state, event.cards)
    if violation is None and len(event.cards) != HAND_SIZE:
        return wrong_count("deal", len(event.cards), HAND_SIZE, stands=True)
    return violation


def apply_deal(state: State, event: Event) -> None:
    """Put the cards into the hand."""
    state.dealt |= 1 << event.seat
    take_from_stock(state, event.seat, event.cards)


def take_from_stock(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Move cards from the stock to a hand. A card whose copies are all located elsewhere is a
    finding, and counts as an unknown card."""
    state.stock -= len(cards)
    for card in state.hands.give_all(state.hand_of[seat], cards):
        state.add_finding(Verdict.ILLEGAL, Code.NONE_LEFT, "deck", (("card", card),))


def judge_up(state: State, event: Event) -> Violation | None:
    """Judge the first card: one card is turned up once every seat has its cards (Playroom, Game
    rules, paragraph 2)."""
    if state.started:
        return Violation(Code.ALREADY_DEALT, "deal")
    if state.dealt != (1 << state.seats) - 1:
        return violations.NOT_STARTED
    if len(event.cards) != 1:
        return violations.WRONG_OPERANDS
    violation = violations.not_in_stock(state, event.cards)
    if violation is None and event.cards[0] == UNKNOWN:
        return Violation(Code.DOES_NOT_FIT, "first-card", verdict=Verdict.UNKNOWN)
    return violation


def apply_up(state: State, event: Event) -> None:
    """Start the discard pile with the card, which may act as if the dealer had played it; or bury
    it, so that another is turned up."""
    card = event.cards[0]
    rules = state.rules
    rank = deck.RANK[card] if card != UNKNOWN else NONE
    acts = deck.SKIP <= rank <= deck.DRAW_TWO
    stays = rules.first_wild_stays and card != deck.DRAW_FOUR if card >= deck.WILD else not acts
    if acts:
        stays = not rules.first_redrawn
    if not stays:
        return
    if card != UNKNOWN and state.hands.unseen[card]:
        state.hands.unseen[card] -= 1
    elif card != UNKNOWN:
        state.add_finding(Verdict.ILLEGAL, Code.NONE_LEFT, "deck", (("card", card),))
    state.stock -= 1
    state.discard.append(card)
    state.top = card
    state.playable = deck.PLAYABLE_ON[card] if card != UNKNOWN else deck.EVERYTHING
    state.in_doubt = card == UNKNOWN
    state.started = True
    state.halted = False
    if acts and rules.first_acts:
        _first_card_acts(state, rank)


def _first_card_acts(state: State, rank: int) -> None:
    """Apply an action card turned up at the start as if the dealer had played it (Mattel)."""
    dealer = state.dealer
    if rank == deck.DRAW_TWO:
        state.answerable = state.index
        state.owe(state.turn, 2, "draw-two")
    elif rank == deck.SKIP:
        state.turn = state.after(dealer, 2)
    else:
        state.direction = -1
        again = state.seats == 2 and state.rules.reverse_again
        state.turn = dealer if again or state.rules.first_reverse_dealer else state.after(dealer)


def judge_reshuffle(state: State, event: Event) -> Violation | None:
    """Judge a reshuffle: when the stock is used up, the cards played, all but the top one, become
    the new stock (Mattel)."""
    if state.over:
        return violations.HAND_OVER
    if not state.started:
        return violations.NOT_STARTED
    if state.stock_unstated:
        return None
    if state.stock:
        return _STOCK_LEFT
    return violations.SUPPLY_EMPTY if len(state.discard) <= 1 else None


def apply_reshuffle(state: State, event: Event) -> None:
    """Turn the discard pile into the new stock; its cards are unseen again."""
    *under, top = state.discard
    for card in under:
        if card != UNKNOWN:
            state.hands.release(card)
    state.stock = len(under) + (state.stock if state.stock_unstated else 0)
    state.stock_unstated = False
    state.discard = [top]
