"""Playing cards to a trick."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.games.zuits import trick
from zarleague.engine.games.zuits.deal import ready_to_lead
from zarleague.engine.games.zuits.deck import (
    ART,
    CHANGE,
    COLOUR,
    FAVORS,
    GIGLET,
    OF_COLOUR,
    SUIT,
    WILD,
    WILDS,
)
from zarleague.engine.games.zuits.state import (
    MAY_ADD,
    MAY_COPY,
    MAY_DO_ANYTHING,
    MAY_REMOVE,
    NO_EFFECT,
    OTHER_CAUSE,
    TRICKS,
    State,
)

WINDOW_OF: Final = tuple(
    {ART: MAY_ADD, CHANGE: MAY_REMOVE, GIGLET: MAY_COPY}.get(suit, NO_EFFECT) for suit in SUIT
)
"""By card: the effect that its player may use next."""
_MAY_NOT_NAME: Final = Violation(Code.MAY_NOT_NAME, "no-colour-named")


def apply_play(state: State, event: Event) -> Violation | None:
    """Judge the one card, or the first of two, that a seat plays to a trick."""
    cards = event.cards
    seat = event.seat
    name = event.name
    if len(cards) == 1:
        card = cards[0]
    else:
        violation = Violation(Code.WRONG_OPERANDS, "turn")
        named = [card for card in cards if card != UNKNOWN]
        if not (named and state.stands):
            return violation
        state.add_violation(violation)
        card = named[0]
    if seat == state.turn and state.seats_played and not state.over:
        if state.left_out and _leads_next(state, seat, card, name):
            trick.fill_in(state, seat)
            return _lead(state, seat, card, name)
        return _follow(state, seat, card, name)
    if not state.seats_played or state.turn == NONE:
        if state.seats_played and seat == state.last_seat and state.is_repeated(event):
            return Violation(Code.NONE_LEFT, "deck", (("card", card), ("most", 1)))
        return _lead(state, seat, card, name)
    if state.is_repeated(event):
        return Violation(Code.NONE_LEFT, "deck", (("card", card), ("most", 1)))
    return _play_out_of_turn(state, seat, card, name)


def _follow(state: State, seat: int, card: int, name: int) -> Violation | None:
    """Judge a card played to a trick that another has led."""
    counts = possible = True
    if card == UNKNOWN:
        if not state.colour_guessed:
            state.unknown(Code.MUST_FOLLOW, "follow")
        state.hands.take_unnamed(seat)
    else:
        if name != NONE and state.taken_back(_MAY_NOT_NAME):
            return _MAY_NOT_NAME
        not_there = state.take(seat, card)
        if not_there is not None:
            if state.taken_back(not_there):
                return not_there
            possible = False
            state.hands.take_unnamed(seat)
            counts = trick.FOLLOWS[state.colour][card]
        elif not trick.FOLLOWS[state.colour][card]:
            if state.colour_guessed:
                counts = _guess_colour(state, seat, card)
            else:
                if (not_following := judge_leaving_colour(state, seat)) is not None:
                    if not state.stands:
                        state.hands.put_back(seat, card)
                        return not_following
                    state.add_violation(not_following)
                counts = state.colour == NONE
                if counts:
                    state.trick_in_doubt |= OTHER_CAUSE
                    state.aim_in_doubt = True
    if state.window != NO_EFFECT:
        trick.close_window(state)
    _play_card(state, seat, card, counts, possible)
    return None


def _play_out_of_turn(state: State, seat: int, card: int, name: int) -> Violation | None:
    """Judge a card of a seat that is not in turn.

    A card that was dealt to the seat in turn is that seat's, noted under another name; so is one of
    a seat that has played, but not just before. If one seat is missing, and this one may have won
    the trick, the log left out a line and this is the lead of the next trick. Otherwise the card
    stands, if the seat has not played yet.
    """
    if trick.correct_seat(state, seat) and seat == state.turn:
        return _follow(state, seat, card, name)
    turn = state.turn
    hands = state.hands
    if state.over:
        return Violation(Code.HAND_OVER, "finish")
    if not hands.hand_size(seat):
        violation = Violation(Code.NOT_HELD, "sit-out")
        if not (state.stands and _may_be_of(state, turn, card)):
            return violation
        state.add_violation(violation)
        return _follow(state, turn, card, name)
    has_played = bool(state.seats_played >> seat & 1)
    reported = bool(state.left_out >> turn & 1)
    if not (has_played and reported):
        state.illegal(Code.OUT_OF_TURN, "turn", due=turn)
    if not state.stands:
        if card != UNKNOWN:
            hands.show(seat, card)
            state.settle_claims()
        return None
    if card != UNKNOWN and hands.owner(card) == turn:
        return _follow(state, turn, card, name)
    if not has_played:
        for passed_over in trick.missing_seats(state):
            if passed_over != seat:
                state.left_out |= 1 << passed_over
        trick.suspect_seat(state, turn, card)
        return _follow(state, seat, card, name)
    if trick.missing_seats(state) == [turn] and _may_have_won(state, seat, card, name):
        trick.fill_in(state, turn)
        return _lead(state, seat, card, name)
    if _may_be_of(state, turn, card) and seat != state.last_seat and hands.owner(card) != seat:
        return _follow(state, turn, card, name)
    return None


def _may_be_of(state: State, seat: int, card: int) -> bool:
    """Return whether a named card may be in the hand of a seat."""
    return card != UNKNOWN and bool(state.hands.may_hold(seat) >> card & 1)


def _may_have_won(state: State, seat: int, card: int, name: int) -> bool:
    """Return whether a seat may lead the next trick with a card: a colour is named, or the trick,
    of which one card is missing, may be its own. A wild card that leads names a colour."""
    if name != NONE:
        return True
    if card != UNKNOWN and COLOUR[card] == WILD:
        return False
    is_own = card != UNKNOWN and state.hands.owner(card) == seat
    return is_own or seat in trick.best_either_way(state)


def _leads_next(state: State, seat: int, card: int, name: int) -> bool:
    """Return whether the last seat to play, if it was passed over before, leads the next trick with
    this card: then the log left its card out of this trick.

    That is so when the card names a colour, or does not follow though the seat may hold one that
    does.
    """
    passed_over = state.left_out >> seat & 1
    if not passed_over or card == UNKNOWN or trick.missing_seats(state) != [seat]:
        return False
    if name != NONE:
        return True
    colour = state.colour
    if colour == NONE or trick.FOLLOWS[colour][card]:
        return False
    return state.hands.holds_any(seat, trick.FOLLOWING[colour]) is not False


def _lead(state: State, seat: int, card: int, name: int) -> Violation | None:
    """Judge the first card of a trick. The trick on the table is collected by it."""
    on_table = state.seats_played != 0
    if state.over or (state.tricks_played >= TRICKS - 1 and state.all_played):
        return Violation(Code.HAND_OVER, "finish")
    if not (on_table or state.tricks_played):
        violation = ready_to_lead(state)
        if violation is not None:
            return violation
    hands = state.hands
    taker = trick.winner(state) if on_table else NONE
    leader = trick.next_leader(state, taker) if on_table else state.turn
    if not (hands.held[seat] or hands.hand_size(seat)):
        violation = Violation(Code.NOT_HELD, "sit-out")
        if leader == NONE or not (state.stands and _may_be_of(state, leader, card)):
            return violation
        state.add_violation(violation)
        seat = leader
    left_out = 0
    if seat != leader:
        if not on_table and trick.give_to_winner(state, seat):
            pass
        elif state.trick_guessed and state.seats_played >> seat & 1:
            taker = seat
        elif leader == NONE and trick.may_lead_next(state, seat):
            state.unknown(Code.OUT_OF_TURN, "winner")
            taker = trick.settle_aim(state, seat, leads=True)
        else:
            wrong_leader = _wrong_leader(state, leader)
            if not state.stands:
                if card != UNKNOWN:
                    hands.show(seat, card)
                    state.settle_claims()
                return wrong_leader
            state.add_violation(wrong_leader)
            if card != UNKNOWN and leader != NONE and hands.owner(card) == leader:
                seat = leader
            elif leader != NONE and (leader + 1) % state.seats == seat:
                left_out = 1 << leader
            if seat != leader:
                trick.suspect_seat(state, leader, card)
    guessed = False
    if card != UNKNOWN and (COLOUR[card] == WILD) is not (name != NONE):
        guessed = True
        wrong_name = Violation(Code.MUST_NAME, "lead-wild") if name == NONE else _MAY_NOT_NAME
        if state.taken_back(wrong_name):
            return wrong_name
    if state.window != NO_EFFECT and (
        state.stands or card == UNKNOWN or hands.may_hold(seat) >> card & 1
    ):
        # While the card is in the hand: an Art that obliges to add one may have asked for it.
        trick.close_window(state)
    possible = True
    if card == UNKNOWN:
        state.unknown(Code.MUST_NAME, "lead-wild")
        hands.take_unnamed(seat)
    else:
        if (not_there := state.take(seat, card)) is not None:
            if state.taken_back(not_there):
                return not_there
            hands.take_unnamed(seat)
            guessed = True
            possible = False
    if on_table:
        trick.clear_table(state, taker)
    state.leader = seat
    colour_named = card == UNKNOWN or COLOUR[card] == WILD or (not possible and name != NONE)
    state.colour = name if colour_named else COLOUR[card]
    state.colour_guessed = state.trick_guessed = guessed
    state.left_out = left_out
    _play_card(state, seat, card, True, possible)
    return None


def _wrong_leader(state: State, leader: int) -> Violation:
    """Return the violation of a lead by another seat than *leader*, NONE if that is not known."""
    due = (("due", leader),) if leader != NONE else ()
    return Violation(Code.OUT_OF_TURN, "winner" if state.has_begun else "leader", due)


def _play_card(state: State, seat: int, card: int, counts: bool, possible: bool) -> None:
    """Lay a card on the table: a Favors toggles, other suits open a window; the turn passes."""
    toggled = False
    if card == UNKNOWN:
        state.trick_in_doubt |= 1 << seat
        state.unnamed_events[seat] = state.index
        state.aim_in_doubt = True
        state.window = MAY_DO_ANYTHING
    elif counts:
        state.window = WINDOW_OF[card]
        if SUIT[card] == FAVORS:
            toggled = True
            state.lowest_wins = not state.lowest_wins
    else:
        state.window = NO_EFFECT
    if not possible:
        state.trick_guessed = True
    state.window_event = state.index
    state.trick.append((seat, card, counts, toggled, possible))
    state.seats_played |= 1 << seat
    state.last_seat = seat
    after = (seat + 1) % state.seats
    waits = state.hands.held[after] and not state.seats_played >> after & 1
    state.turn = after if waits else trick.next_with_cards(state, after)


def judge_leaving_colour(state: State, seat: int) -> Violation | None:
    """Return the violation by a card of another colour: its player must hold neither the colour
    nor, by default, a wild. The card is out of the hand already. Where that is not known, record an
    open claim."""
    if state.colour == NONE:
        state.unknown(Code.MUST_FOLLOW, "follow")
        return None
    wanted = OF_COLOUR[state.colour]
    if state.rules.wild_must_follow:
        wanted |= WILDS
    hands = state.hands
    able = hands.holds_any(seat, wanted)
    if able:
        held = hands.held[seat] & wanted
        card = ((held & -held).bit_length() - 1,) if held else ()
        return Violation(Code.MUST_FOLLOW, "follow", tuple(("card", c) for c in card))
    if able is None:
        state.unknown(Code.MUST_FOLLOW, "follow", count=hands.hand_size(seat))
        hands.claim(state.index, seat, wanted, "follow")
    return None


def _guess_colour(state: State, seat: int, card: int) -> bool:
    """Return whether a card counts that does not follow, in a trick whose lead is another card than
    the log says.

    If its player may hold a card that follows, the colour is probably that of this card, and the
    cards of the trick are counted by it.
    """
    colour = state.colour
    if colour != NONE and state.hands.holds_any(seat, trick.FOLLOWING[colour]) is False:
        return False
    state.colour = COLOUR[card]
    state.trick = [
        (player, other, other != UNKNOWN and trick.FOLLOWS[state.colour][other], toggled, possible)
        for player, other, _, toggled, possible in state.trick
    ]
    return True
