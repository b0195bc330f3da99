"""Judging one event: which module judges which kind of event."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar import draw, play, table, talk
from zarleague.engine.games.zar.remedy import follow
from zarleague.engine.games.zar.state import State

_JUDGES: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.DEAL: table.deal,
    kinds.DRAW: draw.draw,
    kinds.PLAY: play.play,
    kinds.MATCH: play.play,
    kinds.SAY: talk.say,
    kinds.ASK: talk.ask,
    kinds.CATCH: talk.catch,
    kinds.PENALTY: draw.vincent,
    kinds.LEFT: table.left,
}
"""By kind of event of a seat, the function that judges it."""
_OF_TABLE: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.UP: table.turn_up,
    kinds.RESHUFFLE: table.reshuffle,
    kinds.CLOSE: table.close,
}
"""The same of the table's own."""


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    if state.stood is None:
        _judge(state, event)
    else:
        follow(state, event, _judge)
    state.at += 1


def _judge(state: State, event: Event) -> None:
    """Judge an event of this game, of a seat at the table and of cards in the deck."""
    judge = _JUDGES.get(event.kind)
    if not state.rules.cards.issuperset(event.cards):
        state.find(Verdict.ILLEGAL, Code.NOT_IN_DECK, "holding")
    elif judge is not None and 0 <= event.seat < state.seats:
        judge(state, event)
    elif event.kind in _OF_TABLE:
        _OF_TABLE[event.kind](state, event)
    else:
        code = Code.NOT_IN_THIS_GAME if judge is None else Code.NO_SUCH_SEAT
        state.find(Verdict.ILLEGAL, code, "turn")
