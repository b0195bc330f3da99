"""Judge the effect of a player's first card in a trick, a Giglet, which copies that of another
card, and Art, which adds a card.

`change` removes. Favors needs no event of its own: it toggles the aim as soon as it is played or
copied. An effect that is used against the rules stands like any illegal play, as far as the cards
allow it.
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.zuits.deck import (
    COLOUR,
    DECK,
    FAVORS,
    GIGLET,
    GREAT_ZONT,
    GREAT_ZONTS,
    SUIT,
    WILD,
)
from zarleague.engine.games.zuits.state import (
    MAY_ADD,
    MAY_COPY,
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
    """Judge a card of the trick's colour, or wild, added with an Art. It has no effect."""
    if (violation := judge_effect(state, event, source_place(state), MAY_ADD, "art")) is not None:
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
            if state.taken_back(violation):
                return violation
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


UNKNOWN_EFFECT: Final = -2
"""The effect of a Giglet that copied an unknown one."""


def apply_copy(state: State, event: Event) -> Violation | None:
    """Judge the copy of another card's effect with a Giglet, a Great Zont excepted."""
    place = source_place(state)
    violation = judge_effect(state, event, place, MAY_COPY, "giglet")
    if violation is not None or place == NONE:
        return violation
    seat, giglet, counts, toggled, possible = state.trick[place]
    effect = _effect_of(state, event.cards[0], place)
    if effect is None:
        return None
    state.window_event = state.index
    if giglet != UNKNOWN:
        state.effects[giglet] = effect
    if effect == UNKNOWN_EFFECT:
        state.trick_in_doubt |= OTHER_CAUSE
        state.aim_in_doubt = True
        state.window = MAY_DO_ANYTHING
    elif effect == FAVORS:
        state.lowest_wins = not state.lowest_wins
        state.trick[place] = (seat, giglet, counts, not toggled, possible)
        state.window = NO_EFFECT
    else:
        state.window = effect
    if state.trick_guessed and not _lies_open(state, event.cards[0]):
        state.window = MAY_DO_ANYTHING
    return None


def _lies_open(state: State, card: int) -> bool:
    """Return whether a card was played in this hand, wherever it lies now."""
    in_trick = any(played[1] == card for played in state.trick)
    return in_trick or card in state.earlier_cards or card in state.removed


def _effect_of(state: State, card: int, source: int) -> int | None:
    """Return the effect that the Giglet at the place *source* takes over from *card*: a suit,
    NO_EFFECT or UNKNOWN_EFFECT; None, and a finding, if it copies nothing."""
    if card == UNKNOWN:
        state.unknown(Code.NOT_ALLOWED, "giglet")
        return UNKNOWN_EFFECT
    if state.maybe_removed >> card & 1 or _may_be_unseen(state, card):
        state.unknown(Code.NOT_ALLOWED, "giglet")
        # What a Giglet that nobody noted copied is not known either.
        return UNKNOWN_EFFECT if SUIT[card] == GIGLET else SUIT[card]
    giglet = state.trick[source][1]
    if card == giglet or not copyable(state, source) >> card & 1:
        return _copied_wrongly(state, card, giglet)
    if SUIT[card] != GIGLET:
        return SUIT[card]
    copied = state.effects[card]
    if copied == GIGLET or not state.rules.giglet_copies_giglet:
        return NO_EFFECT
    return copied


def _copied_wrongly(state: State, card: int, source: int) -> int | None:
    """Record the copy of a card that a Giglet may not copy; return the effect if the copy stands.
    For a card that nobody has played the effect is a guess, since another was meant."""
    effect = SUIT[card] if SUIT[card] not in (GREAT_ZONT, GIGLET) else NO_EFFECT
    lies_open = _lies_open(state, card)
    if state.trick_guessed and not lies_open:
        return effect
    blocked = SUIT[card] == GREAT_ZONT
    if not is_blamed(state):
        state.illegal(Code.NOT_ALLOWED, "great-zont" if blocked else "giglet", card=card)
    lets = state.window in (MAY_COPY, MAY_DO_ANYTHING)
    if blocked or card == source or not state.stands or not lets:
        return None
    if not lies_open:
        state.trick_guessed = True
    return effect


def _may_be_unseen(state: State, card: int) -> bool:
    """Return whether a card that is not in sight may be one that was played unnamed."""
    if state.hands.all_named or SUIT[card] == GREAT_ZONT:
        return False
    if state.rules.giglet_whole_hand:
        seats = range(state.seats) if UNKNOWN in state.earlier_cards else []
    else:
        seats = []
    unnamed = [played[0] for played in state.trick if played[1] == UNKNOWN and played[4]]
    return any(state.hands.may_have_left(seat) >> card & 1 for seat in (*seats, *unnamed))


def copyable(state: State, source: int) -> int:
    """Return the set of cards whose effect a Giglet just played, at the place *source*, may copy. A
    card that had no effect in this trick has none to copy, and one that was removed is gone."""
    cards = [played[1] for played in state.trick[:source] if played[2] and played[4]]
    if state.rules.giglet_whole_hand:
        cards += state.earlier_cards
    if UNKNOWN in cards:
        cards = [card for card in cards if card != UNKNOWN]
    return DECK.mask(cards) & ~GREAT_ZONTS
