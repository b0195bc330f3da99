"""Cards noted under the wrong name.

A card played out of turn stands, for the log may have left a line out. If what follows is what
follows a card of the seat that was in turn, it was that seat's card.
"""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.games.zuits.state import State
from zarleague.engine.games.zuits.trick import next_with_cards


def suspect_name(state: State, due: int, card: int) -> None:
    """Note that the card being played out of turn may be one of the seat *due*, which was in turn.
    Where the deal tells whose card it is there is no doubt."""
    if due != NONE and card != UNKNOWN and state.hands.unseen >> card & 1:
        state.misnamed = (due, state.index)


def right_name(state: State, seat: int) -> bool:
    """Give the last card played to the seat that was in turn, if *seat*, which acts now, acts after
    that one or for it. Return whether it was done."""
    if state.misnamed is None or state.misnamed[1] != state.window_event:
        return False
    due = state.misnamed[0]
    said = state.last_seat
    cards = [card for player, card, _, _, _ in state.trick if player == said]
    hands = state.hands
    if UNKNOWN in cards or hands.unknown[due] - hands.gone[due] < len(cards):
        return False
    played = state.seats_played
    state.seats_played = played & ~(1 << said) | 1 << due
    hands.unknown[said] += len(cards)
    after = next_with_cards(state, (due + 1) % state.seats)
    if seat not in (due, after):
        state.seats_played = played
        hands.unknown[said] -= len(cards)
        return False
    for card in cards:
        hands.unseen |= 1 << card
        hands.take(due, card)
    since = state.misnamed[1]
    hands.claims = [c for c in hands.claims if c.hand != said or c.event < since]
    state.trick = [(due, *played[1:]) if played[0] == said else played for played in state.trick]
    if state.leader == said and state.trick[0][0] == due:
        state.leader = due
    state.left_out = 0
    state.last_seat = due
    state.turn = next_with_cards(state, (due + 1) % state.seats)
    state.misnamed = None
    return True
