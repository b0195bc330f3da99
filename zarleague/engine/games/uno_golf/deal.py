"""Dealing, turning up the first discard, and reshuffling the discards into an empty stock."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.games.uno_golf.deck import ACTION, NO_ACTION
from zarleague.engine.games.uno_golf.grid import CARDS_DEALT, COLUMN_CARDS, PLACES_DEALT
from zarleague.engine.games.uno_golf.state import State
from zarleague.engine.games.uno_golf.turns import deal_unnamed, deal_unnoted


def apply_deal(state: State, event: Event) -> Violation | None:
    """Deal six cards face down to a seat, once: "the Dealer deals six cards facedown to each
    player" (Setup)."""
    seat = event.seat
    cards = event.cards
    if state.undealt >> seat & 1 and len(cards) == CARDS_DEALT:
        _name_late(state, seat, cards)
        return None
    if state.started:
        return Violation(Code.TOO_LATE, "deal")
    if state.dealt >> seat & 1:
        return Violation(Code.ALREADY_DEALT, "deal")
    if len(cards) != CARDS_DEALT:
        deal_unnamed(state, seat)
        return wrong_count("deal", len(cards), CARDS_DEALT)
    if state.stock < CARDS_DEALT:
        return Violation(Code.SUPPLY_EMPTY, "deal")
    state.dealt |= 1 << seat
    state.stock -= CARDS_DEALT
    state.grids[seat] = dict(zip(PLACES_DEALT, map(state.locate, cards), strict=True))
    state.face_down[seat] = set(PLACES_DEALT)
    return None


def _name_late(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Name the cards of a seat whose deal comes late; that it was missing is a finding already."""
    state.undealt &= ~(1 << seat)
    grid = state.grids[seat]
    for place, card in zip(PLACES_DEALT, cards, strict=True):
        if place in state.face_down[seat] and grid[place] == UNKNOWN:
            grid[place] = state.locate(card)


def apply_up(state: State, event: Event) -> Violation | None:
    """Turn up the first discard: "If you flip over an Action Card (…), you will ignore it and flip
    over another card" (Setup)."""
    if len(event.cards) != 1:
        return Violation(Code.WRONG_OPERANDS, "first-discard")
    if state.started:
        return Violation(Code.TOO_LATE, "first-discard")
    deal_unnoted(state)
    if state.discard:
        top = state.discard[-1]
        if top == UNKNOWN:
            state.unknown(Code.ALREADY_DEALT, "first-discard")
        elif ACTION[top] == NO_ACTION:
            return Violation(Code.ALREADY_DEALT, "first-discard")
    if not state.stock:
        return Violation(Code.SUPPLY_EMPTY, "first-discard")
    state.discard.append(state.locate(event.cards[0]))
    state.stock -= 1
    return None


def apply_reshuffle(state: State, event: Event) -> Violation | None:
    """Make all discards but the top one the stock, once that cannot give a column any more.
    The rules text does not say what happens then; this is how most card games go on."""
    if not state.started:
        return Violation(Code.NOT_STARTED, "reshuffle")
    if state.stock_unstated:
        state.shuffle_discards()
        return None
    if len(state.discard) < COLUMN_CARDS:
        return Violation(Code.SUPPLY_EMPTY, "reshuffle")
    if state.stock >= COLUMN_CARDS:
        state.illegal(Code.NOT_ALLOWED, "reshuffle", count=state.stock)
    state.shuffle_discards()
    return None


def reshuffle_if_short(state: State, cards: int) -> Violation | None:
    """Reshuffle the discards, with a finding, if the stock has fewer than *cards*: the line for
    that is probably missing. Return the violation of drawing them if there are too few even then.
    """
    if state.stock >= cards:
        return None
    violation = Violation(Code.SUPPLY_EMPTY, "reshuffle")
    if len(state.discard) < COLUMN_CARDS:
        return violation
    state.shuffle_discards()
    if state.stock < cards:
        return violation
    state.add_violation(violation)
    return None
