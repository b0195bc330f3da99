"""Judge one event and change the state as the rules or the remedy say.

Every kind of event has a function that judges it and changes nothing, and one that applies it. A
judge returns the Violation, or None. A legal event is applied; so is one that cannot be judged,
which leaves a question; what follows an illegal one is up to ``remedy``.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import chain
from typing import Final, NamedTuple

from zarleague.engine import event as kinds
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno import bluff, calls, close, deal, draw, position
from zarleague.engine.games.uno.effects import play_card
from zarleague.engine.games.uno.interception import apply_match, judge_match
from zarleague.engine.games.uno.play import judge_play
from zarleague.engine.games.uno.readings import keep_readings, readings_of_slips
from zarleague.engine.games.uno.remedy import remedy_illegal
from zarleague.engine.games.uno.state import MOST_EVENTS_OPEN, State
from zarleague.engine.games.uno.verbs import VERBS
from zarleague.engine.games.uno.violations import RULED_IN_DOUBT, Judge
from zarleague.engine.positions import lines_of

Apply = Callable[[State, Event], None]

_RULED: Final = frozenset({kinds.PLAY, kinds.MATCH, kinds.DRAW, kinds.PASS, kinds.CLOSE})
"""Kinds of events whose legality depends on who owes cards, and so on an open accusation."""


def _judge_other(state: State, event: Event) -> Violation | None:
    """Return the violation of an event that only other games have."""
    return Violation(Code.NOT_IN_THIS_GAME, "turn")


def _apply_nothing(state: State, event: Event) -> None:
    """Leave the state as it is: the event belongs to another game."""


_HANDLERS: Final[dict[int, tuple[Judge, Apply]]] = {
    kinds.DEAL: (deal.judge_deal, deal.apply_deal),
    kinds.UP: (deal.judge_up, deal.apply_up),
    kinds.DRAW: (draw.judge_draw, draw.apply_draw),
    kinds.RESHUFFLE: (deal.judge_reshuffle, deal.apply_reshuffle),
    kinds.PLAY: (judge_play, play_card),
    kinds.MATCH: (judge_match, apply_match),
    kinds.PASS: (draw.judge_pass, draw.apply_pass),
    kinds.SAY: (calls.judge_say, calls.apply_say),
    kinds.CATCH: (calls.judge_catch, calls.apply_catch),
    kinds.ACCUSE: (calls.judge_accuse, calls.apply_accuse),
    kinds.REACT: (calls.judge_react, calls.apply_react),
    kinds.PENALTY: (calls.judge_penalty, calls.apply_penalty),
    kinds.CLOSE: (close.judge_close, close.apply_close),
    kinds.LEFT: (close.judge_left, close.apply_left),
    **dict.fromkeys(lines_of(VERBS), (position.judge_position, position.apply_position)),
}
_OTHER: Final[tuple[Judge, Apply]] = (_judge_other, _apply_nothing)


def judge(state: State, event: Event) -> Violation | None:
    """Return the violation of an event at this moment, None if there is none; change nothing."""
    judge_it, _ = _HANDLERS.get(event.kind, _OTHER)
    if state.accuser != NONE and _ruling(state, event, judge_it) is not None:
        return RULED_IN_DOUBT
    return judge_it(state, event)


def _ruling(state: State, event: Event, judge_it: Judge) -> bool | None:
    """Return how the table must have ruled on the open accusation (True: a bluff) for an event to
    be right; None where the ruling makes no difference."""
    if event.kind not in _RULED or not (event.kind == kinds.CLOSE or state.at_stake(event.seat)):
        return None
    right_if_bluff = bluff.judge_as_ruled(state, event, judge_it, was_bluff=True)
    right_if_not = bluff.judge_as_ruled(state, event, judge_it, was_bluff=False)
    return right_if_bluff if right_if_bluff != right_if_not else None


def apply(state: State, event: Event) -> None:
    """Judge an event, record what is wrong, and change the state as the rules or the remedy say."""
    if state.readings:
        if state.index - state.forked_at <= MOST_EVENTS_OPEN:
            _apply_in_all_readings(state, event)
            return
        state.readings = []
    if (slip := _apply_alone(state, event)) is not None:
        state.readings += slip.readings()


class _Slip(NamedTuple):
    """An event that is illegal in one reading of the log, and may be a slip of the pen there."""

    before: State
    event: Event
    violation: Violation

    def readings(self) -> Iterator[State]:
        """Yield the readings of the log in which it is a slip."""
        for reading in readings_of_slips(self.before, self.event, self.violation, _try):
            reading.index = self.before.index + 1
            yield reading


def _apply_alone(state: State, event: Event, *, keeps_slips: bool = True) -> _Slip | None:
    """Judge an event and change one reading of the log. Return the slip that an illegal event may
    be. Without *keeps_slips*, return only those that what the hand held makes illegal."""
    slip = None
    judge_it, apply_it = _HANDLERS.get(event.kind, _OTHER)
    if state.accuser != NONE and (was_bluff := _ruling(state, event, judge_it)) is not None:
        bluff.record_ruling(state, was_bluff=was_bluff)
    violation = judge_it(state, event)
    if violation is None:
        apply_it(state, event)
    elif violation.verdict is Verdict.UNKNOWN:
        _record_question(state, event, violation)
        apply_it(state, event)
    else:
        # Under the ruled remedy later events may show that the illegal one was a slip.
        if state.remedy is Remedy.RULED and state.may_fork:
            state.count_fork()
            if keeps_slips or violation.code is Code.COULD_HAVE_PLAYED:
                slip = _Slip(state.fork(), event, violation)
        remedy_illegal(state, event, violation, apply_it)
    state.index += 1
    if state.readings:
        for reading in state.readings:
            reading.index = state.index
    return slip


def _record_question(state: State, event: Event, violation: Violation) -> None:
    """Record that an event cannot be judged, and keep the claims that would settle it."""
    question: Violation | None = violation
    while question is not None:
        state.add_violation(question)
        drawn_at = state.drawn_at if question.about_drawn else NONE
        if question.claim and not (question.about_drawn and drawn_at == NONE):
            # Only the seat in turn draws by choice; the next one may go on without its pass.
            hand = state.hand_of[state.turn if question.about_drawn else event.seat]
            state.claim_none_of(hand, question.claim, question.rule, drawn_at)
        question = question.besides


def _try(state: State, event: Event) -> bool:
    """Apply an event, recording nothing, unless it is illegal. Return whether it was applied."""
    judge_it, apply_it = _HANDLERS.get(event.kind, _OTHER)
    violation = judge_it(state, event)
    if violation is not None and violation.verdict is Verdict.ILLEGAL:
        return False
    apply_it(state, event)
    return True


def _apply_in_all_readings(state: State, event: Event) -> None:
    """Apply an event in every reading of the log, and keep those in which it can have happened.

    The state becomes the first of those in which it is legal; one in which only the cards held
    make it illegal may turn out to be right later. If it can have happened in none, all are kept.
    """
    others, state.readings = state.readings, []
    fits: dict[_Fit, list[State]] = {fit: [] for fit in _Fit}
    impossible: list[Iterable[State]] = []
    for reading in (state, *others):
        reading.forks, reading.forked_at = state.forks, state.forked_at
        goes_on = event.kind == kinds.PASS and reading.draw_taken_back and not reading.drawn
        reading.readings = []
        none_fits = not (fits[_Fit.LEGAL] or fits[_Fit.POSSIBLE])
        slip = _apply_alone(reading, event, keeps_slips=none_fits)
        if slip is not None and slip.violation.code is Code.COULD_HAVE_PLAYED:
            reading.readings += slip.readings()
            slip = None
        for kept in (reading, *reading.readings):
            fit = _fit(kept)
            # Who passes after a draw keeps the card, so the draw was hardly taken back.
            fit = _Fit.POSSIBLE if goes_on and fit is _Fit.LEGAL else fit
            fits[fit].append(kept)
        impossible.append((reading, *reading.readings))
        if slip is not None:
            # An iterator: every reading is a copy, made only if it is needed.
            impossible.append(slip.readings())
        reading.readings = []
    possible: Iterator[State] = iter(fits[_Fit.LEGAL] + fits[_Fit.POSSIBLE])
    likeliest = next(possible, None)
    if likeliest is None:
        possible = chain.from_iterable(impossible)
        likeliest = next(possible)
    if likeliest is not state:
        state.become(likeliest)
    keep_readings(state, possible)


class _Fit(Enum):
    """The way the last event fits a reading of the log."""

    LEGAL = 0
    POSSIBLE = 1
    """It was illegal, or may have been, for what the hand held besides: it can have happened as it
    is written."""
    IMPOSSIBLE = 2


def _fit(reading: State) -> _Fit:
    """Return how the last event applied fits a reading."""
    findings = reading.findings
    place = len(findings) - 1
    fit = _Fit.LEGAL
    while place >= 0 and findings[place].event == reading.index - 1:
        finding = findings[place]
        if finding.code is Code.COULD_HAVE_PLAYED:
            fit = _Fit.POSSIBLE
        elif finding.verdict is Verdict.ILLEGAL:
            return _Fit.IMPOSSIBLE
        place -= 1
    return fit
