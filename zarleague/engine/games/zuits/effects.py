"""Judge the effect of a player's first card in a trick, and Art, which adds a card.

`change` removes and `giglet` copies. Favors needs no event of its own: it toggles the aim as soon
as it is played or copied. An effect that is used against the rules stands like any illegal play, as
far as the cards allow it.
"""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.zuits.deck import COLOUR, WILD
from zarleague.engine.games.zuits.state import (
    MAY_ADD,
    MAY_DO_ANYTHING,
    NO_EFFECT,
    OTHER_CAUSE,
    State,
)
from zarleague.engine.games.zuits.trick import FOLLOWS, correct_seat, next_with_cards


def judge_effect(
    state: State, event: Event, source: int, window: int, rule: str
) -> Violation | None:
    """Return the violation if the seat cannot use the effect of the last card played, at the place
    *source*. An illegal use that stands is a finding."""
    if len(event.cards) != 1:
        return Violation(Code.WRONG_OPERANDS, rule)
    if state.over:
        return Violation(Code.HAND_OVER, rule)
    if not state.seats_played:
        return Violation(Code.NOT_ALLOWED, rule)
    if event.seat == state.last_seat or correct_seat(state, event.seat):
        if state.window in (window, MAY_DO_ANYTHING):
            if not (is_certain(state, source) or state.trick_guessed):
                state.unknown(Code.NOT_ALLOWED, rule)
            return None
        if source != NONE and not state.trick[source][4]:
            # It was another card than the log says, and may have done anything.
            return None
    violation = Violation(Code.NOT_ALLOWED, rule)
    if not state.stands or state.is_repeated(event):
        return violation
    state.add_violation(violation)
    return None


def is_blamed(state: State) -> bool:
    """Return whether the event being judged has an illegal finding already."""
    last = state.findings[-1] if state.findings else None
    return last is not None and last.event == state.index and last.verdict is Verdict.ILLEGAL


def is_certain(state: State, source: int) -> bool:
    """Return whether the effect of the card played last, at the place *source*, is available for
    certain: it is known, and the card follows."""
    if source == NONE or state.window == MAY_DO_ANYTHING:
        return False
    card = state.trick[source][1]
    return card != UNKNOWN and (state.colour != NONE or COLOUR[card] == WILD)


def is_first_card(state: State, place: int) -> bool:
    """Return whether a card of the trick is the first its player played in it."""
    player = state.trick[place][0]
    return all(played[0] != player for played in state.trick[:place])


def source_place(state: State) -> int:
    """Return the place in the trick of the card whose effect may be used: the first of the seat
    that played last; NONE if it is gone."""
    trick = state.trick
    seat = state.last_seat
    if trick and trick[-1][0] == seat and (len(trick) == 1 or trick[-2][0] != seat):
        # The usual case: the card just played.
        return len(trick) - 1
    for place, played in enumerate(trick):
        if played[0] == seat:
            return place
    return NONE


def apply_add(state: State, event: Event) -> Violation | None:
    """Judge a card added with an Art, of the colour of the trick or wild. It has a value but no
    effect."""
    violation = judge_effect(state, event, source_place(state), MAY_ADD, "art")
    if violation is not None:
        return violation
    seat = event.seat
    card = event.cards[0]
    hands = state.hands
    if seat != state.last_seat and card != UNKNOWN and hands.owner(card) == state.last_seat:
        # The card tells whose it was; the log has the wrong name.
        seat = state.last_seat
    if not (hands.held[seat] or hands.hand_size(seat)):
        return Violation(Code.NOT_HELD, "art")
    counts = possible = True
    if card == UNKNOWN:
        state.unknown(Code.DOES_NOT_FIT, "art")
        hands.take_unnamed(seat)
        state.trick_in_doubt |= OTHER_CAUSE
    else:
        violation = state.take(seat, card)
        follows = FOLLOWS[state.colour][card]
        if violation is not None:
            if not state.stands:
                return violation
            state.add_violation(violation)
            possible = False
            hands.take_unnamed(seat)
            counts = follows
            state.trick_guessed = True
        elif not follows and state.colour_guessed:
            counts = state.colour == NONE
        elif not follows and state.colour == NONE:
            state.unknown(Code.MUST_FOLLOW, "art")
            state.trick_in_doubt |= OTHER_CAUSE
        elif not follows:
            violation = Violation(Code.DOES_NOT_FIT, "art", (("card", card),))
            if not state.stands:
                hands.put_back(seat, card)
                return violation
            state.add_violation(violation)
            counts = False
    state.trick.append((seat, card, counts, False, possible))
    if seat == state.last_seat:
        state.window = NO_EFFECT
    elif seat == state.turn:
        state.turn = next_with_cards(state, seat)
    return None
