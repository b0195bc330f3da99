"""Judging one event and going on: each kind has a judge that changes nothing and an act that does.

A judge returns what is wrong with the event, or None. What is legal happens; what cannot be known
happens and leaves a question; what is illegal happens or not, as the remedy says.
"""

from collections.abc import Callable
from typing import Final

from zarleague.engine.event import (
    ACCUSE,
    CATCH,
    CLOSE,
    DEAL,
    DRAW,
    LEFT,
    MATCH,
    PASS,
    PENALTY,
    PLAY,
    REACT,
    RESHUFFLE,
    SAY,
    UP,
    Event,
)
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno import draws, talk
from zarleague.engine.games.uno.faults import Fault, lacks, off_the_pile, suspended
from zarleague.engine.games.uno.lay import do_match, lay
from zarleague.engine.games.uno.plays import judge_match, judge_play
from zarleague.engine.games.uno.state import State

Judge = Callable[[State, Event], Fault | None]
Act = Callable[[State, Event], None]

ILLEGAL_PLAY_CARDS: Final = 2
"""What an illegal play that stands costs (our reading; option ``illegal-play``)."""
_STANDING: Final = frozenset({PLAY, MATCH, DRAW})


def _judge_other(state: State, event: Event) -> Fault | None:
    return Fault(Code.NOT_IN_THIS_GAME, "turn")


def _do_nothing(state: State, event: Event) -> None:
    """An event of another game changes nothing."""


_HANDLERS: Final[dict[int, tuple[Judge, Act]]] = {
    DEAL: (draws.judge_deal, draws.do_deal),
    UP: (draws.judge_up, draws.do_up),
    DRAW: (draws.judge_draw, draws.do_draw),
    RESHUFFLE: (draws.judge_reshuffle, draws.do_reshuffle),
    PLAY: (judge_play, lay),
    MATCH: (judge_match, do_match),
    PASS: (draws.judge_pass, draws.do_pass),
    SAY: (talk.judge_say, talk.do_say),
    CATCH: (talk.judge_catch, talk.do_catch),
    ACCUSE: (talk.judge_accuse, talk.do_accuse),
    REACT: (talk.judge_react, talk.do_react),
    PENALTY: (talk.judge_penalty, talk.fail),
    CLOSE: (talk.judge_close, talk.do_close),
    LEFT: (talk.judge_left, talk.do_left),
}
_OTHER: Final[tuple[Judge, Act]] = (_judge_other, _do_nothing)


def judge(state: State, event: Event) -> Fault | None:
    """What is wrong with an event now, or None."""
    return _HANDLERS.get(event.kind, _OTHER)[0](state, event)


def apply(state: State, event: Event) -> None:
    """Judge an event, note what is wrong, and change the state as the rules or the remedy say."""
    judge_it, act = _HANDLERS.get(event.kind, _OTHER)
    fault = judge_it(state, event)
    if fault is None:
        act(state, event)
    elif fault.verdict is Verdict.UNKNOWN:
        state.note(fault.verdict, fault.code, fault.rule, fault.about)
        if fault.claim:
            hand = state.hand_of[event.seat]
            state.holdings.claim(state.at, hand, fault.claim, fault.rule)
        act(state, event)
    else:
        _remedy(state, event, fault, act)
    state.at += 1


def _remedy(state: State, event: Event, fault: Fault, act: Act) -> None:
    """An illegal event is taken back, or stands and costs cards; a failed interception costs what
    its own rule says."""
    if fault.stands or event.kind not in _STANDING:
        state.note(Verdict.ILLEGAL, fault.code, fault.rule, fault.about)
        if fault.stands:
            act(state, event)
        return
    ruled = state.remedy is Remedy.RULED and state.rules.illegal_stands
    wanted = state.blurred or ruled or state.remedy is Remedy.PENALTY
    stands = wanted and not fault.failed and _possible(state, event)
    about = (*fault.about, ("remedy", "penalty" if stands else "unwind"))
    state.note(Verdict.ILLEGAL, fault.code, fault.rule, about)
    if fault.failed and state.remedy is not Remedy.UNWIND:
        talk.fail(state, event)
    if stands:
        act(state, event)
        if not state.blurred:
            state.owe(event.seat, ILLEGAL_PLAY_CARDS, "illegal-play")


def _possible(state: State, event: Event) -> bool:
    """Whether an illegal event can stand as far as the cards are concerned."""
    if suspended(state, event.seat) is not None:
        return False
    if event.kind == DRAW:
        return off_the_pile(state, event.cards) is None
    if len(event.cards) != 1 or not 0 <= event.cards[0] < state.holdings.faces:
        return False
    return lacks(state, event.seat, event.cards[0]) is None
