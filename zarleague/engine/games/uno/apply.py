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
    NONE,
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
from zarleague.engine.games.uno import bluff, draws, talk
from zarleague.engine.games.uno.faults import (
    RULED_IN_DOUBT,
    Fault,
    lacks,
    off_the_pile,
    suspended,
)
from zarleague.engine.games.uno.lay import do_match, lay
from zarleague.engine.games.uno.plays import judge_match, judge_play
from zarleague.engine.games.uno.state import State

Judge = Callable[[State, Event], Fault | None]
Act = Callable[[State, Event], None]

ILLEGAL_PLAY_CARDS: Final = 2
"""What an illegal play that stands costs (our reading; option ``illegal-play``)."""
_STANDING: Final = frozenset({PLAY, MATCH, DRAW})
_RULED: Final = frozenset({PLAY, MATCH, DRAW, PASS, CLOSE})
"""What depends on who owes cards, and so on the ruling on an open accusation."""


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
    judge_it, _ = _HANDLERS.get(event.kind, _OTHER)
    if state.disputed != NONE and _ruling(state, event, judge_it) is not None:
        return RULED_IN_DOUBT
    return judge_it(state, event)


def _ruling(state: State, event: Event, judge_it: Judge) -> bool | None:
    """How the table must have ruled on the open accusation, a bluff or not, for an event to be
    right; None where the ruling makes no difference."""
    if event.kind not in _RULED or not (event.kind == CLOSE or state.at_stake(event.seat)):
        return None
    if_bluff = judge_it(bluff.ruled(state, was_bluff=True), event)
    if_not = judge_it(bluff.ruled(state, was_bluff=False), event)
    right_if_bluff = if_bluff is None or if_bluff.verdict is Verdict.UNKNOWN
    right_if_not = if_not is None or if_not.verdict is Verdict.UNKNOWN
    return right_if_bluff if right_if_bluff != right_if_not else None


def apply(state: State, event: Event) -> None:
    """Judge an event, note what is wrong, and change the state as the rules or the remedy say."""
    judge_it, act = _HANDLERS.get(event.kind, _OTHER)
    if state.disputed != NONE:
        was_bluff = _ruling(state, event, judge_it)
        if was_bluff is not None:
            bluff.table_ruled(state, was_bluff=was_bluff)
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
            _let_stand(state, event, act)
        return
    ruled = state.remedy is Remedy.RULED and state.rules.illegal_stands
    wanted = state.blurred or ruled or state.remedy is Remedy.PENALTY
    stands = wanted and not fault.failed and _possible(state, event)
    about = (*fault.about, ("remedy", "penalty" if stands else "unwind"))
    state.note(Verdict.ILLEGAL, fault.code, fault.rule, about)
    if fault.failed and state.remedy is not Remedy.UNWIND:
        talk.fail(state, event)
    if stands:
        _let_stand(state, event, act)
        if not state.blurred:
            state.owe(event.seat, ILLEGAL_PLAY_CARDS, "illegal-play")


def _let_stand(state: State, event: Event, act: Act) -> None:
    """An illegal event happens. In an open dispute who draws has lost it, and who plays has not."""
    if state.at_stake(event.seat) and not state.blurred:
        lost = event.kind == DRAW
        bluff.table_ruled(state, was_bluff=lost == (event.seat == state.against))
    act(state, event)


def _possible(state: State, event: Event) -> bool:
    """Whether an illegal event can stand as far as the cards are concerned."""
    if suspended(state, event.seat) is not None:
        return False
    if event.kind == DRAW:
        return off_the_pile(state, event.cards) is None
    if len(event.cards) != 1 or not 0 <= event.cards[0] < state.holdings.faces:
        return False
    return lacks(state, event.seat, event.cards[0]) is None
