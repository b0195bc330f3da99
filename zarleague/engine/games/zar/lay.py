"""What follows once cards lie on the pile: who is matched, who is next, what is owed, who is out.

The same for a card turned up, a card played, a match, and an illegal play that stands.
"""

from zarleague.engine.event import NONE
from zarleague.engine.games.zar.judge import COME_ROUND, ON_OTHERS, ON_OWN, PLAIN
from zarleague.engine.games.zar.rules import DRAWS_TWO, IS_DRAGON, IS_TRANSPARENT, IS_WILD, REVERSES
from zarleague.engine.games.zar.state import State


def lay(
    state: State, seat: int, cards: tuple[int, ...], identity: int, name: int, how: int
) -> None:
    """Put *cards* of one identity on the pile and do everything they do, except to the hand."""
    count = len(cards)
    state.pile += cards
    if how == PLAIN:
        state.before = state.top
        state.top = identity
        state.run = state.own = count
        state.chain = ()
    elif how == ON_OTHERS:
        _draw_for_match(state, seat)
        state.run += count
        state.own = count
    elif how == ON_OWN:
        state.run += count
        state.own += count
    else:
        # Play has gone round: what the cards below did is over, so this counts by itself.
        state.run = count
        state.own += count
        state.chain = ()
    state.owner = seat
    state.drew = NONE
    rules = state.rules
    turn = seat + state.direction
    if rules.effect[identity]:
        skip = _effect(state, count, identity, name, how)
        turn = seat + state.direction * (1 + skip)
    else:
        state.fits = state.shows = rules.fits[identity]
        state.named = NONE
    state.turn = turn % state.seats


def _draw_for_match(state: State, matcher: int) -> None:
    """The player matched draws a card. With cumulative penalties so does everybody matched below:
    "if player B matches player C and player A then matches player B, player C must take two cards,
    and player B must take one card himself" (Holland, Triple Zar). Nobody draws for a match of his
    own."""
    if state.rules.cumulative:
        for seat in dict.fromkeys(state.chain):
            if seat not in (matcher, state.owner):
                state.owe(seat, 1, "chain")
    state.chain += (state.owner,)
    state.owe(state.owner, 1, "match")


def _effect(state: State, count: int, identity: int, name: int, how: int) -> int:
    """Do what a special card does; returns how many seats it skips."""
    rules = state.rules
    effect = rules.effect[identity]
    if effect == IS_TRANSPARENT:
        # The card below shows through, with what it had named.
        state.fits = state.shows | rules.transparents
        return 0
    if effect in (IS_WILD, IS_DRAGON):
        # An illegal play that stands although it named nothing one can follow asks for nothing.
        follows = NONE < name < len(rules.fits_named)
        state.fits = state.shows = rules.fits_named[name] if follows else -1
        state.named = name if follows else NONE
        return 0
    state.fits = state.shows = rules.fits[identity]
    state.named = NONE
    if effect == DRAWS_TWO:
        _add_draw_twos(state, count, how)
        return 0
    if effect == REVERSES:
        if count & 1:
            state.direction = -state.direction
        return state.run & 1 if rules.reverse_skips and state.seats == 2 else 0
    return _skips(state, count, how)


def _add_draw_twos(state: State, count: int, how: int) -> None:
    """ "Each draw two only fires once": what has not been drawn yet adds up; a match of one that
    has makes the next player owe for the matching cards alone (Holland, Matching special cards)."""
    if not state.draw_twos:
        state.drew_since = state.at
        if how == ON_OTHERS and not state.rules.late_fires:
            return
    state.draw_twos += 2 * count


def _skips(state: State, count: int, how: int) -> int:
    """How many seats skips skip. "If you match a skip both are cancelled", but "if you play two
    skips at once, two players get skipped" (Holland); Clay counts all that lie together."""
    if how in (PLAIN, COME_ROUND):
        return count
    if state.rules.skips_accumulate:
        return state.run
    return state.run if state.own >= state.run else 0


def leave_hand(state: State, seat: int, count: int, how: int, on_turn: bool) -> None:
    """A hand has shrunk by a play of *count* cards: has the seat gone out, has it one card left?

    "You cannot go out (and thereby win) by matching. If you match someone with your last card, you
    must take another. This does mean that you can't go out by playing a pair" (Holland, Matching).
    """
    hands = state.hands
    left = hands.known[seat] + hands.unknown[seat]
    if left > 1:
        return
    state.count_again(seat)
    if left or state.owes[seat]:
        return
    rules = state.rules
    if how == ON_OTHERS and on_turn and not rules.match_out_on_turn:
        state.owe(seat, 1, "match-out-on-turn")
    elif how == ON_OTHERS and not on_turn and not rules.match_out:
        state.owe(seat, 1, "match-out")
    elif (count > 1 or how == ON_OWN) and not rules.pair_out:
        state.owe(seat, 1, "pair-out")
    else:
        state.out = seat
