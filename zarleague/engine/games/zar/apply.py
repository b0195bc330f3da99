"""Judging one event: which module judges which kind of event."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar import draw, play, table, talk
from zarleague.engine.games.zar.remedy import follow
from zarleague.engine.games.zar.state import State


def _not_in_zar(state: State, event: Event) -> None:
    state.find(Verdict.ILLEGAL, Code.NOT_IN_THIS_GAME, "turn")


_JUDGES: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.DEAL: table.deal,
    kinds.UP: table.turn_up,
    kinds.DRAW: draw.draw,
    kinds.RESHUFFLE: table.reshuffle,
    kinds.PLAY: play.play,
    kinds.MATCH: play.play,
    kinds.SAY: talk.say,
    kinds.ASK: talk.ask,
    kinds.CATCH: talk.catch,
    kinds.PENALTY: draw.vincent,
    kinds.CLOSE: table.close,
    kinds.LEFT: table.left,
}
JUDGES: Final = tuple(_JUDGES.get(kind, _not_in_zar) for kind in range(kinds.KINDS))
"""By kind of event, the function that judges it."""


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    if state.stood is None:
        JUDGES[event.kind](state, event)
    else:
        follow(state, event, _judge)
    state.at += 1


def _judge(state: State, event: Event) -> None:
    JUDGES[event.kind](state, event)
