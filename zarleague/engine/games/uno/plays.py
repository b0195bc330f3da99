"""Whether a card may be played: in turn, as an answer, in a straight, or as an interception."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.uno.bluff import colour_in_force
from zarleague.engine.games.uno.deck import (
    BUZZER,
    COLOURS,
    DRAW_FOUR,
    DRAW_TWO,
    RANK,
    SEVEN,
    WILD,
)
from zarleague.engine.games.uno.faults import (
    HAND_OVER,
    NOT_IN_DECK,
    WRONG_OPERANDS,
    Fault,
    lacks,
    must_settle,
    suspended,
)
from zarleague.engine.games.uno.fits import SAME_FACE, WILDS
from zarleague.engine.games.uno.state import State

_NOT_NAMED: Final = Fault(Code.DOES_NOT_FIT, "fit", verdict=Verdict.UNKNOWN)
DRAW_CARDS: Final = {RANK[DRAW_FOUR]: "draw-four", DRAW_TWO: "draw-two"}
"""By rank: the rule a draw card's victim draws under."""


def judge_play(state: State, event: Event) -> Fault | None:
    """What is wrong with a card played in its player's own turn, or to go on with a straight."""
    seat = event.seat
    cards = event.cards
    name = event.name
    other = event.other
    if len(cards) != 1:
        return WRONG_OPERANDS
    card = cards[0]
    if not UNKNOWN <= card < state.holdings.faces:
        return NOT_IN_DECK
    if seat != state.turn or state.stop or state.due[seat]:
        fault = _not_now(state, seat, card)
        if fault is not None:
            return fault
    if card == UNKNOWN:
        return _NOT_NAMED
    if not state.holdings.held[state.hand_of[seat]][card]:
        fault = lacks(state, seat, card)
        if fault is not None:
            return fault
    in_doubt = None
    if state.drawn and seat == state.turn:
        in_doubt = _not_the_drawn_card(state, seat, card)
        if in_doubt is not None and in_doubt.verdict is Verdict.ILLEGAL:
            return in_doubt
    if not state.fit >> card & 1:
        return _does_not_fit(state, card)
    rules = state.rules
    if card >= WILD or name != NONE or other != NONE or (rules.zero_seven and RANK[card] == SEVEN):
        fault = _misnamed(state, seat, card, name, other)
        if fault is not None:
            return fault
        if card == DRAW_FOUR and rules.four_needs_no_colour:
            return _had_the_colour(state, seat) or in_doubt
    if state.top == UNKNOWN and not WILDS >> card & 1:
        return _NOT_NAMED
    return in_doubt


def _not_now(state: State, seat: int, card: int) -> Fault | None:
    """Why a seat may not play at this moment, whatever the card does."""
    fault = suspended(state, seat)
    if fault is not None:
        return fault
    answers = state.due[seat] > 0 and seat == state.turn and can_answer(state, seat, card)
    if state.out != NONE:
        return None if answers and state.rules.answer_when_out else HAND_OVER
    if seat != state.turn and not _goes_on(state, seat, card):
        return Fault(Code.OUT_OF_TURN, "turn", (("due", state.turn),))
    if state.due[seat] and not (answers or state.exhausted):
        return must_settle(state, seat)
    return None


def _goes_on(state: State, seat: int, card: int) -> bool:
    """Whether a seat may play though it is not in turn: its straight, or the turn before it is
    over because that player has drawn."""
    if seat == state.run_seat and (state.run >> card & 1 if card != UNKNOWN else state.run):
        return True
    return state.may_follow(seat)


def can_answer(state: State, seat: int, card: int) -> bool:
    """Whether a draw card passes on the whole of what a seat owes (cumulation). A card that nobody
    named might."""
    if not (state.rules.cumulation and state.answerable) or state.top == UNKNOWN:
        return False
    rank = RANK[state.top]
    rule = DRAW_CARDS.get(rank)
    if rule is None or not (card == UNKNOWN or RANK[card] == rank):
        return False
    return state.owed(seat, rule) == state.due[seat]


def _not_the_drawn_card(state: State, seat: int, card: int) -> Fault | None:
    """After drawing by choice only the card just drawn may be played, under the usual rule."""
    rules = state.rules
    if rules.drawn_never:
        return Fault(Code.NOT_ALLOWED, "drawn-card", (("card", card),))
    drawn = state.drawn_card
    if not rules.drawn_only or drawn == card:
        return None
    if drawn != UNKNOWN:
        return Fault(Code.NOT_ALLOWED, "drawn-card", (("card", card),))
    holdings = state.holdings
    hand = state.hand_of[seat]
    held = holdings.held[hand][card]
    if held and not holdings.unseen[card]:
        return Fault(Code.NOT_ALLOWED, "drawn-card", (("card", card),))
    if not held and holdings.unknown[hand] == 1:
        return None
    return Fault(Code.NOT_ALLOWED, "drawn-card", (("card", card),), Verdict.UNKNOWN)


def _does_not_fit(state: State, card: int) -> Fault:
    about: tuple[tuple[str, int | str], ...] = (("card", card), ("top", state.top))
    if state.named != NONE:
        about += (("named", COLOURS[state.named]),)
    return Fault(Code.DOES_NOT_FIT, "fit", about)


def _misnamed(state: State, seat: int, card: int, name: int, other: int) -> Fault | None:
    """A wild names a colour and a seven a player to swap with; nothing else names anything. The
    last card need not."""
    last = state.size(seat) == 1
    if WILD <= card <= DRAW_FOUR:
        if name == NONE and not last:
            return Fault(Code.MUST_NAME, "wild")
        if name != NONE and not 0 <= name < len(COLOURS):
            return Fault(Code.WRONG_WORD, "wild")
    elif name != NONE:
        return Fault(Code.MAY_NOT_NAME, "wild")
    swaps = state.rules.zero_seven and RANK[card] == SEVEN and (not last or state.rules.swap_first)
    if not swaps:
        return None if other == NONE else Fault(Code.MAY_NOT_NAME, "zero-seven")
    if not 0 <= other < state.seats:
        return Fault(Code.MUST_NAME, "zero-seven")
    return Fault(Code.NOT_ALLOWED, "zero-seven") if other == seat else None


def _had_the_colour(state: State, seat: int) -> Fault | None:
    """A wild draw four with a card of the colour in force in hand, where that is forbidden. Where
    it can be challenged, it stands until it is."""
    wanted = colour_in_force(state)
    held = state.holdings.holds_any(state.hand_of[seat], wanted)
    if held is False:
        return None
    if held is None:
        unknown = state.holdings.unknown[state.hand_of[seat]]
        about = (("count", unknown),)
        return Fault(Code.COULD_HAVE_PLAYED, "draw-four-when", about, Verdict.UNKNOWN, wanted)
    return Fault(Code.COULD_HAVE_PLAYED, "draw-four-when", stands=state.rules.bluff)


def judge_match(state: State, event: Event) -> Fault | None:
    """What is wrong with an interception. Who is too late, or mistaken about the card, has failed
    and pays for it."""
    seat = event.seat
    cards = event.cards
    name = event.name
    other = event.other
    rules = state.rules
    if len(cards) != 1:
        return WRONG_OPERANDS
    if not rules.interceptions:
        return Fault(Code.NOT_ALLOWED, "interceptions")
    fault = suspended(state, seat)
    if fault is not None:
        return fault
    if state.out != NONE:
        return HAND_OVER
    card = cards[0]
    if card == UNKNOWN:
        return Fault(Code.NOT_IDENTICAL, "interceptions", verdict=Verdict.UNKNOWN)
    if not 0 <= card < state.holdings.faces:
        return NOT_IN_DECK
    fault = lacks(state, seat, card)
    if fault is not None:
        return fault
    if seat == state.turn and not rules.intercept_in_turn:
        return Fault(Code.NOT_ALLOWED, "interceptions")
    if state.due[seat] and not state.exhausted:
        return must_settle(state, seat)
    return _mistaken(state, card) or _misnamed(state, seat, card, name, other)


def _mistaken(state: State, card: int) -> Fault | None:
    """Why a card does not intercept the one on top."""
    if card in (WILD, DRAW_FOUR) or (card == BUZZER and not state.rules.intercept_buzzer):
        return Fault(Code.NOT_ALLOWED, "interceptions", failed=True)
    if state.top == UNKNOWN:
        return Fault(Code.NOT_IDENTICAL, "interceptions", verdict=Verdict.UNKNOWN)
    if _identical(state, card, state.top):
        return None
    about = (("card", card), ("top", state.top))
    below = state.discard[-2] if len(state.discard) > 1 else UNKNOWN
    if below != UNKNOWN and _identical(state, card, below):
        return Fault(Code.TOO_LATE, "interceptions", about, failed=True)
    return Fault(Code.NOT_IDENTICAL, "interceptions", about, failed=True)


def _identical(state: State, card: int, top: int) -> bool:
    if state.rules.same_face:
        return bool(SAME_FACE[top] >> card & 1)
    return card == top
