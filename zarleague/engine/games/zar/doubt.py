"""Plays and draws while an unnamed card lies on top, or while the seat in turn is not known.

An unnamed card leaves two things open: the cards that fit on it, until the next card is named, and
the seat in turn, until the seat that is most likely next has acted.
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zar import calls, possession, violations
from zarleague.engine.games.zar.effects import apply_last_card, play_cards
from zarleague.engine.games.zar.rules import DRAWS_TWO, REVERSES
from zarleague.engine.games.zar.state import State

PLAYS_THAT_CONFIRM: Final = 2
"""Plays in turn after which a guessed turn counts as certain."""


def apply_unknown_play(state: State, event: Event) -> Violation | None:
    """Judge a play with an unnamed card: only the hand it comes from can be judged."""
    seat = event.seat
    cards = event.cards
    held = state.hand_size(seat)
    if held < len(cards) and not state.miscounted >> seat & 1:
        return Violation(Code.WRONG_COUNT, "holding", (("count", held),))
    if not possession.has_cards(state, seat, len(cards)):
        return Violation(Code.WRONG_COUNT, "holding", (("count", held),))
    known = tuple(card for card in cards if card != UNKNOWN)
    if (violation := possession.take_cards(state, seat, known)) is not None:
        return violation
    for _ in range(len(cards) - len(known)):
        state.hands.forget(seat)
    state.unknown(Code.DOES_NOT_FIT, "fit")
    leave_unknown(state, seat, cards)
    if state.hands.claims:
        possession.settle_claims(state)
    return None


def leave_unknown(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Put unnamed cards that have left a hand on top of the discard pile."""
    _suggest_match_debts(state, seat)
    state.discard += cards
    state.previous_top = state.top
    state.top = state.named = NONE
    state.playable = state.playable_below = -1
    state.same_cards = state.same_cards_of_owner = len(cards)
    state.owner = seat
    state.drawer = NONE
    state.draw_two_debt = 0
    state.in_doubt = True
    state.unsure = PLAYS_THAT_CONFIRM
    if len(cards) > 1:
        # Words that are no cards stand for cards nobody named, so there may be too many of them.
        state.miscounted |= 1 << seat
    state.recount_hand(seat)
    state.out = NONE if state.hand_size(seat) else seat
    state.turn = (seat + state.direction) % state.seats
    state.doubt_turn((1 << state.seats) - 1, (seat - state.direction) % state.seats)


def _suggest_match_debts(state: State, seat: int) -> None:
    """Record the debts that arise if a play of *seat* was a match."""
    if seat == state.owner:
        return
    state.may_owe[state.owner] += 1
    if state.rules.cumulative_match_debt:
        for matched in state.matched_seats:
            state.may_owe[matched] += 1
        if state.owner not in state.matched_seats:
            state.matched_seats += (state.owner,)


def apply_play_on_unknown(state: State, event: Event) -> Violation | None:
    """Judge a play on an unnamed card. Whether it fits is not known; its names and the player's
    hand are judged as usual."""
    seat = event.seat
    cards = event.cards
    identity = violations.identity_of(state, cards)
    if identity == NONE:
        # Chameleons alone are what lies below them, which nobody named.
        return apply_unknown_play(state, event)
    if identity == violations.MIXED:
        return Violation(Code.NOT_IDENTICAL, "together")
    effect = state.rules.effect[identity]
    violation = None
    if state.rules.may_name[effect] or event.name != NONE:
        violation = violations.judge_name(state, event, effect)
    if violation is None:
        violation = possession.take_cards(state, seat, cards)
        if violation is not None and possession.excuse_miscount(state, seat, cards):
            violation = None
    if violation is not None:
        return violation
    state.unknown(Code.DOES_NOT_FIT, "fit")
    relation = violations.PLAIN
    if event.kind == MATCH:
        relation = violations.ON_OWN if state.owner == seat else violations.ON_OTHERS
        _name_top(state, identity, effect)
    else:
        _suggest_match_debts(state, seat)
    open_direction = _infer_direction(state, seat)
    play_cards(state, seat, cards, identity, event.name, relation)
    apply_last_card(state, seat, len(cards), relation, on_turn=True)
    if event.said:
        calls.hear_last_card(state, event)
    state.name_top()
    if open_direction:
        reversed_turn = (2 * seat - state.turn) % state.seats
        state.doubt_turn(1 << reversed_turn, reversed_turn)
    else:
        state.settle_turn(state.turn)
    if state.hands.claims:
        possession.settle_claims(state)
    return None


def _name_top(state: State, identity: int, effect: int) -> None:
    """Name the unnamed cards on top *identity*, because they are matched, and apply the effects
    they had when they were played."""
    state.top = identity
    if effect == REVERSES and state.same_cards & 1:
        state.direction = -state.direction
    elif effect == DRAWS_TWO:
        state.draw_two_debt = 2 * state.same_cards
        state.draw_two_since = state.index


def apply_draw_in_doubt(state: State, event: Event) -> None:
    """Judge a draw for what may be owed because of unnamed cards, or of a card to pass."""
    seat = event.seat
    count = len(event.cards)
    state.unknown(Code.NOTHING_OWED, "draw")
    left = state.settle(seat, count)
    _infer_direction(state, seat)
    possession.receive(state, seat, event.cards)
    if left:
        passes = left % 2 or not state.rules.draw_two_keeps_turn
        state.turn = (seat + state.direction) % state.seats if passes else seat
        state.doubt_turn((1 << state.seats) - 1, (2 * seat - state.turn) % state.seats)


def resolve_turn(state: State, seat: int) -> None:
    """Settle whose turn it is, when a seat acts whose turn it may be."""
    if seat == state.turn:
        state.settle_turn(seat)
    elif state.possible_turns >> seat & 1:
        state.unknown(Code.OUT_OF_TURN, "turn", due=state.turn)
        if seat == state.reversed_turn:
            state.direction = -state.direction
        state.settle_turn(seat)


def _infer_direction(state: State, seat: int) -> bool:
    """Turn the direction of play if only that lets *seat* act after an unnamed card.

    Return whether the direction stays open: among three players, a skip and a reverse lead to the
    same seat.
    """
    if not state.turn_in_doubt or state.seats == 2:
        return False
    if seat != state.reversed_turn or seat == state.turn:
        return False
    if state.seats == 3:
        return True
    state.direction = -state.direction
    return False
