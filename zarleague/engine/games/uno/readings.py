"""Readings of an ambiguous log.

A draw may have paid for one debt or for another, a player who drew may have passed without the log
saying so, and an illegal event may be a slip. Each such reading is a state of its own, kept in
``readings`` of the state, which is itself the likeliest. Once an event is illegal in the state and
legal in another reading, that reading takes its place.

Most of what looks illegal in a log is a typing error: a line left out, the wrong player, the wrong
card. Or the event happened and nobody objected. So beside the remedy of the rules there are
readings in which one small thing is different. The event stays illegal in all of them. But once
what follows fits one of these readings and not the remedy, the replay goes on from it.

The common reading of slips (:mod:`zarleague.engine.slips`) is made after these and does not replace
them. Without those here a slip in a hand of four leaves 3.4 further events illegal if another card
is written, 4.1 if another seat is, and 12 if a line is left out; with them 0.2, 0.0 and 0.3
(``benchmarks.bench_slips``). A wrong line moves turns, debts and hands, so that nearly all events
after it are illegal: more than the common search reads.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Final, NamedTuple

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.uno.deal import take_from_stock
from zarleague.engine.games.uno.deck import DRAW_FOUR, DRAW_TWO, EVERYTHING, RANK, REVERSE, SKIP
from zarleague.engine.games.uno.draw import apply_draw, judge_draw, pay
from zarleague.engine.games.uno.effects import may_have_played, play_card, play_guessed
from zarleague.engine.games.uno.state import HAND_SIZE, MOST_READINGS, State
from zarleague.engine.games.uno.violations import blocked, not_in_stock

Try = Callable[[State, Event], bool]
"""Apply an event unless it is illegal; return whether it was applied."""


class Assumption(NamedTuple):
    """One thing that was different. ``possible`` says of a state, without changing it, whether it
    can have been; ``assume`` changes a copy to what it would be, and returns False if it cannot
    have been all the same."""

    possible: Callable[[State, Event], bool]
    assume: Callable[[State, Event, Try], bool]


_NUMBER: Final = 0
_RANKS: Final = (_NUMBER, SKIP, REVERSE, DRAW_TWO, RANK[DRAW_FOUR])
"""Ranks whose effects differ, for an unnamed card."""


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


_JUDGED_BY: Final = attrgetter(
    *("turn", "stock", "owed", "top", "named", "direction", "skips", "drawn", "drawn_card"),
    *("straight", "unsaid", "out", "over", "reacting", "dealt", "started", "answerable"),
    *("accusable", "accuser", "hand_of", "hands.unknown", "hands.held"),
)


def _are_one(one: State, other: State) -> bool:
    """Return whether two readings led to the same state, so that all rules judge them alike."""
    return bool(_JUDGED_BY(one) == _JUDGED_BY(other)) and all(
        sorted(owed) == sorted(also) for owed, also in zip(one.debts, other.debts, strict=True)
    )


def readings_of_slips(
    state: State, event: Event, violation: Violation, try_event: Try
) -> Iterator[State]:
    """Yield the readings in which an illegal event was a slip, or happened as it is written;
    *state* is the one before it."""
    assumptions = _ASSUMPTIONS.get(event.kind, ())
    if violation.code is Code.COULD_HAVE_PLAYED:
        # What the hand held made it illegal, not what the log says: nobody noticed.
        assumptions = (_AS_WRITTEN[event.kind],)
    elif violation.code is Code.WRONG_COUNT and event.kind == kinds.DRAW and state.owed[event.seat]:
        assumptions = (_DRAWN_ALL_THE_SAME, *assumptions)
    for possible, assume in assumptions:
        if not possible(state, event):
            continue  # a copy costs ten times as much as this question
        reading = state.fork()
        reading.add_violation(violation)
        if assume(reading, event, try_event):
            reading.is_guess = True
            yield reading


def _has_seat(state: State, event: Event) -> bool:
    return 0 <= event.seat < state.seats


def _owes(state: State, event: Event) -> bool:
    return bool(state.owed[state.turn] or (_has_seat(state, event) and state.owed[event.seat]))


def _debt_drawn(state: State, event: Event, try_event: Try) -> bool:
    """Assume that owed cards were drawn before, by the same seat or by the one in turn."""
    for seat in (event.seat, state.turn):
        if 0 <= seat < state.seats and state.owed[seat]:
            draw = Event(kinds.DRAW, seat, (UNKNOWN,) * min(state.owed[seat], state.stock))
            return try_event(state, draw) and try_event(state, event)
    return False


def _may_answer(state: State, event: Event) -> bool:
    return _has_seat(state, event) and state.answerable != NONE and state.top != UNKNOWN


def _another_card_on_top(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the draw card on top was another card, so that nobody draws for it."""
    if not state.forgive_play(event.seat, state.answerable):
        return False
    state.hands.release(state.top)
    state.answerable = state.accusable = state.named = NONE
    state.top = state.discard[-1] = UNKNOWN
    state.playable = EVERYTHING
    return try_event(state, event)


def _is_played(state: State, event: Event) -> bool:
    return _has_seat(state, event) and state.started and not state.over


def _one_card_left(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the seat holds one card, as it says: a line about its hand is missing or
    wrong."""
    return state.hands.recount(state.hand_of[event.seat], 1) and try_event(state, event)


def _may_draw(state: State, event: Event) -> bool:
    violation = judge_draw(state, Event(kinds.DRAW, state.turn, (UNKNOWN,)))
    return violation is None or violation.verdict is not Verdict.ILLEGAL


def _card_drawn(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the seat in turn drew a card by choice before."""
    return try_event(state, Event(kinds.DRAW, state.turn, (UNKNOWN,))) and try_event(state, event)


def _may_end_turn(state: State, event: Event) -> bool:
    return state.started and not state.halted and not state.owed[state.turn]


def _turn_passed(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the seat in turn passed without having drawn."""
    state.pass_turn()
    return try_event(state, event)


def _turn_may_play(state: State, event: Event) -> bool:
    return may_have_played(state, state.turn)


def _card_played(rank: int) -> Assumption:
    """Return the assumption that the seat in turn played a card of that rank before."""

    def assume(state: State, event: Event, try_event: Try) -> bool:
        return play_guessed(state, state.turn, rank) and try_event(state, event)

    return Assumption(_turn_may_play, assume)


def _uno_caught(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the seat that draws was caught without a call."""
    state.owe(event.seat, state.rules.missed_uno, "uno")
    return try_event(state, event)


def _was_ruled(state: State, event: Event) -> bool:
    return state.not_charged is not None


def _ruled_otherwise(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the table ruled on the last accusation otherwise than the cards say."""
    assert state.not_charged is not None
    seat, debt = state.not_charged
    state.not_charged = None
    if not any(state.forgive_play(loser, debt.event) for loser in range(state.seats)):
        return False
    state.owe(seat, debt.cards, debt.rule)
    return try_event(state, event)


def _may_reshuffle(state: State, event: Event) -> bool:
    return state.started and (state.stock_unstated or not state.stock)


def _reshuffled(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the discard pile was reshuffled into the empty stock before."""
    return try_event(state, Event(kinds.RESHUFFLE)) and try_event(state, event)


def _waits_for_reactions(state: State, event: Event) -> bool:
    return bool(state.reacting)


def _everybody_reacted(state: State, event: Event, try_event: Try) -> bool:
    """Assume that everybody had reacted to the buzzer."""
    state.reacting = 0
    state.halted = state.out != NONE
    return try_event(state, event)


def _seems_out(state: State, event: Event) -> bool:
    return state.out != NONE and not state.over and bool(state.stock)


def _not_out(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the seat that seems to be out had drawn a card before, and holds one."""
    state.stock -= 1
    state.hands.give(state.hand_of[state.out], UNKNOWN)
    state.out = NONE
    state.halted = bool(state.reacting)
    return try_event(state, event)


def _before_play(state: State, event: Event) -> bool:
    return not state.started


def _dealt(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the hands and the first card missing from the log were dealt."""
    for seat in range(state.seats):
        if not state.dealt >> seat & 1:
            try_event(state, Event(kinds.DEAL, seat, (UNKNOWN,) * HAND_SIZE))
    if event.kind != kinds.UP:
        try_event(state, Event(kinds.UP, cards=(UNKNOWN,)))
        state.in_doubt = False
    return try_event(state, event)


def _whose_line(state: State, event: Event) -> int:
    """Return the seat in turn, or for a draw, the first seat that owes cards."""
    if event.kind == kinds.DRAW and not state.owed[state.turn]:
        return next((seat for seat, owed in enumerate(state.owed) if owed), state.turn)
    return state.turn


def _is_anothers(state: State, event: Event) -> bool:
    return _whose_line(state, event) != event.seat


def _by_another(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the seat in turn did it, or for a draw, the first seat that owes cards."""
    return try_event(state, _of_seat(event, _whose_line(state, event)))


def _lacks_a_hand(state: State, event: Event) -> bool:
    return not state.started and state.dealt + 1 < 1 << state.seats


def _dealt_to_another(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the cards were dealt to the seat that has none."""
    for seat in range(state.seats):
        if not state.dealt >> seat & 1:
            return try_event(state, _of_seat(event, seat))
    return False


def _dealt_to_another_before(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the cards dealt to that seat before were dealt to the one that has none."""
    if not _has_seat(state, event):
        return False
    for seat in range(state.seats):
        if not state.dealt >> seat & 1:
            hand_of = state.hand_of
            hand_of[seat], hand_of[event.seat] = hand_of[event.seat], hand_of[seat]
            state.dealt ^= 1 << seat | 1 << event.seat
            return try_event(state, event)
    return False


def _seat_may_play(state: State, event: Event) -> bool:
    return may_have_played(state, event.seat)


def _another_card(rank: int) -> Assumption:
    """Return the assumption that a card of that rank was played instead."""

    def assume(state: State, event: Event, try_event: Try) -> bool:
        return play_guessed(state, event.seat, rank)

    return Assumption(_seat_may_play, assume)


def _plays_one_card(state: State, event: Event) -> bool:
    if not _is_played(state, event) or not state.hand_size(event.seat):
        return False
    return len(event.cards) == 1 and 0 <= event.cards[0] < state.hands.faces


def _played_all_the_same(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the card was played as written, out of turn or not held."""
    hand = state.hand_of[event.seat]
    hands = state.hands
    if not hands.held[hand][event.cards[0]]:
        hands.forget(hand)
        hands.unknown[hand] += 1
        if not hands.unseen[event.cards[0]]:
            return False
    play_card(state, event, intercepts=event.kind == kinds.MATCH)
    return True


def _can_be_drawn(state: State, event: Event) -> bool:
    return blocked(state, event.seat) is None and not_in_stock(state, event.cards) is None


def _drawn_all_the_same(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the cards were drawn as written, which pays everything owed; if nothing was, they
    were drawn by choice, and the turn may end."""
    seat = event.seat
    if seat == state.turn and not state.owed[seat] and state.accuser == NONE:
        apply_draw(state, event)
        return True
    take_from_stock(state, seat, event.cards)
    pay(state, seat, state.debts[seat], [], state.owed[seat])
    return True


def _may_pass(state: State, event: Event) -> bool:
    return _has_seat(state, event) and state.started and not state.halted


def _passed_all_the_same(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the turn passed on from that seat."""
    state.turn = event.seat
    state.pass_turn()
    return True


def _catches_another(state: State, event: Event) -> bool:
    return 0 <= event.other < state.seats and event.other != event.seat


def _caught_all_the_same(state: State, event: Event, try_event: Try) -> bool:
    """Assume that the catch was accepted."""
    state.owe(event.other, state.rules.missed_uno, "uno")
    return True


def _of_seat(event: Event, seat: int) -> Event:
    return Event(event.kind, seat, event.cards, event.name, event.other, event.more, event.said)


_CARD_PLAYED: Final = tuple(_card_played(rank) for rank in _RANKS)
_ANOTHER_CARD: Final = tuple(_another_card(rank) for rank in _RANKS)
_DEBT_DRAWN: Final = Assumption(_owes, _debt_drawn)
_ANOTHER_CARD_ON_TOP: Final = Assumption(_may_answer, _another_card_on_top)
_CARD_DRAWN: Final = Assumption(_may_draw, _card_drawn)
_RULED_OTHERWISE: Final = Assumption(_was_ruled, _ruled_otherwise)
_NOT_OUT: Final = Assumption(_seems_out, _not_out)
_DEALT: Final = Assumption(_before_play, _dealt)
_BY_ANOTHER: Final = Assumption(_is_anothers, _by_another)
_PLAYED_ALL_THE_SAME: Final = Assumption(_plays_one_card, _played_all_the_same)
_DRAWN_ALL_THE_SAME: Final = Assumption(_can_be_drawn, _drawn_all_the_same)
_PASSED_ALL_THE_SAME: Final = Assumption(_may_pass, _passed_all_the_same)
_LEFT_OUT: Final = (
    *_CARD_PLAYED,
    Assumption(_may_end_turn, _turn_passed),
    Assumption(_waits_for_reactions, _everybody_reacted),
    _DEALT,
)
"""Lines that may have been left out before any event, besides draws."""
_ASSUMPTIONS: Final[dict[int, tuple[Assumption, ...]]] = {
    kinds.PLAY: (
        _RULED_OTHERWISE,
        _DEBT_DRAWN,
        _ANOTHER_CARD_ON_TOP,
        _CARD_DRAWN,
        _BY_ANOTHER,
        *_LEFT_OUT,
        _PLAYED_ALL_THE_SAME,
        _NOT_OUT,
        *_ANOTHER_CARD,
    ),
    kinds.MATCH: (_DEBT_DRAWN, _CARD_DRAWN, *_LEFT_OUT, _PLAYED_ALL_THE_SAME, _NOT_OUT),
    kinds.DRAW: (
        _RULED_OTHERWISE,
        _DEBT_DRAWN,
        _ANOTHER_CARD_ON_TOP,
        _CARD_DRAWN,
        _BY_ANOTHER,
        *_LEFT_OUT,
        Assumption(_has_seat, _uno_caught),
        Assumption(_may_reshuffle, _reshuffled),
        _DRAWN_ALL_THE_SAME,
        _NOT_OUT,
    ),
    kinds.PASS: (_CARD_DRAWN, _BY_ANOTHER, *_LEFT_OUT, _PASSED_ALL_THE_SAME, _NOT_OUT),
    kinds.SAY: (_NOT_OUT, Assumption(_is_played, _one_card_left)),
    kinds.CATCH: (*_LEFT_OUT, Assumption(_catches_another, _caught_all_the_same)),
    kinds.UP: (_DEALT,),
    kinds.DEAL: (
        Assumption(_lacks_a_hand, _dealt_to_another),
        Assumption(_lacks_a_hand, _dealt_to_another_before),
    ),
}
"""The assumptions tried, by kind of the event, the likeliest first."""
_AS_WRITTEN: Final[dict[int, Assumption]] = {
    kinds.PLAY: _PLAYED_ALL_THE_SAME,
    kinds.MATCH: _PLAYED_ALL_THE_SAME,
    kinds.DRAW: _DRAWN_ALL_THE_SAME,
    kinds.PASS: _PASSED_ALL_THE_SAME,
}
