"""The table at the moment a log of Zuits starts (:mod:`zarleague.engine.positions`): before a lead.
What was played to the trick since is written as plays."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.games.zuits.state import HAND_SIZE, OBJECTIVE_SIZE, TRICKS, State
from zarleague.engine.positions import RULE, line, not_dealt, number_of

_WITHOUT_OBJECTIVE = HAND_SIZE - OBJECTIVE_SIZE


@line
def apply_holds(state: State, event: Event) -> Violation | None:
    """Give a seat the cards it still holds, of thirteen of which the others are unknown: two are
    its objective, and it has played the rest."""
    seat, cards = event.seat, event.cards
    if state.dealt >> seat & 1:
        return Violation(Code.ALREADY_DEALT, RULE)
    if len(cards) > _WITHOUT_OBJECTIVE:
        return wrong_count(RULE, len(cards), _WITHOUT_OBJECTIVE)
    for card in state.hands.dealt_before(cards):
        state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
    gone = HAND_SIZE - len(cards)
    # Dealt and gone before the others, so that cards which are named stay certain.
    state.hands.deal(seat, (UNKNOWN,) * gone)
    for _ in range(gone):
        state.hands.take_unnamed(seat)
    state.hands.deal(seat, cards)
    state.dealt |= 1 << seat
    state.objective[seat] = (UNKNOWN,) * OBJECTIVE_SIZE
    return None


@line
def apply_collected(state: State, event: Event) -> Violation | None:
    """Put cards of earlier tricks before the seat that has taken them."""
    for card in event.cards:
        if card == UNKNOWN:
            continue
        if state.hands.unseen >> card & 1:
            state.hands.unseen ^= 1 << card
        else:
            state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
    state.collected[event.seat] += event.cards
    state.earlier_cards += event.cards
    return None


@line
def apply_won(state: State, event: Event) -> Violation | None:
    """Note how many tricks a seat has taken."""
    tricks = number_of(event)
    if state.tricks_played + tricks > TRICKS:
        return wrong_count(RULE, tricks, TRICKS)
    state.tricks_won[event.seat] += tricks
    state.tricks_played += tricks
    return None


@line
def apply_reversed(state: State, event: Event) -> Violation | None:
    """Let the lowest card win, where that stays from trick to trick."""
    state.lowest_wins = True
    return None


@line
def apply_to_play(state: State, event: Event) -> Violation | None:
    """Begin: that seat leads. Cards that were played and that no line names lie somewhere."""
    if (violation := not_dealt(state.seats, state.dealt)) is not None:
        return violation
    sizes = state.hands.hand_sizes()
    if not state.tricks_played:
        # A seat that has not added cards has played one to each trick.
        state.tricks_played = _WITHOUT_OBJECTIVE - max(sizes)
    played = sum(_WITHOUT_OBJECTIVE - size for size in sizes)
    unnamed = max(0, played - sum(map(len, state.collected)))
    state.unassigned += [UNKNOWN] * unnamed
    state.earlier_cards += [UNKNOWN] * unnamed
    state.leader = state.turn = event.seat
    state.last_seat = NONE
    return None
