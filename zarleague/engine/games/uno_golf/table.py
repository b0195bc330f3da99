"""What a round of UNO Golf is worth, and how its table looks."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.entry import Entry
from zarleague.engine.event import NONE
from zarleague.engine.games.uno_golf import legal
from zarleague.engine.games.uno_golf.clearing import points_of
from zarleague.engine.games.uno_golf.grid import all_known, columns, shows_any
from zarleague.engine.games.uno_golf.state import COLUMN, DONE, GONE, HOLDING, TOP, State
from zarleague.engine.games.uno_golf.turns import outcome
from zarleague.engine.view import Cell, Debt, PileView, SeatView, TableView


def points(state: State, seat: int) -> int | None:
    """What the grid of a seat would cost now; None while an unknown card decides it."""
    return points_of(state.rules, columns(state, seat)) if state.grids[seat] else None


def entry(state: State) -> Entry | None:
    """The grids as an entry of the grid form; None while a card is unknown."""
    if not all(grid and all_known(state, seat) for seat, grid in enumerate(state.grids)):
        return None
    code = state.rules.deck.code
    return Entry(
        "grid",
        tuple(
            {"grid": [[code(card) for card in column] for column in columns(state, seat)]}
            for seat in range(state.seats)
        ),
    )


def _grid(state: State, seat: int) -> tuple[tuple[Cell, ...], ...]:
    """All columns in the order of their numbers; a cleared one is empty."""
    grid = state.grids[seat]
    hidden = state.hidden[seat]
    return tuple(
        tuple(
            Cell(grid[place], place not in hidden)
            for place in range(top, top + COLUMN)
            if grid[place] != GONE
        )
        for top in grid
        if top % 10 == TOP
    )


def _seat(state: State, seat: int) -> SeatView:
    holds = state.step == HOLDING and state.turn == seat
    known = holds and state.held != UNKNOWN
    notes = (("uno", "due"),) if state.uno_due >> seat & 1 else ()
    return SeatView(
        cards=(state.held,) if known else (),
        unknown=int(holds and not known),
        debts=tuple(
            Debt(COLUMN, owed.rule, owed.event) for owed in state.owed if owed.seat == seat
        ),
        points=points(state, seat),
        grid=_grid(state, seat),
        notes=notes,
    )


def _acting(state: State) -> tuple[int, ...]:
    """The seats that may act: turn up a first card, add a column, choose, or play; first the one
    that can still clear a column in the turn it has done."""
    if state.over or state.ended:
        return tuple(sorted({owed.seat for owed in state.owed}))
    if not state.started:
        waiting = tuple(seat for seat in range(state.seats) if not shows_any(state, seat))
        if waiting:
            return waiting
    if state.owed:
        return tuple(sorted({owed.seat for owed in state.owed}))
    if state.chooser != NONE:
        return (state.chooser,)
    if state.step == DONE:
        end = outcome(state)
        clearing = (state.turn,) if legal.clears(state, state.turn) else ()
        if end.ended:
            return clearing
        following = end.victims or _seats(end.turn, end.ways)
        if end.chooser != NONE:
            following = (end.chooser,)
        return tuple(dict.fromkeys((*clearing, *following)))
    return _seats(state.turn, state.ways)


def _seats(turn: int, ways: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return (turn,) if turn != NONE else tuple(sorted({seat for seat, _ in ways}))


def view(state: State) -> TableView:
    """The table as the state knows it."""
    known = tuple(card for card in state.discard if card != UNKNOWN)
    return TableView(
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        piles=(
            PileView("draw", (), state.draw_size),
            PileView("discard", known, len(state.discard)),
        ),
        acting=_acting(state),
        direction=0 if state.ways else state.direction,
        over=state.over,
    )
