"""The table at the moment a log of Uno starts in mid-hand (:mod:`zarleague.engine.positions`).

Whether a draw four that lies there was a bluff rests on a hand of which nothing is known then, so
an accusation cannot be judged. A log that starts before the draw four was played can judge it.
"""

from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.uno import deck
from zarleague.engine.games.uno.deal import take_from_stock
from zarleague.engine.games.uno.play import DRAW_CARDS
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.violations import NO_SUCH_SEAT, WRONG_OPERANDS, not_in_stock
from zarleague.engine.positions import RULE, bury, left_out, misplaced, not_dealt, number_of

_OF_TABLE: Final = frozenset({kinds.STOCK, kinds.REVERSED})
_PASSED_ON: Final = 4
"""More cards than that are owed for several draw fours, of which the last was an answer."""


def judge_position(state: State, event: Event) -> Violation | None:
    """Judge a line that says how the table stood."""
    if (violation := misplaced(state)) is not None:
        return violation
    kind = event.kind
    if kind not in _OF_TABLE and not 0 <= event.seat < state.seats:
        return NO_SUCH_SEAT
    if kind == kinds.HOLDS:
        if state.dealt >> event.seat & 1:
            return Violation(Code.ALREADY_DEALT, RULE)
        return not_in_stock(state, event.cards)
    if kind == kinds.LAID:
        if len(event.cards) != 1 or UNKNOWN in event.cards:
            return WRONG_OPERANDS
        return not_in_stock(state, event.cards)
    if kind == kinds.FACES and _rule_of_top(state) is None:
        return left_out("laid")
    return _not_complete(state) if kind == kinds.TO_PLAY else None


def _not_complete(state: State) -> Violation | None:
    """Return the violation of beginning while a hand or the top card is missing."""
    no_card = left_out("laid") if state.top == UNKNOWN else None
    return not_dealt(state.seats, state.dealt) or no_card


def _rule_of_top(state: State) -> str | None:
    """Return the rule under which the top card makes the next player draw, None if it does not."""
    return None if state.top == UNKNOWN else DRAW_CARDS.get(deck.RANK[state.top])


def apply_position(state: State, event: Event) -> None:
    """Put the table as the line says."""
    kind, seat = event.kind, event.seat
    if kind == kinds.TO_PLAY:
        _begin(state, seat)
        return
    state.position_lines += 1
    if kind == kinds.HOLDS:
        state.dealt |= 1 << seat
        take_from_stock(state, seat, event.cards)
    elif kind == kinds.LAID:
        _lay(state, event)
    elif kind == kinds.STOCK:
        state.stated_stock = number_of(event)
    elif kind == kinds.OWES:
        state.owe(seat, number_of(event), "illegal-play")
    elif kind == kinds.FACES:
        _face(state, seat, number_of(event))
    elif kind == kinds.DREW:
        state.drawn = len(event.cards)
        state.drawn_card = event.cards[-1] if event.cards else UNKNOWN
    elif kind == kinds.SAID:
        state.said_ahead |= 1 << seat
    elif kind == kinds.UNSAID:
        state.unsaid |= 1 << seat
    else:
        state.direction = -1


def _lay(state: State, event: Event) -> None:
    """Lay a card on the discard pile; what it did to turn and debts is said by lines of its own."""
    (card,) = event.cards
    seat = event.seat
    if state.hands.unseen[card]:
        state.hands.unseen[card] -= 1
    else:
        state.add_finding(Verdict.ILLEGAL, Code.NONE_LEFT, "deck", (("card", card),))
    goes_on = state.straight >> card & 1 if seat == state.straight_seat else 0
    below = state.top
    state.stock -= 1
    state.discard.append(card)
    state.top = card
    named = card >= deck.WILD and 0 <= event.name < len(deck.PLAYABLE_AFTER_NAMING)
    state.named = event.name if named else NONE
    state.playable = deck.PLAYABLE_ON[card] if card < deck.WILD else deck.EVERYTHING
    if named:
        state.playable = deck.PLAYABLE_AFTER_NAMING[event.name]
    state.straight = 0
    state.straight_seat = seat
    if state.rules.straights and card < deck.WILD and deck.RANK[card] < deck.SKIP:
        state.straight = deck.NEXT_UP[card] | deck.NEXT_DOWN[card]
        if goes_on:
            state.straight = deck.NEXT_UP[card] if card > below else deck.NEXT_DOWN[card]


def _face(state: State, seat: int, cards: int) -> None:
    """Make a seat owe cards for the draw card on top, which it may still answer or call a bluff."""
    rule = _rule_of_top(state)
    assert rule is not None
    state.owe(seat, cards, rule)
    state.answerable = state.index
    if state.top == deck.DRAW_FOUR and state.rules.bluff:
        state.accusable = state.straight_seat
        state.accusable_play = state.index
        answered = cards > _PASSED_ON and not state.rules.answer_is_judged
        state.is_bluff = False if answered else None


def _begin(state: State, seat: int) -> None:
    """Let play begin with the turn of a seat. A seat without cards is out."""
    state.stock = bury(state, state.stock, state.discard)
    state.turn = seat
    if state.drawn or seat != state.after(state.straight_seat):
        state.straight = 0
    state.out = next((s for s in range(state.seats) if not state.hand_size(s)), NONE)
    state.started = True
    state.halted = state.out != NONE
