"""The rules of a play apart from possession.

`judge_play` returns the first violation. Nothing here changes the state; possession is judged where
the cards leave the hand (``play``).
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zar.deck import COLOURS, NUMBERS
from zarleague.engine.games.zar.rules import DRAWS_TWO, IS_DRAGON, IS_TRANSPARENT, IS_WILD
from zarleague.engine.games.zar.state import State

# The relation of a play to the top card. Plain ints, because every play asks for it.
PLAIN: Final = 0
"""On a card that is not identical."""
ON_OTHERS: Final = 1
"""On an identical card of somebody else: a match."""
ON_OWN: Final = 2
"""On an identical card of one's own, before the turn has come round."""
ON_OWN_AFTER_ROUND: Final = 3
"""On an identical card of one's own, when the turn has come round."""

MIXED: Final = -2
"""The identity of cards that are not identical."""


def identity_of(state: State, cards: tuple[int, ...]) -> int:
    """Return the identity of cards played together.

    Chameleons take the identity of the card beside them, or of the top card: "an exact match of the
    card it was played on (or … whatever the last non-Chameleon card which was played)" (Clay, The
    Chameleon card).
    """
    chameleon = state.rules.chameleon
    identity = NONE
    for card in cards:
        if card != chameleon and card != identity:
            if identity != NONE:
                return MIXED
            identity = card
    return state.top if identity == NONE else identity


def may_be_drawn_card(state: State, cards: tuple[int, ...]) -> bool:
    """Return whether the cards played by the seat that has just drawn may be the card it drew."""
    if len(cards) != 1:
        return False
    card = cards[0]
    drawn = state.drawn_card
    return drawn == card or (drawn == UNKNOWN and state.hands.in_stock(card))


def may_be_another(state: State, seat: int, card: int) -> bool:
    """Return whether a card played by the seat that has just drawn may be one it held before."""
    hands = state.hands
    if hands.held[seat][card]:
        return True
    return hands.unknown[seat] > 1 and hands.unseen[card] > 0


def relation_to_top(state: State, seat: int, on_turn: bool) -> int:
    """Return the relation to the top card of a play with the same identity."""
    if state.owner != seat:
        return ON_OTHERS
    return ON_OWN_AFTER_ROUND if on_turn else ON_OWN


def judge_play(
    state: State, event: Event, identity: int, relation: int, on_turn: bool
) -> Violation | None:
    """Return the first rule a play breaks, apart from possession, or None."""
    if identity == MIXED:
        return Violation(Code.NOT_IDENTICAL, "together")
    rules = state.rules
    effect = rules.effect[identity]
    if relation == PLAIN:
        if event.kind == MATCH or not on_turn or state.out != NONE:
            return _interruption(state, event, identity)
        if state.owed[event.seat]:
            return _owing(state, event.seat)
        if state.draw_two_debt and effect != DRAWS_TWO:
            return Violation(Code.MUST_SETTLE, "draw-two", (("count", state.draw_two_debt),))
        if not state.playable >> identity & 1:
            return _misfit(state, identity)
    elif relation == ON_OWN:
        if not rules.self_match:
            return Violation(Code.NOT_ALLOWED, "self-match")
    elif relation == ON_OWN_AFTER_ROUND:
        if not rules.self_match_after_round:
            return Violation(Code.NOT_ALLOWED, "self-match-after-round")
        if state.owed[event.seat]:
            return _owing(state, event.seat)
    if rules.chameleon in event.cards:
        violation = _judge_chameleon(state, event, on_turn)
        if violation is not None:
            return violation
    if rules.may_name[effect] or event.name != NONE:
        return judge_name(state, event, effect)
    return None


def _interruption(state: State, event: Event, identity: int) -> Violation:
    """Return why a card that is not identical to the top card cannot be played out of turn, as a
    match, or once somebody is out."""
    if state.out != NONE:
        return Violation(Code.HAND_OVER, "out", (("due", state.out),))
    if identity == state.previous_top:
        return Violation(Code.TOO_LATE, "match-window", (("due", state.owner),))
    if event.kind == MATCH:
        about = (("card", identity), ("top", state.top))
        return Violation(Code.NOT_IDENTICAL, "match", about)
    return Violation(Code.OUT_OF_TURN, "turn", (("due", state.turn),))


def _owing(state: State, seat: int) -> Violation:
    """Return the violation of playing before drawing the cards owed."""
    owed = state.owed[seat]
    rule = "draw-two" if state.owed_under(seat, "draw-two") == owed else "draw-first"
    return Violation(Code.MUST_SETTLE, rule, (("count", owed),))


def _misfit(state: State, identity: int) -> Violation:
    """Return why a card does not fit on the top card."""
    rules = state.rules
    effects = {rules.effect[identity], rules.effect[state.top]}
    rule = "wild-dragon" if effects == {IS_WILD, IS_DRAGON} else "fit"
    if rules.effect[identity] == IS_TRANSPARENT:
        rule = "transparent"
    about: tuple[tuple[str, int | str], ...] = (("card", identity), ("top", state.top))
    if state.named != NONE:
        about += (("named", rules.words[state.named]),)
    return Violation(Code.DOES_NOT_FIT, rule, about)


def _judge_chameleon(state: State, event: Event, on_turn: bool) -> Violation | None:
    """Return the rule about Chameleons that a play breaks, or None.

    A Chameleon "can only be played in turn, except to match another Chameleon card"; beside a card
    that matches it may go along out of turn ("as part of a TRIPLE", Clay, Q1).
    """
    chameleon = state.rules.chameleon
    if state.discard[-1] == chameleon:
        return None
    if state.out != NONE:
        return Violation(Code.NOT_ALLOWED, "chameleon-reopens")
    if not on_turn and all(card == chameleon for card in event.cards):
        return Violation(Code.NOT_ALLOWED, "chameleon")
    return None


def judge_name(state: State, event: Event, effect: int) -> Violation | None:
    """Return the violation by the word named with a card of *effect*, None if there is none."""
    may_name = state.rules.may_name[effect]
    if event.name == NONE:
        return Violation(Code.MUST_NAME, "name")
    if not 0 <= event.name < len(state.rules.words):
        return Violation(Code.NO_SUCH_WORD, "name")
    if not may_name >> event.name & 1:
        command = effect == IS_DRAGON and event.name >= COLOURS + NUMBERS
        rule = "dragon-command" if command else "name"
        return Violation(Code.MAY_NOT_NAME, rule, (("word", state.rules.words[event.name]),))
    return None
