"""Judging one event: which module judges which kind of event."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
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
_BY_KIND: Final = tuple(_JUDGES.get(kind, _not_in_zar) for kind in range(kinds.KINDS))
"""The function that judges a kind of event."""
_OF_TABLE: Final = frozenset({kinds.UP, kinds.RESHUFFLE, kinds.CLOSE})


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    kind = event.kind
    judge = _BY_KIND[kind] if 0 <= kind < kinds.KINDS else _not_in_zar
    if not (0 <= event.seat < state.seats or kind in _OF_TABLE):
        judge = _of_no_seat
    faces = state.hands.faces
    for card in event.cards:
        if not UNKNOWN <= card < faces:
            judge = _not_in_deck
    if state.stood is None:
        judge(state, event)
    else:
        follow(state, event, judge)
    state.at += 1


def _of_no_seat(state: State, event: Event) -> None:
    state.find(Verdict.ILLEGAL, Code.NO_SUCH_SEAT, "turn")


def _not_in_deck(state: State, event: Event) -> None:
    state.find(Verdict.ILLEGAL, Code.NOT_IN_DECK, "holding")
