"""The table to draw, the points of each hand, the end of a hand as an entry, and events as a viewer
saw them."""

from zarleague.engine.cards import Deck
from zarleague.engine.entry import CARDS, Entry, Sheet
from zarleague.engine.event import DEAL, DRAW, DREW, HOLDS, NONE
from zarleague.engine.games.uno.deck import BUZZER_DECK, COLOURS, DECK
from zarleague.engine.games.uno.entry import FAILED
from zarleague.engine.games.uno.scoring import FAILED_INTERCEPTION, hand_points
from zarleague.engine.games.uno.state import State
from zarleague.engine.view import HiddenCards, PileView, SeatView, TableView, seen_by_owner


def points(state: State) -> tuple[int | None, ...]:
    """Return the points by seat as the hand stands; None where unknown cards decide."""
    left = _left(state)
    known = [points or 0 for points in left]
    collects = state.rules.winner_collects
    scored = hand_points(known, state.failed_interceptions, state.out, winner_collects=collects)
    if collects:
        open_pot = None in left
        return tuple(
            None if open_pot and seat == state.out else value for seat, value in enumerate(scored)
        )
    return tuple(None if left[seat] is None else value for seat, value in enumerate(scored))


def _left(state: State) -> list[int | None]:
    """Return the points of the cards in each hand, by seat; None where unknown ones decide. Cards
    whose other copies are all located count as known."""
    worth = _deck(state).points
    return [state.hands.points(hand, worth) for hand in state.hand_of]


def entry_of(state: State) -> Entry | None:
    """Return the end of the hand as an entry of every card left; None while nobody is out or cards
    are unknown."""
    if state.out == NONE:
        return None
    deck = _deck(state)
    sheets: list[Sheet] = []
    for seat, hand in enumerate(state.hand_of):
        counts = state.hands.counts(hand)
        if counts is None:
            return None
        sheet: dict[str, int | list[str]] = {}
        codes = [deck.code(card) for card, count in enumerate(counts) for _ in range(count)]
        if codes:
            sheet[CARDS] = codes
        if state.rules.fail_scores and state.failed_interceptions[seat]:
            sheet[FAILED] = state.failed_interceptions[seat]
        sheets.append(sheet)
    return Entry(CARDS, tuple(sheets), state.out)


def view(state: State) -> TableView:
    worth = points(state)
    seats = tuple(
        SeatView(
            cards=state.hands.cards(hand),
            unknown=state.hands.unknown[hand],
            debts=tuple(state.debts[seat]),
            points=worth[seat],
            notes=_notes(state, seat),
        )
        for seat, hand in enumerate(state.hand_of)
    )
    stock = PileView("stock", (), state.stock)
    discard = PileView("discard", tuple(state.discard), len(state.discard))
    return TableView(
        seats=seats,
        piles=(stock, discard),
        acting=acting(state),
        direction=state.direction,
        named=COLOURS[state.named] if state.named != NONE else "",
        over=state.over,
    )


def due(state: State) -> list[int]:
    return state.owed


def hidden(state: State) -> HiddenCards:
    may_be = state.hands.may_be_unknown()
    seats = tuple(may_be[hand] for hand in state.hand_of)
    return HiddenCards(seats, state.hands.may_be_drawn())


seen_by = seen_by_owner(DEAL, DRAW, HOLDS, DREW)
"""What a player saw of a hand taken over by a seven or a zero is not in the event, and so is not
counted as seen."""


def _notes(state: State, seat: int) -> tuple[tuple[str, str], ...]:
    """Return the short facts to show beside a seat."""
    bit = 1 << seat
    notes = []
    if state.out == seat:
        notes.append(("out", ""))
    if state.unsaid & bit:
        notes.append(("unsaid", "uno"))
    if state.reacting & bit:
        notes.append(("reacts", ""))
    if state.accusable == seat:
        notes.append(("may-be-accused", "bluff"))
    if state.accused == seat:
        notes.append(("accused", "bluff"))
    if state.failed_interceptions[seat] and state.rules.fail_scores:
        notes.append(("penalty", str(FAILED_INTERCEPTION * state.failed_interceptions[seat])))
    return tuple(notes)


def acting(state: State) -> tuple[int, ...]:
    """Return the seats that must act: the one in turn; after a buzzer those that have not reacted;
    at the end those that owe cards."""
    if state.over or not state.started:
        return ()
    if state.reacting:
        return tuple(seat for seat in range(state.seats) if state.reacting >> seat & 1)
    if state.out != NONE:
        return tuple(seat for seat in range(state.seats) if state.owed[seat])
    return (state.turn,)


def _deck(state: State) -> Deck:
    return BUZZER_DECK if state.rules.buzzers else DECK
