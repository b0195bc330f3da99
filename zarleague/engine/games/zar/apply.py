"""Judge one event: the function for each kind of event, and the checks common to all kinds."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine import positions
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zar import calls, close, deal, draw, play, position, remedy
from zarleague.engine.games.zar.state import State

_APPLY: Final[dict[int, Callable[[State, Event], Violation | None]]] = {
    kinds.DEAL: deal.apply_deal,
    kinds.UP: deal.apply_up,
    kinds.DRAW: draw.apply_draw,
    kinds.RESHUFFLE: deal.apply_reshuffle,
    kinds.PLAY: play.apply_play,
    kinds.MATCH: play.apply_play,
    kinds.SAY: calls.apply_say,
    kinds.ASK: calls.apply_ask,
    kinds.CATCH: calls.apply_catch,
    kinds.PENALTY: draw.apply_vincent,
    kinds.CLOSE: close.apply_close,
    kinds.LEFT: close.apply_left,
    kinds.HOLDS: position.apply_holds,
    kinds.LAID: position.apply_laid,
    kinds.STOCK: positions.apply_stock,
    kinds.OWES: position.apply_owes,
    kinds.FACES: position.apply_faces,
    kinds.DREW: position.apply_drew,
    kinds.UNSAID: position.apply_unsaid,
    kinds.REVERSED: positions.apply_reversed,
    kinds.TO_PLAY: position.apply_to_play,
}
"""The function that judges and applies each kind of event. It returns the violation of an event
that is not applied; findings on an event that is applied it records itself."""
_OF_TABLE: Final = frozenset({kinds.UP, kinds.RESHUFFLE, kinds.CLOSE, kinds.STOCK, kinds.REVERSED})
"""The kinds of events that no seat does."""


def apply(state: State, event: Event) -> None:
    kind = event.kind
    try:
        apply_kind = _APPLY[kind]
    except KeyError:
        apply_kind = _apply_unknown_kind
    if not (0 <= event.seat < state.seats or kind in _OF_TABLE):
        apply_kind = _apply_unknown_seat
    elif not state.rules.cards.issuperset(event.cards):
        apply_kind = _apply_unknown_card
    if state.alternatives:
        remedy.apply_in_branches(state, event, apply_kind)
    else:
        if (violation := apply_kind(state, event)) is not None:
            remedy.apply_violation(state, event, violation)
    state.index += 1


def _apply_unknown_kind(state: State, event: Event) -> Violation | None:
    return Violation(Code.NOT_IN_THIS_GAME, "turn")


def _apply_unknown_seat(state: State, event: Event) -> Violation | None:
    return Violation(Code.NO_SUCH_SEAT, "turn")


def _apply_unknown_card(state: State, event: Event) -> Violation | None:
    return Violation(Code.NOT_IN_DECK, "holding")
