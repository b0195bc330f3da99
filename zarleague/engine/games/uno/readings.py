"""Readings of an ambiguous log.

A draw may have paid for one debt or for another, a player who drew may have passed without the log
saying so, and an illegal event may be a slip (see ``slips``). Each such reading is a state of its
own, kept in ``readings`` of the state, which is itself the likeliest. Once an event is illegal in
the state and legal in another reading, that reading takes its place.
"""

from collections.abc import Iterable

from zarleague.engine.games.uno.state import MOST_READINGS, State


def keep_readings(state: State, readings: Iterable[State]) -> None:
    """Keep the readings that differ from the state and from each other, the first ones if there are
    too many."""
    state.readings = []
    for reading in readings:
        known = _are_one(state, reading) or any(
            _are_one(other, reading) for other in state.readings
        )
        if not known:
            state.readings.append(reading)
            if len(state.readings) == MOST_READINGS:
                return


def _are_one(one: State, other: State) -> bool:
    """Return whether two readings have led to the same state, so that all rules judge them
    alike."""
    return (
        one.turn == other.turn
        and one.stock == other.stock
        and one.owed == other.owed
        and one.top == other.top
        and one.named == other.named
        and one.direction == other.direction
        and one.skips == other.skips
        and one.drawn == other.drawn
        and one.drawn_card == other.drawn_card
        and one.straight == other.straight
        and one.unsaid == other.unsaid
        and one.out == other.out
        and one.over == other.over
        and one.reacting == other.reacting
        and one.dealt == other.dealt
        and one.started == other.started
        and one.answerable == other.answerable
        and one.accusable == other.accusable
        and one.accuser == other.accuser
        and one.hand_of == other.hand_of
        and one.hands.unknown == other.hands.unknown
        and one.hands.held == other.hands.held
        and [sorted(debts) for debts in one.debts] == [sorted(debts) for debts in other.debts]
    )
