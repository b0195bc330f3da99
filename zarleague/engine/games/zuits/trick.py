"""Ending a trick: who wins it, who leads next, and what its last card was still owed."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games.zuits.deck import OF_COLOUR, VALUE, WILD, WILDS
from zarleague.engine.games.zuits.state import MAY_ADD, NOTHING, State

_FOLLOWING: Final = (*(colour | WILDS for colour in OF_COLOUR[:WILD]), WILDS)
"""By the colour of the trick; the last is for NONE."""


def following(state: State) -> int:
    """The set of cards that match the colour of the trick, wilds included."""
    return _FOLLOWING[state.colour]


def next_with_cards(state: State, seat: int) -> int:
    """The first seat clockwise from *seat*, itself included, that has not acted in the trick and
    holds cards; NONE if there is none."""
    size = state.hands.size
    for _ in range(state.seats):
        if size[seat] and not state.acted >> seat & 1:
            return seat
        seat = (seat + 1) % state.seats
    return NONE


def winner(state: State) -> int:
    """The seat that wins the trick on the table; NONE if nobody can tell, or if no card in it
    counts and the rules discard it.

    Highest value, or lowest after a toggle; among equals the one who played first.
    """
    if state.doubt or state.aim_unknown:
        return NONE
    seats: list[int] = []
    values: list[int] = []
    for seat, card, counts, _ in state.trick:
        if not counts:
            continue
        if seats and seats[-1] == seat:
            values[-1] = _together(state, values[-1], VALUE[card])
        else:
            seats.append(seat)
            values.append(VALUE[card])
    if not values:
        return NONE if state.rules.empty_trick_discarded else state.leader
    return seats[values.index(min(values) if state.lowest else max(values))]


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
                state.hands.claim(state.opened, seat, following(state), finding)
    state.window = NOTHING


def could_add(state: State) -> bool | None:
    """Whether the player who played last holds a card that an Art lets it add; None if nobody can
    tell."""
    if state.colour == NONE:
        return None if state.hands.size[state.last] else False
    return state.hands.holds_any(state.last, following(state))


def finish(state: State, taker: int) -> None:
    """Clear the table: *taker* collects the trick (NONE: see :func:`winner`) and leads the next
    if it has cards, else the next seat that has."""
    if state.window != NOTHING:
        close_window(state)
    certain = not (state.doubt or state.aim_unknown)
    cards = 0
    unknown = 0
    for _, card, _, _ in state.trick:
        if card == UNKNOWN:
            unknown += 1
        else:
            cards |= 1 << card
    state.finished |= cards
    state.finished_unknown |= unknown > 0
    if taker != NONE:
        state.collected[taker] |= cards
        state.collected_unknown[taker] += unknown
        state.won[taker] += 1
        state.leader = taker
    elif certain:
        state.removed |= cards
    else:
        state.adrift += [card for _, card, _, _ in state.trick]
    state.trick = []
    state.acted = 0
    state.tricks += 1
    state.colour = NONE
    state.doubt = False
    if not state.rules.toggle_persists:
        state.lowest = False
        state.aim_unknown = False
    if taker == NONE and not certain:
        state.turn = NONE
    else:
        state.turn = next_with_cards(state, state.leader)


def next_leader(state: State, taker: int) -> int:
    """The seat that leads once *taker* has collected the complete trick; NONE if nobody can
    tell."""
    if taker == NONE and (state.doubt or state.aim_unknown):
        return NONE
    seat = state.leader if taker == NONE else taker
    size = state.hands.size
    for _ in range(state.seats):
        if size[seat]:
            return seat
        seat = (seat + 1) % state.seats
    return NONE
