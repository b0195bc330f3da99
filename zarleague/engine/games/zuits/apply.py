"""Judge one event: the function for each kind of event, and the checks common to all kinds."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.zuits import close, deal, effects, play
from zarleague.engine.games.zuits.deck import COLOURS, SIZE
from zarleague.engine.games.zuits.state import State

_JUDGES: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.DEAL: deal.deal,
    kinds.SET_ASIDE: deal.set_aside,
    kinds.PLAY: play.play,
    kinds.ADD: effects.add,
    kinds.REMOVE: effects.remove,
    kinds.COPY: effects.copy,
    kinds.TAKE: close.collect,
    kinds.CLOSE: close.close,
    kinds.TURN: close.turn_up,
    kinds.LEFT: close.show_left,
    kinds.CHOOSE: close.choose,
}
_CARDS: Final = frozenset(range(UNKNOWN, SIZE))
_NAMES: Final = frozenset(range(NONE, len(COLOURS)))


_GOES_ON: Final = frozenset({kinds.PLAY, kinds.ADD, kinds.REMOVE, kinds.COPY, kinds.TAKE})
"""Kinds of events in tricks: a hand that was closed too early is reopened by them."""


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    seat = event.seat
    kind = event.kind
    judge = _JUDGES.get(kind)
    if judge is None:
        state.illegal(Code.NOT_IN_THIS_GAME, "players")
    elif 0 <= seat < state.seats and event.name in _NAMES and _CARDS.issuperset(event.cards):
        if state.ended_early and kind in _GOES_ON:
            state.over = state.ended_early = False
        judge(state, event)
    elif kind == kinds.CLOSE:
        close.close(state, event)
    elif not 0 <= seat < state.seats:
        state.illegal(Code.NO_SUCH_SEAT, "players")
    elif not _CARDS.issuperset(event.cards):
        state.illegal(Code.NOT_IN_DECK, "deck")
    else:
        state.illegal(Code.NO_SUCH_WORD, "lead-wild")
    state.previous = event
    state.index += 1
