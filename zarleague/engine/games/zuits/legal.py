"""List every legal event of a seat, and of the table, in a hand of Zuits.

A play is listed when it is legal for certain, whatever the unknown cards of the hand are.
"""

from itertools import combinations

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.games.zuits.change import may_remove, removable
from zarleague.engine.games.zuits.deck import (
    COLOUR,
    COLOURS,
    GREAT_ZONTS,
    OF_COLOUR,
    WILD,
    WILDS,
    cards_of,
)
from zarleague.engine.games.zuits.effects import copyable, is_certain, source_place
from zarleague.engine.games.zuits.scoring import colours_open
from zarleague.engine.games.zuits.state import (
    HAND_SIZE,
    MAY_ADD,
    MAY_COPY,
    MAY_REMOVE,
    OBJECTIVE_SIZE,
    State,
)
from zarleague.engine.games.zuits.trick import FOLLOWING, could_add, next_leader, winner


def legal(state: State, seat: int) -> list[Event]:
    """Return the legal events of a seat now; for ``TABLE`` the deals and the close."""
    if seat == TABLE:
        return _of_table(state)
    if state.all_played:
        found = effects(state, seat)
        if _must_add(state):
            return found
        return found + _after_the_last(state, seat) + _takes(state, seat)
    if not state.has_begun and not state.objective[seat]:
        return _asides(state, seat)
    if _must_add(state):
        return effects(state, seat)
    return _plays(state, seat) + effects(state, seat) + _takes(state, seat)


def undecided(state: State, seat: int) -> list[Event]:
    """Return what nobody can judge yet: the cards a seat may play off the colour if it holds none
    of it, the names of an unnamed card that its Change may remove, if that was the one played just
    before, what may come after an Art if its player has no card to add, and the choice of a colour
    by an objective that nobody has seen."""
    found: list[Event] = []
    goes_on = not _must_add(state)
    if not goes_on and could_add(state) is None:
        goes_on = True
        found += _after_the_last(state, seat) if state.all_played else _plays(state, seat)
        found += _takes(state, seat)
    may_choose = state.all_played and goes_on and state.chosen[seat] is None
    if may_choose and UNKNOWN in state.objective[seat]:
        found += [Event(kinds.CHOOSE, seat, name=colour) for colour in range(len(COLOURS))]
    if state.seats_played and seat == state.turn and state.colour != NONE and goes_on:
        may_hold = state.hands.may_hold(seat)
        wanted = OF_COLOUR[state.colour] | (WILDS if state.rules.wild_must_follow else 0)
        if state.hands.holds_any(seat, wanted) is None:
            others = cards_of(may_hold & ~FOLLOWING[state.colour])
            found += [Event(kinds.PLAY, seat, (card,)) for card in others]
    source = source_place(state)
    if state.window == MAY_REMOVE and seat == state.last_seat and is_certain(state, source):
        place = removable(state, source)
        if place != NONE and state.trick[place][1] == UNKNOWN:
            certain = _removable(state, source)
            names = cards_of(state.hands.may_have_left(state.trick[place][0]) & ~certain)
            found += [
                Event(kinds.REMOVE, seat, (name,)) for name in names if not GREAT_ZONTS >> name & 1
            ]
    return found


def _of_table(state: State) -> list[Event]:
    if state.over:
        return []
    if state.all_played:
        return [] if _must_add(state) else [Event(kinds.CLOSE)]
    if state.has_begun:
        return []
    return [
        Event(kinds.DEAL, seat, (UNKNOWN,) * HAND_SIZE)
        for seat in range(state.seats)
        if not state.dealt >> seat & 1
    ]


def _asides(state: State, seat: int) -> list[Event]:
    hands = state.hands
    if hands.hand_size(seat) < OBJECTIVE_SIZE:
        return []
    return [
        Event(kinds.SET_ASIDE, seat, pair)
        for pair in combinations(cards_of(hands.may_hold(seat)), OBJECTIVE_SIZE)
        if sum(not hands.held[seat] >> card & 1 for card in pair) <= hands.unknown[seat]
    ]


def _must_add(state: State) -> bool:
    """Return whether an Art may still oblige the player who played last to add a card."""
    return state.window == MAY_ADD and state.rules.art_must_add and could_add(state) is not False


def _plays(state: State, seat: int) -> list[Event]:
    """Return the cards a seat may lead, or play to the trick."""
    if not all(state.objective) or not state.hands.hand_size(seat):
        return []
    if not state.seats_played or state.trick_complete:
        next_seat = next_leader(state, winner(state)) if state.trick_complete else state.turn
        if seat != next_seat:
            return []
        return [
            Event(kinds.PLAY, seat, (card,), name)
            for card in cards_of(state.hands.may_hold(seat))
            for name in (range(len(COLOURS)) if COLOUR[card] == WILD else (NONE,))
        ]
    if seat != state.turn:
        return []
    able = FOLLOWING[state.colour]
    may_hold = state.hands.may_hold(seat)
    plays = may_hold & able
    if state.colour != NONE:
        wanted = OF_COLOUR[state.colour] | (WILDS if state.rules.wild_must_follow else 0)
        if state.hands.holds_any(seat, wanted) is False:
            plays = may_hold
    return [Event(kinds.PLAY, seat, (card,)) for card in cards_of(plays)]


def effects(state: State, seat: int) -> list[Event]:
    """Return the events that the effect of the card played last allows its player."""
    if state.over or seat != state.last_seat or not state.seats_played:
        return []
    source = source_place(state)
    if not is_certain(state, source):
        return []
    if state.window == MAY_ADD and state.hands.hand_size(seat):
        cards = state.hands.may_hold(seat) & FOLLOWING[state.colour]
        return [Event(kinds.ADD, seat, (card,)) for card in cards_of(cards)]
    if state.window == MAY_REMOVE:
        return [Event(kinds.REMOVE, seat, (card,)) for card in cards_of(_removable(state, source))]
    if state.window == MAY_COPY:
        return [Event(kinds.COPY, seat, (card,)) for card in cards_of(copyable(state, source))]
    return []


def _removable(state: State, source: int) -> int:
    """Return the set of cards that a Change just played, at the place *source*, may remove; an
    unnamed one under every name it may have."""
    place = removable(state, source)
    if place == NONE:
        return 0
    card = state.trick[place][1]
    names = cards_of(state.hands.unseen & ~GREAT_ZONTS) if card == UNKNOWN else [card]
    return sum(1 << name for name in names if may_remove(state, place, source, name))


def _takes(state: State, seat: int) -> list[Event]:
    """Return the line in which the winner takes the trick."""
    if state.over or not state.trick_complete or winner(state) != seat:
        return []
    return [Event(kinds.TAKE, seat)]


def _after_the_last(state: State, seat: int) -> list[Event]:
    """Return what a seat shows and chooses after the last trick."""
    events: list[Event] = []
    objective = state.objective[seat]
    if len(objective) == OBJECTIVE_SIZE and not state.turned >> seat & 1:
        events.append(Event(kinds.TURN, seat, objective))
    if not state.left_shown >> seat & 1 and state.hands.hand_size(seat):
        known = cards_of(state.hands.held[seat])
        unknown = (UNKNOWN,) * (state.hands.hand_size(seat) - len(known))
        events.append(Event(kinds.LEFT, seat, known + unknown))
    if state.chosen[seat] is None and objective and UNKNOWN not in objective:
        colours = colours_open((objective[0], objective[1]))
        events.extend(Event(kinds.CHOOSE, seat, name=colour) for colour in colours)
    return events
