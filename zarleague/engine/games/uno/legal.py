"""List the events that may happen next, by trying every candidate on the judges."""

from collections.abc import Iterator
from dataclasses import replace

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    ACCUSE,
    CATCH,
    CLOSE,
    DEAL,
    DRAW,
    MATCH,
    NONE,
    PASS,
    PLAY,
    REACT,
    RESHUFFLE,
    SAY,
    TABLE,
    UP,
    Event,
)
from zarleague.engine.games.uno.apply import judge
from zarleague.engine.games.uno.calls import UNO_WORD
from zarleague.engine.games.uno.deck import COLOURS, DRAW_FOUR, RANK, SEVEN, WILD
from zarleague.engine.games.uno.effects import UNO
from zarleague.engine.games.uno.state import HAND_SIZE, State


def legal(state: State, seat: int) -> list[Event]:
    """Return every legal event of a seat, or of the table, now. An unknown card of a hand may be
    any unseen card."""
    offered = _legal_in(state, seat)
    for reading in state.readings:
        if reading.is_guess:
            continue
        offered += [event for event in _legal_in(reading, seat) if event not in offered]
    return offered


def _legal_in(state: State, seat: int) -> list[Event]:
    """Return every legal event of a seat, or of the table, in one reading of the log."""
    if seat == TABLE:
        return _of_the_table(state)
    return [event for event in _of_a_seat(state, seat) if judge(state, event) is None]


def _of_the_table(state: State) -> list[Event]:
    """Return the deals, the first card, the reshuffle and the close that may come next."""
    clockwise = [(state.dealer + 1 + place) % state.seats for place in range(state.seats)]
    undealt = [seat for seat in clockwise if not state.dealt >> seat & 1]
    if undealt and not state.over:
        return [Event(DEAL, seat, (UNKNOWN,) * HAND_SIZE) for seat in undealt]
    if not state.started and not state.over:
        return [Event(UP, cards=(UNKNOWN,))]
    return [event for event in (Event(RESHUFFLE), Event(CLOSE)) if judge(state, event) is None]


def _of_a_seat(state: State, seat: int) -> Iterator[Event]:
    """Yield the candidates of a seat."""
    for card in _may_hold(state, seat):
        for event in _ways_to_play(state, seat, card):
            yield event
            if state.hand_size(seat) == 2:
                yield replace(event, said=(UNO,))
    owed = state.owed[seat]
    for count in range(1, max(1, min(owed, state.stock)) + 1):
        yield Event(DRAW, seat, (UNKNOWN,) * count)
    yield Event(PASS, seat)
    yield Event(SAY, seat, name=UNO_WORD)
    yield Event(ACCUSE, seat)
    yield Event(REACT, seat)
    for other in range(state.seats):
        yield Event(CATCH, seat, other=other)


def _may_hold(state: State, seat: int) -> list[int]:
    """Return the cards that a seat holds or may hold."""
    hand = state.hand_of[seat]
    hands = state.hands
    held = hands.held[hand]
    unknown = hands.unknown[hand]
    return [card for card in range(hands.faces) if held[card] or (unknown and hands.unseen[card])]


def _ways_to_play(state: State, seat: int, card: int) -> Iterator[Event]:
    """Yield every way to play a card: in turn or as an interception, with each name."""
    last = state.hand_size(seat) == 1
    for kind in (PLAY, MATCH):
        if WILD <= card <= DRAW_FOUR:
            for colour in range(len(COLOURS)):
                yield Event(kind, seat, (card,), colour)
            if last:
                yield Event(kind, seat, (card,))
        elif RANK[card] == SEVEN and state.rules.zero_seven:
            for other in (*range(state.seats), NONE):
                yield Event(kind, seat, (card,), other=other)
        else:
            yield Event(kind, seat, (card,))
