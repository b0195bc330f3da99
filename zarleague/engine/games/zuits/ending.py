"""Collecting a trick, closing the hand, and showing what was hidden."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.zuits.play import take
from zarleague.engine.games.zuits.scoring import colours_open
from zarleague.engine.games.zuits.state import OBJECTIVE_SIZE, State
from zarleague.engine.games.zuits.trick import clear_table, finish, winner


def collect(state: State, event: Event) -> None:
    """A seat takes the complete trick. A log need not say so; if it does, it has to be right."""
    if state.over or not state.complete:
        state.illegal(Code.NOT_FINISHED if state.acted else Code.NOT_ALLOWED, "winner")
        return
    due = winner(state)
    if due == NONE:
        if state.doubt or state.aim_unknown:
            state.unclear(Code.NOT_ALLOWED, "winner")
        else:
            # Only a card removed against the rules leaves a trick without a winner, so that
            # nothing is being taken back here.
            state.illegal(Code.NOT_ALLOWED, "no-winner")
    elif due != event.seat and not state.illegal(Code.NOT_ALLOWED, "winner", due=due):
        return
    finish(state, event.seat)


def close(state: State, event: Event) -> None:
    """The hand is over: ten tricks are played, or nobody has a card left."""
    if state.over:
        state.illegal(Code.HAND_OVER, "finish")
        return
    if not state.ended:
        about = {"due": state.turn} if state.begun and state.turn != NONE else {}
        if not state.illegal(Code.NOT_FINISHED, "finish", **about):
            return
    _end_tricks(state)
    state.over = True


def turn_up(state: State, event: Event) -> None:
    """A seat turns up its two objective cards."""
    seat = event.seat
    if not state.ended:
        state.illegal(Code.NOT_FINISHED, "reveal")
        return
    if len(event.cards) != OBJECTIVE_SIZE:
        state.illegal(Code.WRONG_COUNT, "reveal", count=len(event.cards), due_count=OBJECTIVE_SIZE)
        return
    hidden = list(state.objective[seat])
    if state.turned >> seat & 1 or len(hidden) != OBJECTIVE_SIZE:
        state.illegal(Code.NOT_ALLOWED, "reveal")
        return
    shown: list[int] = []
    # The named cards first: what was not named is what then remains.
    for card in sorted(event.cards, reverse=True):
        if card in hidden:
            hidden.remove(card)
            shown.append(card)
        elif card == UNKNOWN:
            shown.append(hidden.pop())
        elif UNKNOWN not in hidden:
            state.illegal(Code.FALSE_CLAIM, "reveal", card=card)
            return
        elif card in shown or not state.hands.unseen >> card & 1:
            state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
            return
        else:
            hidden.remove(UNKNOWN)
            shown.append(card)
    _end_tricks(state)
    for card in shown:
        if card != UNKNOWN:
            state.hands.locate(card)
    state.objective[seat] = tuple(shown)
    state.turned |= 1 << seat
    chosen = state.chosen[seat]
    if chosen is not None:
        _judge_choice(state, seat, *chosen)


def _end_tricks(state: State) -> None:
    """The last trick is collected before anything is shown."""
    if state.complete:
        clear_table(state, winner(state))


def choose(state: State, event: Event) -> None:
    """A seat names its objective colour where its two cards leave a choice."""
    seat = event.seat
    if not state.ended:
        state.illegal(Code.NOT_FINISHED, "objective-colour")
    elif event.name == NONE:
        state.illegal(Code.WRONG_OPERANDS, "objective-colour")
    elif state.chosen[seat] is not None:
        state.illegal(Code.NOT_ALLOWED, "objective-colour")
    else:
        state.chosen[seat] = (event.name, state.at)
        if UNKNOWN in state.objective[seat] or not state.objective[seat]:
            state.unclear(Code.MAY_NOT_NAME, "objective-colour")
        else:
            _judge_choice(state, seat, event.name, state.at)
        if state.chosen[seat] is not None:
            _end_tricks(state)


def _judge_choice(state: State, seat: int, colour: int, event: int) -> None:
    """Whether the objective cards, now known, leave the choice that was made at *event*."""
    first, second = state.objective[seat]
    if UNKNOWN in (first, second):
        return
    open_colours = colours_open((first, second))
    fine = len(open_colours) > 1 and colour in open_colours
    if not fine:
        state.chosen[seat] = None
    asked = Finding(event, Verdict.UNKNOWN, Code.MAY_NOT_NAME, "objective-colour")
    decided = state.at if asked in state.findings else -1
    verdict = Verdict.LEGAL if fine else Verdict.ILLEGAL
    finding = asked._replace(verdict=verdict, decided=decided)
    if decided >= 0:
        state.findings[state.findings.index(asked)] = finding
    elif not fine:
        state.findings.append(finding)


def show_left(state: State, event: Event) -> None:
    """A seat shows the cards it still holds after the last trick."""
    seat = event.seat
    if not state.ended:
        state.illegal(Code.NOT_FINISHED, "left")
        return
    if state.left_shown >> seat & 1:
        state.illegal(Code.NOT_ALLOWED, "left")
        return
    size = state.hands.size(seat)
    if len(event.cards) != size:
        state.illegal(Code.WRONG_COUNT, "left", count=len(event.cards), due_count=size)
        return
    named = [card for card in event.cards if card != UNKNOWN]
    shown = [card for card in named if take(state, seat, card)]
    for card in shown:
        state.hands.put_back(seat, card)
    if shown == named or state.remedy is not Remedy.UNWIND:
        _end_tricks(state)
        state.left_shown |= 1 << seat
