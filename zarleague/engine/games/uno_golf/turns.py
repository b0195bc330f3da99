"""Whose turn it is: what the top of the discard pile does at the end of a turn, and who is next.

The end of a turn is not an event of its own. A turn that is done ends when somebody else acts, so
that its player may clear columns until then. The outcome is worked out first and made the state
only when the event that needs it goes ahead.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.deck import (
    ACTION,
    DOUBLE_DRAW_TWO,
    DRAW_TWO,
    NO_ACTION,
    REVERSE,
    SKIP,
)
from zarleague.engine.games.uno_golf.grid import shows_any
from zarleague.engine.games.uno_golf.state import COLUMN, DONE, HOLDING, NEW, Owed, State, Way

_UNCLEAR: Final[Way] = (NONE, 0)


class Outcome(NamedTuple):
    """How a turn ends: the next seat (NONE if nobody can tell: then one of ``ways``) and the
    direction, who adds columns, who has to choose, and what is then known of the end. ``courses``
    are the directions it may have gone before, if nobody can tell who has to add a column."""

    turn: int
    direction: int
    ways: tuple[Way, ...] = ()
    victims: tuple[int, ...] = ()
    chooser: int = NONE
    pending: int = 0
    ended: bool = False
    end_open: bool = False
    courses: tuple[int, ...] = ()


def outcome(state: State) -> Outcome:
    """How the turn of ``state.turn`` ends, if it ends now."""
    top = state.discard[-1] if state.discard else UNKNOWN
    if state.out == NONE and not state.ways and top != UNKNOWN:
        action = NO_ACTION if state.silent else ACTION[top]
        return _certain(state, action, state.direction, 0, last=False)
    rules = state.rules
    pending = state.pending
    last = False
    if state.out != NONE:
        if state.out == state.turn:
            pending = (1 << state.seats) - 1 if rules.one_more_turn else 0
        pending &= ~(1 << state.turn)
        last = not pending and not state.end_open
    silent = state.silent or (last and not rules.last_action_resolves)
    directions = sorted({direction for _, direction in state.ways} or {state.direction})
    actions: tuple[int, ...] = (NO_ACTION, SKIP, REVERSE)
    if silent:
        actions = (NO_ACTION,)
    elif top != UNKNOWN:
        actions = (ACTION[top],)
    if len(directions) == 1 and len(actions) == 1 and not state.end_open:
        return _certain(state, actions[0], directions[0], pending, last=last)
    columns_open = not silent and (top == UNKNOWN or actions == (DRAW_TWO,))
    doubles = actions == (DOUBLE_DRAW_TWO,) and _supplied(state)
    last_turns = state.out != NONE and not last
    ways = {_next(state, action, direction) for action in actions for direction in directions}
    return Outcome(
        NONE,
        state.direction,
        anyone_left(state) if last_turns else tuple(sorted(ways)),
        chooser=state.turn if doubles else NONE,
        pending=pending,
        ended=last,
        end_open=last_turns,
        courses=tuple(directions) if columns_open else (),
    )


def anyone_left(state: State) -> tuple[Way, ...]:
    """Whose turn it may be once a grid is all face up and nobody can tell who was skipped since:
    everybody's but its owner's, in either direction."""
    others = [seat for seat in range(state.seats) if seat != state.out]
    return tuple((seat, direction) for seat in others for direction in (-1, 1))


def _certain(state: State, action: int, direction: int, pending: int, *, last: bool) -> Outcome:
    """The outcome when the top card and the direction are known. Whoever is passed over has lost
    the turn."""
    seat, onward = _next(state, action, direction)
    after = (state.turn + direction) % state.seats
    passed = (state.turn + onward) % state.seats
    if passed != seat:
        pending &= ~(1 << passed)
    if state.out != NONE and not last:
        last = not pending
        while pending and not pending >> seat & 1:
            seat = (seat + onward) % state.seats
    chooser = state.turn if action == DOUBLE_DRAW_TWO and _supplied(state) else NONE
    victims = (after,) if action == DRAW_TWO and _supplied(state) else ()
    return Outcome(seat, onward, (), victims, chooser, pending, last)


def _next(state: State, action: int, direction: int) -> Way:
    """Who is next after an action card, and which way it then goes; between two players there is
    only one way to go."""
    seat = state.turn
    if action == REVERSE:
        if state.seats == 2:
            return (seat if state.rules.reverse_skips_two_players else 1 - seat), direction
        return (seat - direction) % state.seats, -direction
    if action in (SKIP, DRAW_TWO):
        return (seat + 2 * direction) % state.seats, direction
    return (seat + direction) % state.seats, direction


def _supplied(state: State) -> bool:
    """Whether there are cards for one more column, those owed already set apart, and one to draw
    in the next turn. (Their number is odd: that of all cards is even, as is that of every grid.)"""
    free = state.draw_size + len(state.discard) - 1 - COLUMN * len(state.owed)
    return free > COLUMN


def owe(state: State, seat: int, rule: str) -> None:
    """A seat owes a column, if there are cards for it."""
    if _supplied(state):
        state.owed.append(Owed(seat, rule, state.at))


def pass_turn(state: State, end: Outcome) -> None:
    """Make an outcome the state."""
    state.before = state.turn
    state.step = NEW
    (
        state.turn,
        state.direction,
        state.ways,
        victims,
        state.chooser,
        state.pending,
        state.ended,
        state.end_open,
        state.courses,
    ) = end
    if state.ended:
        state.uno_due = 0
    for seat in victims:
        owe(state, seat, "draw-two")


def end_if_out(state: State) -> None:
    """When all cards of a grid are face up and the round ends at once, the turn is over too."""
    if state.out == state.turn and not state.rules.one_more_turn and not state.ended:
        pass_turn(state, outcome(state))


def begin(state: State, seat: int) -> bool:
    """A seat begins its turn, or goes on with one it has not drawn in. False if the event that
    asks for it cannot go ahead; what is wrong is in the findings."""
    if state.ended:
        state.illegal(Code.HAND_OVER, "round-end")
        return False
    if not (state.started or _set_up(state)):
        return False
    if state.step == DONE:
        due, direction = _plainly_next(state)
        if seat == due:
            state.turn = seat
            state.direction = direction
            state.step = NEW
            state.uno_due = 0
            return True
        end = outcome(state)
        if end.ended:
            state.illegal(Code.HAND_OVER, "round-end")
            return False
        _check_turn(state, seat, end.turn, end.ways)
        _check_settled(state, *end.victims, end.chooser)
        pass_turn(state, end)
    elif state.step == NEW:
        _check_turn(state, seat, state.turn, state.ways)
        _check_settled(state, state.chooser)
    else:
        if seat == state.turn:
            state.illegal(Code.NOT_ALLOWED, "draw")
            return False
        state.illegal(Code.OUT_OF_TURN, "turn", due=state.turn)
        _abandon(state)
    state.chooser = NONE
    state.courses = ()
    narrow(state, [way for way in state.ways if way[0] == seat])
    state.turn = seat
    state.uno_due = 0
    return True


def _plainly_next(state: State) -> Way:
    """The next seat and the direction, where nobody has anything to do between the turns: no draw
    card on the discard pile, nobody out, nothing owed, all known. A seat of NONE where the outcome
    has to be worked out."""
    top = state.discard[-1]
    action = NO_ACTION if state.silent else ACTION[top]
    if action >= DRAW_TWO or state.out != NONE or state.owed or state.ways or top == UNKNOWN:
        return _UNCLEAR
    if action == NO_ACTION:
        return (state.turn + state.direction) % state.seats, state.direction
    return _next(state, action, state.direction)


def narrow(state: State, ways: Sequence[Way]) -> None:
    """Of all that the turn might be, only *ways* are left; if that is one, it is certain."""
    state.ways = tuple(sorted(ways))
    if len(ways) == 1:
        ((state.turn, state.direction),) = ways
        state.ways = ()


def _set_up(state: State) -> bool:
    """Whether the round can start: all dealt, a number on the discard pile, one card up each."""
    if state.dealt != (1 << state.seats) - 1:
        state.illegal(Code.NOT_STARTED, "deal")
        return False
    if not state.discard:
        state.illegal(Code.NOT_STARTED, "first-discard")
        return False
    top = state.discard[-1]
    if top != UNKNOWN and ACTION[top] != NO_ACTION:
        state.illegal(Code.NOT_STARTED, "first-discard", card=top)
    waiting = [seat for seat in range(state.seats) if not shows_any(state, seat)]
    if waiting:
        state.illegal(Code.NOT_STARTED, "first-turn-up", due=waiting[0])
    state.started = True
    return True


def _check_turn(state: State, seat: int, turn: int, ways: tuple[Way, ...]) -> None:
    """Find it if it is not the seat's turn, or perhaps not."""
    if turn != NONE:
        if seat != turn:
            state.illegal(Code.OUT_OF_TURN, "turn", due=turn)
    elif any(seat == way for way, _ in ways):
        state.unclear(Code.OUT_OF_TURN, "action")
    else:
        state.illegal(Code.OUT_OF_TURN, "turn")


def _check_settled(state: State, *seats: int) -> None:
    """Find it if somebody has to add a column or choose first: one of the seats named (NONE:
    nobody), or one that owes a column already."""
    waiting = [seat for seat in (*seats, *(owed.seat for owed in state.owed)) if seat != NONE]
    if waiting:
        state.illegal(Code.MUST_SETTLE, "action", player=waiting[0])


def _abandon(state: State) -> None:
    """A turn that was left unfinished: the card in hand goes to the discard pile, to no effect."""
    if state.step == HOLDING:
        state.discard.append(state.held)
    state.ways = ()
