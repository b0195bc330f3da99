"""What is said, asked and shown at the table: uno, catches, accusations, reactions, the end."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.uno import bluff
from zarleague.engine.games.uno.deck import COLOURS
from zarleague.engine.games.uno.faults import (
    HAND_OVER,
    NO_SUCH_SEAT,
    NOT_IN_DECK,
    NOT_STARTED,
    RULED_IN_DOUBT,
    Fault,
    suspended,
    wrong_count,
)
from zarleague.engine.games.uno.state import State
from zarleague.engine.holdings import Taken

UNO_WORD: Final = len(COLOURS)
"""Index of "uno" among the words that can be named."""
LAST_WORD: Final = UNO_WORD + 1
"""Index of "last": the slowest at a buzzer."""
SLOWEST_DRAWS: Final = 2
FAILED_CARDS: Final = 3


def judge_say(state: State, event: Event) -> Fault | None:
    """ "Uno" is for who holds one card, or two and is about to play one of them."""
    fault = suspended(state, event.seat)
    if fault is not None and fault.code is not Code.NOT_FINISHED:
        return fault
    if event.name != UNO_WORD:
        return Fault(Code.WRONG_WORD, "uno")
    if state.size(event.seat) not in (1, 2):
        return Fault(Code.FALSE_CLAIM, "uno")
    return None


def do_say(state: State, event: Event) -> None:
    """Said in time; with two cards it counts for the next play."""
    bit = 1 << event.seat
    state.quiet &= ~bit
    if state.size(event.seat) == 2:
        state.said |= bit


def judge_catch(state: State, event: Event) -> Fault | None:
    """Another player is caught with one card that was not announced."""
    fault = suspended(state, event.seat)
    if fault is not None and fault.code is not Code.NOT_FINISHED:
        return fault
    if state.out != NONE:
        return HAND_OVER
    caught = event.other
    if not 0 <= caught < state.seats:
        return NO_SUCH_SEAT
    if caught == event.seat or not state.quiet >> caught & 1:
        return Fault(Code.FALSE_CLAIM, "uno")
    return None


def do_catch(state: State, event: Event) -> None:
    """Who forgot it owes cards."""
    state.quiet &= ~(1 << event.other)
    state.owe(event.other, state.rules.missed_uno, "uno")


def judge_accuse(state: State, event: Event) -> Fault | None:
    """Only who must draw for a draw four accuses, before drawing, and only its player."""
    fault = suspended(state, event.seat)
    if fault is not None:
        return fault
    if not state.rules.bluff or state.accused == NONE:
        return Fault(Code.NOT_ALLOWED, "bluff")
    if event.seat != state.turn:
        return Fault(Code.OUT_OF_TURN, "bluff", (("due", state.turn),))
    if event.other not in (NONE, state.accused):
        return Fault(Code.NOT_ALLOWED, "bluff", (("seat", event.other),))
    return RULED_IN_DOUBT if state.disputed != NONE and state.bluff is None else None


def do_accuse(state: State, event: Event) -> None:
    """The debt moves to whoever was wrong, or waits until somebody knows."""
    bluff.accuse(state, event.seat)


def judge_react(state: State, event: Event) -> Fault | None:
    """Everybody reacts once to a buzzer."""
    if not 0 <= event.seat < state.seats:
        return NO_SUCH_SEAT
    if state.over:
        return HAND_OVER
    if not state.reacting >> event.seat & 1:
        return Fault(Code.NOT_ALLOWED, "buzzers")
    if event.name not in (NONE, LAST_WORD):
        return Fault(Code.MAY_NOT_NAME, "buzzers")
    return None


def do_react(state: State, event: Event) -> None:
    """One more has reacted; the last one owes two cards. Who is out but slowest is not out."""
    seat = event.seat
    state.reacting &= ~(1 << seat)
    if event.name == LAST_WORD:
        state.reacting = 0
    if state.reacting:
        return
    state.owe(seat, SLOWEST_DRAWS, "buzzers")
    if state.out == seat:
        state.out = NONE
    state.stop = state.out != NONE


def judge_penalty(state: State, event: Event) -> Fault | None:
    """An interception that failed, where nobody noted the card."""
    fault = suspended(state, event.seat)
    if fault is not None:
        return fault
    if not state.rules.interceptions:
        return Fault(Code.NOT_ALLOWED, "interceptions")
    return None


def fail(state: State, event: Event) -> None:
    """What a failed interception costs."""
    if state.rules.fail_scores:
        state.failed[event.seat] += 1
    elif state.rules.fail_cards:
        state.owe(event.seat, FAILED_CARDS, "interceptions")


def judge_close(state: State, event: Event) -> Fault | None:
    """The hand is closed when somebody is out and everything owed has been drawn."""
    if state.over:
        return HAND_OVER
    if not state.started:
        return NOT_STARTED
    if state.out == NONE or state.reacting:
        return Fault(Code.NOT_FINISHED, "finish")
    if not state.exhausted:
        if state.disputed != NONE:
            about = (("player", state.disputed), ("count", state.accuser_owes))
            return Fault(Code.NOT_SETTLED, "bluff", about)
        for seat, due in enumerate(state.due):
            if due:
                return Fault(Code.NOT_SETTLED, "settle", (("player", seat), ("count", due)))
    return None


def do_close(state: State, event: Event) -> None:
    """Nothing more is played."""
    state.over = True
    state.stop = True


def judge_left(state: State, event: Event) -> Fault | None:
    """A hand is shown: as many cards as it holds, and no other than it can hold."""
    seat = event.seat
    if not 0 <= seat < state.seats:
        return NO_SUCH_SEAT
    if not state.dealt >> seat & 1:
        return NOT_STARTED
    cards = event.cards
    if len(cards) != state.size(seat):
        return wrong_count("finish", len(cards), state.size(seat))
    return _cannot_hold(state, seat, cards)


def _cannot_hold(state: State, seat: int, cards: tuple[int, ...]) -> Fault | None:
    holdings = state.holdings
    hand = state.hand_of[seat]
    held = holdings.held[hand]
    named = [card for card in cards if card != UNKNOWN]
    unknown = holdings.unknown[hand]
    for card in dict.fromkeys(named):
        if not 0 <= card < holdings.faces:
            return NOT_IN_DECK
        more = named.count(card) - held[card]
        if more > 0:
            unknown -= more
            if unknown < 0:
                return Fault(Code.NOT_HELD, "finish", (("card", card),))
            if more > holdings.unseen[card]:
                return Fault(Code.NONE_LEFT, "deck", (("card", card),))
    return None


def do_left(state: State, event: Event) -> None:
    """The cards shown are known from now on, and with them what they settle."""
    holdings = state.holdings
    hand = state.hand_of[event.seat]
    shown = [card for card in event.cards if card != UNKNOWN]
    taken = [card for card in shown if holdings.take(hand, card) in _OUT]
    for card in taken:
        holdings.put_back(hand, card)
    if holdings.claims:
        bluff.settle(state)


_OUT: Final = frozenset({Taken.KNOWN, Taken.FROM_UNKNOWN})
