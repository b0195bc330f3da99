"""What a card does once it lies on the table. Everything here happens; judging came before."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno import bluff
from zarleague.engine.games.uno.deck import (
    BUZZER,
    DRAW_FOUR,
    DRAW_TWO,
    RANK,
    REVERSE,
    SEVEN,
    SKIP,
    WILD,
)
from zarleague.engine.games.uno.fits import (
    DOWNWARDS,
    EVERYTHING,
    FITS,
    NAMED,
    UPWARDS,
)
from zarleague.engine.games.uno.plays import DRAW_CARDS, can_answer
from zarleague.engine.games.uno.state import State

UNO: Final = "UNO"
"""What is declared with the play that leaves one card."""


def do_match(state: State, event: Event) -> None:
    """A card is played as an interception."""
    lay(state, event, intercepts=True)


def lay(state: State, event: Event, intercepts: bool = False) -> None:
    """The card leaves the hand, and does what it does."""
    seat = event.seat
    cards = event.cards
    name = event.name
    other = event.other
    said = event.said
    card = cards[0]
    rules = state.rules
    hand = state.hand_of[seat]
    holdings = state.holdings
    answers = False
    if state.due[seat] or state.disputed != NONE:
        answers = _settle_first(state, seat, card)
    if card == UNKNOWN:
        _lay_unnamed(state, seat, hand)
        return
    held = holdings.held[hand]
    if held[card]:
        held[card] -= 1
        holdings.known[hand] -= 1
    else:
        holdings.take(hand, card)
        if holdings.claims:
            bluff.settle(state)
    rank = RANK[card]
    wanted = bluff.other_choices(state) if card == DRAW_FOUR and rules.bluff else 0
    below = state.top
    state.top = card
    state.discard.append(card)
    if state.quiet:
        state.close_window()
    straight = state.run >> card & 1 if seat == state.run_seat else 0
    state.run = 0
    steps = 1
    if card < WILD:
        state.fit = FITS[card]
        state.named = NONE
        if rank >= SKIP:
            steps = _goes_on(state, rank)
        elif rules.straights and not intercepts:
            state.run_seat = seat
            if straight:
                state.run = UPWARDS[card] if card > below else DOWNWARDS[card]
            else:
                state.run = UPWARDS[card] | DOWNWARDS[card]
    else:
        names = card != BUZZER and 0 <= name < len(NAMED)
        state.named = name if names else NONE
        state.fit = NAMED[name] if names else EVERYTHING
    state.drawn = 0
    state.accused = NONE
    if intercepts and rules.plays_again:
        _plays_again(state, seat, steps)
    else:
        if state.extra:
            steps += state.extra if seat == state.turn else 0
            state.extra = 0
        state.turn = (seat + state.direction * steps) % state.seats
    if rank >= DRAW_TWO:
        _strike(state, seat, card, answers)
        if card == DRAW_FOUR and rules.bluff:
            bluff.play(state, seat, wanted, answers=answers)
    elif rules.zero_seven and (rank == 0 or rank == SEVEN):
        _move_hands(state, seat, rank, other)
        _count_down(state, seat, hand, said)
        return
    if said or state.said or holdings.known[hand] + holdings.unknown[hand] < 2:
        _count_down(state, seat, hand, said)


def _settle_first(state: State, seat: int, card: int) -> bool:
    """A seat that owes, or may owe, plays: the card is its answer (true), or nothing could be
    drawn."""
    if state.due[seat] and can_answer(state, seat, card):
        return True
    if state.exhausted:
        state.clear_debts(seat)
    return False


def _lay_unnamed(state: State, seat: int, hand: int) -> None:
    """A card nobody named lies on the table; what it did, nobody can tell."""
    if state.holdings.size(hand):
        state.holdings.forget(hand)
    state.blurred = True
    state.top = UNKNOWN
    state.discard.append(UNKNOWN)
    state.fit = EVERYTHING
    state.named = NONE
    state.run = state.drawn = state.extra = 0
    state.accused = NONE
    state.turn = state.after(seat)


def _goes_on(state: State, rank: int) -> int:
    """By how many seats the turn goes on after a coloured action card."""
    if rank == SKIP:
        return 2
    if rank == REVERSE:
        state.direction = -state.direction
        if state.seats == 2 and state.rules.reverse_again:
            return 2
    return 1


def _plays_again(state: State, seat: int, steps: int) -> None:
    """After an interception the turn stays; whom a skip would skip is skipped afterwards."""
    state.turn = seat
    waits = steps == 2 and state.seats > 2 and state.rules.skip_waits
    state.extra = 1 if waits else 0


def _strike(state: State, seat: int, card: int, answers: bool) -> None:
    """A draw card's debt, and all that it passes on, falls on the player who is next: after an
    interception the one after the interceptor, who plays before. To a buzzer all must react."""
    if card == BUZZER:
        state.reacting = (1 << state.seats) - 1
        state.stop = True
    elif card != WILD:
        rule = DRAW_CARDS[RANK[card]]
        passed_on = state.forgive(seat, rule) if answers else 0
        victim = state.turn if state.turn != seat else state.after(seat)
        state.answerable = True
        state.owe(victim, passed_on + (4 if card == DRAW_FOUR else 2), rule)


def _move_hands(state: State, seat: int, rank: int, other: int) -> None:
    """A seven swaps two hands, a zero moves all hands on in the direction of play."""
    if state.rules.swap_ends_straight:
        state.run = 0
    if not state.size(seat) and not state.rules.swap_first:
        return
    hands = state.hand_of
    if rank == SEVEN:
        if not 0 <= other < state.seats:
            return
        hands[seat], hands[other] = hands[other], hands[seat]
        moved = [seat, other]
    else:
        before = hands[:]
        moved = list(range(state.seats))
        for giver in moved:
            hands[state.after(giver)] = before[giver]
    for owner in moved:
        bit = 1 << owner
        state.said &= ~bit
        state.quiet &= ~bit
        if state.size(owner) == 1:
            state.quiet |= bit


def _count_down(state: State, seat: int, played_from: int, said: tuple[str, ...]) -> None:
    """One card left must be announced, none left ends the play. Who says so and then swaps that
    card away has not said anything false."""
    left = state.size(seat)
    bit = 1 << seat
    declared = UNO in said or state.said & bit
    state.said &= ~bit
    if left == 1 and not declared:
        state.quiet |= bit
    else:
        state.quiet &= ~bit
    for word in said:
        if word != UNO:
            state.note(Verdict.ILLEGAL, Code.WRONG_WORD, "uno", (("word", word),))
        elif left != 1 and state.holdings.size(played_from) != 1:
            state.note(Verdict.ILLEGAL, Code.FALSE_CLAIM, "uno", (("word", word),))
    if not left or state.rules.swap_first:
        _go_out(state)


def _go_out(state: State) -> None:
    """The first player without cards has won; what the last card costs is still drawn."""
    if state.out == NONE:
        state.out = next((s for s in range(state.seats) if not state.size(s)), NONE)
        if state.out != NONE:
            state.stop = True
            if state.rules.score_now:
                state.reacting = 0
                for seat in range(state.seats):
                    state.clear_debts(seat)
