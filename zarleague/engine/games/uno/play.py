"""Judge plays: in turn, as an answer to a draw card, or in a straight."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Fact, Verdict, Violation
from zarleague.engine.games.uno import violations
from zarleague.engine.games.uno.bluff import colour_in_force
from zarleague.engine.games.uno.deck import (
    COLOURS,
    DRAW_FOUR,
    DRAW_TWO,
    EVERYTHING,
    RANK,
    SEVEN,
    WILD,
    WILDS,
)
from zarleague.engine.games.uno.state import State

_NOT_NAMED: Final = Violation(Code.DOES_NOT_FIT, "fit", verdict=Verdict.UNKNOWN)
_NO_CARD: Final = Violation(Code.NOT_HELD, "turn")
DRAW_CARDS: Final = {RANK[DRAW_FOUR]: "draw-four", DRAW_TWO: "draw-two"}
"""By rank: the rule a draw card's victim draws under."""


def judge_play(state: State, event: Event) -> Violation | None:
    """Judge a play: a card is played in its player's own turn, or to go on with a straight. "At
    your turn, you have to play a card having either the same color, or the same number or symbol as
    that on the top of the pile" (Playroom, Game rules, paragraph 3)."""
    seat = event.seat
    cards = event.cards
    name = event.name
    other = event.other
    if len(cards) != 1:
        return violations.WRONG_OPERANDS
    card = cards[0]
    if not UNKNOWN <= card < state.hands.faces:
        return violations.NOT_IN_DECK
    if seat != state.turn or state.halted or state.owed[seat]:
        violation = _cannot_play_now(state, seat, card)
        if violation is not None:
            return violation
    if card == UNKNOWN:
        return _NOT_NAMED if state.hand_size(seat) else _NO_CARD
    if not state.hands.held[state.hand_of[seat]][card]:
        violation = violations.not_held(state, seat, card)
        if violation is not None:
            return violation
    in_doubt = None
    if state.drawn and seat == state.turn:
        in_doubt = _not_drawn_card(state, seat, card)
        if in_doubt is not None and in_doubt.verdict is Verdict.ILLEGAL:
            return in_doubt
    elif state.drawn and state.rules.drawn_must and state.may_follow(seat):
        in_doubt = may_have_fitted(state)
    if not state.playable >> card & 1:
        return _not_playable(state, card)
    rules = state.rules
    if card >= WILD or name != NONE or other != NONE or (rules.zero_seven and RANK[card] == SEVEN):
        if (violation := wrong_names(state, seat, card, name, other)) is not None:
            return violation
        if card == DRAW_FOUR and rules.four_only_without_colour:
            return _both(_holds_colour_in_force(state, seat), in_doubt)
    if state.top == UNKNOWN and not WILDS >> card & 1:
        return _NOT_NAMED
    return in_doubt


def _cannot_play_now(state: State, seat: int, card: int) -> Violation | None:
    """Return why a seat may not play at this moment, whatever the card; None if it may."""
    if (violation := violations.blocked(state, seat)) is not None:
        return violation
    answers = state.owed[seat] > 0 and seat == state.turn and can_answer(state, seat, card)
    if state.out != NONE:
        return None if answers and state.rules.answer_when_out else violations.HAND_OVER
    if seat != state.turn and not _goes_on(state, seat, card):
        return Violation(Code.OUT_OF_TURN, "turn", (("due", state.turn),))
    if state.owed[seat] and not (answers or state.exhausted):
        if seat == state.turn and passes_on(state, seat, card):
            about: tuple[Fact, ...] = (("card", card), ("count", state.owed[seat]))
            if RANK[card] != RANK[state.top]:
                about = (*about, ("top", state.top))
            return Violation(Code.MUST_SETTLE, "cumulation", about)
        return violations.must_settle(state, seat)
    return None


def _goes_on(state: State, seat: int, card: int) -> bool:
    """Return whether a seat may play although it is not in turn: to go on with its straight, or
    because the player in turn has drawn and need not say that the turn is over."""
    if seat == state.straight_seat and (
        state.straight >> card & 1 if card != UNKNOWN else state.straight
    ):
        return True
    return state.may_follow(seat)


def can_answer(state: State, seat: int, card: int) -> bool:
    """Return whether a card passes on the whole of what a seat owes (cumulation): "instead of
    drawing cards, play another +2 or +4" (Playroom, first variant). An unnamed card might."""
    if not passes_on(state, seat, card):
        return False
    return card == UNKNOWN or RANK[card] in state.rules.answers.get(RANK[state.top], ())


def passes_on(state: State, seat: int, card: int) -> bool:
    """Return whether a card, of either kind, is put on a draw card to pass on the whole of what a
    seat owes, though it may not answer that kind."""
    answers = state.rules.answers
    if not answers or state.answerable == NONE or state.top == UNKNOWN:
        return False
    rank = RANK[state.top]
    rule = DRAW_CARDS.get(rank)
    if rule is None or not (rank in answers if card == UNKNOWN else RANK[card] in DRAW_CARDS):
        return False
    return state.owed_under(seat, rule) == state.owed[seat]


def _not_drawn_card(state: State, seat: int, card: int) -> Violation | None:
    """Return the violation of playing another card than the one just drawn by choice, where the
    option forbids that: "If the just drawn cars is playable, you can right play it. Otherwise your
    turn is over" (Playroom, Game rules, paragraph 4)."""
    rules = state.rules
    if rules.drawn_never:
        return Violation(Code.NOT_ALLOWED, "drawn-card", (("card", card),))
    drawn = state.drawn_card
    if not rules.drawn_only or drawn == card:
        return None
    if drawn != UNKNOWN:
        return Violation(Code.NOT_ALLOWED, "drawn-card", (("card", card),))
    hands = state.hands
    hand = state.hand_of[seat]
    held = hands.held[hand][card]
    if held and not hands.unseen[card]:
        return Violation(Code.NOT_ALLOWED, "drawn-card", (("card", card),))
    if not held and hands.unknown[hand] == 1:
        return None
    return Violation(
        Code.NOT_ALLOWED,
        "drawn-card",
        (("card", card),),
        Verdict.UNKNOWN,
        claim=EVERYTHING & ~(1 << card),
        about_drawn=True,
    )


def may_have_fitted(state: State) -> Violation | None:
    """Return the question whether the seat in turn ends it with an unnamed card drawn that fits,
    where such a card must be played; None where that is known."""
    if not state.rules.drawn_must or state.drawn_card != UNKNOWN:
        return None
    return Violation(
        Code.COULD_HAVE_PLAYED,
        "drawn-card",
        (("count", 1),),
        Verdict.UNKNOWN,
        claim=state.fits_for_certain,
        about_drawn=True,
    )


def could_have_played(state: State, seat: int, wanted: int) -> tuple[Fact, ...]:
    """Return the first of the cards *wanted* that a hand is known to hold, as a fact, if any."""
    shown = state.hands.mask(state.hand_of[seat]) & wanted
    return (("card", (shown & -shown).bit_length() - 1),) if shown else ()


def _both(violation: Violation | None, in_doubt: Violation | None) -> Violation | None:
    """Return the violation of a play about which another question is open, too."""
    if violation is None or violation.verdict is Verdict.ILLEGAL:
        return violation or in_doubt
    return violation._replace(besides=in_doubt)


def _not_playable(state: State, card: int) -> Violation:
    """Return the violation of a card that neither matches nor is wild."""
    about: tuple[tuple[str, int | str], ...] = (("card", card), ("top", state.top))
    if state.named != NONE:
        about += (("named", COLOURS[state.named]),)
    return Violation(Code.DOES_NOT_FIT, "fit", about)


def wrong_names(state: State, seat: int, card: int, name: int, other: int) -> Violation | None:
    """Return the violation by the colour or player named, None if there is none: a wild names a
    colour, a seven a player to swap with, other cards name nothing. The last card need not name
    anything."""
    last = state.hand_size(seat) == 1
    if WILD <= card <= DRAW_FOUR:
        if name == NONE and not last:
            return Violation(Code.MUST_NAME, "wild")
        if name != NONE and not 0 <= name < len(COLOURS):
            return Violation(Code.WRONG_WORD, "wild")
    elif name != NONE:
        return Violation(Code.MAY_NOT_NAME, "wild")
    swaps = state.rules.zero_seven and RANK[card] == SEVEN and (not last or state.rules.swap_first)
    if not swaps:
        return None if other == NONE else Violation(Code.MAY_NOT_NAME, "zero-seven")
    if not 0 <= other < state.seats:
        return Violation(Code.MUST_NAME, "zero-seven")
    return Violation(Code.NOT_ALLOWED, "zero-seven") if other == seat else None


def _holds_colour_in_force(state: State, seat: int) -> Violation | None:
    """Return the violation of a wild draw four played with a card of the colour in force in hand,
    where that is forbidden (Mattel). Where it can be challenged, it stands until it is."""
    wanted = colour_in_force(state)
    held = state.hands.holds_any(state.hand_of[seat], wanted)
    if held is False:
        return None
    if held is None:
        hidden = (("count", state.hands.unknown[state.hand_of[seat]]),)
        return Violation(Code.COULD_HAVE_PLAYED, "draw-four-when", hidden, Verdict.UNKNOWN, wanted)
    about = could_have_played(state, seat, wanted)
    return Violation(Code.COULD_HAVE_PLAYED, "draw-four-when", about, stands=state.rules.bluff)
