"""A card that the log gives to the wrong player.

A card played out of turn is accepted at first, since the log may have left out a line. If the next
event fits only when the seat in turn had played the card, the card is given to that seat.
"""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.games.zuits.state import State
from zarleague.engine.games.zuits.trick import next_with_cards


def suspect_name(state: State, due: int, card: int) -> None:
    """Remember that a card played out of turn may have been played by *due*, the seat in turn. If
    the log of the deal names the card, its owner is known and nothing is remembered."""
    if due != NONE and card != UNKNOWN and state.hands.unseen >> card & 1:
        state.misnamed = (due, state.index)


def right_name(state: State, seat: int) -> bool:
    """Give the last card played to the seat that was in turn, and return True. Do so only if the
    seat acting now, *seat*, is that seat or the one after it; otherwise return False."""
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
