"""The effects of cards that come to lie on the discard pile: who is matched, who is next, who owes
what, who has gone out.

They are the same for a card turned up, a play, a match, and an illegal play that stands.
"""

from zarleague.engine.event import NONE
from zarleague.engine.games.zar.rules import DRAWS_TWO, IS_DRAGON, IS_TRANSPARENT, IS_WILD, REVERSES
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.violations import ON_OTHERS, ON_OWN, ON_OWN_AFTER_ROUND, PLAIN


def play_cards(
    state: State, seat: int, cards: tuple[int, ...], identity: int, name: int, relation: int
) -> None:
    """Put *cards* of one identity on the discard pile and apply all their effects except those on
    the hand they come from."""
    count = len(cards)
    state.discard += cards
    if relation == PLAIN:
        state.previous_top = state.top
        state.top = identity
        state.same_cards = state.same_cards_of_owner = count
        state.matched_seats = ()
    elif relation == ON_OTHERS:
        _owe_for_match(state, seat)
        state.same_cards += count
        state.same_cards_of_owner = count
    elif relation == ON_OWN:
        state.same_cards += count
        state.same_cards_of_owner += count
    else:
        # Play has gone round: what the cards below did is over, so this counts by itself.
        state.same_cards = count
        state.same_cards_of_owner += count
        state.matched_seats = ()
    state.owner = seat
    state.drawer = NONE
    rules = state.rules
    turn = seat + state.direction
    if rules.effect[identity]:
        skipped = _apply_effect(state, count, identity, name, relation)
        turn = seat + state.direction * (1 + skipped)
    else:
        state.playable = state.playable_below = rules.playable_on[identity]
        state.named = NONE
    state.turn = turn % state.seats


def _owe_for_match(state: State, matcher: int) -> None:
    """Make the player matched owe a card, and with cumulative debts everybody matched below too.

    "If player B matches player C and player A then matches player B, player C must take two cards,
    and player B must take one card himself" (Holland, Triple Zar). Nobody draws for matching their
    own card.
    """
    if state.rules.cumulative_match_debt:
        for seat in state.matched_seats:
            if seat not in (matcher, state.owner):
                state.owe(seat, 1, "chain")
    if state.owner not in state.matched_seats:
        state.matched_seats += (state.owner,)
    state.owe(state.owner, 1, "match")


def _apply_effect(state: State, count: int, identity: int, name: int, relation: int) -> int:
    """Apply the effect of special cards and return how many seats they skip."""
    rules = state.rules
    effect = rules.effect[identity]
    if effect == IS_TRANSPARENT:
        # The card below shows through, with what it had named.
        state.playable = state.playable_below | rules.transparents
        return 0
    if effect in (IS_WILD, IS_DRAGON):
        # An illegal play that stands although it named nothing one can follow asks for nothing.
        follows = NONE < name < len(rules.playable_after_word)
        state.playable = state.playable_below = rules.playable_after_word[name] if follows else -1
        state.named = name if follows else NONE
        return 0
    state.playable = state.playable_below = rules.playable_on[identity]
    state.named = NONE
    if effect == DRAWS_TWO:
        _add_draw_twos(state, count, relation)
        return 0
    if effect == REVERSES:
        if count & 1:
            state.direction = -state.direction
        return state.same_cards & 1 if rules.reverse_skips and state.seats == 2 else 0
    return _seats_skipped(state, count, relation)


def _add_draw_twos(state: State, count: int, relation: int) -> None:
    """Add *count* draw twos to what the next player owes.

    "Each draw two only fires once": draw twos nobody has drawn for yet add up; a match of one
    somebody has drawn for makes the next player owe for the matching cards alone (Holland,
    Matching special cards).
    """
    if not state.draw_two_debt:
        state.draw_two_since = state.index
        if relation == ON_OTHERS and not state.rules.late_match_fires:
            return
    state.draw_two_debt += 2 * count


def _seats_skipped(state: State, count: int, relation: int) -> int:
    """Return how many seats skips skip.

    "If you match a skip both are cancelled", but "if you play two skips at once, two players get
    skipped" (Holland, Matching special cards); by Clay's rules all that lie together count.
    """
    if relation in (PLAIN, ON_OWN_AFTER_ROUND):
        return count
    if state.rules.skips_accumulate:
        return state.same_cards
    return state.same_cards if state.same_cards_of_owner >= state.same_cards else 0


def apply_last_card(state: State, seat: int, count: int, relation: int, on_turn: bool) -> None:
    """Judge after a play of *count* cards whether the seat has one card left or has gone out.

    "You cannot go out (and thereby win) by matching. If you match someone with your last card, you
    must take another. This does mean that you can't go out by playing a pair" (Holland, Matching).
    """
    hands = state.hands
    left = hands.known[seat] + hands.unknown[seat]
    if left > 1:
        return
    state.recount_hand(seat)
    if left or state.owed[seat]:
        return
    rules = state.rules
    if relation == ON_OTHERS and on_turn and not rules.match_out_on_turn:
        state.owe(seat, 1, "match-out-on-turn")
    elif relation == ON_OTHERS and not on_turn and not rules.match_out:
        state.owe(seat, 1, "match-out")
    elif (count > 1 or relation == ON_OWN) and not rules.pair_out:
        state.owe(seat, 1, "pair-out")
    else:
        state.out = seat
