"""Calls at the table: the last card, the question how many cards, and the catch of a forgotten
call."""

from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.close import reopen
from zarleague.engine.games.zar.state import State


def apply_say(state: State, event: Event) -> Violation | None:
    """Judge the call of the last card: "Whenever you have one card in your hand you must declare
    “one”" (Holland, Rules)."""
    violation = _judge_talk(state)
    if violation is not None:
        return violation
    rules = state.rules
    if event.name != rules.word:
        return Violation(Code.WRONG_WORD, "one", (("expected_word", rules.words[rules.word]),))
    count = state.hand_size(event.seat)
    if count != 1 and not _correct_size(state, event.seat):
        if state.remedy is not Remedy.UNWIND:
            # A line about the hand may be missing; then the next claims are wrong for that, too.
            state.miscounted |= 1 << event.seat
        return Violation(Code.FALSE_CLAIM, "one", (("count", count),))
    state.unsaid &= ~(1 << event.seat)
    return None


def _correct_size(state: State, seat: int) -> bool:
    """Correct the size of a miscounted hand to the one card its player declares. Return whether the
    hand was miscounted."""
    if not state.miscounted >> seat & 1:
        return False
    hands = state.hands
    while state.hand_size(seat) > 1:
        hands.forget(seat)
        state.stock += 1
    if not state.hand_size(seat):
        state.draw_unrecorded(seat, 1)
    state.miscounted &= ~(1 << seat)
    return True


def apply_ask(state: State, event: Event) -> Violation | None:
    """Judge the question how many cards somebody holds: "If you don't, and somebody asks you how
    many cards in your hand, you must draw a second card" (Holland, Rules). Asking never costs the
    one who asks."""
    violation = _judge_talk(state) or _judge_other_seat(state, event)
    if violation is not None:
        return violation
    _punish_unsaid(state, event.other)
    return None


def apply_catch(state: State, event: Event) -> Violation | None:
    """Judge the catch of a player with one card who has not said so; only the option allows it."""
    violation = _judge_talk(state) or _judge_other_seat(state, event)
    if violation is not None:
        return violation
    if not state.rules.any_catch:
        return Violation(Code.NOT_ALLOWED, "catch")
    if not _punish_unsaid(state, event.other):
        return Violation(Code.FALSE_CLAIM, "one", (("seat", event.other),))
    return None


def _punish_unsaid(state: State, seat: int) -> bool:
    """Make a seat owe the penalty if it has one card and has not said so. Return whether it did."""
    bit = 1 << seat
    if not state.unsaid & bit:
        return False
    state.unsaid &= ~bit
    state.owe(seat, state.rules.last_card_penalty, "one")
    return True


def _judge_talk(state: State) -> Violation | None:
    """Return the violation of a call while no hand is being played. A hand closed too early goes
    on."""
    if state.over and not reopen(state):
        return Violation(Code.HAND_OVER, "out")
    return None if state.started else Violation(Code.NOT_STARTED, "turned-up")


def _judge_other_seat(state: State, event: Event) -> Violation | None:
    """Return the violation of speaking to oneself, or to a seat that is not there."""
    if 0 <= event.other < state.seats and event.other != event.seat:
        return None
    return Violation(Code.NO_SUCH_SEAT, "one")
