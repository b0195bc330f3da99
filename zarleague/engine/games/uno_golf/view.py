"""The table of a round of UNO Golf to draw, its points, and events as a viewer saw them."""

from functools import lru_cache
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.entry import Entry
from zarleague.engine.event import ADD, DEAL, DRAW, DREW, NONE, Event
from zarleague.engine.games.uno_golf.grid import (
    CLEARED,
    COLUMN_CARDS,
    TOP_ROW,
    all_known,
    columns_left,
)
from zarleague.engine.games.uno_golf.legal import legal_clears
from zarleague.engine.games.uno_golf.scoring import points_of_grid
from zarleague.engine.games.uno_golf.state import HOLDING, TURN_DONE, State, Turn
from zarleague.engine.games.uno_golf.turns import seats_perhaps_owing, turn_end
from zarleague.engine.view import (
    Cell,
    HiddenCards,
    SeatView,
    TableView,
    stock_and_discard,
    without_cards,
)

_FACE_DOWN: Final = frozenset({DEAL, ADD})
"""Kinds of events whose cards nobody sees, not even their owner."""


def points(state: State) -> tuple[int | None, ...]:
    """Return by seat the cost of its grid now; None while it is not known."""
    return tuple(_points(state, seat) for seat in range(state.seats))


def _points(state: State, seat: int) -> int | None:
    if state.over and seat in seats_perhaps_owing(state):
        return None
    return points_of_grid(state.rules, state.grids[seat])


def entry_of(state: State) -> Entry | None:
    """Return the grids as an entry of the grid form; None while it cannot be known."""
    if not all(grid and all_known(grid) for grid in state.grids) or seats_perhaps_owing(state):
        return None
    code = state.rules.deck.code
    return Entry(
        "grid",
        tuple(
            {"grid": [[code(card) for card in column] for column in columns_left(grid)]}
            for grid in state.grids
        ),
    )


def seen_by(event: Event, viewer: int) -> Event:
    """Return the event as the viewer saw it: "Without looking at them" (Draw 2) nobody sees the
    cards of a grid or a new column, and only its player the card drawn."""
    hidden = event.kind in _FACE_DOWN or (event.kind in (DRAW, DREW) and event.seat != viewer)
    return without_cards(event) if hidden else event


def view(state: State) -> TableView:
    return TableView(
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        piles=stock_and_discard(state.stock, state.discard),
        acting=acting(state),
        direction=0 if state.possible_turns else state.direction,
        over=state.over,
    )


def due(state: State) -> list[int]:
    return [COLUMN_CARDS * len(debts) for debts in state.debts]


def hidden(state: State) -> HiddenCards:
    """Return the faces that unknown cards may have: those with an unlocated copy."""
    unseen = sum(1 << card for card, count in enumerate(state.unseen) if count > 0)
    holding = state.turn if state.phase == HOLDING and state.held == UNKNOWN else NONE
    seats = tuple(
        unseen if seat == holding or UNKNOWN in grid.values() else 0
        for seat, grid in enumerate(state.grids)
    )
    shuffled = state.shuffled
    if not shuffled or state.shuffled_unknown:
        return HiddenCards(seats, unseen)
    return HiddenCards(seats, sum(1 << card for card, count in enumerate(shuffled) if count > 0))


def _seat(state: State, seat: int) -> SeatView:
    holds = state.phase == HOLDING and state.turn == seat
    known = holds and state.held != UNKNOWN
    return SeatView(
        cards=(state.held,) if known else (),
        unknown=int(holds and not known),
        debts=tuple(state.debts[seat]),
        points=_points(state, seat),
        grid=_columns(state, seat),
        notes=(("unsaid", "uno"),) if state.unsaid >> seat & 1 else (),
    )


def _columns(state: State, seat: int) -> tuple[tuple[Cell, ...], ...]:
    """Return all columns in the order of their numbers; a cleared one is empty."""
    return _drawn(tuple(state.grids[seat].items()), frozenset(state.face_down[seat]))


@lru_cache(maxsize=4096)
def _drawn(
    grid: tuple[tuple[int, int], ...], face_down: frozenset[int]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the columns of a grid, kept since a board draws every grid after each event."""
    cards = dict(grid)
    return tuple(
        tuple(
            Cell(cards[place], place not in face_down)
            for place in range(top, top + COLUMN_CARDS)
            if cards[place] != CLEARED
        )
        for top in cards
        if top % 10 == TOP_ROW
    )


def acting(state: State) -> tuple[int, ...]:
    """Return the seats that may act: turn up a first card, add a column, choose, or play; first
    the one that can still clear a column in the turn it has done."""
    if state.over:
        return ()
    if not state.started:
        waiting = tuple(seat for seat in range(state.seats) if not state.is_ready(seat))
        if waiting:
            return waiting
    if owing := state.seats_owing():
        return tuple(owing)
    if state.chooser != NONE:
        return (state.chooser,)
    if state.turns_over:
        return ()
    if state.phase == TURN_DONE:
        end = turn_end(state)
        following = end.victims
        if end.chooser != NONE:
            following = (end.chooser,)
        elif not (following or end.turns_over):
            following = _seats_in_turn(end.turn, end.possible_turns)
        clearing = (state.turn,) if legal_clears(state, state.turn) else ()
        return tuple(dict.fromkeys((*clearing, *following)))
    return _seats_in_turn(state.turn, state.possible_turns)


def _seats_in_turn(turn: int, possible_turns: tuple[Turn, ...]) -> tuple[int, ...]:
    return (turn,) if turn != NONE else tuple(sorted({seat for seat, _ in possible_turns}))
