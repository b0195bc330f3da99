"""Calls at the table: "uno", catches, accusations, reactions to a buzzer, penalties."""

from typing import Final

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.uno import bluff
from zarleague.engine.games.uno.deck import COLOURS
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.violations import HAND_OVER, NO_SUCH_SEAT, RULED_IN_DOUBT, blocked

UNO_WORD: Final = len(COLOURS)
"""Index of "uno" among the words that can be named."""
LAST_WORD: Final = UNO_WORD + 1
"""Index of "last": the slowest at a buzzer."""
SLOWEST_DRAWS: Final = 2
FAILED_CARDS: Final = 3


def judge_say(state: State, event: Event) -> Violation | None:
    """Judge a call: "uno" may be said by a seat with one card, or with two when it is about to play
    one of them (Playroom, Game rules, paragraph 5)."""
    violation = blocked(state, event.seat)
    if violation is not None and violation.code is not Code.NOT_FINISHED:
        return violation
    if event.name != UNO_WORD:
        return Violation(Code.WRONG_WORD, "uno")
    if state.hand_size(event.seat) not in (1, 2):
        return Violation(Code.FALSE_CLAIM, "uno")
    return None


def apply_say(state: State, event: Event) -> None:
    """Record that the call was made in time; with two cards in hand it counts for the next play."""
    bit = 1 << event.seat
    state.unsaid &= ~bit
    state.let_off &= ~bit
    if state.hand_size(event.seat) == 2:
        state.said_ahead |= bit


def judge_catch(state: State, event: Event) -> Violation | None:
    """Judge a catch of a player with one card left unsaid (Playroom, Game rules, paragraph 5)."""
    violation = blocked(state, event.seat)
    if violation is not None and violation.code is not Code.NOT_FINISHED:
        return violation
    if state.out != NONE:
        return HAND_OVER
    caught = event.other
    if not 0 <= caught < state.seats:
        return NO_SUCH_SEAT
    if caught != event.seat and state.unsaid >> caught & 1:
        return None
    if caught != event.seat and state.let_off >> caught & 1 and state.hand_size(caught) == 1:
        due = ("due", state.let_off_by)
        return Violation(Code.TOO_LATE, "uno", (due,) if state.let_off_by != NONE else ())
    return Violation(Code.FALSE_CLAIM, "uno")


def apply_catch(state: State, event: Event) -> None:
    """Make the caught seat owe the penalty."""
    state.unsaid &= ~(1 << event.other)
    state.owe(event.other, state.rules.missed_uno, "uno")


def judge_accuse(state: State, event: Event) -> Violation | None:
    """Judge an accusation: only the seat that must draw for a draw four may accuse, only before
    drawing, and only the player of that card: "The player who has to draw cards following a draw
    four can, instead of drawing cards, declare that the owner of that draw four is bluffing"
    (Playroom, fifth variant)."""
    if (violation := blocked(state, event.seat)) is not None:
        return violation
    if not state.rules.bluff or state.accusable == NONE:
        return Violation(Code.NOT_ALLOWED, "bluff")
    if not state.owed_for(event.seat, state.accusable_play):
        return _not_the_victim(state)
    if event.other not in (NONE, state.accusable):
        return Violation(Code.NOT_ALLOWED, "bluff", (("seat", event.other),))
    return RULED_IN_DOUBT if state.accuser != NONE and state.is_bluff is None else None


def _not_the_victim(state: State) -> Violation:
    """Return the violation of accusing without having to draw for the draw four."""
    for seat in range(state.seats):
        if state.owed_for(seat, state.accusable_play):
            return Violation(Code.OUT_OF_TURN, "bluff", (("due", seat),))
    return Violation(Code.NOT_ALLOWED, "bluff")


def apply_accuse(state: State, event: Event) -> None:
    """Charge the loser of the accusation, or open a dispute while the loser is not known."""
    bluff.accuse(state, event.seat)


def judge_react(state: State, event: Event) -> Violation | None:
    """Judge a reaction: every player reacts once to a buzzer (Playroom, last variant)."""
    if not 0 <= event.seat < state.seats:
        return NO_SUCH_SEAT
    if state.over:
        return HAND_OVER
    if not state.reacting >> event.seat & 1:
        return Violation(Code.NOT_ALLOWED, "buzzers")
    if event.name not in (NONE, LAST_WORD):
        return Violation(Code.MAY_NOT_NAME, "buzzers")
    return None


def apply_react(state: State, event: Event) -> None:
    """Record a reaction. The slowest owes two cards, and is not out even after playing the last."""
    seat = event.seat
    state.reacting &= ~(1 << seat)
    if event.name == LAST_WORD:
        state.reacting = 0
    if state.reacting:
        return
    state.owe(seat, SLOWEST_DRAWS, "buzzers")
    if state.out == seat:
        state.out = NONE
    state.halted = state.out != NONE


def judge_penalty(state: State, event: Event) -> Violation | None:
    """Judge a penalty: it records a failed interception whose card was not noted (Playroom, third
    variant)."""
    if (violation := blocked(state, event.seat)) is not None:
        return violation
    if not state.rules.interceptions:
        return Violation(Code.NOT_ALLOWED, "interceptions")
    return None


def apply_penalty(state: State, event: Event) -> None:
    """Charge a failed interception: points, cards or nothing, by the option."""
    if state.rules.fail_scores:
        state.failed_interceptions[event.seat] += 1
    elif state.rules.fail_cards:
        state.owe(event.seat, FAILED_CARDS, "interceptions")
