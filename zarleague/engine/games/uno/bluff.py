"""Accusations of bluff: who pays, and what follows while nobody can know.

A draw four is a bluff if its player held another card that could have been played, judged on the
hand as it was then and on the card and colour in force before it (Playroom, fifth variant). While
that hand is not known, the accusation is judged by what the table does next, and the table's ruling
by what is shown later.
"""

from typing import Final

from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno.deck import COLOUR, WILD
from zarleague.engine.games.uno.fits import FOURS, OF_COLOUR
from zarleague.engine.games.uno.state import State
from zarleague.engine.holdings import Claim

WRONG_ACCUSER_EXTRA: Final = 2
"""Cards a wrong accuser draws on top of what was due (Playroom, fifth variant; Mattel)."""
BLUFF: Final = "bluff"


def colour_in_force(state: State) -> int:
    """The cards of the colour in force; none after a buzzer."""
    if state.named != NONE:
        return OF_COLOUR[state.named]
    return OF_COLOUR[COLOUR[state.top]] if 0 <= state.top < WILD else 0


def other_choices(state: State) -> int:
    """The cards that could be played now instead of a draw four, as far as a bluff goes."""
    return colour_in_force(state) if state.rules.bluff_by_colour else state.fit


def play(state: State, seat: int, wanted: int, *, answers: bool) -> None:
    """A draw four was played while the cards *wanted* could have been, too. Another draw four is
    no other choice."""
    state.accused = seat
    state.judged = state.at
    wanted &= ~FOURS
    if answers and not state.rules.answer_is_judged:
        state.bluff = False
        return
    hand = state.hand_of[seat]
    state.bluff = None if state.blurred else state.holdings.holds_any(hand, wanted)
    if state.bluff is None:
        state.holdings.claim(state.at, hand, wanted, BLUFF)


def accuse(state: State, accuser: int) -> None:
    """The victim of a draw four accuses: the debt moves, if anybody can know where."""
    state.answerable = False
    if state.disputed != NONE:
        # Two disputes at once: which of them a later draw belongs to, nobody can tell.
        state.blurred = True
        return
    state.disputed = accuser
    state.against = state.accused
    state.disputed_event = state.judged
    state.disputed_due = state.forgive(accuser, "draw-four")
    state.accused = NONE
    if state.bluff is not None:
        _decide(state, was_bluff=state.bluff)


def _decide(state: State, *, was_bluff: bool) -> None:
    bluffer_pays, accuser_pays = prices(state)
    if was_bluff:
        state.owe(state.against, bluffer_pays, BLUFF)
    else:
        state.owe(state.disputed, accuser_pays, "draw-four")
    state.disputed = state.against = state.disputed_event = NONE


def prices(state: State) -> tuple[int, int]:
    """What the accused or the accuser draws."""
    due = state.disputed_due
    return due + state.rules.bluffer_extra, due + WRONG_ACCUSER_EXTRA


def table_ruled(state: State, *, was_bluff: bool) -> None:
    """What the table did shows how it decided the dispute."""
    state.rulings[state.disputed_event] = (was_bluff, state.at)
    _decide(state, was_bluff=was_bluff)


def settle(state: State) -> None:
    """Cards were shown: decide the open questions that they settle, however long ago; none once a
    card that nobody named was played, since it may have moved the hands."""
    if state.blurred:
        return
    for claim in state.holdings.settle():
        if claim.tag == BLUFF:
            _settle_bluff(state, claim)
        else:
            verdict = Verdict.LEGAL if claim.decided else Verdict.ILLEGAL
            _replace(state, claim.event, claim.tag, verdict)


def _settle_bluff(state: State, claim: Claim) -> None:
    was_bluff = not claim.decided
    if claim.event in state.rulings:
        ruled, event = state.rulings[claim.event]
        verdict = Verdict.LEGAL if ruled == was_bluff else Verdict.ILLEGAL
        _replace(state, event, BLUFF, verdict)
    elif claim.event == state.disputed_event:
        _decide(state, was_bluff=was_bluff)
    elif claim.event == state.judged:
        state.bluff = was_bluff


def _replace(state: State, event: int, rule: str, verdict: Verdict) -> None:
    """Give the open finding on an event its verdict."""
    for place, finding in enumerate(state.findings):
        is_it = (finding.event, finding.rule, finding.verdict) == (event, rule, Verdict.UNKNOWN)
        if is_it and finding.code in _QUESTIONS:
            state.findings[place] = finding._replace(verdict=verdict, decided=state.at)


_QUESTIONS: Final = frozenset({Code.FALSE_CLAIM, Code.COULD_HAVE_PLAYED})
"""Codes of findings that a claim can settle."""
