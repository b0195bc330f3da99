"""Interceptions: playing an identical card out of turn (Playroom, third variant)."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.uno import violations
from zarleague.engine.games.uno.deck import BUZZER, DRAW_FOUR, RANK, SAME_FACE, SKIP, WILD
from zarleague.engine.games.uno.effects import play_card
from zarleague.engine.games.uno.play import wrong_names
from zarleague.engine.games.uno.state import State


def judge_match(state: State, event: Event) -> Violation | None:
    """Judge an interception: an identical card played out of turn; with super interceptions, one of
    the same face.

    "If you have exactly the same card as the one at the top, you can play it immediately without
    waiting for your turn" (Playroom, third variant). Being too late or mistaken about the card is a
    failed interception.
    """
    seat = event.seat
    cards = event.cards
    name = event.name
    other = event.other
    rules = state.rules
    if len(cards) != 1:
        return violations.WRONG_OPERANDS
    if not rules.interceptions:
        return Violation(Code.NOT_ALLOWED, "interceptions")
    if (violation := violations.blocked(state, seat)) is not None:
        return violation
    if state.out != NONE:
        return violations.HAND_OVER
    card = cards[0]
    if card == UNKNOWN and not state.hand_size(seat):
        return Violation(Code.NOT_HELD, "interceptions")
    if card == UNKNOWN:
        return Violation(Code.NOT_IDENTICAL, "interceptions", verdict=Verdict.UNKNOWN)
    if not 0 <= card < state.hands.faces:
        return violations.NOT_IN_DECK
    if (violation := violations.not_held(state, seat, card)) is not None:
        return violation
    if seat == state.turn and not rules.intercept_in_turn and not state.may_pass:
        return Violation(Code.NOT_ALLOWED, "interceptions")
    if state.owed[seat] and not state.exhausted:
        return violations.must_settle(state, seat)
    return _cannot_intercept(state, card) or wrong_names(state, seat, card, name, other)


def _cannot_intercept(state: State, card: int) -> Violation | None:
    """Return why a card does not intercept the one on top, None if it does."""
    if card in (WILD, DRAW_FOUR) or (card == BUZZER and not state.rules.intercept_buzzer):
        return Violation(Code.NOT_ALLOWED, "interceptions", penalised=True)
    if RANK[card] >= SKIP and not state.rules.intercept_actions:
        return Violation(Code.NOT_ALLOWED, "interceptions", penalised=True)
    if state.top == UNKNOWN:
        return Violation(Code.NOT_IDENTICAL, "interceptions", verdict=Verdict.UNKNOWN)
    if _identical(state, card, state.top):
        return None
    about = (("card", card), ("top", state.top))
    below = state.discard[-2] if len(state.discard) > 1 else UNKNOWN
    if below != UNKNOWN and _identical(state, card, below):
        return Violation(Code.TOO_LATE, "interceptions", about, penalised=True)
    return Violation(Code.NOT_IDENTICAL, "interceptions", about, penalised=True)


def _identical(state: State, card: int, top: int) -> bool:
    """Return whether a card is identical to the one on top, as the option understands it."""
    if state.rules.intercepts_same_face:
        return bool(SAME_FACE[top] >> card & 1)
    return card == top


def apply_match(state: State, event: Event) -> None:
    """Play the card as an interception. A seat that has drawn and then intercepts has passed."""
    if event.seat == state.turn and not state.rules.intercept_in_turn and state.may_pass:
        state.pass_turn()
    play_card(state, event, intercepts=True)
