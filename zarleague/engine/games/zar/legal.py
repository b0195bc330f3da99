"""Every legal event: the plays of a seat, and what may come off the table next."""

from collections.abc import Iterator
from dataclasses import replace

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    ASK,
    CATCH,
    CLOSE,
    DEAL,
    DRAW,
    MATCH,
    NONE,
    PENALTY,
    PLAY,
    RESHUFFLE,
    SAY,
    TABLE,
    UP,
    Event,
)
from zarleague.engine.games.zar.declare import declaration
from zarleague.engine.games.zar.draw import due, may_pass, playable
from zarleague.engine.games.zar.judge import identity_of
from zarleague.engine.games.zar.play import play
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.table import owed_at_end


def legal(state: State, seat: int) -> list[Event]:
    """The legal events of a seat, or of the table. Where cards of a hand are unknown, the plays it
    may turn out to hold are among them. Nothing is listed once the hand is in doubt."""
    if state.over or state.doubt:
        return []
    if seat == TABLE:
        return _of_table(state)
    if not state.started:
        return []
    events = [*_matches(state, seat), *_plays(state, seat)]
    if state.rules.must_declare:
        events = [_declared(state, event) for event in events]
    events.extend(_draws(state, seat))
    events.extend(_talk(state, seat))
    return events


def _of_table(state: State) -> list[Event]:
    if not state.started:
        size = state.rules.deal(state.seats)
        missing = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
        if missing:
            return [Event(DEAL, seat, (UNKNOWN,) * size) for seat in missing]
        return [Event(UP, TABLE, (UNKNOWN,))]
    if state.supply_gone():
        return [Event(CLOSE)]
    events = []
    if not state.stock:
        events.append(Event(RESHUFFLE))
    if state.out != NONE and not any(owed_at_end(state, seat) for seat in range(state.seats)):
        events.append(Event(CLOSE))
    return events


def _available(state: State, seat: int, card: int) -> int:
    """How many copies of a card a seat holds or may hold."""
    hands = state.hands
    count = hands.held[seat][card]
    if hands.unknown[seat]:
        count += min(hands.unknown[seat], hands.unseen[card])
    return count


def _groups(state: State, seat: int, identity: int, *, matching: bool) -> Iterator[tuple[int, ...]]:
    """The cards of a hand that can be played together as one identity. Of a group with Chameleons
    only which card comes to lie on top matters, so each is listed in at most two orders. Out of
    turn, and after somebody went out, Chameleons have to lie on a Chameleon or go along."""
    chameleon = state.rules.chameleon
    most_real = _available(state, seat, identity)
    most_false = _available(state, seat, chameleon) if chameleon != NONE else 0
    if state.out != NONE and state.pile[-1] != chameleon:
        most_false = 0
    alone = matching and (seat == state.turn or state.pile[-1] == chameleon)
    room = state.size(seat)
    for real in range(most_real + 1):
        for false in range(min(most_false, room - real) + 1):
            reals = (identity,) * real
            falses = (chameleon,) * false
            if real:
                yield reals + falses
                if false:
                    yield falses + reals
            elif false and alone:
                yield falses


def _matches(state: State, seat: int) -> Iterator[Event]:
    """Plays of what lies on top. Everybody may match; the mark of a match may be left out."""
    groups: list[tuple[int, ...]] = []
    if _may_match(state, seat, on_turn=seat == state.turn):
        groups.extend(_groups(state, seat, state.top, matching=True))
    if seat == state.drew and state.drawn != UNKNOWN and _may_match(state, seat, on_turn=True):
        # The card just drawn is played in turn, all others are not.
        drawn = (state.drawn,)
        if drawn not in groups and state.drawn in (state.top, state.rules.chameleon):
            groups.append(drawn)
    for cards in groups:
        for name in _names(state, state.top):
            yield Event(MATCH, seat, cards, name)
            yield Event(PLAY, seat, cards, name)


def _may_match(state: State, seat: int, *, on_turn: bool) -> bool:
    """Whether a seat may put a card on an identical one."""
    if state.owner != seat:
        return True
    if on_turn:
        return state.rules.self_match_after_round and not state.owes[seat]
    return state.rules.self_match


def _plays(state: State, seat: int) -> Iterator[Event]:
    """Plays in turn on a card that is not identical."""
    if state.out != NONE or state.owes[seat]:
        return
    if seat == state.turn:
        wanted = state.fits & (state.rules.draw_twos if state.draw_twos else -1)
        together = True
    elif seat == state.drew:
        wanted = state.fits & (1 << state.drawn if state.drawn != UNKNOWN else 0)
        together = False
    else:
        return
    for card in range(len(state.rules.copies)):
        if not wanted >> card & 1 or card in (state.top, state.rules.chameleon):
            continue
        for cards in _groups(state, seat, card, matching=False):
            if together or len(cards) == 1:
                for name in _names(state, card):
                    yield Event(PLAY, seat, cards, name)


def _names(state: State, identity: int) -> list[int]:
    """What must be named with a card; NONE alone if nothing."""
    may_name = state.rules.may_name[state.rules.effect[identity]]
    if not may_name:
        return [NONE]
    return [word for word in range(may_name.bit_length()) if may_name >> word & 1]


def _declared(state: State, event: Event) -> Event:
    """A play with what has to be called out."""
    matches = identity_of(state, event.cards) == state.top and event.seat != state.owner
    laid = state.copy()
    play(laid, event)
    due_word = declaration(laid, event, matches=matches)
    return replace(event, said=(due_word,)) if due_word else event


def _draws(state: State, seat: int) -> Iterator[Event]:
    """Draws of what is owed, in one go or bit by bit, and of one card more instead of playing."""
    owed = due(state, seat)
    most = owed + may_pass(state, seat)
    if state.rules.must_play:
        # Whether another card would have had to be played depends on what is drawn before.
        held = state.hands.holds_any(seat, playable(state, seat))
        if owed or held is not False:
            most = owed
    for count in range(1, min(most, state.stock) + 1):
        yield Event(DRAW, seat, (UNKNOWN,) * count)
    if state.owed(seat, "vincent") and state.stock:
        yield Event(PENALTY, seat, (UNKNOWN,))


def _talk(state: State, seat: int) -> Iterator[Event]:
    """Saying that one card is left, and asking who did not."""
    if state.size(seat) == 1:
        yield Event(SAY, seat, name=state.rules.word)
    for other in range(state.seats):
        if other != seat and state.silent >> other & 1:
            yield Event(ASK, seat, other=other)
            if state.rules.any_catch:
                yield Event(CATCH, seat, other=other)
