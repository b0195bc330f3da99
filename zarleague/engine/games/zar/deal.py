"""Dealing, turning up the first card, and reshuffling."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.close import reopen
from zarleague.engine.games.zar.doubt import leave_unknown
from zarleague.engine.games.zar.effects import play_cards
from zarleague.engine.games.zar.possession import receive
from zarleague.engine.games.zar.rules import IS_DRAGON, IS_TRANSPARENT, IS_WILD
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.violations import PLAIN

MISSED_DRAWS: Final = 4
"""The most cards that may seem to be left in the stock at a reshuffle because lines with draws are
missing; with more of them the reshuffle itself is the slip."""


def apply_deal(state: State, event: Event) -> Violation | None:
    """Judge the cards one player is dealt and give them to him."""
    seat = event.seat
    if state.dealt >> seat & 1:
        if not state.started and state.remedy is Remedy.RULED:
            # One of the two lines names the wrong player, so neither tells what the hand holds.
            _forget_hand(state, seat)
        return Violation(Code.ALREADY_DEALT, "deal")
    if not state.dealt:
        judge_players(state)
    state.dealt |= 1 << seat
    hand_size = state.rules.deal(state.seats)
    if len(event.cards) != hand_size:
        state.illegal(Code.WRONG_COUNT, "deal", count=len(event.cards), expected_count=hand_size)
    cards = event.cards
    if len(cards) > 2 * hand_size:
        # So many are a number mistyped, not a misdeal: the hand is as large as it should be.
        named = tuple(card for card in cards if card != UNKNOWN)
        cards = named + (UNKNOWN,) * max(hand_size - len(named), 0)
    # More cards than the deck holds cannot have been dealt; the rest of the count is a slip.
    receive(state, seat, cards[: state.stock])
    return None


def _forget_hand(state: State, seat: int) -> None:
    """Treat all cards of a hand as unknown, and its size as doubtful."""
    if state.hand_size(seat):
        state.hands.forget(seat)
        state.hands.give(seat, UNKNOWN)
    state.miscounted |= 1 << seat


def judge_players(state: State) -> None:
    rules = state.rules
    if not rules.least_seats <= state.seats <= rules.most_seats:
        limit = rules.least_seats if state.seats < rules.least_seats else rules.most_seats
        state.illegal(Code.WRONG_COUNT, "players", count=state.seats, expected_count=limit)


def apply_up(state: State, event: Event) -> Violation | None:
    """Judge the card turned up and start the hand with it.

    "This is treated for all purposes … as if the dealer had played the card"; a wild or dragon is a
    botch and goes back into the deck (Holland, Rules).
    """
    if state.started and not _bury_unknown(state):
        return Violation(Code.ALREADY_DEALT, "turned-up")
    if len(event.cards) != 1:
        return Violation(Code.WRONG_OPERANDS, "turned-up")
    _deal_the_rest(state)
    card = event.cards[0]
    if card == UNKNOWN:
        state.unknown(Code.DOES_NOT_FIT, "turned-up")
        _start_in_doubt(state)
        return None
    unseen = state.hands.unseen
    if not unseen[card]:
        state.illegal(Code.NONE_LEFT, "holding", card=card, most=state.rules.copies[card])
    if is_botch(state, card) or not state.stock:
        return None
    if unseen[card]:
        unseen[card] -= 1
    state.started = state.playing = True
    state.stock -= 1
    play_cards(state, state.dealer, (card,), card, NONE, PLAIN)
    return None


def is_botch(state: State, card: int) -> bool:
    """Return whether a card cannot be the first: a power card, or a transparent on nothing."""
    return (
        state.rules.effect[card] in (IS_WILD, IS_DRAGON, IS_TRANSPARENT)
        or card == state.rules.chameleon
    )


def _bury_unknown(state: State) -> bool:
    """Bury an unnamed first card because another is turned up now: it was a botch. Return whether
    there was one that nobody had played on."""
    if not state.in_doubt or len(state.discard) != 1 or state.findings[-1].event != state.index - 1:
        return False
    found = state.findings[-1]
    if found.rule != "turned-up" or found.verdict is not Verdict.UNKNOWN:
        return False
    state.findings[-1] = found._replace(verdict=Verdict.LEGAL, decided=state.index)
    state.discard.clear()
    state.stock += 1
    state.in_doubt = state.started = False
    state.owner = state.turn = state.dealer
    state.settle_turn(state.dealer)
    return True


def _deal_the_rest(state: State) -> None:
    """Deal unknown cards to the seats that the log leaves out, as many as the rules say, and record
    that the lines are missing."""
    missing = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
    if not missing:
        return
    if not state.dealt:
        judge_players(state)
    if len(missing) == 1:
        state.illegal(Code.LEFT_OUT, "deal", word="deal", seat=missing[0])
    else:
        state.illegal(Code.LEFT_OUT, "deal", word="deal")
    for seat in missing:
        hand_size = state.rules.deal(state.seats)
        receive(state, seat, (UNKNOWN,) * min(hand_size, state.stock))
    state.dealt = (1 << state.seats) - 1


def start_unrecorded(state: State) -> bool:
    """Start a dealt hand whose first card the log leaves out. Return whether it could be
    started."""
    if not state.dealt or not state.stock:
        return False
    _deal_the_rest(state)
    if state.stock:
        _start_in_doubt(state)
    return state.started


def _start_in_doubt(state: State) -> None:
    """Start the hand with an unnamed card."""
    if not state.stock:
        return
    state.started = True
    state.stock -= 1
    leave_unknown(state, state.dealer, (UNKNOWN,))


def apply_reshuffle(state: State, event: Event) -> Violation | None:
    """Judge a reshuffle and move the discard pile but its top card into the stock.

    "Keep the topmost card of the discard pile as the new discard pile and reshuffle the rest"
    (Holland, Rules), when the supply has run out and not before.
    """
    if not state.started or (state.over and not reopen(state)):
        return Violation(Code.HAND_OVER if state.over else Code.NOT_STARTED, "supply")
    unstated = state.stock_unstated and state.discard
    if not unstated and (state.stock or len(state.discard) <= 1):
        violation = Violation(Code.NOT_ALLOWED, "supply", (("count", state.stock),))
        if state.remedy is not Remedy.RULED or state.stock > MISSED_DRAWS:
            return violation
        state.add_violation(violation)
    reshuffle(state)
    return None


def reshuffle(state: State) -> None:
    """Move the discard pile but its top card into the stock."""
    state.hands.reshuffle(state.discard[:-1], stock=state.stock)
    state.stock += len(state.discard) - 1
    state.stock_unstated = False
    del state.discard[:-1]
