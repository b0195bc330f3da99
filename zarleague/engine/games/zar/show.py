"""A hand of Zar as it can be shown: the table, what a viewer saw, the end as an entry."""

from dataclasses import replace

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.entry import Entry
from zarleague.engine.event import DEAL, DRAW, NONE, PENALTY, Event
from zarleague.engine.games.zar.entry import CARDS
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.table import points
from zarleague.engine.view import Debt, PileView, SeatView, TableView


def view(state: State) -> TableView:
    """The table as the state knows it."""
    return TableView(
        seats=tuple(_seat(state, seat, worth) for seat, worth in enumerate(points(state))),
        piles=(
            PileView("draw", (), state.stock),
            PileView("discard", tuple(state.pile), len(state.pile)),
        ),
        acting=_acting(state),
        direction=state.direction,
        named=state.rules.words[state.named] if state.named != NONE else "",
        over=state.over,
    )


def _acting(state: State) -> tuple[int, ...]:
    if not state.going or state.out != NONE:
        return ()
    return (state.turn,)


def _seat(state: State, seat: int, worth: int | None) -> SeatView:
    debts = [Debt(debt.cards, debt.rule, debt.event) for debt in state.debts if debt.seat == seat]
    if state.draw_twos and seat == state.turn and not state.over:
        debts.append(Debt(state.draw_twos, "draw-two", state.drew_since))
    notes = []
    if state.started and state.size(seat) == 1:
        silent = state.silent >> seat & 1
        notes.append(("silent" if silent else "said", state.rules.words[state.rules.word]))
    if seat == state.out:
        notes.append(("out", ""))
    return SeatView(
        cards=state.hands.cards(seat),
        unknown=state.hands.unknown[seat],
        debts=tuple(debts),
        points=worth,
        notes=tuple(notes),
    )


def seen_by(event: Event, viewer: int) -> Event:
    """The event as a viewer saw it: cards dealt to others and drawn by others are hidden."""
    if event.kind in (DEAL, DRAW, PENALTY) and event.seat != viewer:
        return replace(event, cards=(UNKNOWN,) * len(event.cards))
    return event


def entry(state: State) -> Entry | None:
    """The end of the hand as an entry of the cards form; None while a card is unknown."""
    if any(state.hands.unknown):
        return None
    sheets = tuple(
        {CARDS: [state.rules.codes[card] for card in state.hands.cards(seat)]}
        for seat in range(state.seats)
    )
    return Entry(CARDS, sheets, None if state.out == NONE else state.out)
