"""Turns: the action of the top of the discard pile at the end of a turn, and the next seat.

The end of a turn is not an event of its own. A turn that is done ends when somebody else acts, so
that its player may clear columns until then. How it ends is worked out first (:func:`turn_end`) and
becomes the state (:func:`end_turn`) only when the event that needs it goes ahead.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.games.uno_golf.deck import (
    ACTION,
    DOUBLE_DRAW_TWO,
    DRAW_TWO,
    NO_ACTION,
    REVERSE,
    SKIP,
)
from zarleague.engine.games.uno_golf.grid import CARDS_DEALT, COLUMN_CARDS, PLACES_DEALT
from zarleague.engine.games.uno_golf.state import (
    HOLDING,
    IN_ORDER,
    TO_DRAW,
    TO_TURN_UP,
    TURN_DONE,
    State,
    Turn,
)

_NOT_PLAIN: Final[Turn] = (NONE, 0)
MOST_CHOSEN: Final = 2
"""The most players that a double draw two makes add a column."""


class TurnEnd(NamedTuple):
    """The end of a turn. Attributes that :class:`State` has, too, mean the same there. ``victims``
    are the seats that have to add a column for a draw two."""

    turn: int
    direction: int
    possible_turns: tuple[Turn, ...] = ()
    victims: tuple[int, ...] = ()
    chooser: int = NONE
    turns_left: int = 0
    turns_over: bool = False
    end_in_doubt: bool = False
    directions_before: tuple[int, ...] = ()


def turn_end(state: State) -> TurnEnd:
    """Return how the turn of ``state.turn`` ends if it ends now."""
    top = state.discard[-1] if state.discard else UNKNOWN
    if state.out == NONE and not state.possible_turns and top != UNKNOWN:
        action = NO_ACTION if state.top_inert else ACTION[top]
        return _certain_end(state, action, state.direction, 0, last=False)
    rules = state.rules
    turns_left = state.turns_left
    last = False
    if state.out != NONE:
        if state.out == state.turn:
            turns_left = (1 << state.seats) - 1 if rules.one_more_turn else 0
        turns_left &= ~(1 << state.turn)
        last = not turns_left and not state.end_in_doubt
    inert = state.top_inert or (last and not rules.last_action_resolves)
    directions = sorted({direction for _, direction in state.possible_turns} or {state.direction})
    actions: tuple[int, ...] = (NO_ACTION, SKIP, REVERSE)
    if inert:
        actions = (NO_ACTION,)
    elif top != UNKNOWN:
        actions = (ACTION[top],)
    if len(directions) == 1 and len(actions) == 1 and not state.end_in_doubt:
        return _certain_end(state, actions[0], directions[0], turns_left, last=last)
    victim_in_doubt = not inert and (top == UNKNOWN or actions == (DRAW_TWO,))
    chooses = actions == (DOUBLE_DRAW_TWO,) and state.columns_supplied()
    last_turns = state.out != NONE and not last
    turns = {_next_turn(state, action, direction) for action in actions for direction in directions}
    return TurnEnd(
        NONE,
        state.direction,
        turns_of_all_but_out(state) if last_turns else tuple(sorted(turns)),
        chooser=state.turn if chooses else NONE,
        turns_left=turns_left,
        turns_over=last,
        end_in_doubt=last_turns,
        directions_before=tuple(directions) if victim_in_doubt else (),
    )


def turns_of_all_but_out(state: State) -> tuple[Turn, ...]:
    """Return the turns that are possible once a grid is all face up and the seats skipped since are
    not known: of all seats but its owner's, in either direction."""
    others = [seat for seat in range(state.seats) if seat != state.out]
    return tuple((seat, direction) for seat in others for direction in (-1, 1))


def _certain_end(
    state: State, action: int, direction: int, turns_left: int, *, last: bool
) -> TurnEnd:
    """Return how the turn ends where the top card and the direction are known. A seat that is
    passed over loses its turn, even the last one."""
    seat, onward = _next_turn(state, action, direction)
    after = (state.turn + direction) % state.seats
    passed = (state.turn + onward) % state.seats
    if passed != seat:
        turns_left &= ~(1 << passed)
    if state.out != NONE and not last:
        last = not turns_left
        while turns_left and not turns_left >> seat & 1:
            seat = (seat + onward) % state.seats
    chooser = state.turn if action == DOUBLE_DRAW_TWO and state.columns_supplied() else NONE
    victims = (after,) if action == DRAW_TWO and state.columns_supplied() else ()
    return TurnEnd(seat, onward, (), victims, chooser, turns_left, last)


def _next_turn(state: State, action: int, direction: int) -> Turn:
    """Return the turn after an action card; between two players there is only one direction."""
    seat = state.turn
    if action == REVERSE:
        if state.seats == 2:
            return (seat if state.rules.reverse_skips_two_players else 1 - seat), direction
        return (seat - direction) % state.seats, -direction
    if action in (SKIP, DRAW_TWO):
        return (seat + 2 * direction) % state.seats, direction
    return (seat + direction) % state.seats, direction


def seats_perhaps_owing(state: State) -> tuple[int, ...]:
    """Return the seats that may have to add a column because an unknown card, or the unknown
    direction of play, leaves the action of the last turn open."""
    if not (state.directions_before and state.columns_supplied()):
        return ()
    if state.top_unknown:
        # It may be a double draw two, whose player chooses.
        return tuple(seat for seat in range(state.seats) if seat != state.seat_before)
    onward = {(state.seat_before + step) % state.seats for step in state.directions_before}
    return tuple(sorted(onward))


def end_turn(state: State, end: TurnEnd) -> None:
    """End the turn that is done, as worked out."""
    state.seat_before = state.turn
    state.phase = TO_DRAW
    (
        state.turn,
        state.direction,
        state.possible_turns,
        victims,
        state.chooser,
        state.turns_left,
        state.turns_over,
        state.end_in_doubt,
        state.directions_before,
    ) = end
    if state.turns_over:
        state.unsaid = 0
    for seat in victims:
        state.owe_column(seat, "draw-two")


def end_turn_if_out(state: State) -> None:
    """End the turn with the last card turned up, if the round ends at once and nothing can be
    cleared in that turn."""
    rules = state.rules
    if state.out == state.turn and rules.ends_with_last_card and not state.turns_over:
        end_turn(state, turn_end(state))


def begin_turn(state: State, seat: int) -> Violation | None:
    """Begin the turn of a seat, or continue one in which it has only cleared columns.

    Return the violation if the seat is in the middle of its turn. If it is not its turn, add a
    finding and begin it all the same, as the table did.
    """
    if not state.started:
        start_round(state)
    if state.phase == TURN_DONE and not state.turns_over:
        next_seat, direction = _plain_next_turn(state)
        if seat == next_seat:
            state.turn = seat
            state.direction = direction
            state.phase = TO_DRAW
            state.unsaid = 0
            state.expected = IN_ORDER
            return None
        end = turn_end(state)
        directions = _directions_to(state, seat)
        end_turn(state, end)
        if not state.turns_over:
            _check_turn(state, seat, directions)
    elif state.phase in (HOLDING, TO_TURN_UP) and not state.turns_over:
        if seat == state.turn:
            return Violation(Code.NOT_ALLOWED, "draw")
        _abandon_turn(state)
    elif not state.turns_over:
        _check_turn(state, seat, ())
    if state.turns_over:
        _play_on(state)
    _check_settled(state)
    state.phase = TO_DRAW
    state.directions_before = ()
    narrow_turns(state, [turn for turn in state.possible_turns if turn[0] == seat])
    state.turn = seat
    state.unsaid = 0
    return None


def _directions_to(state: State, seat: int) -> tuple[int, ...]:
    """Return the directions of play in which the seat follows ``state.turn`` if its top card was
    another than noted: the present direction first, unless the last turn began out of order, too.
    """
    turns = [_next_turn(state, action, state.direction) for action in (NO_ACTION, SKIP, REVERSE)]
    directions = dict.fromkeys(direction for turn, direction in turns if turn == seat)
    return tuple(directions) if state.expected == IN_ORDER else tuple(directions)[::-1]


def _play_on(state: State) -> None:
    """Record a turn after the end of the round, and let the round go on."""
    state.illegal(Code.HAND_OVER, "round-end")
    if state.phase == HOLDING:
        state.lay_on_discard(state.held, state.held)
    state.turns_over = state.end_in_doubt = False
    state.out = NONE
    state.turns_left = 0
    state.possible_turns = ()
    state.expected = IN_ORDER


def _plain_next_turn(state: State) -> Turn:
    """Return the next turn where nothing happens between the turns: no draw card on the discard
    pile, nobody out, nothing owed, everything known. Return a seat of NONE where :func:`turn_end`
    has to decide."""
    top = state.discard[-1] if state.discard else UNKNOWN
    action = NO_ACTION if state.top_inert else ACTION[top]
    if (
        action >= DRAW_TWO
        or state.out != NONE
        or state.possible_turns
        or top == UNKNOWN
        or state.columns_owed
    ):
        return _NOT_PLAIN
    if action == NO_ACTION:
        return (state.turn + state.direction) % state.seats, state.direction
    return _next_turn(state, action, state.direction)


def narrow_turns(state: State, turns: Sequence[Turn]) -> None:
    """Narrow the possible turns to *turns*; a single one is certain."""
    state.possible_turns = tuple(sorted(turns))
    if len(turns) == 1:
        ((state.turn, state.direction),) = turns
        state.possible_turns = ()


def start_round(state: State) -> None:
    """Start the round: everybody dealt, a number on the discard pile, a card up each (or two).
    Record what is missing, and take it as done with unknown cards."""
    deal_unnoted(state)
    if not state.discard:
        state.illegal(Code.NOT_STARTED, "first-discard")
        state.discard.append(UNKNOWN)
        state.stock -= 1
    elif state.discard[-1] == UNKNOWN:
        state.unknown(Code.NOT_STARTED, "first-discard")
    elif ACTION[state.discard[-1]] != NO_ACTION:
        state.illegal(Code.NOT_STARTED, "first-discard", card=state.discard[-1])
    state.first_unnoted = state.discard[-1] == UNKNOWN
    waiting = [seat for seat in range(state.seats) if not state.is_ready(seat)]
    if waiting:
        state.illegal(Code.NOT_STARTED, "first-turn-up", due=waiting[0])
    for seat in waiting:
        state.unsure |= 1 << seat
    state.started = True


def deal_unnoted(state: State) -> None:
    """Deal unknown cards to all that have none, with one finding for the missing lines."""
    if state.dealt == (1 << state.seats) - 1:
        return
    missing = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
    state.illegal(Code.NOT_STARTED, "deal", due=missing[0])
    for seat in missing:
        deal_unnamed(state, seat)


def deal_unnamed(state: State, seat: int) -> None:
    """Deal unknown cards to a seat whose line is missing or wrong; another line may name them."""
    if state.stock >= CARDS_DEALT:
        state.dealt |= 1 << seat
        state.undealt |= 1 << seat
        state.stock -= CARDS_DEALT
        state.grids[seat] = dict.fromkeys(PLACES_DEALT, UNKNOWN)
        state.face_down[seat] = set(PLACES_DEALT)


def settle_first_discard(state: State, card: int) -> None:
    """Settle whether the round could start once the first discard, which nobody noted, turns out to
    be *card*: "If you flip over an Action Card (…), you will ignore it and flip over another card"
    (Setup)."""
    if card == UNKNOWN:
        return
    verdict = Verdict.LEGAL if ACTION[card] == NO_ACTION else Verdict.ILLEGAL
    for place, finding in enumerate(state.findings):
        if finding.code is Code.NOT_STARTED and finding.verdict is Verdict.UNKNOWN:
            state.findings[place] = finding._replace(
                verdict=verdict, about=(("card", card),), decided=state.index
            )


def _check_turn(state: State, seat: int, directions: tuple[int, ...]) -> None:
    """Record it if it is not the seat's turn, or perhaps not. Play then goes in the first of
    *directions*, if there is one."""
    turn = state.turn
    expected = IN_ORDER
    if turn != NONE:
        if seat != turn:
            state.illegal(Code.OUT_OF_TURN, "turn", due=turn)
            expected = (turn, state.direction)
    elif any(seat == possible for possible, _ in state.possible_turns):
        state.unknown(Code.OUT_OF_TURN, "action")
    else:
        state.illegal(Code.OUT_OF_TURN, "turn")
    state.expected = expected
    if expected != IN_ORDER and directions:
        state.direction = directions[0]


def _check_settled(state: State) -> None:
    """Record it if somebody has to add a column or choose first. It is recorded once, and what was
    owed may still be added."""
    owing = state.seats_owing()
    if owing:
        cards = COLUMN_CARDS * len(state.debts[owing[0]])
        state.illegal(Code.MUST_SETTLE, "action", player=owing[0], count=cards)
        for seat in owing:
            state.overdue |= 1 << seat
    else:
        say_not_chosen(state)
    state.chooser = NONE


def say_not_chosen(state: State) -> bool:
    """Record it if somebody still has to choose who adds columns; any seat may then add them.
    Return whether that is so."""
    chooser = state.chooser
    if chooser == NONE:
        return False
    state.illegal(Code.NOT_CHOSEN, "double-draw-two", due=chooser)
    state.unchosen += MOST_CHOSEN
    state.chooser = NONE
    return True


def _abandon_turn(state: State) -> None:
    """End an unfinished turn: the card in hand goes to the discard pile and does not act. The
    player's grid is unsure from then on, since a line about it may be missing."""
    rule = "turn-up" if state.phase == TO_TURN_UP else "turn"
    state.illegal(Code.OUT_OF_TURN, rule, due=state.turn)
    state.expected = (state.turn, state.direction)
    state.unsure |= 1 << state.turn
    if state.phase == HOLDING:
        state.lay_on_discard(state.held, state.held)
        state.top_inert = True
    state.possible_turns = ()
