"""Judging one event: which function judges which kind of event."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.zuits import effects, ending, play
from zarleague.engine.games.zuits.deck import COLOURS, SIZE
from zarleague.engine.games.zuits.state import State

_JUDGES: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.DEAL: play.deal,
    kinds.SET_ASIDE: play.set_aside,
    kinds.PLAY: play.play,
    kinds.ADD: effects.add,
    kinds.REMOVE: effects.remove,
    kinds.COPY: effects.copy,
    kinds.TAKE: ending.collect,
    kinds.CLOSE: ending.close,
    kinds.TURN: ending.turn_up,
    kinds.LEFT: ending.show_left,
    kinds.CHOOSE: ending.choose,
}
_CARDS: Final = frozenset(range(UNKNOWN, SIZE))
_NAMES: Final = frozenset(range(NONE, len(COLOURS)))


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    seat = event.seat
    judge = _JUDGES.get(event.kind)
    if judge is None:
        state.illegal(Code.NOT_IN_THIS_GAME, "players")
    elif 0 <= seat < state.seats and event.name in _NAMES and _CARDS.issuperset(event.cards):
        judge(state, event)
    elif event.kind == kinds.CLOSE:
        ending.close(state, event)
    elif not 0 <= seat < state.seats:
        state.illegal(Code.NO_SUCH_SEAT, "players")
    elif not _CARDS.issuperset(event.cards):
        state.illegal(Code.NOT_IN_DECK, "deck")
    else:
        state.illegal(Code.NO_SUCH_WORD, "lead-wild")
    state.at += 1
