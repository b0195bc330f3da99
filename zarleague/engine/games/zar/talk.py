"""Table talk: saying that one card is left, asking, and noticing that somebody did not say it."""

from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar.state import State


def say(state: State, event: Event) -> None:
    """ "Whenever you have one card in your hand you must declare “one”" (Holland, Rules)."""
    if not _talking(state):
        return
    if event.name != state.rules.word:
        about = (("due_word", state.rules.words[state.rules.word]),)
        state.find(Verdict.ILLEGAL, Code.WRONG_WORD, "one", about)
    elif state.size(event.seat) != 1:
        held = (("count", state.size(event.seat)),)
        state.find(Verdict.ILLEGAL, Code.FALSE_CLAIM, "one", held)
    else:
        state.silent &= ~(1 << event.seat)


def ask(state: State, event: Event) -> None:
    """ "If you don't, and somebody asks you how many cards in your hand, you must draw a second
    card" (Holland, Rules). Asking somebody else never hurts."""
    if _talking(state) and _about_another(state, event):
        _punish(state, event.other)


def catch(state: State, event: Event) -> None:
    """Somebody noticed that a player with one card had not said so; only the option allows it."""
    if not _talking(state) or not _about_another(state, event):
        return
    if not state.rules.any_catch:
        state.find(Verdict.ILLEGAL, Code.NOT_ALLOWED, "catch")
    elif not _punish(state, event.other):
        state.find(Verdict.ILLEGAL, Code.FALSE_CLAIM, "one", (("seat", event.other),))


def _punish(state: State, seat: int) -> bool:
    """Make a seat draw for its silence, if it has one card and has not said so."""
    bit = 1 << seat
    if not state.silent & bit:
        return False
    state.silent &= ~bit
    state.owe(seat, state.rules.last_card_penalty, "one")
    return True


def _talking(state: State) -> bool:
    """Whether a hand is on; what is wrong otherwise is found."""
    if state.over:
        state.find(Verdict.ILLEGAL, Code.HAND_OVER, "out")
    elif not state.started:
        state.find(Verdict.ILLEGAL, Code.NOT_STARTED, "turned-up")
    else:
        return True
    return False


def _about_another(state: State, event: Event) -> bool:
    if 0 <= event.other < state.seats and event.other != event.seat:
        return True
    state.find(Verdict.ILLEGAL, Code.NO_SUCH_SEAT, "one")
    return False
