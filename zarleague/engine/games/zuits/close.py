"""Collecting a trick, closing the hand, and showing hidden cards."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Finding, Verdict, Violation, wrong_count
from zarleague.engine.games.zuits.scoring import colours_open
from zarleague.engine.games.zuits.state import OBJECTIVE_SIZE, TRICKS, State
from zarleague.engine.games.zuits.trick import fill_in, finish, missing_seats, settle_aim, winner


def apply_collect(state: State, event: Event) -> Violation | None:
    """Judge a line that says who takes the complete trick. Such a line may be left out of a log."""
    seat = event.seat
    if state.over:
        return Violation(Code.NOT_FINISHED, "winner")
    if (violation := _complete_trick(state, "winner")) is not None:
        return violation
    best = winner(state)
    has_played = bool(state.seats_played >> seat & 1)
    mistaken = None
    if best == seat or (state.trick_guessed and has_played):
        pass
    elif best != NONE:
        if violation := state.taken_back(Violation(Code.NOT_ALLOWED, "winner", (("due", best),))):
            return violation
        mistaken = (best, seat, len(state.trick))
    elif (state.trick_in_doubt and has_played) or settle_aim(state, seat, leads=False) == seat:
        state.unknown(Code.NOT_ALLOWED, "winner")
    elif state.trick_in_doubt or state.aim_in_doubt:
        if violation := state.taken_back(Violation(Code.NOT_ALLOWED, "winner")):
            return violation
    else:
        # Only a card removed against the rules leaves a trick without a winner, so that nothing
        # is being taken back here.
        state.illegal(Code.NOT_ALLOWED, "no-winner")
    finish(state, seat)
    state.mistaken = mistaken
    return None


def _complete_trick(state: State, rule: str) -> Violation | None:
    """Complete the trick on the table. Return the violation if that is not possible.

    A single missing card was left out of the log: that is a finding, unless its player was passed
    over before, and the card counts as played.
    """
    if state.trick_complete:
        return None
    if not state.seats_played:
        return Violation(Code.NOT_ALLOWED, rule)
    violation = Violation(Code.NOT_FINISHED, rule, (("due", state.turn),))
    if missing_seats(state) != [state.turn] or not state.stands:
        return violation
    if not state.left_out >> state.turn & 1:
        state.add_violation(violation)
    fill_in(state, state.turn)
    return None


def apply_close(state: State, event: Event) -> Violation | None:
    """Judge the close: ten tricks are played, or nobody has a card left. A close that came too
    early is ignored if play goes on."""
    if state.over:
        return Violation(Code.HAND_OVER, "finish")
    if not state.all_played:
        if state.tricks_played == TRICKS - 1 and state.seats_played:
            violation = _complete_trick(state, "finish")
        else:
            due = (("due", state.turn),) if state.has_begun and state.turn != NONE else ()
            violation = Violation(Code.NOT_FINISHED, "finish", due)
        if violation is not None and not state.stands:
            return violation
        if violation is not None:
            state.add_violation(violation)
            state.ended_early = True
    _end_tricks(state)
    state.over = True
    return None


def apply_turn_up(state: State, event: Event) -> Violation | None:
    """Judge the two objective cards that a seat turns up."""
    seat = event.seat
    if not state.all_played:
        return Violation(Code.NOT_FINISHED, "reveal")
    if len(event.cards) != OBJECTIVE_SIZE:
        return wrong_count("reveal", len(event.cards), OBJECTIVE_SIZE)
    hidden = list(state.objective[seat])
    if state.turned >> seat & 1 or len(hidden) != OBJECTIVE_SIZE:
        return Violation(Code.NOT_ALLOWED, "reveal")
    shown: list[int] = []
    # The named cards first: what was not named is what then remains.
    for card in sorted(event.cards, reverse=True):
        if card in hidden:
            hidden.remove(card)
            shown.append(card)
        elif card == UNKNOWN:
            shown.append(hidden.pop())
        elif UNKNOWN not in hidden:
            return Violation(Code.FALSE_CLAIM, "reveal", (("card", card),))
        elif card in shown or not state.hands.may_have_left(seat) >> card & 1:
            return Violation(Code.NONE_LEFT, "deck", (("card", card), ("most", 1)))
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
    return None


def _end_tricks(state: State) -> None:
    """Collect the last trick before anything is shown."""
    if state.trick_complete:
        finish(state, winner(state))


def apply_choose(state: State, event: Event) -> Violation | None:
    """Judge the objective colour that a seat names where its two cards leave a choice."""
    seat = event.seat
    if not state.all_played:
        return Violation(Code.NOT_FINISHED, "objective-colour")
    if event.name == NONE:
        return Violation(Code.WRONG_OPERANDS, "objective-colour")
    if state.chosen[seat] is not None:
        return Violation(Code.NOT_ALLOWED, "objective-colour")
    objective = state.objective[seat]
    if UNKNOWN in objective or not objective:
        state.unknown(Code.MAY_NOT_NAME, "objective-colour")
    elif event.name not in colours_open((objective[0], objective[1])):
        return Violation(Code.MAY_NOT_NAME, "objective-colour")
    state.chosen[seat] = (event.name, state.index)
    _end_tricks(state)
    return None


def _judge_choice(state: State, seat: int, colour: int, event: int) -> None:
    """Judge the choice made at *event*, now that the objective cards are known."""
    first, second = state.objective[seat]
    if UNKNOWN in (first, second):
        return
    fine = colour in colours_open((first, second))
    if not fine:
        state.chosen[seat] = None
    asked = Finding(event, Verdict.UNKNOWN, Code.MAY_NOT_NAME, "objective-colour")
    verdict = Verdict.LEGAL if fine else Verdict.ILLEGAL
    if asked in state.findings:
        place = state.findings.index(asked)
        state.findings[place] = asked._replace(verdict=verdict, decided=state.index)


def apply_left(state: State, event: Event) -> Violation | None:
    """Judge the cards a seat shows that it still holds after the last trick."""
    seat = event.seat
    if not state.all_played:
        return Violation(Code.NOT_FINISHED, "left")
    if state.left_shown >> seat & 1:
        return Violation(Code.NOT_ALLOWED, "left")
    hands = state.hands
    count = hands.hand_size(seat)
    if len(event.cards) != count:
        violation = wrong_count("left", len(event.cards), count)
        if not state.stands or UNKNOWN in event.cards:
            return violation
        state.add_violation(violation)
    named = [card for card in event.cards if card != UNKNOWN]
    shown: list[int] = []
    for card in named:
        not_there = state.take(seat, card)
        if not_there is None:
            shown.append(card)
        else:
            state.add_violation(not_there)
    if len(event.cards) != count:
        hands.lay_open(seat, shown)
    else:
        for card in shown:
            hands.put_back(seat, card)
    state.settle_claims()
    if shown == named or state.stands:
        _end_tricks(state)
        state.left_shown |= 1 << seat
    return None
