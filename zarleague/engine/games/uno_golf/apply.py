"""Judging one event: which function judges which kind of event."""

from collections.abc import Callable
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno_golf import around, ending, play
from zarleague.engine.games.uno_golf.deck import FACES
from zarleague.engine.games.uno_golf.state import State

_JUDGES: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.DEAL: play.deal,
    kinds.UP: play.turn_up_discard,
    kinds.DRAW: play.draw,
    kinds.TAKE: play.take,
    kinds.PUT: play.put,
    kinds.DISCARD: play.discard,
    kinds.TURN: play.turn_up,
    kinds.CLEAR: play.clear,
    kinds.ADD: around.add,
    kinds.CHOOSE: around.choose,
    kinds.SAY: around.say_uno,
    kinds.CATCH: around.catch,
    kinds.RESHUFFLE: around.reshuffle,
    kinds.LEFT: ending.show_left,
    kinds.CLOSE: ending.close,
}
_UNWIND: Final = Remedy.UNWIND
_OF_TABLE: Final = frozenset({kinds.UP, kinds.RESHUFFLE, kinds.CLOSE})
_CARDS: Final = frozenset(range(UNKNOWN, FACES))


def apply(state: State, event: Event) -> None:
    """Judge one event and change the state in place."""
    kind = event.kind
    seat = event.seat
    cards = event.cards
    judge = _JUDGES.get(kind)
    before = state.copy() if state.remedy is _UNWIND else None
    if judge is None:
        state.illegal(Code.NOT_IN_THIS_GAME, "players")
    elif not (0 <= seat < state.seats or kind in _OF_TABLE):
        state.illegal(Code.NO_SUCH_SEAT, "players")
    elif not _CARDS.issuperset(cards):
        state.illegal(Code.NOT_IN_DECK, "deck")
    elif state.over and kind != kinds.LEFT:
        state.illegal(Code.HAND_OVER, "round-end")
    else:
        judge(state, event)
    if before is not None:
        found = state.findings[len(before.findings) :]
        if any(finding.verdict is Verdict.ILLEGAL for finding in found):
            state.take_back(before)
    state.at += 1
