"""Ending a trick: who wins it, who leads next, and what its last card was still owed."""

from typing import Final

from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games.zuits.deck import OF_COLOUR, SIZE, VALUE, WILD, WILDS
from zarleague.engine.games.zuits.state import MAY_ADD, NOTHING, State

FOLLOWING: Final = (*(colour | WILDS for colour in OF_COLOUR[:WILD]), WILDS)
"""By the colour of the trick, the set of cards that match it, wilds included; the last is for
NONE."""
FOLLOWS: Final = tuple(
    tuple(bool(cards >> card & 1) for card in range(SIZE)) for cards in FOLLOWING
)
"""The same by the colour of the trick and the card."""


def next_with_cards(state: State, seat: int) -> int:
    """The first seat clockwise from *seat*, itself included, that has not acted in the trick and
    holds cards; NONE if there is none."""
    acted = state.acted
    seats = state.seats
    hands = state.hands
    if acted == (1 << seats) - 1:
        return NONE
    for _ in range(seats):
        if not acted >> seat & 1 and (hands.held[seat] or hands.unknown[seat]):
            return seat
        seat = (seat + 1) % seats
    return NONE


def winner(state: State) -> int:
    """The seat that wins the trick on the table; NONE if nobody can tell, or if no card in it
    counts and the rules discard it.

    Highest value, or lowest after a toggle; among equals the one who played first.
    """
    if state.doubt or state.aim_unknown:
        return NONE
    values: dict[int, int] = {}
    for seat, card, counts, _ in state.trick:
        if counts:
            value = VALUE[card]
            values[seat] = _together(state, values[seat], value) if seat in values else value
    if not values:
        return NONE if state.rules.empty_trick_discarded else state.leader
    best = min if state.lowest else max
    return best(values, key=values.__getitem__)


def _together(state: State, first: int, second: int) -> int:
    """The value of the two cards of one player."""
    if not state.rules.art_best_single:
        return first + second
    return min(first, second) if state.lowest else max(first, second)


def close_window(state: State) -> None:
    """The player who played last does no more. Where an Art obliges to add a card, not having
    done so is illegal, or open while cards of that hand or the colour of the trick are unknown."""
    if state.window == MAY_ADD and state.rules.art_must_add:
        seat = state.last
        able = could_add(state)
        if able is not False:
            finding = Finding(
                state.opened,
                Verdict.ILLEGAL if able else Verdict.UNKNOWN,
                Code.COULD_HAVE_PLAYED,
                "art",
                () if able else (("count", state.hands.unknown[seat]),),
                state.at if able else -1,
            )
            state.findings.append(finding)
            if able is None and state.colour != NONE:
                state.hands.claim(state.opened, seat, FOLLOWING[state.colour], "art")
    state.window = NOTHING


def could_add(state: State) -> bool | None:
    """Whether the player who played last holds a card that an Art lets it add; None if nobody can
    tell."""
    if state.colour == NONE:
        return None if state.hands.size(state.last) else False
    return state.hands.holds_any(state.last, FOLLOWING[state.colour])


def finish(state: State, taker: int) -> None:
    """The trick is over: *taker* collects it and leads the next if it has cards, else the next seat
    that has."""
    clear_table(state, taker)
    state.turn = next_with_cards(state, taker)


def clear_table(state: State, taker: int) -> None:
    """*taker* collects the trick (NONE: see :func:`winner`)."""
    if state.window != NOTHING:
        close_window(state)
    laid = [card for _, card, _, _ in state.trick]
    state.finished += laid
    if taker != NONE:
        state.collected[taker] += laid
        state.won[taker] += 1
        state.leader = taker
    elif state.doubt or state.aim_unknown:
        state.adrift += laid
    else:
        state.removed += laid
    state.trick = []
    state.acted = 0
    state.tricks += 1
    state.colour = NONE
    state.doubt = False
    if not state.rules.toggle_persists:
        state.lowest = False
        state.aim_unknown = False


def next_leader(state: State, taker: int) -> int:
    """The seat that leads once *taker* has collected the complete trick; NONE if nobody can
    tell."""
    if taker == NONE and (state.doubt or state.aim_unknown):
        return NONE
    seat = state.leader if taker == NONE else taker
    hands = state.hands
    if hands.held[seat]:
        return seat
    for _ in range(state.seats):
        if hands.held[seat] or hands.unknown[seat]:
            return seat
        seat = (seat + 1) % state.seats
    return NONE
