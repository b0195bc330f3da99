"""What may happen next, by trying every candidate on the judges."""

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
from zarleague.engine.games.uno.deck import COLOURS, DRAW_FOUR, RANK, SEVEN, WILD
from zarleague.engine.games.uno.lay import UNO
from zarleague.engine.games.uno.state import HAND_SIZE, State
from zarleague.engine.games.uno.talk import UNO_WORD


def legal(state: State, seat: int) -> list[Event]:
    """Every legal event of a seat now, or of the table. What of a hand is unknown can be any card
    not located yet."""
    if seat == TABLE:
        return _of_the_table(state)
    return [event for event in _of_a_seat(state, seat) if judge(state, event) is None]


def _of_the_table(state: State) -> list[Event]:
    """Chance, and the end; cards still in the pile are unknown."""
    clockwise = [(state.dealer + 1 + place) % state.seats for place in range(state.seats)]
    undealt = [seat for seat in clockwise if not state.dealt >> seat & 1]
    if undealt and not state.over:
        return [Event(DEAL, seat, (UNKNOWN,) * HAND_SIZE) for seat in undealt]
    if not state.started and not state.over:
        return [Event(UP, cards=(UNKNOWN,))]
    return [event for event in (Event(RESHUFFLE), Event(CLOSE)) if judge(state, event) is None]


def _of_a_seat(state: State, seat: int) -> Iterator[Event]:
    for card in _may_hold(state, seat):
        for event in _ways_to_play(state, seat, card):
            yield event
            if state.size(seat) == 2:
                yield replace(event, said=(UNO,))
    owed = 0
    for debt in state.debts[seat]:
        owed += debt.cards
        yield Event(DRAW, seat, (UNKNOWN,) * owed)
    if not owed:
        yield Event(DRAW, seat, (UNKNOWN,))
    elif state.pile < owed:
        yield Event(DRAW, seat, (UNKNOWN,) * state.pile)
    yield Event(PASS, seat)
    yield Event(SAY, seat, name=UNO_WORD)
    yield Event(ACCUSE, seat)
    yield Event(REACT, seat)
    for other in range(state.seats):
        yield Event(CATCH, seat, other=other)


def _may_hold(state: State, seat: int) -> list[int]:
    hand = state.hand_of[seat]
    holdings = state.holdings
    held = holdings.held[hand]
    unknown = holdings.unknown[hand]
    return [
        card for card in range(holdings.faces) if held[card] or (unknown and holdings.unseen[card])
    ]


def _ways_to_play(state: State, seat: int, card: int) -> Iterator[Event]:
    last = state.size(seat) == 1
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
