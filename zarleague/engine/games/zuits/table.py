"""What a hand of Zuits is worth, and how its table looks."""

from collections.abc import Sequence

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.entry import Entry
from zarleague.engine.event import NONE
from zarleague.engine.games.zuits import legal, scoring
from zarleague.engine.games.zuits.deck import COLOURS, OF_COLOUR, SIZE, cards_of
from zarleague.engine.games.zuits.entry import entry_of
from zarleague.engine.games.zuits.scoring import NO_CARDS, Count, EndOfHand, best_way
from zarleague.engine.games.zuits.state import OBJECTIVE_SIZE, State
from zarleague.engine.games.zuits.trick import next_leader, winner
from zarleague.engine.view import PileView, SeatView, TableView


def end_of_hand(state: State, seat: int) -> EndOfHand | None:
    """What decides the score of a seat; None while a card nobody named does."""
    objective = state.objective[seat]
    if len(objective) != OBJECTIVE_SIZE or UNKNOWN in objective:
        return None
    if state.adrift or state.collected_unknown[seat]:
        return None
    left = NO_CARDS
    if state.ended:
        if state.hands.unknown[seat] and state.rules.may_add_left:
            return None
        left = _count(state.hands.held[seat])
    chosen = state.chosen[seat]
    return EndOfHand(
        (objective[0], objective[1]),
        _count(state.collected[seat]),
        left,
        None if chosen is None else chosen[0],
    )


def _count(cards: int) -> Count:
    """How many cards of each colour there are in a set."""
    red, blue, gold, wild = OF_COLOUR
    return (
        (cards & red).bit_count(),
        (cards & blue).bit_count(),
        (cards & gold).bit_count(),
        (cards & wild).bit_count(),
    )


def points_of(state: State, seat: int) -> int | None:
    """The points of a seat as the hand stands."""
    hand = end_of_hand(state, seat)
    if hand is None:
        return None
    rules = state.rules
    way = best_way(hand, may_add_left=rules.may_add_left)
    return scoring.points_of(way, squared=rules.squared)


def entry(state: State) -> Entry | None:
    """The end of the hand as an entry of the cards form."""
    hands = []
    for seat in range(state.seats):
        hand = end_of_hand(state, seat)
        if hand is None:
            return None
        left = cards_of(state.hands.held[seat]) if state.ended else ()
        hands.append((hand, cards_of(state.collected[seat]), left))
    return entry_of(hands)


def _acting(state: State) -> tuple[int, ...]:
    """The seats whose turn it is: all that still set cards aside; or the one that may still use
    the effect of its card, and the one to play next."""
    effect = (state.last,) if legal.effects(state, state.last) else ()
    if state.ended:
        return effect
    if not state.begun:
        waiting = tuple(seat for seat in range(state.seats) if not state.objective[seat])
        if waiting:
            return waiting
    turn = next_leader(state, winner(state)) if state.complete else state.turn
    return effect if turn == NONE else (*effect, turn)


def _pile(key: str, known: int, unknown: int = 0) -> PileView:
    return PileView(key, cards_of(known), known.bit_count() + unknown)


def _known(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(card for card in cards if card != UNKNOWN)


def _seat(state: State, seat: int) -> SeatView:
    objective = state.objective[seat]
    notes = [("tricks", str(state.won[seat]))]
    if seat == state.leader:
        notes.append(("leads", "lowest wins" if state.lowest else "highest wins"))
    played = tuple(card for player, card, _, _ in state.trick if player == seat)
    return SeatView(
        cards=cards_of(state.hands.held[seat]),
        unknown=state.hands.unknown[seat],
        points=points_of(state, seat),
        notes=tuple(notes),
        piles=(
            PileView("trick", _known(played), len(played)),
            PileView("objective", _known(objective), len(objective)),
            _pile("collected", state.collected[seat], state.collected_unknown[seat]),
        ),
    )


def view(state: State) -> TableView:
    """The table as the state knows it."""
    placed = (
        sum(state.hands.size)
        + sum(map(len, state.objective))
        + sum(mask.bit_count() for mask in state.collected)
        + sum(state.collected_unknown)
        + state.removed.bit_count()
        + state.removed_unknown
        + len(state.trick)
        + len(state.adrift)
    )
    return TableView(
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        piles=(
            PileView("draw", (), SIZE - placed),
            _pile("removed", state.removed, state.removed_unknown),
            PileView("adrift", _known(state.adrift), len(state.adrift)),
        ),
        acting=_acting(state),
        direction=0,
        named="" if state.colour == NONE else COLOURS[state.colour],
        over=state.over,
    )
