"""The effects of a played card on the state. Whether it may be played was judged before."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno import bluff
from zarleague.engine.games.uno.deck import (
    BUZZER,
    DRAW_FOUR,
    DRAW_TWO,
    EVERYTHING,
    NEXT_DOWN,
    NEXT_UP,
    PLAYABLE_AFTER_NAMING,
    PLAYABLE_ON,
    RANK,
    REVERSE,
    SEVEN,
    SKIP,
    WILD,
)
from zarleague.engine.games.uno.play import DRAW_CARDS, passes_on
from zarleague.engine.games.uno.state import DRAW_CARD_RULES, State

UNO: Final = "UNO"
"""The declaration made with the play that leaves one card."""


def play_card(state: State, event: Event, intercepts: bool = False) -> None:
    """Move a card from a hand to the discard pile and apply what it does."""
    seat = event.seat
    cards = event.cards
    name = event.name
    other = event.other
    said = event.said
    card = cards[0]
    rules = state.rules
    hand = state.hand_of[seat]
    hands = state.hands
    answers = False
    if state.owed[seat] or state.accuser != NONE:
        answers = _answers(state, seat, card)
    if card == UNKNOWN:
        _play_unnamed(state, seat, hand)
        return
    held = hands.held[hand]
    if held[card]:
        held[card] -= 1
        hands.known[hand] -= 1
    else:
        hands.take(hand, card)
        if hands.claims:
            bluff.settle_claims(state)
    rank = RANK[card]
    wanted = bluff.other_choices(state) if card == DRAW_FOUR and rules.bluff else 0
    below = state.top
    state.top = card
    state.discard.append(card)
    if state.unsaid:
        state.close_window(seat)
    straight = state.straight >> card & 1 if seat == state.straight_seat else 0
    state.straight = 0
    steps = 1
    if card < WILD:
        state.playable = PLAYABLE_ON[card]
        state.named = NONE
        if rank >= SKIP:
            steps = _goes_on(state, rank)
        elif rules.straights and not intercepts:
            state.straight_seat = seat
            if straight:
                state.straight = NEXT_UP[card] if card > below else NEXT_DOWN[card]
            else:
                state.straight = NEXT_UP[card] | NEXT_DOWN[card]
    else:
        names = card != BUZZER and 0 <= name < len(PLAYABLE_AFTER_NAMING)
        state.named = name if names else NONE
        state.playable = PLAYABLE_AFTER_NAMING[name] if names else EVERYTHING
    state.drawn = 0
    state.draw_taken_back = False
    state.accusable = NONE
    if intercepts and rules.plays_again:
        _plays_again(state, seat, steps)
    else:
        if state.skips:
            steps += state.skips if seat == state.turn else 0
            state.skips = 0
        state.turn = (seat + state.direction * steps) % state.seats
    if rank >= DRAW_TWO:
        _apply_draw_card(state, seat, card, answers)
        if card == DRAW_FOUR and rules.bluff:
            bluff.record_play(state, seat, wanted, answers=answers)
    elif rules.zero_seven and (rank == 0 or rank == SEVEN):
        _move_hands(state, seat, rank, other)
        _check_uno(state, seat, hand, said)
        return
    if said or state.said_ahead or hands.known[hand] + hands.unknown[hand] < 2:
        _check_uno(state, seat, hand, said)


def _answers(state: State, seat: int, card: int) -> bool:
    """Return whether the card of a seat that owes cards is its answer, were it of the wrong kind
    and left standing. A seat that plays because nothing can be drawn does not owe any more."""
    if state.owed[seat] and passes_on(state, seat, card):
        return True
    if state.exhausted:
        state.clear_debts(seat)
    return False


def _play_unnamed(state: State, seat: int, hand: int) -> None:
    """Move an unnamed card to the discard pile; its effect is not known."""
    _cover(state, hand)
    state.in_doubt = True
    state.turn = state.after(seat)


def _cover(state: State, hand: int) -> None:
    """Lay an unnamed card of a hand on the discard pile."""
    state.hands.forget(hand)
    state.top = UNKNOWN
    state.discard.append(UNKNOWN)
    state.playable = EVERYTHING
    state.named = NONE
    state.straight = state.drawn = state.skips = 0
    state.accusable = NONE


def may_have_played(state: State, seat: int) -> bool:
    """Return whether a seat can have played a card that the log leaves out."""
    if not 0 <= seat < state.seats or not state.started or state.halted:
        return False
    return not state.owed[seat] and state.hand_size(seat) > 0


def play_guessed(state: State, seat: int, rank: int) -> bool:
    """Play a card that the log leaves out, with the assumed effect of a skip, a reverse, a draw
    two, a draw four, or none.

    Return False if the seat cannot have played.
    """
    if not may_have_played(state, seat):
        return False
    hand = state.hand_of[seat]
    _cover(state, hand)
    state.close_window()
    steps = _goes_on(state, rank) if rank >= SKIP else 1
    state.turn = state.after(seat, steps)
    if rank in DRAW_CARDS:
        victim = state.turn if state.turn != seat else state.after(seat)
        state.owe(victim, 2 if rank == DRAW_TWO else 4, DRAW_CARDS[rank])
    _check_uno(state, seat, hand, ())
    return True


def _goes_on(state: State, rank: int) -> int:
    """Return by how many seats the turn moves on after a coloured action card."""
    if rank == SKIP:
        return 2
    if rank == REVERSE:
        state.direction = -state.direction
        if state.seats == 2 and state.rules.reverse_again:
            return 2
    return 1


def _plays_again(state: State, seat: int, steps: int) -> None:
    """Keep the turn at the interceptor; an intercepting skip skips the next player afterwards."""
    state.turn = seat
    waits = steps == 2 and state.seats > 2 and state.rules.skip_waits
    state.skips = 1 if waits else 0


def _apply_draw_card(state: State, seat: int, card: int, answers: bool) -> None:
    """Put a draw card's debt, and what it passes on, on the player who is next; after an
    interception that is the player after the interceptor. After a buzzer everybody must react."""
    if card == BUZZER:
        state.reacting = (1 << state.seats) - 1
        state.halted = True
    elif card != WILD:
        rule = DRAW_CARDS[RANK[card]]
        passed_on = sum(state.forgive(seat, one) for one in DRAW_CARD_RULES) if answers else 0
        victim = state.turn if state.turn != seat else state.after(seat)
        state.answerable = state.index
        state.owe(victim, passed_on + (4 if card == DRAW_FOUR else 2), rule)


def _move_hands(state: State, seat: int, rank: int, other: int) -> None:
    """Swap two hands for a seven; move all hands on in the direction of play for a zero."""
    if state.rules.swap_ends_straight:
        state.straight = 0
    if not state.hand_size(seat) and not state.rules.swap_first:
        return
    hand_of = state.hand_of
    if rank == SEVEN:
        if not 0 <= other < state.seats:
            return
        hand_of[seat], hand_of[other] = hand_of[other], hand_of[seat]
        moved = [seat, other]
    else:
        before = hand_of[:]
        moved = list(range(state.seats))
        for giver in moved:
            hand_of[state.after(giver)] = before[giver]
    for owner in moved:
        bit = 1 << owner
        state.said_ahead &= ~bit
        state.unsaid &= ~bit
        if state.hand_size(owner) == 1:
            state.unsaid |= bit


def _check_uno(state: State, seat: int, played_from: int, said: tuple[str, ...]) -> None:
    """Update whether "uno" was said with one card left, and who is out.

    Saying it and then swapping that one card away is not a false call.
    """
    left = state.hand_size(seat)
    bit = 1 << seat
    declared = UNO in said or state.said_ahead & bit
    state.said_ahead &= ~bit
    if left != 1:
        state.unsaid &= ~bit
    elif declared:
        state.unsaid &= ~bit
        state.let_off &= ~bit
    else:
        state.unsaid |= bit
    for word in said:
        if word != UNO:
            state.add_finding(Verdict.ILLEGAL, Code.WRONG_WORD, "uno", (("word", word),))
        elif left != 1 and state.hands.hand_size(played_from) != 1:
            state.add_finding(Verdict.ILLEGAL, Code.FALSE_CLAIM, "uno", (("word", word),))
    if not left or state.rules.swap_first:
        _go_out(state)


def _go_out(state: State) -> None:
    """End the play for a player without cards; debts for the last card are still drawn."""
    if state.out == NONE:
        state.out = next((s for s in range(state.seats) if not state.hand_size(s)), NONE)
        if state.out != NONE:
            state.halted = True
            if state.rules.score_now:
                state.reacting = 0
                for seat in range(state.seats):
                    state.clear_debts(seat)
