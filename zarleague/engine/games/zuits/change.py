"""Judge a Change, which removes the card played just before it; a Great Zont is protected."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.zuits import effects
from zarleague.engine.games.zuits.deck import (
    ART,
    COLOUR,
    FAVORS,
    GIGLET,
    GREAT_ZONT,
    GREAT_ZONTS,
    SUIT,
    WILD,
)
from zarleague.engine.games.zuits.state import MAY_REMOVE, NO_EFFECT, Played, State
from zarleague.engine.games.zuits.trick import FOLLOWS


def apply_remove(state: State, event: Event) -> Violation | None:
    """Judge a Change that removes the card played just before, for the rest of the hand."""
    source = effects.source_place(state)
    if (violation := effects.judge_effect(state, event, source, MAY_REMOVE, "change")) is not None:
        return violation
    named = event.cards[0]
    place = removable(state, source, named)
    player, card, _, _, possible = state.trick[place] if place != NONE else _NO_CARD
    if place != NONE and possible and named in (UNKNOWN, card):
        if not may_remove(state, place, source, named):
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
        state.window = NO_EFFECT
    return None


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
    elif not protected and (protected is None or not may_remove(state, place, source, named)):
        # Whose card it was may be open, so that it says nothing of a hand.
        state.unknown(Code.NOT_ALLOWED, "great-zont")
        _take_off(state, place, named)
    elif state.stands or not protected:
        first = effects.is_first_card(state, place)
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
    if not effects.is_blamed(state):
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
    if not effects.is_first_card(state, place):
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


def may_remove(state: State, place: int, source: int, named: int) -> bool:
    """Return whether the Change at the place *source* may remove the card at a removable place,
    called *named* (UNKNOWN: without a name), whatever the unknown cards of the trick are: each may
    be a Great Zont, which is passed over where possible, or the card named."""
    trick = state.trick
    if trick[place][1] != UNKNOWN:
        if place + 1 == source and SUIT[trick[place][1]] != GREAT_ZONT:
            return True
        others = trick[place + 1 : source]
        if _is_protected(state, trick[place]) is None:
            return False
    elif named == UNKNOWN:
        return not _may_be_zont(state, place)
    elif state.rules.change_skips_great_zont:
        others = [*trick[:place], *trick[place + 1 : source]]
    else:
        left = state.hands.may_have_left
        return not any(p[1] == UNKNOWN and left(p[0]) >> named & 1 for p in trick[:place])
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
