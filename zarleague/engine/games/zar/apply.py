"""Judge one event: the function for each kind of event, and the checks common to all kinds."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zar import calls, close, deal, draw, play, remedy
from zarleague.engine.games.zar.state import State


def _apply_unknown_kind(state: State, event: Event) -> Violation | None:
    state.illegal(Code.NOT_IN_THIS_GAME, "turn")
    return None


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
}
_BY_KIND: Final = tuple(_APPLY.get(kind, _apply_unknown_kind) for kind in range(kinds.KINDS))
"""The function that judges and applies a kind of event. It returns the violation of a play or draw
that cannot simply be applied, having changed nothing; of other events it records what is wrong."""
_OF_TABLE: Final = frozenset({kinds.UP, kinds.RESHUFFLE, kinds.CLOSE})
"""The kinds of events that no seat does."""


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    kind = event.kind
    apply_event = _BY_KIND[kind] if 0 <= kind < kinds.KINDS else _apply_unknown_kind
    if not (0 <= event.seat < state.seats or kind in _OF_TABLE):
        apply_event = _apply_unknown_seat
    faces = state.hands.faces
    for card in event.cards:
        if not UNKNOWN <= card < faces:
            apply_event = _apply_unknown_card
    if state.alternatives:
        remedy.apply_in_branches(state, event, apply_event)
    else:
        violation = apply_event(state, event)
        if violation is not None:
            remedy.apply_offence(state, event, violation)
    state.index += 1


def _apply_unknown_seat(state: State, event: Event) -> Violation | None:
    state.illegal(Code.NO_SUCH_SEAT, "turn")
    return None


def _apply_unknown_card(state: State, event: Event) -> Violation | None:
    state.illegal(Code.NOT_IN_DECK, "holding")
    return None
