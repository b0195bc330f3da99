"""The legal moves of a seat, and what may come next from the table."""

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.games.crazy_eights.deck import SUITS
from zarleague.engine.games.crazy_eights.state import State


def legal(state: State, seat: int) -> list[Event]:
    if seat == TABLE:
        return _of_table(state)
    if state.over or state.out != NONE or not state.started:
        return []
    in_turn = seat == state.turn
    if not in_turn and not (state.may_follow and seat == state.after(state.turn)):
        return []
    owed = state.owed if in_turn and not state.exhausted else 0
    answers = not owed or state.rules.stacks
    found = [
        event
        for card in (_may_hold(state, seat) if answers else [])
        if not owed or state.rules.pack.ranks[card] == state.rules.draw_two
        for event in _plays(state, seat, card)
    ]
    if state.stock and not (in_turn and state.may_follow):
        found.append(Event(kinds.DRAW, seat, (UNKNOWN,) * max(1, min(owed, state.stock))))
    if state.exhausted or (in_turn and state.may_follow):
        found.append(Event(kinds.PASS, seat))
    return found


def _of_table(state: State) -> list[Event]:
    if state.over:
        return []
    if not state.started:
        hidden = (UNKNOWN,) * state.cards_each
        undealt = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
        deals = [Event(kinds.DEAL, seat, hidden) for seat in undealt]
        return deals or [Event(kinds.UP, cards=(UNKNOWN,))]
    if state.out != NONE:
        return [Event(kinds.CLOSE)]
    if not state.stock and len(state.discard) > 1:
        return [Event(kinds.RESHUFFLE)]
    return []


def _may_hold(state: State, seat: int) -> list[int]:
    """Return the cards a seat holds or, with unknown cards, may hold."""
    hands = state.hands
    maybe = hands.unknown[seat] > 0
    held = hands.held[seat]
    return [c for c in range(hands.faces) if held[c] or (maybe and hands.unseen[c])]


def _plays(state: State, seat: int, card: int) -> list[Event]:
    if state.rules.is_wild(card):
        # Nobody plays on the last card, so it need not name a suit.
        suits = (NONE,) * (state.hands.hand_size(seat) == 1) + tuple(range(len(SUITS)))
        return [Event(kinds.PLAY, seat, (card,), suit) for suit in suits]
    known = state.named != NONE or state.top != UNKNOWN
    if known and not state.rules.is_playable(card, state.top, state.named):
        return []
    return [Event(kinds.PLAY, seat, (card,))]
