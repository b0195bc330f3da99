"""Dealing and setting the objective aside, with lines that the log leaves out."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation, wrong_count
from zarleague.engine.games.zuits.deck import cards_of
from zarleague.engine.games.zuits.state import HAND_SIZE, OBJECTIVE_SIZE, State


def apply_deal(state: State, event: Event) -> Violation | None:
    """Judge thirteen cards dealt to a seat, once."""
    seat = event.seat
    if state.over or state.has_begun:
        return Violation(Code.TOO_LATE, "deal")
    if state.dealt >> seat & 1:
        if state.stands and len(event.cards) == HAND_SIZE:
            state.second_deal = event
        return Violation(Code.ALREADY_DEALT, "deal")
    count = len(event.cards)
    if count != HAND_SIZE:
        state.illegal(Code.WRONG_COUNT, "deal", count=count, expected_count=HAND_SIZE)
    if count == HAND_SIZE and state.hands.deal_known(seat, event.cards):
        state.dealt |= 1 << seat
        return None
    dealt_before = state.hands.dealt_before(event.cards)
    for card in dealt_before:
        state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
    if state.stands or (count == HAND_SIZE and not dealt_before):
        _deal_to(state, seat, event.cards)
    return None


def _deal_to(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Give a seat its cards. Of more than thirteen some are mistakes, so all are uncertain."""
    state.hands.deal(seat, cards)
    for _ in range(len(cards) - HAND_SIZE):
        state.hands.take_unnamed(seat)
    state.dealt |= 1 << seat


def _assign_second_deal(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Assign two hands dealt to one seat while another got none: one of the two lines has the wrong
    name.

    The hand that *seat* sets *cards* aside from is its own; if the cards do not tell, the second
    hand belongs to the seat without one.
    """
    second = state.second_deal
    without = [other for other in range(state.seats) if not state.dealt >> other & 1]
    if second is None or len(without) != 1 or seat not in (second.seat, without[0]):
        return
    first_hand = state.hands.held[second.seat]
    noted = not state.hands.unknown[second.seat]
    from_first = noted and all(card != UNKNOWN and first_hand >> card & 1 for card in cards)
    from_second = noted and all(card in second.cards for card in cards)
    state.second_deal = None
    if from_first if seat == without[0] else from_second:
        state.hands.undeal(second.seat)
        _deal_to(state, without[0], cards_of(first_hand))
        _deal_to(state, second.seat, second.cards)
    else:
        _deal_to(state, without[0], second.cards)


def apply_set_aside(state: State, event: Event) -> Violation | None:
    """Judge two cards set aside face down from the hand, before the first lead."""
    seat = event.seat
    cards = event.cards
    if state.seats_played or state.tricks_played or state.over:
        return Violation(Code.TOO_LATE, "objective")
    if state.second_deal is not None:
        _assign_second_deal(state, seat, cards)
    if not state.dealt >> seat & 1:
        if violation := state.taken_back(Violation(Code.NOT_STARTED, "deal")):
            return violation
        _deal_to(state, seat, (UNKNOWN,) * HAND_SIZE)
    if state.stands:
        seat = _seat_setting_aside(state, seat, cards)
    if state.objective[seat]:
        state.second_aside = state.stands
        return Violation(Code.NOT_ALLOWED, "objective")
    if len(cards) != OBJECTIVE_SIZE:
        if violation := state.taken_back(wrong_count("objective", len(cards), OBJECTIVE_SIZE)):
            return violation
        few = len(cards) < OBJECTIVE_SIZE
        cards = (*cards, UNKNOWN, UNKNOWN)[:OBJECTIVE_SIZE] if few else (UNKNOWN, UNKNOWN)
    if state.hands.hand_size(seat) < OBJECTIVE_SIZE:
        return Violation(Code.NOT_HELD, "objective")
    aside: list[int] = []
    # The named cards first: a card nobody named may be any that the hand still holds then.
    for card in sorted(cards, reverse=True):
        not_there = state.take(seat, card) if card != UNKNOWN else None
        if card != UNKNOWN and not_there is None:
            aside.append(card)
            continue
        if not_there is not None:
            if not state.stands:
                for taken in aside:
                    state.hands.put_back(seat, taken)
                return not_there
            state.add_violation(not_there)
        state.hands.take_unnamed(seat)
        aside.append(UNKNOWN)
    state.objective[seat] = tuple(aside)
    return None


def _seat_setting_aside(state: State, seat: int, cards: tuple[int, ...]) -> int:
    """Return the seat that sets the cards aside. If all were dealt to another seat, which has set
    none aside yet, it is that one, and the wrong name is a finding."""
    held = state.hands.held[seat]
    for card in cards:
        if card != UNKNOWN and not held >> card & 1:
            owner = _owner_of_all(state, cards)
            if owner not in (NONE, seat) and not state.objective[owner]:
                state.illegal(Code.NOT_HELD, "deck", card=max(cards))
                return owner
            break
    return seat


def _owner_of_all(state: State, cards: tuple[int, ...]) -> int:
    """Return the seat to which all these cards were dealt, NONE if there is no such seat."""
    owners = {state.hands.owner(card) if card != UNKNOWN else NONE for card in cards}
    return owners.pop() if len(owners) == 1 else NONE


def ready_to_lead(state: State) -> Violation | None:
    """Return the violation of leading the first trick before everybody has cards and an objective.

    If the event is to stand, missing deals and objectives are findings and taken as done, with
    unknown cards.
    """
    for seat in range(state.seats):
        if state.second_deal is not None:
            _assign_second_deal(state, seat, (UNKNOWN,))
        dealt = state.dealt >> seat & 1
        if dealt and state.objective[seat]:
            continue
        rule = "objective" if dealt else "deal"
        if dealt and state.second_aside:
            state.second_aside = False
        else:
            if violation := state.taken_back(Violation(Code.NOT_STARTED, rule, (("due", seat),))):
                return violation
        if not dealt:
            _deal_to(state, seat, (UNKNOWN,) * HAND_SIZE)
        while len(state.objective[seat]) < OBJECTIVE_SIZE and state.hands.hand_size(seat):
            state.hands.take_unnamed(seat)
            state.objective[seat] += (UNKNOWN,)
    return None
