"""Effects of the first card of a player in a trick: Art adds, Change removes, Giglet copies.

Favors needs no event of its own: it toggles the aim as soon as it is played or copied. An effect
that is used against the rules stands like any illegal play, as far as the cards allow it.
"""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zuits.deck import (
    ART,
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
    MAY_REMOVE,
    NOTHING,
    SOMETHING,
    Played,
    State,
)
from zarleague.engine.games.zuits.trick import FOLLOWS, next_with_cards

UNCLEAR = -2
"""The effect of a Giglet that copied an unknown one."""


def _may_go_on(state: State, event: Event, source: int, window: int, rule: str) -> bool:
    """Judge whether the seat may use the effect of the last card played, at the place *source*.
    Return False if the event changes nothing."""
    if len(event.cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, rule)
        return False
    if state.over:
        state.illegal(Code.HAND_OVER, rule)
        return False
    if not state.seats_played:
        state.illegal(Code.NOT_ALLOWED, rule)
        return False
    if event.seat == state.last_seat:
        if state.window in (window, MAY_DO_ANYTHING):
            if not (is_certain(state, source) or state.trick_guessed):
                state.unknown(Code.NOT_ALLOWED, rule)
            return True
        if source != NONE and not state.trick[source][4]:
            # It was another card than the log says, and may have done anything.
            return True
    state.illegal(Code.NOT_ALLOWED, rule)
    return state.stands and not state.is_repeated(event)


def _is_blamed(state: State) -> bool:
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


def add(state: State, event: Event) -> None:
    """Judge a card added with an Art, of the colour of the trick or wild. It has a value but no
    effect."""
    if not _may_go_on(state, event, source_place(state), MAY_ADD, "art"):
        return
    seat = event.seat
    card = event.cards[0]
    hands = state.hands
    if seat != state.last_seat and card != UNKNOWN and hands.owner(card) == state.last_seat:
        # The card tells whose it was; the log has the wrong name.
        seat = state.last_seat
    if not (hands.held[seat] or hands.hand_size(seat)):
        state.illegal(Code.NOT_HELD, "art")
        return
    counts = possible = True
    if card == UNKNOWN:
        state.unknown(Code.DOES_NOT_FIT, "art")
        hands.take_unnamed(seat)
        state.trick_in_doubt |= SOMETHING
    else:
        possible = state.take(seat, card)
        follows = FOLLOWS[state.colour][card]
        if not possible:
            if not state.stands:
                return
            hands.take_unnamed(seat)
            counts = follows
            state.trick_guessed = True
        elif not follows and state.colour_guessed:
            counts = state.colour == NONE
        elif not follows and state.colour == NONE:
            state.unknown(Code.MUST_FOLLOW, "art")
            state.trick_in_doubt |= SOMETHING
        elif not follows:
            state.illegal(Code.DOES_NOT_FIT, "art", card=card)
            if not state.stands:
                hands.put_back(seat, card)
                return
            counts = False
    state.trick.append((seat, card, counts, False, possible))
    if seat == state.last_seat:
        state.window = NOTHING
    elif seat == state.turn:
        state.turn = next_with_cards(state, seat)


def remove(state: State, event: Event) -> None:
    """Judge the removal with a Change of the card played just before, which is out for the rest of
    the hand."""
    source = source_place(state)
    if not _may_go_on(state, event, source, MAY_REMOVE, "change"):
        return
    named = event.cards[0]
    place = removable(state, source, named)
    player, card, _, _, possible = state.trick[place] if place != NONE else _NO_CARD
    if place != NONE and possible and named in (UNKNOWN, card):
        if not may_remove(state, place, source, named=named != UNKNOWN):
            state.unknown(Code.NOT_ALLOWED, "great-zont")
        if card == UNKNOWN:
            _keep_open(state, place)
        else:
            _take_off(state, place, card)
    elif place != NONE and not possible:
        if named != UNKNOWN:
            state.hands.name_gone(player, named, state.index)
            state.settle_claims()
        _take_off(state, place, UNKNOWN)
    elif place != NONE and card == UNKNOWN and place_of(state, named) == NONE:
        _remove_unnamed(state, place, source, named)
    else:
        _remove_wrongly(state, place, source, named)
    if event.seat == state.last_seat:
        state.window = NOTHING


_NO_CARD: Final[Played] = (NONE, UNKNOWN, False, False, True)


def _remove_unnamed(state: State, place: int, source: int, named: int) -> None:
    """Judge the removal of an unnamed card under a name that says what it was."""
    player = state.trick[place][0]
    follows = FOLLOWS[state.colour][named]
    protected = _is_protected(state, (player, named, follows, False, True))
    if protected:
        state.illegal(Code.NOT_ALLOWED, "great-zont")
    if not state.hands.may_have_left(player) >> named & 1:
        if not protected:
            state.illegal(Code.NONE_LEFT, "deck", card=named, most=1)
        if state.stands:
            _take_off(state, place, UNKNOWN)
    elif not protected and (protected is None or not may_remove(state, place, source, named=True)):
        # Whose card it was may be open, so that it says nothing of a hand.
        state.unknown(Code.NOT_ALLOWED, "great-zont")
        _take_off(state, place, named)
    elif state.stands or not protected:
        first = is_first_card(state, place)
        since = state.unnamed_events[player] if first else state.index
        state.hands.name_gone(player, named, since)
        state.settle_claims()
        name_played(state, place, named)
        _take_off(state, place, named)


def _remove_wrongly(state: State, place: int, source: int, named: int) -> None:
    """Record the removal of a card that a Change may not remove. If it stands the card is gone; a
    card that is not in the trick stands for the one that might have been removed."""
    trick = state.trick
    wrong = place_of(state, named)
    zont = wrong not in (NONE, source) and _is_protected(state, trick[wrong]) is not False
    if not _is_blamed(state):
        about = {"card": named} if named != UNKNOWN else {}
        if zont or (place == NONE and len(trick) > 1):
            state.illegal(Code.NOT_ALLOWED, "great-zont", **about)
        elif place == NONE or trick[place][1] == UNKNOWN:
            state.illegal(Code.NOT_ALLOWED, "change", **about)
        else:
            state.illegal(Code.NOT_ALLOWED, "change", card=named, top=trick[place][1])
    if not state.stands or wrong == source != NONE:
        return
    if wrong != NONE:
        _take_off(state, wrong, named)
    elif place != NONE and named != UNKNOWN:
        state.trick_guessed = True
        _take_off(state, place, trick[place][1])


def place_of(state: State, card: int) -> int:
    """Return the place of a card in the trick, NONE if it is not in it."""
    for place, played in enumerate(state.trick):
        if played[1] == card != UNKNOWN and played[4]:
            return place
    return NONE


def _take_off(state: State, place: int, card: int) -> None:
    """Remove a card of the trick from the hand for good, under the name *card*."""
    toggled = state.trick[place][3]
    state.removed.append(card)
    del state.trick[place]
    if toggled and state.rules.change_undoes_toggle:
        state.lowest_wins = not state.lowest_wins


def _keep_open(state: State, place: int) -> None:
    """Remove an unnamed card. It may be a Great Zont; where that is passed over, an unknown earlier
    card is gone instead."""
    if not state.rules.change_skips_great_zont:
        _take_off(state, place, UNKNOWN)
        return
    for _, card, _, _, _ in reversed(state.trick[:place]):
        if card != UNKNOWN and SUIT[card] != GREAT_ZONT:
            state.maybe_removed |= 1 << card
            break
    state.unassigned.append(UNKNOWN)
    del state.trick[place]


def name_played(state: State, place: int, card: int) -> None:
    """Name an unnamed card of the trick *card*: whether it followed, its effect and the winner of
    the trick may be known now."""
    player, _, _, toggled, possible = state.trick[place]
    follows = FOLLOWS[state.colour][card]
    if not is_first_card(state, place):
        # An added card has no effect, and was to follow in any case.
        state.trick[place] = (player, card, follows, toggled, possible)
        return
    if follows and SUIT[card] == FAVORS:
        state.lowest_wins = not state.lowest_wins
        toggled = True
    state.trick[place] = (player, card, follows, toggled, possible)
    if follows and state.colour != NONE:
        state.trick_in_doubt &= ~(1 << player)
        if not (state.trick_in_doubt or state.rules.toggle_persists):
            state.aim_in_doubt = False
    # Whether an Art obliged its player to add a card is not asked any more, so it stays open.
    if not follows or (state.rules.art_must_add and SUIT[card] in (ART, GIGLET)):
        return
    asked = state.unnamed_events[player]
    for index, finding in enumerate(state.findings):
        is_it = finding.event == asked and finding.code is Code.MUST_FOLLOW
        if is_it and finding.verdict is Verdict.UNKNOWN:
            state.findings[index] = finding._replace(verdict=Verdict.LEGAL, decided=state.index)


def removable(state: State, source: int, named: int = UNKNOWN) -> int:
    """Return the place in the trick of the card that the Change just played, at the place *source*,
    may remove, NONE if there is none. An unknown card might be a Great Zont; then *named* decides
    among several."""
    skips = state.rules.change_skips_great_zont
    trick = state.trick
    for place in range(source - 1, -1, -1):
        card = trick[place][1]
        if card == UNKNOWN:
            if not (skips and named != UNKNOWN and _may_be_zont(state, place)):
                return place
            lies_below = any(played[1] == named for played in trick[:place])
            if not lies_below and state.hands.may_have_left(trick[place][0]) >> named & 1:
                return place
            continue
        protected = _is_protected(state, trick[place])
        if protected and not skips:
            return NONE
        if not protected and (protected is False or named in (UNKNOWN, card) or not skips):
            return place
    return NONE


def may_remove(state: State, place: int, source: int, *, named: bool) -> bool:
    """Return whether the Change at the place *source* may remove the card at a removable place,
    called *named*, whatever the unknown cards of the trick are: each may be a Great Zont, which is
    passed over where possible, or not."""
    trick = state.trick
    if trick[place][1] != UNKNOWN:
        if place + 1 == source and SUIT[trick[place][1]] != GREAT_ZONT:
            return True
        others = trick[place + 1 : source]
        if _is_protected(state, trick[place]) is None:
            return False
    elif not named:
        return not _may_be_zont(state, place)
    elif state.rules.change_skips_great_zont:
        others = [*trick[:place], *trick[place + 1 : source]]
    else:
        others = []
    return all(
        played[1] != UNKNOWN and _is_protected(state, played) is not None for played in others
    )


def _may_be_zont(state: State, place: int) -> bool:
    """Return whether an unnamed card of the trick may be a Great Zont."""
    return bool(state.hands.may_have_left(state.trick[place][0]) & GREAT_ZONTS)


def _is_protected(state: State, played: Played) -> bool | None:
    """Return whether a Change cannot remove a card: a Great Zont, by default one that has its
    effect. None if the unknown colour of the trick decides."""
    _, card, counts, _, _ = played
    if card == UNKNOWN or SUIT[card] != GREAT_ZONT:
        return False
    if state.rules.zont_always_protected or (state.colour == NONE and COLOUR[card] == WILD):
        return True
    return None if state.colour == NONE else counts


def copy(state: State, event: Event) -> None:
    """Judge the copy of another card's effect with a Giglet, a Great Zont excepted."""
    place = source_place(state)
    if not _may_go_on(state, event, place, MAY_COPY, "giglet"):
        return
    if place == NONE:
        return
    seat, giglet, counts, toggled, possible = state.trick[place]
    effect = _effect_of(state, event.cards[0], place)
    if effect is None:
        return
    state.window_event = state.index
    if giglet != UNKNOWN:
        state.effects[giglet] = effect
    if effect == UNCLEAR:
        state.trick_in_doubt |= SOMETHING
        state.aim_in_doubt = True
        state.window = MAY_DO_ANYTHING
    elif effect == FAVORS:
        state.lowest_wins = not state.lowest_wins
        state.trick[place] = (seat, giglet, counts, not toggled, possible)
        state.window = NOTHING
    else:
        state.window = effect
    if state.trick_guessed and not _lies_open(state, event.cards[0]):
        state.window = MAY_DO_ANYTHING


def _lies_open(state: State, card: int) -> bool:
    """Return whether a card was played in this hand, wherever it lies now."""
    in_trick = any(played[1] == card for played in state.trick)
    return in_trick or card in state.earlier_cards or card in state.removed


def _effect_of(state: State, card: int, source: int) -> int | None:
    """Return the effect that the Giglet at the place *source* takes over from *card*: a suit,
    NOTHING or UNCLEAR; None, and a finding, if it copies nothing."""
    if card == UNKNOWN:
        state.unknown(Code.NOT_ALLOWED, "giglet")
        return UNCLEAR
    if state.maybe_removed >> card & 1 or _may_be_unseen(state, card):
        state.unknown(Code.NOT_ALLOWED, "giglet")
        # What a Giglet that nobody noted copied is not known either.
        return UNCLEAR if SUIT[card] == GIGLET else SUIT[card]
    giglet = state.trick[source][1]
    if card == giglet or not copyable(state, source) >> card & 1:
        return _copied_wrongly(state, card, giglet)
    if SUIT[card] != GIGLET:
        return SUIT[card]
    copied = state.effects[card]
    if copied == GIGLET or not state.rules.giglet_copies_giglet:
        return NOTHING
    return copied


def _copied_wrongly(state: State, card: int, source: int) -> int | None:
    """Record the copy of a card that a Giglet may not copy; return the effect if the copy stands.
    For a card that nobody has played the effect is a guess, since another was meant."""
    effect = SUIT[card] if SUIT[card] not in (GREAT_ZONT, GIGLET) else NOTHING
    lies_open = _lies_open(state, card)
    if state.trick_guessed and not lies_open:
        return effect
    blocked = SUIT[card] == GREAT_ZONT
    if not _is_blamed(state):
        state.illegal(Code.NOT_ALLOWED, "great-zont" if blocked else "giglet", card=card)
    lets = state.window in (MAY_COPY, MAY_DO_ANYTHING)
    if blocked or card == source or not state.stands or not lets:
        return None
    if not lies_open:
        state.trick_guessed = True
    return effect


def _may_be_unseen(state: State, card: int) -> bool:
    """Return whether a card that is not in sight may be one that was played unnamed."""
    if SUIT[card] == GREAT_ZONT or not any(state.hands.gone):
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
