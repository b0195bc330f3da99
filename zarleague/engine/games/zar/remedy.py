"""What happens after an illegal play or draw: it is taken back, or it stands and costs a Vincent
card, or it was only recorded wrongly.

"If someone messes up … and it's too much trouble to unwind what happened afterwards, the offender
must, as a penalty, draw a card" (Holland, Other considerations). Whether it was too much trouble
shows in what follows. So the hand goes on in several ways at once, one for each explanation of the
illegal event (``explanations``), and the way on which the events that follow break the fewest rules
is the one that is told. An explanation is dropped when others do much better, or when the hand has
gone on for a while.

What that costs is bounded: few ways are kept at a time, and only so many illegal events of a log
are followed; those after that are taken back.
"""

from collections.abc import Callable
from typing import Final

from zarleague.engine.event import Event
from zarleague.engine.findings import Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.explanations import (
    NOT_PLAYING,
    explanations,
    is_guessed,
    let_stand,
    record,
)
from zarleague.engine.games.zar.state import State

MOST_WAYS: Final = 8
"""How many ways are followed at a time."""
LONGEST: Final = 24
"""For how many events after the last illegal one several ways are followed."""
MOST_OFFENCES: Final = 60
"""How many illegal events of a log are followed in several ways."""
_HOPELESS: Final = 25
"""How much more harm than the best a way may do before it is dropped."""
_WRONG_GUESS: Final = 30
"""What it counts to take back an event that only a guess speaks against."""
_HARM: Final = (0, 3, 10)
"""What a finding counts, by verdict."""


def remedy_of(rule: str, wanted: Remedy) -> Remedy:
    """Return the remedy of a replay: as the ruleset says unless something else is *wanted*. RULED
    is kept where the rules leave it to what follows."""
    if wanted is not Remedy.RULED:
        return wanted
    return {"unwind": Remedy.UNWIND, "vincent": Remedy.PENALTY}.get(rule, Remedy.RULED)


def apply_offence(state: State, event: Event, violation: Violation) -> None:
    """Record an illegal play or draw and apply the remedy."""
    _apply_remedy(state, event, violation)
    if state.alternatives:
        ways = [state, *state.alternatives]
        state.alternatives = []
        for way in ways:
            way.harm += _harm_at(way, state.index)
        _choose(state, ways)


def apply_every_way(
    state: State, event: Event, apply_event: Callable[[State, Event], Violation | None]
) -> None:
    """Judge an event in all ways the hand may have gone on after an illegal one, and go on in that
    which does least harm."""
    before = [state, *state.alternatives]
    state.alternatives = []
    ways = []
    for way in before:
        violation = apply_event(way, event)
        if violation is not None:
            _apply_remedy(way, event, violation)
        branches = way.alternatives
        way.alternatives = []
        for branch in (way, *branches):
            branch.harm += _harm_at(branch, state.index)
            ways.append(branch)
    _choose(state, ways)


def _apply_remedy(state: State, event: Event, violation: Violation) -> None:
    """Record the violation and apply the remedy; where that depends on what follows, take the
    event back and keep the other explanations as alternatives."""
    if state.remedy is Remedy.PENALTY:
        let_stand(state, event, violation)
        return
    if state.remedy is Remedy.RULED and state.offences < MOST_OFFENCES:
        state.offences += 1
        state.open_until = state.index + LONGEST
        state.alternatives = list(explanations(state, event, violation))
    if is_guessed(state, violation):
        state.harm += _WRONG_GUESS
    record(state, violation, "" if violation.code in NOT_PLAYING else "unwind")


def _harm_at(state: State, at: int) -> int:
    """Return the weight of the findings on event *at*, the last judged."""
    harm = 0
    for finding in reversed(state.findings):
        if finding.event != at:
            break
        harm += _HARM[finding.verdict]
    return harm


def _choose(state: State, ways: list[State]) -> None:
    """Go on in the way that did least harm, the first of equals, and keep those that may yet prove
    better. *state* is one of *ways*, all of which have judged the same event."""
    ways.sort(key=_harm_of)
    best = ways[0]
    if state.index >= best.open_until:
        ways = [best]
    limit = best.harm + _HOPELESS
    kept = [way for way in ways[:MOST_WAYS] if way.harm <= limit]
    if best is not state:
        state.swap(best)
        kept = [best if way is state else way for way in kept[1:]]
    else:
        kept = kept[1:]
    for way in kept:
        way.index += 1
    state.alternatives = kept
    least = state.harm
    state.harm = 0
    for way in kept:
        way.harm -= least


def _harm_of(state: State) -> int:
    return state.harm
