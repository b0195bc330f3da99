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


def rulings(state: State, seat: int) -> list[Event]:
    """Return the draws with which a seat pays for the open accusation, as the table ruled: of all
    that it owes then, or of what the stock still has."""
    at_stake = state.at_stake(seat) if state.accuser != NONE else 0
    count = min(state.owed[seat] + at_stake, state.stock)
    return [Event(DRAW, seat, (UNKNOWN,) * count)] if at_stake and count else []


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
    """Yield the candidates of a seat: every legal event, and as few others as can be told at a
    glance, since judging them takes most of the time."""
    size = state.hand_size(seat)
    goes_on = seat == state.turn or state.may_follow(seat)
    playable = state.playable if goes_on or seat == state.straight_seat else 0
    if playable or state.rules.interceptions:
        for card in _may_hold(state, seat):
            for event in _ways_to_play(state, seat, card, in_turn=bool(playable >> card & 1)):
                yield event
                if size == 2:
                    yield replace(event, said=(UNO,))
    owed = state.owed[seat]
    if goes_on or owed or state.accuser != NONE:
        for count in range(1, max(1, min(owed, state.stock)) + 1):
            yield Event(DRAW, seat, (UNKNOWN,) * count)
    if seat == state.turn:
        yield Event(PASS, seat)
    if size in (1, 2):
        yield Event(SAY, seat, name=UNO_WORD)
    if state.accusable != NONE:
        yield Event(ACCUSE, seat)
    if state.reacting:
        yield Event(REACT, seat)
    if state.unsaid:
        for other in range(state.seats):
            yield Event(CATCH, seat, other=other)


def _may_hold(state: State, seat: int) -> list[int]:
    """Return the cards that a seat holds or may hold."""
    hand = state.hand_of[seat]
    hands = state.hands
    held = hands.held[hand]
    if not hands.unknown[hand]:
        return [card for card, count in enumerate(held) if count]
    unseen = hands.unseen
    return [card for card in range(hands.faces) if held[card] or unseen[card]]


def _ways_to_play(state: State, seat: int, card: int, *, in_turn: bool) -> Iterator[Event]:
    """Yield every way to play a card, with each name: as an interception where the rules know
    them, and otherwise if it may fit *in_turn*."""
    last = state.hand_size(seat) == 1
    kinds = (PLAY,) if in_turn else ()
    for kind in (*kinds, MATCH) if state.rules.interceptions else kinds:
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
