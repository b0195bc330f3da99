"""Calls at the table: the last card, the question how many cards, and the catch of a forgotten
call."""

from zarleague.engine.event import Event
from zarleague.engine.findings import Code
from zarleague.engine.games.zar.close import reopen
from zarleague.engine.games.zar.state import State


def apply_say(state: State, event: Event) -> None:
    """Judge the call of the last card: "Whenever you have one card in your hand you must declare
    “one”" (Holland, Rules)."""
    if not _can_talk(state):
        return
    rules = state.rules
    if event.name != rules.word:
        state.illegal(Code.WRONG_WORD, "one", due_word=rules.words[rules.word])
    elif state.hand_size(event.seat) != 1 and not _correct_size(state, event.seat):
        state.illegal(Code.FALSE_CLAIM, "one", count=state.hand_size(event.seat))
    else:
        state.unsaid &= ~(1 << event.seat)


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


def apply_ask(state: State, event: Event) -> None:
    """Judge the question how many cards somebody holds: "If you don't, and somebody asks you how
    many cards in your hand, you must draw a second card" (Holland, Rules). Asking never costs the
    one who asks."""
    if _can_talk(state) and _names_another(state, event):
        _punish_unsaid(state, event.other)


def apply_catch(state: State, event: Event) -> None:
    """Judge the catch of a player with one card who has not said so; only the option allows it."""
    if not _can_talk(state) or not _names_another(state, event):
        return
    if not state.rules.any_catch:
        state.illegal(Code.NOT_ALLOWED, "catch")
    elif not _punish_unsaid(state, event.other):
        state.illegal(Code.FALSE_CLAIM, "one", seat=event.other)


def _punish_unsaid(state: State, seat: int) -> bool:
    """Make a seat owe the penalty if it has one card and has not said so. Return whether it did."""
    bit = 1 << seat
    if not state.unsaid & bit:
        return False
    state.unsaid &= ~bit
    state.owe(seat, state.rules.last_card_penalty, "one")
    return True


def _can_talk(state: State) -> bool:
    """Return whether a hand is being played; if not, record the violation."""
    if state.over and not reopen(state):
        state.illegal(Code.HAND_OVER, "out")
    elif not state.started:
        state.illegal(Code.NOT_STARTED, "turned-up")
    else:
        return True
    return False


def _names_another(state: State, event: Event) -> bool:
    """Return whether the seat spoken to is another player's; if not, record the violation."""
    if 0 <= event.other < state.seats and event.other != event.seat:
        return True
    state.illegal(Code.NO_SUCH_SEAT, "one")
    return False
