"""Judge one event: the function for each kind of event, and the checks common to all kinds."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zuits import change, close, deal, effects, play, position
from zarleague.engine.games.zuits.deck import COLOURS, SIZE
from zarleague.engine.games.zuits.state import State

_APPLY: Final[dict[int, Callable[[State, Event], Violation | None]]] = {
    kinds.DEAL: deal.apply_deal,
    kinds.SET_ASIDE: deal.apply_set_aside,
    kinds.PLAY: play.apply_play,
    kinds.ADD: effects.apply_add,
    kinds.REMOVE: change.apply_remove,
    kinds.COPY: effects.apply_copy,
    kinds.TAKE: close.apply_collect,
    kinds.CLOSE: close.apply_close,
    kinds.TURN: close.apply_turn_up,
    kinds.LEFT: close.apply_left,
    kinds.CHOOSE: close.apply_choose,
    kinds.HOLDS: position.apply_holds,
    kinds.COLLECTED: position.apply_collected,
    kinds.WON: position.apply_won,
    kinds.REVERSED: position.apply_reversed,
    kinds.TO_PLAY: position.apply_to_play,
}
"""The function that judges and applies each kind of event. It returns the violation of an event
that is not applied; findings on an event that is applied it records itself."""
_CARDS: Final = frozenset(range(UNKNOWN, SIZE))
_NAMES: Final = frozenset(range(NONE, len(COLOURS)))
_OF_TABLE: Final = frozenset({kinds.CLOSE, kinds.REVERSED})
"""The kinds of events that no seat does."""
_GOES_ON: Final = frozenset({kinds.PLAY, kinds.ADD, kinds.REMOVE, kinds.COPY, kinds.TAKE})
"""Kinds of events in tricks: a hand that was closed too early is reopened by them."""


def apply(state: State, event: Event) -> None:
    seat = event.seat
    kind = event.kind
    try:
        apply_kind = _APPLY[kind]
    except KeyError:
        apply_kind = _apply_unknown_kind
    if 0 <= seat < state.seats and event.name in _NAMES and _CARDS.issuperset(event.cards):
        if state.ended_early and kind in _GOES_ON:
            state.over = state.ended_early = False
    elif kind in _APPLY and kind not in _OF_TABLE:
        apply_kind = _apply_wrong_operands
    if (violation := apply_kind(state, event)) is not None:
        state.add_violation(violation)
    state.previous = event
    state.index += 1


def _apply_unknown_kind(state: State, event: Event) -> Violation | None:
    return Violation(Code.NOT_IN_THIS_GAME, "players")


def _apply_wrong_operands(state: State, event: Event) -> Violation | None:
    if not 0 <= event.seat < state.seats:
        return Violation(Code.NO_SUCH_SEAT, "players")
    if not _CARDS.issuperset(event.cards):
        return Violation(Code.NOT_IN_DECK, "deck")
    return Violation(Code.NO_SUCH_WORD, "lead-wild")
