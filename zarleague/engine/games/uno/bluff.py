"""Accusations of bluff: who pays, and what follows while that is not known.

A draw four is a bluff if its player held another card that could have been played, judged on the
hand as it was then and on the card and colour in force before it (Playroom, fifth variant). While
that hand is not known, the next actions of the two players are judged under both rulings. An event
that is right under only one of them shows how the table ruled; cards shown later decide whether
that ruling was right.
"""

from bisect import bisect_left
from typing import Final

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno.deck import COLOUR, DRAW_FOURS, OF_COLOUR, WILD
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.violations import Judge
from zarleague.engine.open_questions import Claim
from zarleague.engine.view import Debt

WRONG_ACCUSER_EXTRA: Final = 2
"""Cards a wrong accuser draws on top of those due (Playroom, fifth variant; Mattel)."""
BLUFF: Final = "bluff"


def colour_in_force(state: State) -> int:
    """Return the cards of the colour in force, as a mask; after a buzzer there is none."""
    if state.named != NONE:
        return OF_COLOUR[state.named]
    return OF_COLOUR[COLOUR[state.top]] if 0 <= state.top < WILD else 0


def other_choices(state: State) -> int:
    """Return the cards, as a mask, that make a draw four a bluff if its player holds one."""
    return colour_in_force(state) if state.rules.bluff_by_colour else state.playable


def record_play(state: State, seat: int, wanted: int, *, answers: bool) -> None:
    """Note a draw four that may be accused, and whether it was a bluff. *wanted*: the cards that
    could have been played instead; another draw four is not one of them."""
    state.accusable = seat
    state.accusable_play = state.index
    wanted &= ~DRAW_FOURS
    if answers and not state.rules.answer_is_judged:
        state.is_bluff = False
        return
    hand = state.hand_of[seat]
    state.is_bluff = None if state.in_doubt else state.hands.holds_any(hand, wanted)
    if state.is_bluff is None:
        state.claim_none_of(hand, wanted, BLUFF)


def accuse(state: State, accuser: int) -> None:
    """Apply an accusation by the victim of a draw four: the loser owes the cards, or a dispute is
    opened while the loser is not known."""
    state.answerable = NONE
    if state.is_bluff is None and state.accuser != NONE:
        # With two disputes at once, a later draw cannot be assigned to one of them.
        state.in_doubt = True
        return
    against = state.accusable
    state.accusable = NONE
    owed = state.forgive_play(accuser, state.accusable_play)
    bluffer_owes = owed + state.rules.bluffer_extra
    accuser_owes = owed + WRONG_ACCUSER_EXTRA
    if state.is_bluff:
        state.owe(against, bluffer_owes, BLUFF)
        state.not_charged = accuser, Debt(accuser_owes, "draw-four", state.index)
    elif state.is_bluff is False:
        state.owe(accuser, accuser_owes, "draw-four")
        state.not_charged = against, Debt(bluffer_owes, BLUFF, state.index)
    else:
        state.accuser = accuser
        state.accused = against
        state.accuser_owes = accuser_owes
        state.bluffer_owes = bluffer_owes
        state.disputed_play = state.accusable_play
        state.accused_at = state.index


def decide_dispute(state: State, *, was_bluff: bool) -> None:
    """Decide the open dispute: the loser owes the cards from the accusation on."""
    loser = state.accused if was_bluff else state.accuser
    if cards := state.at_stake(loser):
        rule = BLUFF if was_bluff else "draw-four"
        debts = state.debts[loser]
        older = sum(debt.event < state.accused_at for debt in debts)
        debts.insert(older, Debt(cards, rule, state.accused_at))
        state.owed[loser] += cards
    state.end_dispute()


def judge_as_ruled(state: State, event: Event, judge: Judge, *, was_bluff: bool) -> bool:
    """Return whether an event is right, or may be, if the open dispute is decided so.

    The state is restored afterwards; copying it for every event would cost more than judging the
    whole hand.
    """
    loser = state.accused if was_bluff else state.accuser
    debts, owed = state.debts[loser], state.owed[loser]
    dispute = state.accuser, state.accused, state.disputed_play
    state.debts[loser] = debts[:]
    decide_dispute(state, was_bluff=was_bluff)
    violation = judge(state, event)
    state.debts[loser], state.owed[loser] = debts, owed
    state.accuser, state.accused, state.disputed_play = dispute
    return violation is None or violation.verdict is Verdict.UNKNOWN


def record_ruling(state: State, *, was_bluff: bool) -> None:
    """Decide the open dispute as the table did; whether the ruling was right stays open."""
    state.add_finding(Verdict.UNKNOWN, Code.FALSE_CLAIM, BLUFF)
    state.rulings[state.disputed_play] = (was_bluff, state.index)
    decide_dispute(state, was_bluff=was_bluff)


def settle_claims(state: State) -> None:
    """Settle the open questions that shown cards answer, however old they are.

    None is settled once an unnamed card was played, since it may have moved the hands.
    """
    if state.in_doubt:
        return
    for claim in state.hands.settle():
        if claim.tag == BLUFF:
            _settle_bluff(state, claim)
        else:
            verdict = Verdict.LEGAL if claim.decided else Verdict.ILLEGAL
            _decide_finding(state, claim.event, claim.tag, verdict)


def _settle_bluff(state: State, claim: Claim) -> None:
    """Settle whether a draw four was a bluff, and the finding on the ruling that depended on it."""
    was_bluff = not claim.decided
    if claim.event in state.rulings:
        ruled, event = state.rulings[claim.event]
        verdict = Verdict.LEGAL if ruled == was_bluff else Verdict.ILLEGAL
        _decide_finding(state, event, BLUFF, verdict)
    elif claim.event == state.disputed_play:
        decide_dispute(state, was_bluff=was_bluff)
    elif claim.event == state.accusable_play:
        state.is_bluff = was_bluff


def _decide_finding(state: State, event: int, rule: str, verdict: Verdict) -> None:
    """Give the open finding on an event its verdict."""
    findings = state.findings
    place = bisect_left(findings, event, key=lambda finding: finding.event)
    while place < len(findings) and findings[place].event == event:
        finding = findings[place]
        if finding.rule == rule and finding.verdict is Verdict.UNKNOWN:
            findings[place] = finding._replace(verdict=verdict, decided=state.index)
        place += 1
