"""Drawing: what is owed first, then for draw twos, then instead of playing."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar.judge import Objection
from zarleague.engine.games.zar.remedy import offend
from zarleague.engine.games.zar.state import State


def draw(state: State, event: Event) -> None:
    """Cards off the pile into a hand. "The drawing for the match happens before drawing for the
    Wasps" (Clay, strategy); one more passes the turn."""
    seat = event.seat
    if not _can_draw(state, event):
        return
    count = len(event.cards)
    if state.doubt:
        state.find(Verdict.UNKNOWN, Code.NOTHING_OWED, "draw")
    elif count > due(state, seat) + may_pass(state, seat):
        about = () if state.out != NONE else (("due", state.turn),)
        offend(state, event, Objection(Code.NOTHING_OWED, "draw", about), _let_stand)
        return
    _draw(state, event)


def due(state: State, seat: int) -> int:
    """How many cards a seat has to draw now."""
    return state.owes[seat] + (state.draw_twos if seat == state.turn else 0)


def may_pass(state: State, seat: int) -> bool:
    """Whether a seat, once it has drawn what it owes, may draw one more instead of playing."""
    if seat != state.turn or state.out != NONE:
        return False
    return state.rules.keeps_turn or not state.draw_twos


def _can_draw(state: State, event: Event) -> bool:
    """Whether there is a pile to draw from; what is wrong otherwise is found."""
    if not event.cards:
        state.find(Verdict.ILLEGAL, Code.WRONG_OPERANDS, "draw")
    elif state.over:
        state.find(Verdict.ILLEGAL, Code.HAND_OVER, "out")
    elif not state.started:
        state.find(Verdict.ILLEGAL, Code.NOT_STARTED, "turned-up")
    elif len(event.cards) > state.stock:
        about = (("count", state.stock),)
        state.find(Verdict.ILLEGAL, Code.SUPPLY_EMPTY, "supply", about)
    else:
        return True
    return False


def _draw(state: State, event: Event) -> None:
    seat = event.seat
    rest = len(event.cards)
    if state.owes[seat]:
        rest = state.settle(seat, rest)
    state.drew = NONE
    if rest and seat == state.turn:
        if state.draw_twos:
            rest = _draw_for_draw_twos(state, seat, rest)
        if rest:
            owed_cards = event.cards[: len(event.cards) - rest]
            _receive(state, seat, owed_cards)
            _pass(state, event, event.cards[-1])
            _receive(state, seat, event.cards[-rest:])
            state.count_again(seat)
            return
    _receive(state, seat, event.cards)
    state.count_again(seat)


def _draw_for_draw_twos(state: State, seat: int, cards: int) -> int:
    """Draw for draw twos; once the first card is drawn they have fired, and what is left is owed
    like any other debt. Returns how many cards are left."""
    owed = state.draw_twos
    state.draw_twos = 0
    if cards < owed:
        state.owe(seat, owed - cards, "draw-two")
        cards = owed
    if not state.rules.keeps_turn:
        state.turn = (seat + state.direction) % state.seats
    return cards - owed


def _pass(state: State, event: Event, card: int) -> None:
    """The turn passes with the card drawn."""
    seat = event.seat
    if state.rules.must_play:
        _judge_could_play(state, seat)
    state.turn = (seat + state.direction) % state.seats
    if state.rules.play_drawn:
        state.drew = seat
        state.drawn = card


def playable(state: State, seat: int) -> int:
    """The mask of the cards a seat could play in turn now."""
    rules = state.rules
    mask = state.fits
    if state.top >= 0:
        mask |= 1 << state.top
        if state.owner == seat and not rules.self_match_after_round:
            mask &= ~(1 << state.top)
    if rules.chameleon >= 0 and (state.owner != seat or rules.self_match_after_round):
        mask |= 1 << rules.chameleon
    return mask


def _judge_could_play(state: State, seat: int) -> None:
    wanted = playable(state, seat)
    held = state.hands.holds_any(seat, wanted)
    if held is False:
        return
    if held:
        shown = state.hands.mask(seat) & wanted
        about = (("card", (shown & -shown).bit_length() - 1),) if shown else ()
        state.find(Verdict.ILLEGAL, Code.COULD_HAVE_PLAYED, "voluntary-draw", about)
        return
    about = (("count", state.hands.unknown[seat]),)
    state.find(Verdict.UNKNOWN, Code.COULD_HAVE_PLAYED, "voluntary-draw", about)
    state.hands.claim(state.at, seat, wanted, "voluntary-draw")


def _receive(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Cards come off the pile into a hand; a card that cannot lie there any more is found."""
    hands = state.hands
    state.stock -= len(cards)
    for card in cards:
        if not hands.give(seat, card):
            most = state.rules.copies[card]
            about = (("card", card), ("most", most))
            state.find(Verdict.ILLEGAL, Code.NONE_LEFT, "holding", about)


def receive(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Cards come off the pile into a hand, outside of a turn."""
    _receive(state, seat, cards)
    state.count_again(seat)


def _let_stand(state: State, event: Event) -> None:
    """Cards drawn though nothing asked for them stay in the hand; the turn is whose it was."""
    cards = event.cards
    if event.seat == state.turn:
        state.settle(event.seat, state.owes[event.seat])
        state.draw_twos = 0
    elif state.owes[event.seat]:
        state.settle(event.seat, len(cards))
    receive(state, event.seat, cards)


def vincent(state: State, event: Event) -> None:
    """A Vincent card for an offence. One the log does not show may have happened all the same."""
    if not _can_draw(state, event):
        return
    if state.settle(event.seat, len(event.cards), "vincent"):
        state.find(Verdict.UNKNOWN, Code.NOTHING_OWED, "vincent")
    if event.seat == state.out:
        state.out = NONE
    receive(state, event.seat, event.cards)


def hidden(cards: tuple[int, ...]) -> tuple[int, ...]:
    """As many cards, seen by nobody."""
    return (UNKNOWN,) * len(cards)
