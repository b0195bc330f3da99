"""Remedies of an illegal play or draw: it is taken back, or it stands and costs a Vincent card, or
it was only recorded wrongly.

"If someone messes up … and it's too much trouble to unwind what happened afterwards, the offender
must, as a penalty, draw a card" (Holland, Other considerations). Whether it was too much trouble
shows in what follows. So the hand goes on in several branches at once, one for each explanation of
the illegal event (``explanations``), and the state is the branch in which the events that follow
break the fewest rules. A branch is dropped when others do much better, or when the hand has gone on
for a while.

The cost is bounded: few branches are kept at a time, and only the first illegal events of a log get
branches; later ones are taken back.

The common reading of slips (:mod:`zarleague.engine.slips`) is made after this one and does not
replace it. Without the branches a slip in a hand of four leaves 0.4 further events illegal if
another card is written, 0.5 if another seat is, 1.6 if a line is left out, and 0.45 if a word is
misspelt; with them 0.3, 0.3, 0.6 and 0.03 (``benchmarks.bench_slips``).
"""

from collections.abc import Callable
from typing import Final

from zarleague.engine.event import DRAW, MATCH, PLAY, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.explanations import (
    NOT_PLAYING,
    explanations,
    is_guessed,
    let_stand,
    record,
)
from zarleague.engine.games.zar.state import State

MOST_BRANCHES: Final = 8
"""Branches kept at a time."""
LONGEST: Final = 24
"""Events after the last illegal one for which branches are kept."""
MOST_OFFENCES: Final = 60
"""Illegal events of a log that get branches, the first ones."""
_HOPELESS: Final = 25
"""Harm beyond the best branch's at which a branch is dropped."""
_WRONG_GUESS: Final = 30
"""Harm of taking back an event whose violation rests on a guess."""
_HARM: Final = (0, 3, 10)
"""Harm of a finding, by verdict."""
_OFFENCES: Final = frozenset({DRAW, MATCH, PLAY})
_NOT_THERE: Final = frozenset(
    {Code.NO_SUCH_SEAT, Code.NOT_IN_DECK, Code.SUPPLY_EMPTY, Code.WRONG_OPERANDS}
)
"""Violations of plays and draws that no table has seen: there is nothing to take back."""


def apply_violation(state: State, event: Event, violation: Violation) -> None:
    """Record a violation and apply the remedy, if there is one."""
    _apply_remedy(state, event, violation)
    if state.alternatives:
        branches = [state, *state.alternatives]
        state.alternatives = []
        for branch in branches:
            branch.harm += _harm_at(branch, state.index)
        _choose(state, branches)


def apply_in_branches(
    state: State, event: Event, apply_event: Callable[[State, Event], Violation | None]
) -> None:
    """Judge an event in every branch, and go on in the one with the least harm."""
    branches = []
    for branch in (state, *state.alternatives):
        branch.alternatives = []
        if (violation := apply_event(branch, event)) is not None:
            _apply_remedy(branch, event, violation)
        branches += [branch, *branch.alternatives]
        branch.alternatives = []
    for branch in branches:
        branch.harm += _harm_at(branch, state.index)
    _choose(state, branches)


def _apply_remedy(state: State, event: Event, violation: Violation) -> None:
    """Record the violation and apply the remedy, which only plays and draws have. Where the remedy
    depends on what follows, take the event back and keep the other explanations as branches."""
    if event.kind not in _OFFENCES or state.over or violation.code in _NOT_THERE:
        state.add_violation(violation)
        return
    if state.remedy in (Remedy.PENALTY, Remedy.UNOPPOSED):
        let_stand(state, event, violation)
        return
    if state.remedy is Remedy.RULED and state.offences < MOST_OFFENCES:
        state.offences += 1
        state.open_until = state.index + LONGEST
        state.alternatives = list(explanations(state, event, violation))
    if is_guessed(state, violation):
        state.harm += _WRONG_GUESS
    record(state, violation, "" if violation.code in NOT_PLAYING else "unwind")


def _harm_at(state: State, index: int) -> int:
    """Return the harm of the findings on the event *index*, the last judged."""
    harm = 0
    for finding in reversed(state.findings):
        if finding.event != index:
            break
        harm += _HARM[finding.verdict]
    return harm


def _choose(state: State, branches: list[State]) -> None:
    """Go on in the first branch with the least harm, and keep those that may still prove better.
    *state* is one of *branches*, all of which have judged the same event."""
    branches.sort(key=lambda state: state.harm)
    best = branches[0]
    if state.index >= best.open_until:
        branches = [best]
    limit = best.harm + _HOPELESS
    kept = [branch for branch in branches[:MOST_BRANCHES] if branch.harm <= limit]
    if best is not state:
        state.swap(best)
        kept = [best if branch is state else branch for branch in kept[1:]]
    else:
        kept = kept[1:]
    for branch in kept:
        branch.index += 1
    state.alternatives = kept
    least = state.harm
    state.harm = 0
    for branch in kept:
        branch.harm -= least
