"""Judge one event and apply it.

A judge returns the rule that an event breaks and changes nothing. These rules know no penalty: an
illegal event stands as far as the cards allow, unless the remedy takes it back.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Fact, Violation, wrong_count
from zarleague.engine.game import Remedy
from zarleague.engine.games.crazy_eights.deck import SUITS
from zarleague.engine.games.crazy_eights.position import judge_position, put
from zarleague.engine.games.crazy_eights.state import PLAYED, State
from zarleague.engine.games.crazy_eights.verbs import VERBS
from zarleague.engine.holdings import Taken
from zarleague.engine.positions import lines_of

_OF_TABLE: Final = frozenset({kinds.UP, kinds.RESHUFFLE, kinds.CLOSE, kinds.STOCK, kinds.REVERSED})
_OF_ONE_CARD: Final = frozenset({kinds.UP, kinds.PLAY})
_HAND_OVER: Final = Violation(Code.HAND_OVER, "end")
_NOT_STARTED: Final = Violation(Code.NOT_STARTED, "deal")
_NOT_DEALT: Final = Violation(Code.NOT_FINISHED, "deal")
_DRAWS_ON: Final = Violation(Code.NOT_ALLOWED, "draw")
"""A second draw where one may be drawn, or a pass where one draws until one can play."""


Judge = Callable[[State, Event], Violation | None]
Happen = Callable[[State, Event], None]


def apply(state: State, event: Event) -> None:
    judge, happen = _HANDLERS.get(event.kind, (_judge_other, _do_nothing))
    violation = _malformed(state, event)
    if violation is None:
        violation = judge(state, event)
        if violation is not None and (
            (state.misnamed and _was_misnamed(state, event, judge))
            or (state.doubted and _was_another_card(state, event, violation, judge))
        ):
            violation = None
    if violation is None:
        happen(state, event)
    else:
        state.add_violation(violation)
        if state.in_doubt or state.remedy is not Remedy.UNWIND:
            _go_on(state, event, violation)
    state.index += 1


def _go_on(state: State, event: Event, violation: Violation) -> None:
    """Let happen what the table did although the event is illegal, as far as that can be told."""
    judge, happen = _HANDLERS.get(event.kind, (_judge_other, _do_nothing))
    due = state.turn
    if violation.code is Code.ALREADY_DEALT and event.kind == kinds.DEAL:
        _deal_twice(state, event)
    elif violation.code is Code.OUT_OF_TURN:
        was_unknown = state.hands.unknown[event.seat]
        happen(state, event)
        state.turn_also = state.after(due)
        if event.kind == kinds.DRAW and len(event.cards) != 1:
            state.misnamed = ()
        elif event.kind == kinds.DRAW:
            state.misnamed = (event.seat, due, event.cards[0])
        elif state.hands.unknown[event.seat] < was_unknown:
            state.misnamed = (event.seat, due, PLAYED)
    elif violation.code in _STANDING or violation == _DRAWS_ON:
        if event.kind == kinds.PLAY and not state.hands.held[event.seat][event.cards[0]]:
            state.doubted[event.cards[0]] = event.name
        happen(state, event)
    elif _add_missing_line(state, violation) and judge(state, event) is None:
        happen(state, event)
    elif _is_another_seat(state, event, violation):
        happen(state, replace(event, seat=due))
    elif _is_another_card(state, event, violation):
        happen(state, replace(event, cards=(UNKNOWN,)))


def _was_misnamed(state: State, event: Event, judge: Judge) -> bool:
    """Return whether the event is legal if an earlier line named the wrong seat, which is a finding
    already; then that line is counted as the other seat's."""
    named, other, _ = state.misnamed
    if event.kind != kinds.CLOSE and not {event.seat, state.out} & {named, other}:
        return False
    twin = state.copy()
    if not twin.right_misnamed() or judge(twin, event) is not None:
        return False
    state.become(twin)
    return True


def _was_another_card(state: State, event: Event, violation: Violation, judge: Judge) -> bool:
    """Return whether the event is legal, or cannot be judged, if an earlier illegal play was of
    another card than its line names; then that card counts as unknown."""
    is_on_top = violation.code is Code.DOES_NOT_FIT
    card = state.top if is_on_top else dict(violation.about).get("card", UNKNOWN)
    if card not in state.doubted:
        return False
    twin = state.copy()
    twin.take_for_another(card)
    if judge(twin, event) is not None:
        return False
    state.become(twin)
    return True


def _is_another_seat(state: State, event: Event, violation: Violation) -> bool:
    """Return whether the seat in turn has the card that another seat is said to have played: then
    the line names the wrong seat."""
    return (
        event.kind == kinds.PLAY
        and violation.code in (Code.NOT_HELD, Code.NONE_LEFT)
        and event.seat != state.turn
        and _judge_play(state, replace(event, seat=state.turn)) is None
    )


def _is_another_card(state: State, event: Event, violation: Violation) -> bool:
    """Return whether a seat in turn has a card to play, but not the one that the log names: then it
    played another, and the turn passes."""
    return (
        event.kind == kinds.PLAY
        and violation.code in (Code.NOT_HELD, Code.NONE_LEFT)
        and state.hands.hand_size(event.seat) > 0
        and _not_in_turn(state, event) is None
    )


_STANDING: Final = frozenset(
    {
        Code.OUT_OF_TURN,
        Code.DOES_NOT_FIT,
        Code.MUST_NAME,
        Code.MAY_NOT_NAME,
        Code.WRONG_COUNT,
        Code.NOT_FINISHED,
        Code.MUST_SETTLE,
    }
)
"""Violations after which an event is applied all the same: the cards allow it."""


_LEFT_OUT: Final = {
    Code.NOT_STARTED: Event(kinds.UP, cards=(UNKNOWN,)),
    Code.SUPPLY_EMPTY: Event(kinds.RESHUFFLE),
}
"""By violation: the line that the log probably left out before the event."""


def _add_missing_line(state: State, violation: Violation) -> bool:
    """Apply the line that was probably left out, so that its absence stays one finding. Return
    False if there is none, or if it was not possible."""
    if violation.code is Code.HAND_OVER and not state.over and state.stock:
        # Play goes on: the seat that seems to be out drew a card that the log leaves out.
        _give(state, Event(kinds.DRAW, state.out, (UNKNOWN,)))
        state.out = NONE
        return True
    missing = _LEFT_OUT.get(violation.code)
    if missing is None:
        return False
    judge, happen = _HANDLERS[missing.kind]
    obstacle = judge(state, missing)
    if obstacle is not None and obstacle.code not in _STANDING:
        return False
    happen(state, missing)
    return True


def _malformed(state: State, event: Event) -> Violation | None:
    if event.kind not in _OF_TABLE and not 0 <= event.seat < state.seats:
        return Violation(Code.NO_SUCH_SEAT, "players")
    faces = state.hands.faces
    for card in event.cards:
        if not UNKNOWN <= card < faces:
            return Violation(Code.NOT_IN_DECK, "deck")
    if not NONE <= event.name < len(SUITS):
        return Violation(Code.NO_SUCH_WORD, "eight")
    if event.kind in _OF_ONE_CARD and len(event.cards) != 1:
        return Violation(Code.WRONG_OPERANDS, "turn")
    return None


def _judge_other(state: State, event: Event) -> Violation | None:
    return Violation(Code.NOT_IN_THIS_GAME, "turn")


def _do_nothing(state: State, event: Event) -> None:
    """Change nothing: the game has no such event."""


def _judge_deal(state: State, event: Event) -> Violation | None:
    if state.started or state.dealt >> event.seat & 1:
        return Violation(Code.ALREADY_DEALT, "deal")
    if len(event.cards) > state.stock:
        return Violation(Code.SUPPLY_EMPTY, "stock")
    if len(event.cards) != state.cards_each:
        return wrong_count("deal", len(event.cards), state.cards_each)
    return None


def _deal(state: State, event: Event) -> None:
    state.dealt |= 1 << event.seat
    _give(state, event)


def _deal_twice(state: State, event: Event) -> None:
    """Go on after a second deal of other cards to a seat: one of the two names the wrong seat, and
    nobody knows which."""
    if not state.started and sorted(event.cards) != sorted(state.hands.cards(event.seat)):
        state.hands.hide(event.seat)
        state.dealt_twice += 1


def _give(state: State, event: Event) -> None:
    state.stock -= len(event.cards)
    if state.doubted:
        for card in state.doubted.keys() & set(event.cards):
            state.take_for_another(card)
    for card in state.hands.give_all(event.seat, event.cards):
        state.illegal(Code.NONE_LEFT, "deck", card=card, most=state.rules.copies)


def _judge_up(state: State, event: Event) -> Violation | None:
    if state.started and state.discard != [UNKNOWN]:
        return Violation(Code.ALREADY_DEALT, "first-card")
    (card,) = event.cards
    if card != UNKNOWN and not state.hands.unseen[card]:
        return _none_left(state, card)
    missing = state.seats - state.dealt.bit_count()
    # A deal that named the wrong seat is a finding already.
    return None if missing == state.dealt_twice else _NOT_DEALT


def _turn_up(state: State, event: Event) -> None:
    """Turn up the first card, or name the one that was taken as turned up; deal unknown cards to
    hands whose deal the log leaves out."""
    for seat in range(state.seats):
        if not state.dealt >> seat & 1:
            count = min(state.cards_each, state.stock)
            state.stock -= count
            state.hands.give_all(seat, (UNKNOWN,) * count)
    state.dealt = (1 << state.seats) - 1
    state.dealt_twice = 0
    (card,) = event.cards
    if card != UNKNOWN and state.rules.is_wild(card):
        return
    if not state.started:
        state.started = True
        state.stock -= 1
    if card != UNKNOWN:
        state.hands.unseen[card] -= 1
    state.discard[:] = [card]


def _not_in_turn(state: State, event: Event) -> Violation | None:
    if state.over or state.out != NONE:
        return _HAND_OVER
    if not state.started:
        return _NOT_STARTED
    seat = event.seat
    if seat == state.turn or seat == state.turn_also or _follows(state, seat):
        return None
    return Violation(Code.OUT_OF_TURN, "turn", (("due", state.turn),))


def _follows(state: State, seat: int) -> bool:
    """Return whether a seat goes on after one that has drawn and need not say that it passes."""
    return state.may_follow and seat == state.after(state.turn) and seat != state.turn


def _judge_draw(state: State, event: Event) -> Violation | None:
    count = len(event.cards)
    if state.started and count > state.stock:
        return Violation(Code.SUPPLY_EMPTY, "stock")
    if (violation := _not_in_turn(state, event)) is not None:
        return violation
    in_turn = event.seat == state.turn
    owed = min(state.owed, state.stock) if in_turn else 0
    if count != (owed or 1):
        return wrong_count("draw-two" if owed else "draw", count, owed or 1)
    return _DRAWS_ON if in_turn and state.may_follow else None


def _draw(state: State, event: Event) -> None:
    """Put cards into a hand: those owed, which cost the turn, or one instead of playing."""
    _give(state, event)
    seat = event.seat
    if seat != state.turn:
        state.pass_turn(seat, 0)
    if state.owed > len(event.cards) and not state.stock:
        # The rest is drawn once the stock is made again.
        state.owed -= len(event.cards)
    elif state.owed or not state.rules.goes_on:
        state.pass_turn(seat)
    else:
        state.drawn += 1


def _judge_pass(state: State, event: Event) -> Violation | None:
    violation = _not_in_turn(state, event)
    if violation is None and event.seat == state.turn and state.may_follow:
        return None
    if not state.started or state.stock_unstated or state.exhausted:
        return violation
    if violation is None and event.seat == state.turn and state.owed:
        return Violation(Code.MUST_SETTLE, "draw-two", (("count", state.owed),))
    return _DRAWS_ON if state.rules.draws_until_fits else Violation(Code.NOT_ALLOWED, "stock")


def _pass(state: State, event: Event) -> None:
    state.pass_turn(event.seat)


def _judge_reshuffle(state: State, event: Event) -> Violation | None:
    if state.over or state.out != NONE:
        return _HAND_OVER
    if not state.started:
        return _NOT_STARTED
    if not state.stock_unstated and (state.stock or len(state.discard) < 2):
        return Violation(Code.NOT_ALLOWED, "stock")
    return None


def _reshuffle(state: State, event: Event) -> None:
    for card in state.discard[:-1]:
        if card != UNKNOWN:
            state.hands.release(card)
            state.doubted.pop(card, None)
    state.stock += len(state.discard) - 1
    state.stock_unstated = False
    del state.discard[:-1]


def _judge_play(state: State, event: Event) -> Violation | None:
    (card,) = event.cards
    possession = _lacks(state, event.seat, card) if state.started else None
    found = possession or _not_in_turn(state, event)
    if state.owed and found is None:
        found = _must_draw(state, event)
    if found is not None or card == UNKNOWN:
        return found
    is_wild = state.rules.is_wild(card)
    if not is_wild and event.name != NONE:
        return Violation(Code.MAY_NOT_NAME, "eight", (("word", SUITS[event.name]),))
    if is_wild and event.name == NONE and state.hands.hand_size(event.seat) > 1:
        return Violation(Code.MUST_NAME, "eight")
    if _is_known_what_fits(state) and not state.rules.is_playable(card, state.top, state.named):
        about: tuple[Fact, ...] = (("card", card),)
        if state.top != UNKNOWN:
            about += (("top", state.top),)
        if state.named != NONE:
            about += (("named", SUITS[state.named]),)
        rule = "match" if state.named == NONE else "eight"
        return Violation(Code.DOES_NOT_FIT, rule, about)
    return None


def _must_draw(state: State, event: Event) -> Violation | None:
    """Return the violation of playing where cards are owed for a draw two; None where the card
    passes them on, or may do so."""
    (card,) = event.cards
    rules = state.rules
    if event.seat != state.turn or state.exhausted:
        return None
    if rules.stacks and (card == UNKNOWN or rules.pack.ranks[card] == rules.draw_two):
        return None
    return Violation(Code.MUST_SETTLE, "draw-two", (("count", state.owed),))


def _is_known_what_fits(state: State) -> bool:
    """Return whether it is known what has to be matched: after an eight, the suit named."""
    return state.named != NONE or (state.top != UNKNOWN and not state.rules.is_wild(state.top))


def _lacks(state: State, seat: int, card: int) -> Violation | None:
    """Return why a seat cannot have played a card, None if it can."""
    hands = state.hands
    if not hands.hand_size(seat):
        return Violation(Code.NOT_HELD, "turn")
    if card == UNKNOWN or hands.held[seat][card]:
        return None
    if not hands.unknown[seat]:
        return Violation(Code.NOT_HELD, "turn", (("card", card),))
    if not hands.unseen[card]:
        return _none_left(state, card)
    return None


def _none_left(state: State, card: int) -> Violation:
    return Violation(Code.NONE_LEFT, "deck", (("card", card), ("most", state.rules.copies)))


def _play(state: State, event: Event) -> None:
    (card,) = event.cards
    seat = event.seat
    rules = state.rules
    is_eight = card != UNKNOWN and rules.is_wild(card)
    owed = state.owed if state.owed and seat == state.turn and not state.exhausted else 0
    # An unnamed card that was played with a suit is an eight: no other card names one.
    certain = is_eight or (_is_known_what_fits(state) and card != UNKNOWN) or event.name != NONE
    if not certain:
        state.unknown(Code.DOES_NOT_FIT, "match")
    if card == UNKNOWN:
        state.hands.forget(seat)
    else:
        state.hands.take(seat, card)
    state.discard.append(card)
    state.named = event.name if is_eight or card == UNKNOWN else NONE
    rank = NONE if card == UNKNOWN else rules.pack.ranks[card]
    if card == UNKNOWN and event.name == NONE:
        if owed and rules.stacks:
            rank = rules.draw_two
        elif rules.acts:
            state.in_doubt = True
    if rules.acts:
        _pass_on(state, seat, rank, owed)
    else:
        state.pass_turn(seat)
    if not state.hands.hand_size(seat):
        state.out = seat
        state.owed = 0


def _pass_on(state: State, seat: int, rank: int, owed: int) -> None:
    """Pass the turn on after a card of that rank, which may turn the direction, skip the next seat
    or make it draw two more than were *owed*."""
    rules = state.rules
    if rank == NONE:
        state.pass_turn(seat)
        return
    if rank == rules.reverse:
        state.direction = -state.direction
    state.pass_turn(seat, 2 if rank == rules.skip else 1)
    if rank == rules.draw_two:
        if not owed:
            state.owed_since = state.index
        state.owed = owed + 2


def _judge_close(state: State, event: Event) -> Violation | None:
    if state.over:
        return _HAND_OVER
    if state.out == NONE:
        return Violation(Code.NOT_ALLOWED, "end")
    return None


def _close(state: State, event: Event) -> None:
    state.over = True


def _judge_left(state: State, event: Event) -> Violation | None:
    count = state.hands.hand_size(event.seat)
    if not state.started or len(event.cards) == count:
        return None if state.started else _NOT_STARTED
    return wrong_count("end", len(event.cards), count)


def _left(state: State, event: Event) -> None:
    """Learn what a seat holds from the cards it shows."""
    shown = []
    for card in event.cards:
        if card == UNKNOWN:
            continue
        if card in state.doubted:
            state.take_for_another(card)
        taken = state.hands.take(event.seat, card)
        if taken in (Taken.KNOWN, Taken.FROM_UNKNOWN):
            shown.append(card)
        else:
            state.illegal(Code.NOT_HELD, "end", card=card)
    for card in shown:
        state.hands.put_back(event.seat, card)


_HANDLERS: Final[dict[int, tuple[Judge, Happen]]] = {
    kinds.DEAL: (_judge_deal, _deal),
    kinds.UP: (_judge_up, _turn_up),
    kinds.DRAW: (_judge_draw, _draw),
    kinds.RESHUFFLE: (_judge_reshuffle, _reshuffle),
    kinds.PLAY: (_judge_play, _play),
    kinds.PASS: (_judge_pass, _pass),
    kinds.CLOSE: (_judge_close, _close),
    kinds.LEFT: (_judge_left, _left),
    **dict.fromkeys(lines_of(VERBS), (judge_position, put)),
}
