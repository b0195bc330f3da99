"""What happens after an illegal event: it is taken back, or it stands and costs a Vincent card.

"If someone messes up … and it's too much trouble to unwind what happened afterwards, the offender
must, as a penalty, draw a card" (Holland, Other considerations). Whether it was too much trouble
shows in what follows: the hand goes on both ways until an event agrees with one of them better.
"""

from collections.abc import Callable

from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.judge import Objection
from zarleague.engine.games.zar.state import State

_UNWIND = ("remedy", "unwind")
_PENALTY = ("remedy", "penalty")


def remedy_of(rule: str, wanted: Remedy) -> Remedy:
    """The remedy of a replay; as the ruleset says unless something else is *wanted*. RULED is kept
    where the rules leave it to what follows."""
    if wanted is not Remedy.RULED:
        return wanted
    return {"unwind": Remedy.UNWIND, "vincent": Remedy.PENALTY}.get(rule, Remedy.RULED)


def offend(
    state: State, event: Event, objection: Objection, stand: Callable[[State, Event], None]
) -> None:
    """An illegal play or draw; *stand* makes it stand, as far as the cards allow."""
    code, rule, about = objection
    if code is Code.HAND_OVER:
        # Nobody can play on once the hand is over, so there is nothing that could stand.
        state.find(Verdict.ILLEGAL, code, rule, about)
        return
    if state.remedy is Remedy.PENALTY:
        state.find(Verdict.ILLEGAL, code, rule, (*about, _PENALTY))
        _stand(state, event, stand)
        return
    if state.remedy is Remedy.RULED:
        stood = state.copy()
        stood.find(Verdict.ILLEGAL, code, rule, (*about, _PENALTY))
        _stand(stood, event, stand)
        stood.at += 1
        state.stood = stood
    state.find(Verdict.ILLEGAL, code, rule, (*about, _UNWIND))


def _stand(state: State, event: Event, stand: Callable[[State, Event], None]) -> None:
    stand(state, event)
    state.owe(event.seat, 1, "vincent")


def follow(state: State, event: Event, judge: Callable[[State, Event], None]) -> None:
    """Judge an event both ways after an illegal one, and keep the way it agrees with better."""
    stood = state.stood
    assert stood is not None
    state.stood = None
    at = state.at
    judge(state, event)
    judge(stood, event)
    if_unwound = _weight(state, at)
    if_stood = _weight(stood, at)
    if if_stood < if_unwound:
        state.become(stood)
    elif if_stood == if_unwound and if_stood is not Verdict.ILLEGAL:
        stood.at += 1
        state.stood = stood


def _weight(state: State, at: int) -> Verdict:
    return max(
        (finding.verdict for finding in state.findings if finding.event == at),
        default=Verdict.LEGAL,
    )
