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
from zarleague.engine.games.uno.plays import can_answer
from zarleague.engine.games.uno.state import State

UNO: Final = "UNO"
"""What is declared with the play that leaves one card."""
SEVEN: Final = 7


def do_play(state: State, event: Event) -> None:
    """A card is played in turn, or to go on with a straight."""
    lay(state, event, intercepts=False)


def do_match(state: State, event: Event) -> None:
    """A card is played as an interception."""
    lay(state, event, intercepts=True)


def lay(state: State, event: Event, *, intercepts: bool) -> None:
    """The card leaves the hand, and does what it does."""
    _, seat, cards, name, other, _, said = event
    card = cards[0]
    rules = state.rules
    hand = state.hand_of[seat]
    holdings = state.holdings
    held = holdings.held[hand]
    if state.disputed == seat:
        bluff.table_ruled(state, was_bluff=True)
    answers = state.due[seat] > 0 and can_answer(state, seat, card)
    if state.due[seat] and not answers and state.exhausted:
        state.clear_debts(seat)
    if card == UNKNOWN:
        forget_one(state, hand)
    elif held[card]:
        held[card] -= 1
        holdings.known[hand] -= 1
    else:
        holdings.take(hand, card)
        if holdings.claims:
            bluff.settle(state)
    straight = state.run if seat == state.run_seat and state.run >> max(card, 0) & 1 else 0
    judged_on = state.fit
    by_colour = bluff.colour_in_force(state) if card == DRAW_FOUR and rules.bluff else 0
    was = state.top
    state.below = was
    state.top = card
    state.discard.append(card)
    state.run = 0
    if state.quiet:
        state.close_window()
    rank = RANK[card] if card >= 0 else NONE
    steps = 1
    if 0 <= card < WILD:
        state.fit = FITS[card]
        state.named = NONE
        if rank == SKIP:
            steps = 2
        elif rank == REVERSE:
            state.direction = -state.direction
            if state.seats == 2 and rules.reverse_again:
                steps = 2
        elif rules.straights and rank < SKIP and not intercepts:
            _begin_or_go_on(state, seat, card, was, straight)
    else:
        state.named = name if WILD <= card <= DRAW_FOUR else NONE
        state.fit = NAMED[name] if 0 <= state.named < len(NAMED) else EVERYTHING
    _pass_on(state, seat, steps, again=intercepts and rules.plays_again)
    if rank == DRAW_TWO:
        passed_on = state.forgive(seat, "draw-two") if answers else 0
        _strike(state, seat, 2 + passed_on, "draw-two")
    elif card == DRAW_FOUR:
        passed_on = state.forgive(seat, "draw-four") if answers else 0
        _strike(state, seat, 4 + passed_on, "draw-four")
        if rules.bluff:
            wanted = by_colour if rules.bluff_by_colour else judged_on
            bluff.play(state, seat, wanted, answers=answers)
    elif card == BUZZER:
        state.reacting = (1 << state.seats) - 1
        state.stop = True
    elif rules.zero_seven and rank in (0, SEVEN):
        _move_hands(state, seat, rank, other)
    _count_down(state, seat, hand, said)


def forget_one(state: State, hand: int) -> None:
    """A card nobody named leaves a hand. If it may be one of the known ones, none is known now."""
    holdings = state.holdings
    if not holdings.unknown[hand]:
        held = holdings.held[hand]
        for card, count in enumerate(held):
            holdings.unseen[card] += count
            held[card] = 0
        holdings.unknown[hand] = holdings.known[hand]
        holdings.known[hand] = 0
        holdings.claims = [claim for claim in holdings.claims if claim.hand != hand]
    if holdings.unknown[hand]:
        holdings.unknown[hand] -= 1
    state.blurred = True


def _begin_or_go_on(state: State, seat: int, card: int, was: int, straight: int) -> None:
    """A number played in turn may begin a straight; a second one fixes which way it goes."""
    if state.rules.swap_ends_straight and state.rules.zero_seven and RANK[card] in (0, SEVEN):
        return
    state.run_seat = seat
    if not straight:
        state.run_up = state.run_down = True
    else:
        state.run_up = state.run_up and card > was
        state.run_down = state.run_down and card < was
    state.run = (UPWARDS[card] if state.run_up else 0) | (DOWNWARDS[card] if state.run_down else 0)


def _pass_on(state: State, seat: int, steps: int, *, again: bool) -> None:
    """The turn goes on from whoever played, or stays there after an interception: what it skips
    then is skipped afterwards."""
    state.drawn = 0
    state.accused = NONE
    if again:
        state.turn = seat
        waits = steps == 2 and state.seats > 2 and state.rules.skip_waits
        state.extra = 1 if waits else 0
        return
    extra = state.extra if seat == state.turn else 0
    state.turn = (seat + state.direction * (steps + extra)) % state.seats
    state.extra = 0


def _strike(state: State, seat: int, cards: int, rule: str) -> None:
    """The player who is next owes cards. After an interception that is the one who is next after
    the interceptor, though the interceptor plays before."""
    victim = state.turn if state.turn != seat else state.after(seat)
    state.answerable = True
    state.owe(victim, cards, rule)


def _move_hands(state: State, seat: int, rank: int, other: int) -> None:
    """A seven swaps two hands, a zero moves all hands on in the direction of play."""
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
    if left < 2 or said or state.said & bit or state.rules.zero_seven:
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
