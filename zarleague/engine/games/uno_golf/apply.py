"""Judge one event: the function for each kind of event, and the checks common to all kinds."""

from collections.abc import Callable
from itertools import takewhile
from typing import Final

from zarleague.engine import positions
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    ADD,
    CATCH,
    CHOOSE,
    CLEAR,
    CLOSE,
    DEAL,
    DISCARD,
    DONE,
    DRAW,
    DREW,
    HOLDS,
    LAID,
    LAST_TURN,
    LEFT,
    OWES,
    PUT,
    RESHUFFLE,
    REVERSED,
    SAY,
    STOCK,
    TAKE,
    TO_PLAY,
    TURN,
    UNSAID,
    UP,
    Event,
)
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno_golf import position
from zarleague.engine.games.uno_golf.added_columns import apply_add, apply_choose
from zarleague.engine.games.uno_golf.calls import apply_catch, apply_say
from zarleague.engine.games.uno_golf.clear import apply_clear
from zarleague.engine.games.uno_golf.close import apply_close, apply_left
from zarleague.engine.games.uno_golf.deal import apply_deal, apply_reshuffle, apply_up
from zarleague.engine.games.uno_golf.deck import FACES
from zarleague.engine.games.uno_golf.draw import apply_draw, apply_take
from zarleague.engine.games.uno_golf.play import apply_discard, apply_put, apply_turn_up
from zarleague.engine.games.uno_golf.state import State

_APPLY: Final[dict[int, Callable[[State, Event], Violation | None]]] = {
    DEAL: apply_deal,
    UP: apply_up,
    DRAW: apply_draw,
    TAKE: apply_take,
    PUT: apply_put,
    DISCARD: apply_discard,
    TURN: apply_turn_up,
    CLEAR: apply_clear,
    ADD: apply_add,
    CHOOSE: apply_choose,
    SAY: apply_say,
    CATCH: apply_catch,
    RESHUFFLE: apply_reshuffle,
    LEFT: apply_left,
    CLOSE: apply_close,
    HOLDS: position.apply_holds,
    LAID: position.apply_laid,
    STOCK: positions.apply_stock,
    OWES: position.apply_owes,
    DREW: position.apply_drew,
    UNSAID: position.apply_unsaid,
    REVERSED: position.apply_reversed,
    DONE: position.apply_done,
    LAST_TURN: position.apply_last_turn,
    TO_PLAY: position.apply_to_play,
}
"""The function that judges and applies each kind of event. It returns the violation of an event
that is not applied; findings on an event that is applied it records itself."""
_UNWIND: Final = Remedy.UNWIND
_PLAYS: Final = frozenset({DRAW, TAKE, PUT, DISCARD, TURN, CLEAR, ADD, CHOOSE})
_OF_TABLE: Final = frozenset({UP, RESHUFFLE, CLOSE, STOCK, REVERSED})
_CARDS: Final = frozenset(range(UNKNOWN, FACES))


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place; what is wrong goes to its findings."""
    kind = event.kind
    seat = event.seat
    try:
        apply_kind = _APPLY[kind]
    except KeyError:
        apply_kind = _apply_unknown_kind
    saved = _without_findings(state) if state.remedy is _UNWIND else None
    violation: Violation | None
    if not (0 <= seat < state.seats or kind in _OF_TABLE):
        violation = Violation(Code.NO_SUCH_SEAT, "players")
    elif not _CARDS.issuperset(event.cards):
        violation = Violation(Code.NOT_IN_DECK, "deck")
    elif state.over and kind != LEFT and not _goes_on(state, kind):
        violation = Violation(Code.HAND_OVER, "round-end")
    else:
        violation = apply_kind(state, event)
    if violation is not None:
        state.add_violation(violation)
    state.previous = event
    if saved is not None and _is_illegal(state):
        # The event is taken back; what was found stays found.
        saved.findings = state.findings
        state.become(saved)
    state.index += 1


def _apply_unknown_kind(state: State, event: Event) -> Violation | None:
    return Violation(Code.NOT_IN_THIS_GAME, "players")


def _goes_on(state: State, kind: int) -> bool:
    """Reopen a round that was closed too early, if somebody plays. Return whether it was
    reopened."""
    if not (state.closed_early and kind in _PLAYS):
        return False
    state.over = state.turns_over = state.closed_early = False
    return True


def _without_findings(state: State) -> State:
    """Return a copy without the findings, so that its cost does not grow with their number."""
    findings = state.findings
    state.findings = []
    twin = state.copy()
    state.findings = findings
    return twin


def _is_illegal(state: State) -> bool:
    """Return whether the event being judged has an illegal finding."""
    of_event = takewhile(lambda finding: finding.event == state.index, reversed(state.findings))
    return any(finding.verdict is Verdict.ILLEGAL for finding in of_event)
