"""Dealing, and what makes a turn: drawing, taking, placing, discarding, turning up, clearing."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.clearing import matches
from zarleague.engine.games.uno_golf.deck import ACTION, NO_ACTION
from zarleague.engine.games.uno_golf.grid import (
    PLACES,
    clear_column,
    column_cards,
    face_up,
    shows_any,
)
from zarleague.engine.games.uno_golf.state import (
    COLUMN,
    DONE,
    GONE,
    GRID,
    HOLDING,
    NEW,
    TURN_UP,
    State,
)
from zarleague.engine.games.uno_golf.turns import begin, end_if_out, outcome, pass_turn


def deal(state: State, event: Event) -> None:
    """Six cards face down to a seat, once."""
    seat = event.seat
    cards = event.cards
    if state.started:
        state.illegal(Code.TOO_LATE, "deal")
        return
    if state.dealt >> seat & 1:
        state.illegal(Code.ALREADY_DEALT, "deal")
        return
    if len(cards) != GRID:
        state.illegal(Code.WRONG_COUNT, "deal", count=len(cards), due_count=GRID)
        return
    state.dealt |= 1 << seat
    state.draw_size -= GRID
    state.grids[seat] = dict(zip(PLACES, map(state.locate, cards), strict=True))
    state.hidden[seat] = set(PLACES)


def turn_up_discard(state: State, event: Event) -> None:
    """The first discard; while it is an action card, another is turned up on it."""
    if len(event.cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, "first-discard")
        return
    if state.started or state.dealt != (1 << state.seats) - 1:
        state.illegal(Code.TOO_LATE if state.started else Code.NOT_STARTED, "first-discard")
        return
    if state.discard:
        top = state.discard[-1]
        if top == UNKNOWN:
            state.unclear(Code.ALREADY_DEALT, "first-discard")
        elif ACTION[top] == NO_ACTION:
            state.illegal(Code.ALREADY_DEALT, "first-discard")
            return
    state.discard.append(state.locate(event.cards[0]))
    state.draw_size -= 1


def draw(state: State, event: Event) -> None:
    """The top card of the draw pile, into the hand."""
    seat = event.seat
    cards = event.cards
    if len(cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, "draw")
        return
    if not state.draw_size:
        state.illegal(Code.SUPPLY_EMPTY, "reshuffle")
        return
    if not begin(state, seat):
        return
    state.draw_size -= 1
    state.held = state.locate(cards[0])
    state.drawn = True
    state.step = HOLDING


def take(state: State, event: Event) -> None:
    """The top card of the discard pile, into the hand."""
    seat = event.seat
    cards = event.cards
    if len(cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, "take")
        return
    if not begin(state, seat):
        return
    named = cards[0]
    top = state.discard.pop()
    taken = top if named == top else state.name(top, named)
    untakable = state.rules.untakable
    if untakable:
        if taken == UNKNOWN:
            state.unclear(Code.NOT_ALLOWED, "take")
        elif ACTION[taken] in untakable:
            state.illegal(Code.NOT_ALLOWED, "take", card=taken)
    state.held = taken
    state.drawn = False
    state.step = HOLDING


def put(state: State, event: Event) -> None:
    """The card in hand goes face up into a place of the grid, the card there on to the discard
    pile. ``cards`` are the card placed and the card that came out, ``more`` is the place."""
    seat = event.seat
    cards = event.cards
    more = event.more
    if len(cards) != COLUMN or len(more) != 1:
        state.illegal(Code.WRONG_OPERANDS, "put")
        return
    if not _in_step(state, seat, HOLDING, "put"):
        return
    place = more[0]
    grid = state.grids[seat]
    lay = grid.get(place, GONE)
    if lay == GONE:
        state.illegal(Code.NOT_ALLOWED, "put", count=place)
        return
    placed, came_out = cards
    if placed != state.held:
        placed = state.name(state.held, placed)
    state.discard.append(came_out if came_out == lay else state.name(lay, came_out))
    state.silent = False
    state.step = DONE
    if place in state.hidden[seat]:
        face_up(state, seat, place, placed)
    else:
        grid[place] = placed
    end_if_out(state)


def discard(state: State, event: Event) -> None:
    """The card just drawn goes to the discard pile; a face-down card is turned up next."""
    if len(event.cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, "turn-up")
        return
    if not _in_step(state, event.seat, HOLDING, "turn-up"):
        return
    if not state.drawn:
        state.illegal(Code.NOT_ALLOWED, "take")
    state.discard.append(state.name(state.held, event.cards[0]))
    state.silent = not state.rules.drawn_action_acts
    state.step = TURN_UP


def turn_up(state: State, event: Event) -> None:
    """A face-down card of the grid is turned up: one by everybody before the round starts, later
    by who has discarded the card drawn."""
    seat = event.seat
    cards = event.cards
    more = event.more
    if len(cards) != 1 or len(more) != 1:
        state.illegal(Code.WRONG_OPERANDS, "turn-up")
        return
    place = more[0]
    if place not in state.hidden[seat]:
        state.illegal(Code.NOT_ALLOWED, "turn-up", count=place)
        return
    if not state.started:
        if shows_any(state, seat):
            state.illegal(Code.NOT_ALLOWED, "first-turn-up")
    elif _in_step(state, seat, TURN_UP, "turn-up"):
        state.step = DONE
    else:
        return
    face_up(state, seat, place, state.name(state.grids[seat][place], cards[0]))
    end_if_out(state)


def _in_step(state: State, seat: int, step: int, rule: str) -> bool:
    """Whether the seat is at that point of its turn."""
    if state.step == step and state.turn == seat and not state.ended:
        return True
    if state.ended:
        state.illegal(Code.HAND_OVER, "round-end")
    elif not state.started:
        state.illegal(Code.NOT_STARTED, "draw")
    elif state.turn in (seat, NONE):
        state.illegal(Code.NOT_ALLOWED, rule)
    else:
        state.illegal(Code.OUT_OF_TURN, "turn", due=state.turn)
    return False


def clear(state: State, event: Event) -> None:
    """A matching column goes to the discard pile; ``cards`` in the order they are laid, the last
    on top, ``more`` the number of the column."""
    seat = event.seat
    cards = event.cards
    more = event.more
    if len(cards) != COLUMN or len(more) != 1:
        state.illegal(Code.WRONG_OPERANDS, "clear")
        return
    column = more[0]
    pair = column_cards(state, seat, column)
    if pair is None:
        state.illegal(Code.NOT_ALLOWED, "clear", count=column)
        return
    laid = _order(pair, cards)
    if laid is None:
        state.illegal(Code.NOT_HELD, "clear", card=max(cards))
        return
    if not _may_clear(state, seat):
        return
    if laid != cards:
        laid = (state.name(laid[0], cards[0]), state.name(laid[1], cards[1]))
    fits = matches(state.rules, *laid)
    if fits is None:
        state.unclear(Code.DOES_NOT_FIT, "clear")
    elif not fits:
        state.illegal(Code.DOES_NOT_FIT, "clear", card=laid[0], top=laid[1])
    clear_column(state, seat, column)
    if cards == (UNKNOWN, UNKNOWN) and laid[0] != laid[1]:
        for card in laid:
            state.release(card)
        laid = (UNKNOWN, UNKNOWN)
    state.discard.extend(laid)
    if not state.ended:
        state.silent = not state.rules.cleared_action_acts


def _order(pair: tuple[int, int], named: tuple[int, ...]) -> tuple[int, int] | None:
    """The cards of a column in the order in which they are named; None if they are others.
    Where an unknown card leaves both orders open, the one that agrees with more of the names."""
    if named == pair:
        return pair
    first, second = pair
    possible = [
        order
        for order in ((first, second), (second, first))
        if all(UNKNOWN in both or both[0] == both[1] for both in zip(order, named, strict=True))
    ]
    agreeing = [sum(map(int.__eq__, order, named)) for order in possible]
    return possible[agreeing.index(max(agreeing))] if possible else None


def _may_clear(state: State, seat: int) -> bool:
    """Whether the seat may clear a column now: in its own turn, which clearing may begin, or
    whenever the rules let it; and at the end of the round. A turn that is done ends when somebody
    else clears."""
    if state.ended or (state.started and seat == state.turn and state.step != NEW):
        return True
    end = outcome(state) if state.step == DONE else None
    if end is not None and (end.ended or state.rules.clear_any_time):
        pass_turn(state, end)
        return True
    if state.rules.clear_any_time:
        return True
    if state.end_open or (end is not None and end.end_open):
        # Either the round is over, or it is a turn of the seat.
        if end is not None:
            pass_turn(state, end)
        state.unclear(Code.OUT_OF_TURN, "clear-when")
        return True
    if state.started and state.step in (HOLDING, TURN_UP):
        state.illegal(Code.OUT_OF_TURN, "clear-when", due=state.turn)
        return True
    return begin(state, seat)
