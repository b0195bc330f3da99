"""Plays: one card or several identical ones, in turn or as a match."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games.zar import declare
from zarleague.engine.games.zar.judge import (
    MIXED,
    PLAIN,
    Objection,
    how_on_top,
    identity_of,
    objection_to,
    plays_drawn,
)
from zarleague.engine.games.zar.lay import lay, leave_hand
from zarleague.engine.games.zar.remedy import offend
from zarleague.engine.games.zar.rules import DRAWS_TWO
from zarleague.engine.games.zar.state import State
from zarleague.engine.holdings import Taken


def play(state: State, event: Event) -> None:
    """Judge a play or match and let everything follow that it brings."""
    seat = event.seat
    cards = event.cards
    name = event.name
    said = event.said
    if not state.going or not cards or UNKNOWN in cards:
        _play_otherwise(state, event)
        return
    rules = state.rules
    identity = cards[0]
    if len(cards) > 1 or identity == rules.chameleon:
        identity = identity_of(state, cards)
    on_turn = seat == state.turn or (seat == state.drew and plays_drawn(state, cards))
    how = PLAIN if identity != state.top else how_on_top(state, seat, on_turn)
    objection = objection_to(state, event, identity, how, on_turn)
    if objection is None:
        objection = _take(state, seat, cards)
    if objection is not None:
        offend(state, event, objection, _let_stand)
        return
    if seat == state.drew:
        _judge_drawn(state, event, how)
    lay(state, seat, cards, identity, name, how)
    leave_hand(state, seat, len(cards), how, on_turn)
    if said or rules.must_declare:
        declare.check(state, event, how)
    if state.hands.claims:
        settle_claims(state)


def _play_otherwise(state: State, event: Event) -> None:
    """A play before or after the hand, of no card, or while something is in doubt."""
    if state.started and not state.over and event.cards:
        _play_in_doubt(state, event)
        return
    code = Code.HAND_OVER if state.over else Code.NOT_STARTED
    state.find(Verdict.ILLEGAL, code if event.cards else Code.WRONG_OPERANDS, "turn")


def _take(state: State, seat: int, cards: tuple[int, ...]) -> Objection | None:
    """Take the cards from the hand, or say why it cannot have held them; then none is taken."""
    hands = state.hands
    held = hands.held[seat]
    if len(cards) == 1 and held[cards[0]]:
        # What most plays are: a card known to be held.
        held[cards[0]] -= 1
        hands.known[seat] -= 1
        return None
    for index, card in enumerate(cards):
        taken = hands.take(seat, card)
        if taken > Taken.FROM_UNKNOWN:
            for earlier in cards[:index]:
                hands.put_back(seat, earlier)
            if taken is Taken.NOT_HELD:
                return Objection(Code.NOT_HELD, "holding", (("card", card),))
            most = state.rules.copies[card]
            return Objection(Code.NONE_LEFT, "holding", (("card", card), ("most", most)))
    return None


def _let_stand(state: State, event: Event) -> None:
    """Leave an illegal play on the table, as far as the cards allow: what the hand cannot have
    held lies there all the same; a draw-two debt it should have answered is still owed."""
    seat = event.seat
    identity = identity_of(state, event.cards)
    if identity == MIXED:
        identity = event.cards[-1]
        if identity == state.rules.chameleon:
            identity = state.top
    on_turn = seat == state.turn or (seat == state.drew and plays_drawn(state, event.cards))
    how = PLAIN if identity != state.top else how_on_top(state, seat, on_turn)
    _force_out(state, seat, event.cards)
    answers = on_turn and state.rules.effect[identity] == DRAWS_TWO
    if state.draw_twos and how == PLAIN and not answers:
        state.owe(state.turn, state.draw_twos, "draw-two")
        state.draw_twos = 0
    lay(state, seat, event.cards, identity, event.name, how)
    leave_hand(state, seat, len(event.cards), how, on_turn)


def _force_out(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Remove cards from a hand whether or not it can have held them."""
    hands = state.hands
    for card in cards:
        if hands.take(seat, card) > Taken.FROM_UNKNOWN:
            if hands.unseen[card]:
                hands.unseen[card] -= 1
            if state.size(seat):
                hands.forget(seat)


def _judge_drawn(state: State, event: Event, how: int) -> None:
    """After drawing, only the card just drawn may be played; one nobody saw drawn may be it."""
    if how != PLAIN or state.drawn != UNKNOWN:
        return
    # The card has been taken already. It was the drawn one for certain if nothing else in the
    # hand was unknown.
    if state.hands.unknown[event.seat]:
        state.find(Verdict.UNKNOWN, Code.NOT_ALLOWED, "drawn-card")


def _play_in_doubt(state: State, event: Event) -> None:
    """A play of a card nobody can name, or after one: only possession can still be judged."""
    seat = event.seat
    known = tuple(card for card in event.cards if card != UNKNOWN)
    if state.size(seat) < len(event.cards):
        about = (("count", state.size(seat)),)
        state.find(Verdict.ILLEGAL, Code.WRONG_COUNT, "holding", about)
        return
    objection = _take(state, seat, known)
    if objection is not None:
        state.find(Verdict.ILLEGAL, *objection)
        return
    for _ in range(len(event.cards) - len(known)):
        state.hands.forget(seat)
    state.find(Verdict.UNKNOWN, Code.DOES_NOT_FIT, "fit")
    state.doubt = True
    state.going = False
    state.pile += event.cards
    state.top = state.named = NONE
    state.draw_twos = 0
    state.count_again(seat)
    state.out = NONE if state.size(seat) else seat


def settle_claims(state: State) -> None:
    """Replace the findings that cards shown since have decided."""
    for claim in state.hands.settle():
        verdict = Verdict.LEGAL if claim.decided else Verdict.ILLEGAL
        for index, finding in enumerate(state.findings):
            if finding.event == claim.event and finding.rule == claim.tag:
                state.findings[index] = Finding(
                    finding.event,
                    verdict,
                    finding.code,
                    finding.rule,
                    finding.about,
                    decided=state.at,
                )
