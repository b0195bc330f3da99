"""Whether a play is allowed: the first rule it breaks, or None.

Nothing here changes the state. Possession is judged where the cards are taken (``play``).
"""

from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.zar.deck import COLOURS, NUMBERS
from zarleague.engine.games.zar.rules import DRAWS_TWO, IS_DRAGON, IS_TRANSPARENT, IS_WILD
from zarleague.engine.games.zar.state import State

# What a play is, by what lies on top. Plain ints, because they are asked for at every event.
PLAIN: Final = 0
"""On a card that is not identical."""
ON_OTHERS: Final = 1
"""On an identical card of somebody else: a match."""
ON_OWN: Final = 2
"""On an identical card of one's own, before somebody else has had a turn."""
COME_ROUND: Final = 3
"""On an identical card of one's own, when the turn has come round."""


class Objection(NamedTuple):
    """The rule a play breaks, and the facts that show it."""

    code: Code
    rule: str
    about: tuple[tuple[str, int | str], ...] = ()


MIXED: Final = -2
"""The identity of cards that are not identical."""


def identity_of(state: State, cards: tuple[int, ...]) -> int:
    """What cards played together count as. Chameleons take the identity of the card beside them,
    or of the top card: "an exact match of the card it was played on (or … whatever the last
    non-Chameleon card which was played)" (Clay, The Chameleon card)."""
    chameleon = state.rules.chameleon
    identity = NONE
    for card in cards:
        if card != chameleon and card != identity:
            if identity != NONE:
                return MIXED
            identity = card
    return state.top if identity == NONE else identity


def plays_drawn(state: State, cards: tuple[int, ...]) -> bool:
    """Whether the cards played by the seat that has just drawn may be the card it drew."""
    if len(cards) != 1:
        return False
    card = cards[0]
    return state.drawn == card or (state.drawn == UNKNOWN and state.hands.unseen[card] > 0)


def how_on_top(state: State, seat: int, on_turn: bool) -> int:
    """What a play of the identity that lies on top is."""
    if state.owner != seat:
        return ON_OTHERS
    return COME_ROUND if on_turn else ON_OWN


def objection_to(
    state: State, event: Event, identity: int, how: int, on_turn: bool
) -> Objection | None:
    """The first rule a play breaks, apart from possession."""
    if identity == MIXED:
        return Objection(Code.NOT_IDENTICAL, "together")
    rules = state.rules
    effect = rules.effect[identity]
    if how == PLAIN:
        if event.kind == MATCH or not on_turn or state.out != NONE:
            return _to_interrupting(state, event, identity)
        if state.owes[event.seat]:
            return _to_owing(state, event.seat)
        if state.draw_twos and effect != DRAWS_TWO:
            return Objection(Code.MUST_SETTLE, "draw-two", (("count", state.draw_twos),))
        if not state.fits >> identity & 1:
            return _to_fit(state, identity)
    elif how == ON_OWN:
        if not rules.self_match:
            return Objection(Code.NOT_ALLOWED, "self-match")
    elif how == COME_ROUND:
        if not rules.self_match_after_round:
            return Objection(Code.NOT_ALLOWED, "self-match-after-round")
        if state.owes[event.seat]:
            return _to_owing(state, event.seat)
    if rules.chameleon in event.cards:
        objection = _to_chameleon(state, event, on_turn)
        if objection is not None:
            return objection
    if rules.may_name[effect] or event.name != NONE:
        return _to_name(state, event, effect)
    return None


def _to_interrupting(state: State, event: Event, identity: int) -> Objection:
    """Why a card that is no match cannot be played out of turn, as a match, or after the end."""
    if state.out != NONE:
        return Objection(Code.HAND_OVER, "out", (("due", state.out),))
    if identity == state.before:
        return Objection(Code.TOO_LATE, "match-window", (("due", state.owner),))
    if event.kind == MATCH:
        about = (("card", identity), ("top", state.top))
        return Objection(Code.NOT_IDENTICAL, "match", about)
    return Objection(Code.OUT_OF_TURN, "turn", (("due", state.turn),))


def _to_owing(state: State, seat: int) -> Objection:
    return Objection(Code.MUST_SETTLE, "draw-first", (("count", state.owes[seat]),))


def _to_fit(state: State, identity: int) -> Objection:
    """Why a card does not fit on the top card."""
    rules = state.rules
    effects = {rules.effect[identity], rules.effect[state.top]}
    rule = "wild-dragon" if effects == {IS_WILD, IS_DRAGON} else "fit"
    if rules.effect[identity] == IS_TRANSPARENT:
        rule = "transparent"
    about: tuple[tuple[str, int | str], ...] = (("card", identity), ("top", state.top))
    if state.named != NONE:
        about += (("named", rules.words[state.named]),)
    return Objection(Code.DOES_NOT_FIT, rule, about)


def _to_chameleon(state: State, event: Event, on_turn: bool) -> Objection | None:
    """ "It can only be played in turn, except to match another Chameleon card"; beside a real
    match it may go along out of turn ("as part of a TRIPLE", Clay, Q1)."""
    chameleon = state.rules.chameleon
    if state.pile[-1] == chameleon:
        return None
    if state.out != NONE:
        return Objection(Code.NOT_ALLOWED, "chameleon-reopens")
    if not on_turn and all(card == chameleon for card in event.cards):
        return Objection(Code.NOT_ALLOWED, "chameleon")
    return None


def _to_name(state: State, event: Event, effect: int) -> Objection | None:
    may_name = state.rules.may_name[effect]
    if event.name == NONE:
        return Objection(Code.MUST_NAME, "name")
    if not 0 <= event.name < len(state.rules.words):
        return Objection(Code.NO_SUCH_WORD, "name")
    if not may_name >> event.name & 1:
        command = effect == IS_DRAGON and event.name >= COLOURS + NUMBERS
        rule = "dragon-command" if command else "name"
        return Objection(Code.MAY_NOT_NAME, rule, (("word", state.rules.words[event.name]),))
    return None
