"""Dealing, turning up the first discard, and reshuffling the discards into an empty draw pile."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.deck import ACTION, NO_ACTION
from zarleague.engine.games.uno_golf.grid import CARDS_DEALT, COLUMN_CARDS, PLACES_DEALT
from zarleague.engine.games.uno_golf.state import State
from zarleague.engine.games.uno_golf.turns import deal_unnoted


def apply_deal(state: State, event: Event) -> None:
    """Deal six cards face down to a seat, once: "the Dealer deals six cards facedown to each
    player" (Setup)."""
    seat = event.seat
    cards = event.cards
    if state.undealt >> seat & 1 and len(cards) == CARDS_DEALT:
        _name_late(state, seat, cards)
        return
    if state.started:
        state.illegal(Code.TOO_LATE, "deal")
        return
    if state.dealt >> seat & 1:
        state.illegal(Code.ALREADY_DEALT, "deal")
        return
    if len(cards) != CARDS_DEALT:
        state.illegal(Code.WRONG_COUNT, "deal", count=len(cards), due_count=CARDS_DEALT)
        return
    if state.stock < CARDS_DEALT:
        state.illegal(Code.SUPPLY_EMPTY, "deal")
        return
    state.dealt |= 1 << seat
    state.stock -= CARDS_DEALT
    state.grids[seat] = dict(zip(PLACES_DEALT, map(state.locate, cards), strict=True))
    state.face_down[seat] = set(PLACES_DEALT)


def _name_late(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Name the cards of a seat whose deal comes late; that it was missing is a finding already."""
    state.undealt &= ~(1 << seat)
    grid = state.grids[seat]
    for place, card in zip(PLACES_DEALT, cards, strict=True):
        if place in state.face_down[seat] and grid[place] == UNKNOWN:
            grid[place] = state.locate(card)


def apply_up(state: State, event: Event) -> None:
    """Turn up the first discard: "If you flip over an Action Card (…), you will ignore it and flip
    over another card" (Setup)."""
    if len(event.cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, "first-discard")
        return
    if state.started:
        state.illegal(Code.TOO_LATE, "first-discard")
        return
    deal_unnoted(state)
    if state.discard:
        top = state.discard[-1]
        if top == UNKNOWN:
            state.unknown(Code.ALREADY_DEALT, "first-discard")
        elif ACTION[top] == NO_ACTION:
            state.illegal(Code.ALREADY_DEALT, "first-discard")
            return
    if not state.stock:
        state.illegal(Code.SUPPLY_EMPTY, "first-discard")
        return
    state.discard.append(state.locate(event.cards[0]))
    state.stock -= 1


def apply_reshuffle(state: State, event: Event) -> None:
    """Make all discards but the top one the draw pile, once that cannot give a column any more.
    The rules text does not say what happens then; this is how most card games go on."""
    if not state.started:
        state.illegal(Code.NOT_STARTED, "reshuffle")
        return
    if len(state.discard) < COLUMN_CARDS:
        state.illegal(Code.SUPPLY_EMPTY, "reshuffle")
        return
    if state.stock >= COLUMN_CARDS:
        state.illegal(Code.NOT_ALLOWED, "reshuffle", count=state.stock)
    state.shuffle_discards()


def is_supplied(state: State, cards: int) -> bool:
    """Return whether *cards* can be drawn. A draw pile with fewer cards is a finding; if there are
    discards, they are reshuffled, since the line for that is probably missing."""
    if state.stock >= cards:
        return True
    state.illegal(Code.SUPPLY_EMPTY, "reshuffle")
    if len(state.discard) < COLUMN_CARDS:
        return False
    state.shuffle_discards()
    return state.stock >= cards
