"""Judge one event: the function for each kind of event, and the checks common to all kinds."""

from collections.abc import Callable
from itertools import takewhile
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno_golf import added_columns, calls, clear, close, deal, play, position
from zarleague.engine.games.uno_golf.deck import FACES
from zarleague.engine.games.uno_golf.state import State

_APPLY: Final[dict[int, Callable[[State, Event], Violation | None]]] = {
    kinds.DEAL: deal.apply_deal,
    kinds.UP: deal.apply_up,
    kinds.DRAW: play.apply_draw,
    kinds.TAKE: play.apply_take,
    kinds.PUT: play.apply_put,
    kinds.DISCARD: play.apply_discard,
    kinds.TURN: play.apply_turn_up,
    kinds.CLEAR: clear.apply_clear,
    kinds.ADD: added_columns.apply_add,
    kinds.CHOOSE: added_columns.apply_choose,
    kinds.SAY: calls.apply_say,
    kinds.CATCH: calls.apply_catch,
    kinds.RESHUFFLE: deal.apply_reshuffle,
    kinds.LEFT: close.apply_left,
    kinds.CLOSE: close.apply_close,
    kinds.HOLDS: position.apply_holds,
    kinds.LAID: position.apply_laid,
    kinds.STOCK: positions.apply_stock,
    kinds.OWES: position.apply_owes,
    kinds.DREW: position.apply_drew,
    kinds.UNSAID: position.apply_unsaid,
    kinds.REVERSED: positions.apply_reversed,
    kinds.DONE: position.apply_done,
    kinds.LAST_TURN: position.apply_last_turn,
    kinds.TO_PLAY: position.apply_to_play,
}
"""The function that judges and applies each kind of event. It returns the violation of an event
that is not applied; findings on an event that is applied it records itself."""
_UNWIND: Final = Remedy.UNWIND
_PLAYS: Final = frozenset(
    {
        kinds.DRAW,
        kinds.TAKE,
        kinds.PUT,
        kinds.DISCARD,
        kinds.TURN,
        kinds.CLEAR,
        kinds.ADD,
        kinds.CHOOSE,
    }
)
_OF_TABLE: Final = frozenset({kinds.UP, kinds.RESHUFFLE, kinds.CLOSE, kinds.STOCK, kinds.REVERSED})
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
    elif state.over and kind != kinds.LEFT and not _goes_on(state, kind):
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
    """Reopen a round that was closed too early, if somebody plays. Return whether it was."""
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
