"""A hand of Zar to show: the table, events as one viewer saw them, the end as an entry."""

from zarleague.engine.entry import CARDS, Entry
from zarleague.engine.event import DEAL, DRAW, DREW, HOLDS, NONE, PENALTY
from zarleague.engine.games.zar.scoring import points
from zarleague.engine.games.zar.state import State
from zarleague.engine.view import Debt, HiddenCards, PileView, SeatView, TableView, seen_by_owner


def view(state: State) -> TableView:
    return TableView(
        seats=tuple(_seat(state, seat, worth) for seat, worth in enumerate(points(state))),
        piles=(
            PileView("stock", (), state.stock),
            PileView("discard", tuple(state.discard), len(state.discard)),
        ),
        acting=acting(state),
        direction=state.direction,
        named=state.rules.words[state.named] if state.named != NONE else "",
        over=state.over,
    )


def due(state: State) -> list[int]:
    """Return how many cards each seat owes, those included that the log only suggests."""
    owed = [sum(debt.cards for debt in debts) if debts else 0 for debts in state.debts]
    if state.draw_two_debt and not state.over:
        owed[state.turn] += state.draw_two_debt
    return owed


def hidden(state: State) -> HiddenCards:
    hands = state.hands
    return HiddenCards(tuple(hands.may_be_unknown()), hands.may_be_drawn())


def acting(state: State) -> tuple[int, ...]:
    """Return the seats whose turn it is: one or none."""
    if not state.playing or state.out != NONE:
        return ()
    return (state.turn,)


def _seat(state: State, seat: int, worth: int | None) -> SeatView:
    """Return the view of one seat; *worth* are its points."""
    debts = state.debts[seat][:]
    if state.draw_two_debt and seat == state.turn and not state.over:
        debts.append(Debt(state.draw_two_debt, "draw-two", state.draw_two_since))
    notes = []
    if state.started and state.hand_size(seat) == 1:
        unsaid = state.unsaid >> seat & 1
        notes.append(("unsaid" if unsaid else "said", state.rules.words[state.rules.word]))
    if seat == state.out:
        notes.append(("out", ""))
    return SeatView(
        cards=state.hands.cards(seat),
        unknown=state.hands.unknown[seat],
        debts=tuple(debts),
        points=worth,
        notes=tuple(notes),
    )


seen_by = seen_by_owner(DEAL, DRAW, PENALTY, HOLDS, DREW)


def entry_of(state: State) -> Entry | None:
    """Return the end of the hand as an entry of the cards form, None while a card is unknown."""
    hands = state.hands
    codes = state.rules.codes
    sheets = []
    for seat in range(state.seats):
        counts = hands.counts(seat)
        if counts is None:
            return None
        cards = [codes[card] for card, count in enumerate(counts) for _ in range(count)]
        sheets.append({CARDS: cards})
    return Entry(CARDS, tuple(sheets), None if state.out == NONE else state.out)
