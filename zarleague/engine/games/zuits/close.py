"""Collecting a trick, closing the hand, and showing hidden cards."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games.zuits.scoring import colours_open
from zarleague.engine.games.zuits.state import OBJECTIVE_SIZE, TRICKS, State
from zarleague.engine.games.zuits.trick import fill_in, finish, missing_seats, settle_aim, winner


def collect(state: State, event: Event) -> None:
    """Judge a line that says who takes the complete trick. Such a line may be left out of a log."""
    seat = event.seat
    if state.over:
        state.illegal(Code.NOT_FINISHED, "winner")
        return
    if not _is_complete(state, "winner"):
        return
    best = winner(state)
    has_played = bool(state.seats_played >> seat & 1)
    if best == seat or (state.trick_guessed and has_played):
        pass
    elif best != NONE:
        state.illegal(Code.NOT_ALLOWED, "winner", due=best)
        if not state.stands:
            return
    elif (state.trick_in_doubt and has_played) or settle_aim(state, seat, leads=False) == seat:
        state.unknown(Code.NOT_ALLOWED, "winner")
    elif state.trick_in_doubt or state.aim_in_doubt:
        state.illegal(Code.NOT_ALLOWED, "winner")
        if not state.stands:
            return
    else:
        # Only a card removed against the rules leaves a trick without a winner, so that nothing
        # is being taken back here.
        state.illegal(Code.NOT_ALLOWED, "no-winner")
    finish(state, seat)


def _is_complete(state: State, rule: str) -> bool:
    """Return whether the trick on the table is complete. A single missing card was left out of the
    log: that is a finding, unless its player was passed over before, and the card counts as played.
    """
    if state.trick_complete:
        return True
    if not state.seats_played:
        state.illegal(Code.NOT_ALLOWED, rule)
        return False
    missing = missing_seats(state)
    if missing != [state.turn] or not state.left_out >> state.turn & 1:
        state.illegal(Code.NOT_FINISHED, rule, due=state.turn)
    if missing != [state.turn] or not state.stands:
        return False
    fill_in(state, state.turn)
    return True


def close(state: State, event: Event) -> None:
    """Judge the close: ten tricks are played, or nobody has a card left. A close that came too
    early is ignored if play goes on."""
    if state.over:
        state.illegal(Code.HAND_OVER, "finish")
        return
    if not state.all_played:
        if state.tricks_played == TRICKS - 1 and state.seats_played:
            is_complete = _is_complete(state, "finish")
        else:
            is_complete = False
            about = {"due": state.turn} if state.has_begun and state.turn != NONE else {}
            state.illegal(Code.NOT_FINISHED, "finish", **about)
        if not state.stands:
            return
        state.ended_early = not is_complete
    _end_tricks(state)
    state.over = True


def turn_up(state: State, event: Event) -> None:
    """Judge the two objective cards that a seat turns up."""
    seat = event.seat
    if not state.all_played:
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
        elif card in shown or not state.hands.may_have_left(seat) >> card & 1:
            state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
            return
        else:
            hidden.remove(UNKNOWN)
            shown.append(card)
    _end_tricks(state)
    for card in shown:
        if card != UNKNOWN:
            state.hands.name_gone(seat, card)
    state.settle_claims()
    state.objective[seat] = tuple(shown)
    state.turned |= 1 << seat
    chosen = state.chosen[seat]
    if chosen is not None:
        _judge_choice(state, seat, *chosen)


def _end_tricks(state: State) -> None:
    """Collect the last trick before anything is shown."""
    if state.trick_complete:
        finish(state, winner(state))


def choose(state: State, event: Event) -> None:
    """Judge the objective colour that a seat names where its two cards leave a choice."""
    seat = event.seat
    if not state.all_played:
        state.illegal(Code.NOT_FINISHED, "objective-colour")
    elif event.name == NONE:
        state.illegal(Code.WRONG_OPERANDS, "objective-colour")
    elif state.chosen[seat] is not None:
        state.illegal(Code.NOT_ALLOWED, "objective-colour")
    else:
        state.chosen[seat] = (event.name, state.index)
        if UNKNOWN in state.objective[seat] or not state.objective[seat]:
            state.unknown(Code.MAY_NOT_NAME, "objective-colour")
        else:
            _judge_choice(state, seat, event.name, state.index)
        if state.chosen[seat] is not None:
            _end_tricks(state)


def _judge_choice(state: State, seat: int, colour: int, event: int) -> None:
    """Judge the choice made at *event*, now that the objective cards are known."""
    first, second = state.objective[seat]
    if UNKNOWN in (first, second):
        return
    open_colours = colours_open((first, second))
    fine = colour in open_colours
    if not fine:
        state.chosen[seat] = None
    if event == state.index:
        if not fine:
            state.illegal(Code.MAY_NOT_NAME, "objective-colour")
        return
    asked = Finding(event, Verdict.UNKNOWN, Code.MAY_NOT_NAME, "objective-colour")
    verdict = Verdict.LEGAL if fine else Verdict.ILLEGAL
    if asked in state.findings:
        place = state.findings.index(asked)
        state.findings[place] = asked._replace(verdict=verdict, decided=state.index)


def show_left(state: State, event: Event) -> None:
    """Judge the cards a seat shows that it still holds after the last trick."""
    seat = event.seat
    if not state.all_played:
        state.illegal(Code.NOT_FINISHED, "left")
        return
    if state.left_shown >> seat & 1:
        state.illegal(Code.NOT_ALLOWED, "left")
        return
    hands = state.hands
    count = hands.hand_size(seat)
    if len(event.cards) != count:
        state.illegal(Code.WRONG_COUNT, "left", count=len(event.cards), due_count=count)
        if not state.stands or UNKNOWN in event.cards:
            return
    named = [card for card in event.cards if card != UNKNOWN]
    shown = [card for card in named if state.take(seat, card)]
    if len(event.cards) != count:
        hands.lay_open(seat, shown)
    else:
        for card in shown:
            hands.put_back(seat, card)
    state.settle_claims()
    if shown == named or state.stands:
        _end_tricks(state)
        state.left_shown |= 1 << seat
