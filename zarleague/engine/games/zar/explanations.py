"""Explanations of an illegal play or draw other than that it was taken back.

It may stand, and cost a Vincent card. Or the log is wrong: the card, the seat or an earlier line is
mistyped, or a line is missing. Each explanation is a state in which the hand goes on; those in
which the event would still break a rule are left out.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from zarleague.engine.event import DRAW, MATCH, NONE, PLAY, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.deal import start_unrecorded
from zarleague.engine.games.zar.doubt import PLAYS_THAT_CONFIRM, leave_unknown
from zarleague.engine.games.zar.draw import apply_draw, apply_illegal_draw, cards_due
from zarleague.engine.games.zar.effects import play_cards
from zarleague.engine.games.zar.play import apply_illegal_play, apply_play
from zarleague.engine.games.zar.possession import has_cards, receive
from zarleague.engine.games.zar.state import VINCENT, State
from zarleague.engine.games.zar.violations import PLAIN

_TURN: Final = frozenset({Code.OUT_OF_TURN, Code.TOO_LATE, Code.NOTHING_OWED})
"""Violations that a mistyped seat or a missing line may explain."""
NOT_PLAYING: Final = frozenset({Code.HAND_OVER, Code.NOT_STARTED})
"""Violations of events outside a hand, where the event cannot stand."""

_GUESSED: Final = frozenset(
    {
        Code.OUT_OF_TURN,
        Code.TOO_LATE,
        Code.NOTHING_OWED,
        Code.MUST_SETTLE,
        Code.NOT_IDENTICAL,
        Code.NOT_ALLOWED,
        Code.WRONG_COUNT,
        Code.HAND_OVER,
    }
)
"""Violations that rest on whose turn it is, what is owed or who is out."""


def is_guessed(state: State, violation: Violation) -> bool:
    """Return whether a violation rests on a guess."""
    return state.unsure > 0 and violation.code in _GUESSED


def record(state: State, violation: Violation, remedy: str = "") -> None:
    """Record a violation and its remedy. A violation that rests on a guess is recorded as unknown,
    without a remedy."""
    code, rule, about = violation[:3]
    if is_guessed(state, violation):
        state.add_finding(Verdict.UNKNOWN, code, rule, about)
        state.unsure = PLAYS_THAT_CONFIRM
        return
    if remedy:
        about = (*about, ("remedy", remedy))
    state.add_finding(Verdict.ILLEGAL, code, rule, about)


def let_stand(state: State, event: Event, violation: Violation) -> bool:
    """Record the violation and let the event stand, at the cost of a Vincent card. Return False if
    it cannot stand: before or after the hand, or without a card to play."""
    if violation.code in NOT_PLAYING:
        record(state, violation)
        return False
    guessed = is_guessed(state, violation)
    record(state, violation, "penalty")
    if event.kind == DRAW:
        apply_illegal_draw(state, event)
    elif state.in_doubt or NONE in event.cards or not apply_illegal_play(state, event):
        return False
    if not guessed:
        state.owe(event.seat, 1, VINCENT)
    return True


def explanations(state: State, event: Event, violation: Violation) -> Iterator[State]:
    """Yield the states after an illegal event, one for each explanation, likeliest first."""
    code = violation.code
    if code is Code.HAND_OVER:
        yield from _not_out(state, event, violation)
        return
    if code is Code.NOT_STARTED:
        branch = _recorded(state, violation, 0)
        if start_unrecorded(branch) and _legal(branch, event):
            yield branch
        return
    stands = _branch(state)
    if let_stand(stands, event, violation):
        if code in _TURN:
            stands.miscounted |= 1 << event.seat | 1 << state.turn
        elif event.kind != DRAW:
            _doubt_cards(stands, event, code)
        yield stands
    if is_guessed(state, violation):
        # The guess is more likely to be wrong than the log.
        if code is Code.MUST_SETTLE:
            yield from _nothing_owed(state, event, violation)
        elif state.seats > 2:
            other_way = _branch(state)
            other_way.direction = -state.direction
            other_way.harm += 1
            if let_stand(other_way, event, violation):
                yield other_way
        return
    if code in _TURN:
        yield from _wrong_turn(state, event, violation)
    elif code is Code.MUST_SETTLE:
        yield from _nothing_owed(state, event, violation)
    if event.kind == MATCH and code is Code.NOT_IDENTICAL:
        yield from _matched_card_missing(state, event, violation)
    if event.kind != DRAW and has_cards_to_play(state, event):
        mistyped = _recorded(state, violation, 1)
        if has_cards(mistyped, event.seat, len(event.cards)):
            for _ in event.cards:
                mistyped.hands.forget(event.seat)
            leave_unknown(mistyped, event.seat, (NONE,) * len(event.cards))
            yield mistyped


def has_cards_to_play(state: State, event: Event) -> bool:
    """Return whether the seat has as many cards, so that it may have played others than written."""
    return event.seat == state.turn or event.kind == MATCH or state.in_doubt


def _branch(state: State) -> State:
    """Return a copy of the state in which the hand may go on."""
    return state.copy()


def _recorded(state: State, violation: Violation, harm: int) -> State:
    """Return a copy in which the violation is recorded and nothing has happened yet; *harm* is the
    weight against this explanation."""
    branch = _branch(state)
    branch.harm += harm
    record(branch, violation)
    return branch


def _legal(branch: State, event: Event) -> bool:
    """Apply the event and return whether it was legal."""
    apply_event = apply_draw if event.kind == DRAW else apply_play
    return apply_event(branch, event) is None


def _doubt_cards(stands: State, event: Event, code: Code) -> None:
    """Treat the cards of an illegal play that stands as mistyped: their other copies may still turn
    up, and so may those of the card below if they do not fit on that."""
    copies = stands.rules.copies
    cards = [*event.cards]
    if code is Code.DOES_NOT_FIT and len(stands.discard) > len(cards):
        cards.append(stands.discard[-len(cards) - 1])
    for card in cards:
        if card != NONE and stands.hands.unseen[card] < copies[card]:
            stands.hands.release(card)


def _wrong_turn(state: State, event: Event, violation: Violation) -> Iterator[State]:
    """Yield explanations of an event out of turn: another seat did it, play goes the other way, or
    a line before it is missing."""
    seat = event.seat
    turn = state.turn
    seats = state.seats
    if seat != turn:
        meant = _recorded(state, violation, 1)
        if _legal(meant, replace(event, seat=turn)):
            meant.miscounted |= 1 << seat | 1 << turn
            yield meant
    if seats > 2 and seat == (turn - 2 * state.direction) % seats:
        reversed_play = _recorded(state, violation, 1)
        reversed_play.direction = -state.direction
        reversed_play.settle_turn(seat)
        if _legal(reversed_play, event):
            yield reversed_play
    if seat == (turn + state.direction) % seats and (event.kind == DRAW or cards_due(state, turn)):
        missing = _recorded(state, violation, 1)
        owed = cards_due(missing, turn)
        missing.forgive(turn)
        missing.draw_unrecorded(turn, owed)
        missing.settle_turn(seat)
        missing.miscounted |= 1 << turn
        if _legal(missing, event):
            yield missing
    if event.kind == DRAW and seat == state.owner and len(event.cards) == 1:
        matched = _recorded(state, violation, 2)
        receive(matched, seat, event.cards)
        matched.owner = turn
        matched.miscounted = (1 << seats) - 1
        matched.doubt_turn((1 << seats) - 1)
        yield matched


def _nothing_owed(state: State, event: Event, violation: Violation) -> Iterator[State]:
    """Yield explanations of a play before a draw: the line of the draw is missing, or nothing was
    owed."""
    seat = event.seat
    for missing in (True, False):
        branch = _recorded(state, violation, 0 if missing else 1)
        owed = cards_due(branch, seat)
        branch.forgive(seat)
        if missing:
            branch.draw_unrecorded(seat, owed)
        branch.miscounted |= 1 << seat
        if _legal(branch, event):
            yield branch


def _matched_card_missing(state: State, event: Event, violation: Violation) -> Iterator[State]:
    """Yield the explanation that the line is missing in which the seat in turn played that card."""
    seat = state.turn
    card = event.cards[0]
    if seat == event.seat or card == state.rules.chameleon or state.in_doubt:
        return
    branch = _recorded(state, violation, 1)
    if not has_cards(branch, seat, 1):
        return
    branch.hands.forget(seat)
    branch.miscounted |= 1 << seat
    play_cards(branch, seat, (NONE,), card, event.name, PLAIN)
    if _legal(branch, event):
        yield branch


def _not_out(state: State, event: Event, violation: Violation) -> Iterator[State]:
    """Yield the explanation that the seat that seems to be out is not, since a line is missing."""
    if state.remedy is not Remedy.RULED or state.out == NONE:
        return
    branch = _recorded(state, violation, 0)
    branch.draw_unrecorded(state.out, 1)
    branch.out = NONE
    if _legal(branch, event) or (event.kind == PLAY and apply_illegal_play(branch, event)):
        yield branch
