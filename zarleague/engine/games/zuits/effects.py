"""What the first card of a player does in a trick: Art adds, Change removes, Giglet copies.

Favors needs no event of its own: it toggles the aim as soon as it is played or copied.
"""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
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
from zarleague.engine.games.zuits.play import WINDOW_OF, take
from zarleague.engine.games.zuits.state import (
    MAY_ADD,
    MAY_COPY,
    MAY_DO_ANYTHING,
    MAY_REMOVE,
    NOTHING,
    State,
)
from zarleague.engine.games.zuits.trick import FOLLOWING

UNCLEAR = -2
"""The effect of a Giglet that copied nobody knows what."""


def _open(state: State, event: Event, window: int, rule: str) -> bool:
    """Whether the seat may do that now: its card, the last one played, lets it. The effect of a
    card that did not follow is against the rules, and stands where nobody takes it back."""
    if len(event.cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, rule)
        return False
    if state.over:
        state.illegal(Code.HAND_OVER, rule)
        return False
    if event.seat != state.last or not state.acted:
        state.illegal(Code.NOT_ALLOWED, rule)
        return False
    if state.window == window or state.window == MAY_DO_ANYTHING:
        if not sure(state):
            state.unclear(Code.NOT_ALLOWED, rule)
        return True
    stands = state.illegal(Code.NOT_ALLOWED, rule)
    _, card, counts, _ = state.trick[-1]
    return stands and not counts and WINDOW_OF[card] == window


def sure(state: State) -> bool:
    """Whether the window of the card played last is open for certain: what the card does is known,
    and that it follows."""
    _, card, _, _ = state.trick[-1]
    known = card != UNKNOWN and state.window != MAY_DO_ANYTHING
    return known and (state.colour != NONE or COLOUR[card] == WILD)


def add(state: State, event: Event) -> None:
    """Art: one more card, of the colour of the trick or wild. It has a value but no effect."""
    seat = event.seat
    if not _open(state, event, MAY_ADD, "art"):
        return
    if not state.hands.size(seat):
        state.illegal(Code.NOT_HELD, "art")
        return
    card = event.cards[0]
    counts = True
    if card == UNKNOWN:
        state.unclear(Code.DOES_NOT_FIT, "art")
        state.hands.take_unknown(seat)
        state.doubt = True
    else:
        if not take(state, seat, card):
            return
        if not FOLLOWING[state.colour] >> card & 1:
            if state.colour == NONE:
                state.unclear(Code.MUST_FOLLOW, "art")
                state.doubt = True
            elif state.illegal(Code.DOES_NOT_FIT, "art", card=card):
                counts = False
            else:
                state.hands.put_back(seat, card)
                return
    state.trick.append((seat, card, counts, False))
    state.window = NOTHING


def remove(state: State, event: Event) -> None:
    """Change: the card played just before leaves the hand for good."""
    if not _open(state, event, MAY_REMOVE, "change"):
        return
    named = event.cards[0]
    place = removable(state, named)
    if place == NONE:
        state.illegal(Code.NOT_ALLOWED, "great-zont" if len(state.trick) > 1 else "change")
        return
    _, card, _, toggled = state.trick[place]
    certain = may_remove(state, place, named=named != UNKNOWN)
    if card == UNKNOWN and named != UNKNOWN:
        if SUIT[named] == GREAT_ZONT:
            state.illegal(Code.NOT_ALLOWED, "great-zont")
            return
        if not state.hands.locate(named):
            state.illegal(Code.NONE_LEFT, "deck", card=named, most=1)
            return
        card = named
    elif named not in (UNKNOWN, card):
        state.illegal(Code.NOT_ALLOWED, "change", card=named, top=card)
        return
    if not certain:
        state.unclear(Code.NOT_ALLOWED, "great-zont")
    # A card nobody names may be a Great Zont, and an earlier one be gone instead.
    skips = state.rules.change_skips_great_zont
    pile = state.adrift if card == UNKNOWN and skips else state.removed
    pile.append(card)
    del state.trick[place]
    if toggled and state.rules.change_undoes_toggle:
        state.lowest = not state.lowest
    state.window = NOTHING


def removable(state: State, named: int = UNKNOWN) -> int:
    """The place in the trick of the card that a Change just played may remove, NONE if there is
    none. An unknown card might be a Great Zont; then *named* decides where several could be."""
    skips = state.rules.change_skips_great_zont
    trick = state.trick
    for place in range(len(trick) - 2, -1, -1):
        card = trick[place][1]
        if card == UNKNOWN:
            earlier = any(other == named for _, other, _, _ in trick[:place])
            if not (skips and named != UNKNOWN and earlier):
                return place
        elif SUIT[card] != GREAT_ZONT:
            return place
        elif not skips:
            return NONE
    return NONE


def may_remove(state: State, place: int, *, named: bool) -> bool:
    """Whether the card at a removable place, if it is *named*, may be removed whatever the unknown
    cards of the trick are: each might be a Great Zont, passed over where that is possible, or
    not."""
    trick = state.trick
    if trick[place][1] != UNKNOWN:
        others = trick[place + 1 : -1]
    elif not named:
        return False
    else:
        others = trick[:place] if state.rules.change_skips_great_zont else []
    return all(other != UNKNOWN for _, other, _, _ in others)


def copy(state: State, event: Event) -> None:
    """Giglet: does what another card does, a Great Zont excepted."""
    if not _open(state, event, MAY_COPY, "giglet"):
        return
    card = event.cards[0]
    seat, own, counts, _ = state.trick[-1]
    effect = _effect_of(state, card, own)
    if effect is None:
        return
    state.opened = state.at
    if own != UNKNOWN:
        state.did[own] = effect
    if effect == UNCLEAR:
        state.doubt = state.aim_unknown = True
        state.window = MAY_DO_ANYTHING
    elif effect == FAVORS:
        state.lowest = not state.lowest
        state.trick[-1] = (seat, own, counts, True)
        state.window = NOTHING
    else:
        state.window = effect


def _effect_of(state: State, card: int, own: int) -> int | None:
    """The effect a Giglet (*own*) takes over from *card*: a suit, NOTHING or UNCLEAR; None, and a
    finding, if it may not copy that card."""
    if card == UNKNOWN:
        state.unclear(Code.NOT_ALLOWED, "giglet")
        return UNCLEAR
    if _may_be_unseen(state, card):
        state.unclear(Code.NOT_ALLOWED, "giglet")
        # What a Giglet that nobody noted copied is not known either.
        return UNCLEAR if SUIT[card] == GIGLET else SUIT[card]
    if card == own or not copyable(state) >> card & 1:
        blocked = SUIT[card] == GREAT_ZONT
        state.illegal(Code.NOT_ALLOWED, "great-zont" if blocked else "giglet", card=card)
        return None
    if SUIT[card] != GIGLET:
        return SUIT[card]
    copied = state.did[card]
    if copied == GIGLET or not state.rules.giglet_copies_giglet:
        return NOTHING
    return copied


def _may_be_unseen(state: State, card: int) -> bool:
    """Whether a card that lies nowhere in sight may be one that was played and not noted."""
    if not state.hands.unseen >> card & 1 or SUIT[card] == GREAT_ZONT:
        return False
    if state.rules.giglet_whole_hand and UNKNOWN in state.finished:
        return True
    return any(other == UNKNOWN for _, other, _, _ in state.trick[:-1])


def copyable(state: State) -> int:
    """The set of cards whose effect a Giglet just played may copy.

    A card that had no effect in this trick has none to copy, and one that was removed is gone.
    """
    cards = [card for _, card, counts, _ in state.trick[:-1] if counts]
    if state.rules.giglet_whole_hand:
        cards += state.finished
    return DECK.mask([card for card in cards if card != UNKNOWN]) & ~GREAT_ZONTS
