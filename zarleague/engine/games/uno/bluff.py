"""Accusations of bluff: who pays, and what follows while nobody can know.

A draw four is a bluff if its player held another card that could have been played, judged on the
hand as it was then and on the card and colour in force before it (Playroom, fifth variant). While
that hand is not known, what the two players do next is judged under both rulings: if it is right
under one of them alone, it shows how the table ruled, and that is judged by what is shown later.
"""

from typing import Final

from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno.deck import COLOUR, WILD
from zarleague.engine.games.uno.fits import FOURS, OF_COLOUR
from zarleague.engine.games.uno.state import State
from zarleague.engine.holdings import Claim
from zarleague.engine.view import Debt

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
    """The victim of a draw four accuses: whoever is wrong owes the cards, if anybody knows who."""
    state.answerable = False
    if state.bluff is None and state.disputed != NONE:
        # Two disputes at once: which of them a later draw belongs to, nobody can tell.
        state.blurred = True
        return
    against = state.accused
    state.accused = NONE
    due = state.forgive(accuser, "draw-four")
    bluffer_owes = due + state.rules.bluffer_extra
    accuser_owes = due + WRONG_ACCUSER_EXTRA
    if state.bluff:
        state.owe(against, bluffer_owes, BLUFF)
    elif state.bluff is False:
        state.owe(accuser, accuser_owes, "draw-four")
    else:
        state.disputed = accuser
        state.against = against
        state.accuser_owes = accuser_owes
        state.bluffer_owes = bluffer_owes
        state.disputed_event = state.judged
        state.disputed_since = state.at


def decide(state: State, *, was_bluff: bool) -> None:
    """The open dispute is decided: who has lost it owes the cards, as if that had been known from
    the accusation on."""
    loser = state.against if was_bluff else state.disputed
    cards = state.at_stake(loser)
    if cards:
        rule = BLUFF if was_bluff else "draw-four"
        if not was_bluff:
            cards += state.forgive(loser, rule)
        debts = state.debts[loser]
        older = sum(debt.event < state.disputed_since for debt in debts)
        debts.insert(older, Debt(cards, rule, state.disputed_since))
        state.due[loser] += cards
    state.end_dispute()


def ruled(state: State, *, was_bluff: bool) -> State:
    """The state as it would be under a ruling on the open dispute."""
    twin = state.copy()
    decide(twin, was_bluff=was_bluff)
    return twin


def table_ruled(state: State, *, was_bluff: bool) -> None:
    """What the table did shows how it decided the dispute, which nobody can judge yet."""
    state.note(Verdict.UNKNOWN, Code.FALSE_CLAIM, BLUFF)
    state.rulings[state.disputed_event] = (was_bluff, state.at)
    decide(state, was_bluff=was_bluff)


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
        decide(state, was_bluff=was_bluff)
    elif claim.event == state.judged:
        state.bluff = was_bluff


def _replace(state: State, event: int, rule: str, verdict: Verdict) -> None:
    """Give the open finding on an event its verdict."""
    for place, finding in enumerate(state.findings):
        is_it = (finding.event, finding.rule, finding.verdict) == (event, rule, Verdict.UNKNOWN)
        if is_it:
            state.findings[place] = finding._replace(verdict=verdict, decided=state.at)
