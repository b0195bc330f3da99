"""The table to draw, the points, the end of the hand as an entry, and events as a viewer
saw them."""

from zarleague.engine.entry import Entry, Sheet
from zarleague.engine.event import DEAL, DRAW, DREW, HOLDS, NONE
from zarleague.engine.games.crazy_eights.deck import SUITS
from zarleague.engine.games.crazy_eights.entry import hand_points
from zarleague.engine.games.crazy_eights.state import State
from zarleague.engine.view import (
    Debt,
    HiddenCards,
    SeatView,
    TableView,
    seen_by_owner,
    stock_and_discard,
)


def points(state: State) -> tuple[int | None, ...]:
    """Return the points by seat as the hand stands, None where unnamed cards decide. Cards that
    must be in a hand, as all others are located, count as named."""
    worth = state.rules.pack.deck.points
    left = [state.hands.points(seat, worth) for seat in range(state.seats)]
    if not state.rules.winner_collects:
        return tuple(left)
    scored = hand_points([points or 0 for points in left], state.out, winner_collects=True)
    is_open = None in left
    return tuple(
        None if is_open and seat == state.out else points for seat, points in enumerate(scored)
    )


def acting(state: State) -> tuple[int, ...]:
    """Return the seat in turn, none before the hand and once somebody is out."""
    return (state.turn,) if state.started and state.out == NONE else ()


def due(state: State) -> tuple[int, ...]:
    return tuple(state.owed if seat == state.turn else 0 for seat in range(state.seats))


def view(state: State) -> TableView:
    hands = state.hands
    worth = points(state)
    return TableView(
        seats=tuple(
            SeatView(
                hands.cards(seat),
                hands.unknown[seat],
                debts=_debts(state, seat),
                points=worth[seat],
            )
            for seat in range(state.seats)
        ),
        piles=stock_and_discard(state.stock, state.discard),
        acting=acting(state),
        direction=state.direction,
        named="" if state.named == NONE else SUITS[state.named],
        over=state.over,
    )


def _debts(state: State, seat: int) -> tuple[Debt, ...]:
    """Return what a seat owes for draw twos."""
    if not state.owed or seat != state.turn:
        return ()
    return (Debt(state.owed, "draw-two", state.owed_since),)


def hidden(state: State) -> HiddenCards:
    hands = state.hands
    return HiddenCards(tuple(hands.may_be_unknown()), hands.may_be_drawn())


def entry_of(state: State) -> Entry | None:
    """Return the end of the hand as an entry of the cards form, None while cards are unknown."""
    if not state.over:
        return None
    sheets: list[Sheet] = []
    for seat in range(state.seats):
        counts = state.hands.counts(seat)
        if counts is None:
            return None
        codes = [
            state.rules.pack.deck.code(card)
            for card, count in enumerate(counts)
            for _ in range(count)
        ]
        sheets.append({} if seat == state.out else {"cards": codes})
    return Entry("cards", tuple(sheets), state.out)


seen_by = seen_by_owner(DEAL, DRAW, HOLDS, DREW)
