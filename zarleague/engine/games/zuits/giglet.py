"""Judge a Giglet, which copies the effect of another card."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zuits.deck import (
    DECK,
    FAVORS,
    GIGLET,
    GREAT_ZONT,
    GREAT_ZONTS,
    SUIT,
)
from zarleague.engine.games.zuits.effects import is_blamed, judge_effect, source_place
from zarleague.engine.games.zuits.state import (
    MAY_COPY,
    MAY_DO_ANYTHING,
    NO_EFFECT,
    OTHER_CAUSE,
    State,
)

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
