"""Drawing: what is owed first, then for draw twos, then instead of playing."""

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar.judge import Objection
from zarleague.engine.games.zar.remedy import offend
from zarleague.engine.games.zar.state import State


def draw(state: State, event: Event) -> None:
    """Cards off the pile into a hand. "The drawing for the match happens before drawing for the
    Wasps" (Clay, strategy); one more passes the turn."""
    seat = event.seat
    cards = event.cards
    count = len(cards)
    if not state.going or not 0 < count <= state.stock:
        _draw_otherwise(state, event)
        return
    left = count - state.owes[seat]
    on_turn = seat == state.turn
    if on_turn:
        left -= state.draw_twos
    if left > 0 and (left > 1 or not may_pass(state, seat)):
        offend(state, event, Objection(Code.NOTHING_OWED, "draw"), _let_stand)
        return
    state.drew = NONE
    if left < count:
        _settle(state, seat, count)
    if left > 0:
        if count > 1:
            receive(state, seat, cards[:-1])
            cards = cards[-1:]
        _pass(state, seat, cards[0])
    receive(state, seat, cards)


def _draw_otherwise(state: State, event: Event) -> None:
    """A draw of nothing, of more than there is, before or after the hand, or in doubt."""
    if not _can_draw(state, event):
        return
    state.find(Verdict.UNKNOWN, Code.NOTHING_OWED, "draw")
    state.settle(event.seat, len(event.cards))
    receive(state, event.seat, event.cards)


def _settle(state: State, seat: int, count: int) -> None:
    """Take *count* cards drawn off what a seat owes, first for everything else, then for draw
    twos. Once the first card is drawn for them they have fired: what is left of them is owed like
    any other debt."""
    if state.owes[seat]:
        count = state.settle(seat, count)
    owed = state.draw_twos
    if count and owed:
        state.draw_twos = 0
        if count < owed:
            state.owe(seat, owed - count, "draw-two")
        if not state.rules.keeps_turn:
            state.turn = (seat + state.direction) % state.seats


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


def _pass(state: State, seat: int, card: int) -> None:
    """The turn passes with the card drawn."""
    if state.rules.must_play:
        _judge_could_play(state, seat)
    state.turn = (seat + state.direction) % state.seats
    if state.rules.play_drawn:
        state.drew = seat
        state.drawn = card


def playable(state: State, seat: int) -> int:
    """The mask of the cards a seat could play in turn now."""
    rules = state.rules
    if state.owner == seat and not rules.self_match_after_round:
        return state.fits & ~(1 << state.top)
    if rules.chameleon == NONE:
        return state.fits
    return state.fits | 1 << rules.chameleon


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


def receive(state: State, seat: int, cards: tuple[int, ...]) -> None:
    """Cards come off the pile into a hand; a card that cannot lie there any more is found."""
    state.stock -= len(cards)
    for card in state.hands.give_all(seat, cards):
        about = (("card", card), ("most", state.rules.copies[card]))
        state.find(Verdict.ILLEGAL, Code.NONE_LEFT, "holding", about)
    state.count_again(seat)


def _let_stand(state: State, event: Event) -> None:
    """Cards drawn though nothing asked for them stay in the hand; the turn is whose it was."""
    cards = event.cards
    if event.seat == state.turn:
        state.settle(event.seat, state.owes[event.seat])
        state.draw_twos = 0
    else:
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
