"""Dealing, setting the objective aside, and playing cards to a trick."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Remedy
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
    HAND_SIZE,
    MAY_ADD,
    MAY_COPY,
    MAY_DO_ANYTHING,
    MAY_REMOVE,
    NOTHING,
    OBJECTIVE_SIZE,
    TRICKS,
    State,
)
from zarleague.engine.games.zuits.trick import (
    FOLLOWS,
    clear_table,
    close_window,
    next_leader,
    next_with_cards,
    winner,
)
from zarleague.engine.holdings import Taken

WINDOW_OF = tuple(
    {ART: MAY_ADD, CHANGE: MAY_REMOVE, GIGLET: MAY_COPY}.get(suit, NOTHING) for suit in SUIT
)
"""What each card lets its player do next."""


def deal(state: State, event: Event) -> None:
    """Thirteen cards to a seat, once."""
    seat = event.seat
    if state.over or state.begun:
        state.illegal(Code.TOO_LATE, "deal")
        return
    if state.dealt >> seat & 1:
        state.illegal(Code.ALREADY_DEALT, "deal")
        return
    if len(event.cards) != HAND_SIZE and not state.illegal(
        Code.WRONG_COUNT, "deal", count=len(event.cards), due_count=HAND_SIZE
    ):
        return
    elsewhere = state.hands.deal(seat, event.cards)
    for card in elsewhere:
        state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
    if elsewhere and state.remedy is Remedy.UNWIND:
        state.hands.undo_deal(seat)
    else:
        state.dealt |= 1 << seat


def set_aside(state: State, event: Event) -> None:
    """Two cards of the hand, face down, before the first lead."""
    seat = event.seat
    if not state.dealt >> seat & 1:
        state.illegal(Code.NOT_STARTED, "deal")
        return
    if state.begun or state.over:
        state.illegal(Code.TOO_LATE, "objective")
        return
    if state.objective[seat]:
        state.illegal(Code.NOT_ALLOWED, "objective")
        return
    if len(event.cards) != OBJECTIVE_SIZE:
        state.illegal(
            Code.WRONG_COUNT, "objective", count=len(event.cards), due_count=OBJECTIVE_SIZE
        )
        return
    if state.hands.size(seat) < OBJECTIVE_SIZE:
        state.illegal(Code.NOT_HELD, "objective")
        return
    aside: list[int] = []
    # The named cards first: a card nobody named may be any that the hand still holds then.
    for card in sorted(event.cards, reverse=True):
        if card != UNKNOWN and take(state, seat, card):
            aside.append(card)
        elif card != UNKNOWN and state.remedy is Remedy.UNWIND:
            for taken in aside:
                state.hands.put_back(seat, taken)
            return
        else:
            state.hands.take_unknown(seat)
            aside.append(UNKNOWN)
    state.objective[seat] = tuple(aside)


def take(state: State, seat: int, card: int) -> bool:
    """Take a card out of a hand; False, and a finding, if it cannot have been there."""
    held = state.hands.held
    if held[seat] & 1 << card:
        # What most are: a card known to be held.
        held[seat] ^= 1 << card
        return True
    taken = state.hands.take(seat, card)
    if taken is Taken.FROM_UNKNOWN:
        if state.hands.claims:
            state.settle()
        return True
    if taken is Taken.NOT_HELD:
        state.illegal(Code.NOT_HELD, "deck", card=card)
    else:
        state.illegal(Code.NONE_LEFT, "deck", card=card, most=1)
    return False


def play(state: State, event: Event) -> None:
    """The one card, or the first of two, that a seat plays to a trick."""
    cards = event.cards
    if len(cards) != 1:
        state.illegal(Code.WRONG_OPERANDS, "turn")
        return
    if not state.acted or state.turn == NONE:
        _lead(state, event)
        return
    seat = event.seat
    card = cards[0]
    in_turn = seat == state.turn and not state.over
    if not (in_turn or (_ready(state) and _stands_out_of_turn(state, seat))):
        return
    counts = True
    if card == UNKNOWN:
        state.unclear(Code.MUST_FOLLOW, "follow")
        state.hands.take_unknown(seat)
    else:
        if event.name != NONE and not state.illegal(Code.MAY_NOT_NAME, "no-colour-named"):
            return
        if not take(state, seat, card):
            return
        if not FOLLOWS[state.colour][card]:
            if not _may_leave_colour(state, seat):
                state.hands.put_back(seat, card)
                return
            counts = state.colour == NONE
            if counts:
                state.doubt = state.aim_unknown = True
    if state.window != NOTHING:
        close_window(state)
    _lay(state, seat, card, counts)


def _lead(state: State, event: Event) -> None:
    """The first card of a trick. The trick that lies there is collected by it."""
    seat = event.seat
    card = event.cards[0]
    name = event.name
    acted = state.acted
    taker = winner(state) if acted else NONE
    if not (_ready(state) and _may_lead(state, seat, taker)):
        return
    if card != UNKNOWN and not _named_well(state, card, name):
        return
    if state.window != NOTHING and (card == UNKNOWN or state.hands.may_hold(seat) >> card & 1):
        # While the card is in the hand: an Art that obliges to add one may have asked for it.
        close_window(state)
    if card == UNKNOWN:
        state.unclear(Code.MUST_NAME, "lead-wild")
        state.hands.take_unknown(seat)
    elif not take(state, seat, card):
        return
    if acted:
        clear_table(state, taker)
    state.leader = seat
    state.colour = name if card == UNKNOWN or COLOUR[card] == WILD else COLOUR[card]
    _lay(state, seat, card)


def _lay(state: State, seat: int, card: int, counts: bool = True) -> None:
    """The card lies on the table: a Favors toggles, other suits open a window; the next seat is
    due."""
    toggled = False
    if card == UNKNOWN:
        state.doubt = state.aim_unknown = True
        state.window = MAY_DO_ANYTHING
    elif counts:
        state.window = WINDOW_OF[card]
        if SUIT[card] == FAVORS:
            toggled = True
            state.lowest = not state.lowest
    else:
        state.window = NOTHING
    state.opened = state.at
    state.trick.append((seat, card, counts, toggled))
    state.acted |= 1 << seat
    state.last = seat
    after = (seat + 1) % state.seats
    waits = state.hands.held[after] and not state.acted >> after & 1
    state.turn = after if waits else next_with_cards(state, after)


def _ready(state: State) -> bool:
    """Whether there are still tricks to play, and everybody has cards and an objective. A seat
    nobody saw set two cards aside is taken to have done so, if the event is to stand."""
    if state.over or (state.tricks >= TRICKS - 1 and state.ended):
        state.illegal(Code.HAND_OVER, "finish")
        return False
    if state.begun:
        return True
    if state.dealt != (1 << state.seats) - 1:
        state.illegal(Code.NOT_STARTED, "deal")
        return False
    for seat in range(state.seats):
        if not state.objective[seat]:
            if not state.illegal(Code.NOT_STARTED, "objective", due=seat):
                return False
            while len(state.objective[seat]) < OBJECTIVE_SIZE and state.hands.size(seat):
                state.hands.take_unknown(seat)
                state.objective[seat] += (UNKNOWN,)
    return True


def _may_lead(state: State, seat: int, taker: int) -> bool:
    """Whether the seat may lead now, or the event stands although it may not. *taker* wins the
    trick on the table, if there is one."""
    if not state.hands.size(seat):
        state.illegal(Code.NOT_HELD, "sit-out")
        return False
    due = next_leader(state, taker) if state.acted else state.turn
    if due == NONE:
        state.unclear(Code.OUT_OF_TURN, "winner")
        return True
    return seat == due or state.illegal(
        Code.OUT_OF_TURN, "winner" if state.begun else "leader", due=due
    )


def _stands_out_of_turn(state: State, seat: int) -> bool:
    """Whether a card played although it is another's turn stays: only if the event is to stand
    and the seat has not played in this trick."""
    if not state.hands.size(seat):
        state.illegal(Code.NOT_HELD, "sit-out")
        return False
    stands = state.illegal(Code.OUT_OF_TURN, "turn", due=state.turn)
    return stands and not state.acted >> seat & 1


def _named_well(state: State, card: int, name: int) -> bool:
    """Who leads a wild, and nobody else, names a colour. True if the event goes on."""
    if COLOUR[card] == WILD:
        return name != NONE or state.illegal(Code.MUST_NAME, "lead-wild")
    return name == NONE or state.illegal(Code.MAY_NOT_NAME, "no-colour-named")


def _may_leave_colour(state: State, seat: int) -> bool:
    """Judge a card of another colour: its player must hold neither the colour nor, by default, a
    wild. The card is out of the hand already. True if the event goes on."""
    if state.colour == NONE:
        state.unclear(Code.MUST_FOLLOW, "follow")
        return True
    wanted = OF_COLOUR[state.colour]
    if state.rules.wild_must_follow:
        wanted |= WILDS
    hands = state.hands
    able = hands.holds_any(seat, wanted)
    if able:
        held = hands.held[seat] & wanted
        about = {"card": (held & -held).bit_length() - 1} if held else {}
        return state.illegal(Code.MUST_FOLLOW, "follow", **about)
    if able is None:
        state.unclear(Code.MUST_FOLLOW, "follow", count=hands.unknown[seat])
        hands.claim(state.at, seat, wanted, "follow")
    return True
