"""The table's own events: dealing, turning up, reshuffling, closing, showing what is left."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.draw import receive
from zarleague.engine.games.zar.judge import PLAIN
from zarleague.engine.games.zar.lay import lay
from zarleague.engine.games.zar.play import settle_claims
from zarleague.engine.games.zar.rules import IS_DRAGON, IS_TRANSPARENT, IS_WILD
from zarleague.engine.games.zar.state import State
from zarleague.engine.holdings import Taken


def deal(state: State, event: Event) -> None:
    """The cards one player is dealt."""
    seat = event.seat
    if state.dealt >> seat & 1:
        state.find(Verdict.ILLEGAL, Code.ALREADY_DEALT, "deal")
        return
    if not state.dealt:
        _judge_players(state)
    state.dealt |= 1 << seat
    due = state.rules.deal(state.seats)
    if len(event.cards) != due:
        about = (("count", len(event.cards)), ("due_count", due))
        state.find(Verdict.ILLEGAL, Code.WRONG_COUNT, "deal", about)
    # More cards than the deck holds cannot have been dealt; the rest of the count is a slip.
    receive(state, seat, event.cards[: state.stock])


def _judge_players(state: State) -> None:
    rules = state.rules
    if not rules.least_seats <= state.seats <= rules.most_seats:
        due = rules.least_seats if state.seats < rules.least_seats else rules.most_seats
        about = (("count", state.seats), ("due_count", due))
        state.find(Verdict.ILLEGAL, Code.WRONG_COUNT, "players", about)


def turn_up(state: State, event: Event) -> None:
    """ "This is treated for all purposes … as if the dealer had played the card"; a wild or dragon
    is a botch and goes back into the deck (Holland, Rules)."""
    if state.started:
        state.find(Verdict.ILLEGAL, Code.ALREADY_DEALT, "turned-up")
        return
    if len(event.cards) != 1:
        state.find(Verdict.ILLEGAL, Code.WRONG_OPERANDS, "turned-up")
        return
    _deal_the_rest(state)
    card = event.cards[0]
    if card == UNKNOWN:
        state.find(Verdict.UNKNOWN, Code.DOES_NOT_FIT, "turned-up")
        _start_in_doubt(state)
        return
    unseen = state.hands.unseen
    if not unseen[card]:
        about = (("card", card), ("most", state.rules.copies[card]))
        state.find(Verdict.ILLEGAL, Code.NONE_LEFT, "holding", about)
    if is_botch(state, card):
        return
    if unseen[card]:
        unseen[card] -= 1
    state.started = state.going = True
    state.stock -= 1
    lay(state, state.dealer, (card,), card, NONE, PLAIN)


def is_botch(state: State, card: int) -> bool:
    """Whether a card cannot be the first: a power card, or a transparent with nothing below."""
    return (
        state.rules.effect[card] in (IS_WILD, IS_DRAGON, IS_TRANSPARENT)
        or card == state.rules.chameleon
    )


def _deal_the_rest(state: State) -> None:
    """Whoever was not dealt any cards in the log got as many as the rules say, unseen."""
    everybody = (1 << state.seats) - 1
    if state.dealt == everybody:
        return
    due = state.rules.deal(state.seats)
    about = (("count", 0), ("due_count", due))
    state.find(Verdict.ILLEGAL, Code.WRONG_COUNT, "deal", about)
    for seat in range(state.seats):
        if not state.dealt >> seat & 1:
            receive(state, seat, (UNKNOWN,) * min(due, state.stock))
    state.dealt = everybody


def _start_in_doubt(state: State) -> None:
    state.started = True
    state.doubt = True
    state.stock -= 1
    state.pile.append(UNKNOWN)


def reshuffle(state: State, event: Event) -> None:
    """ "Keep the topmost card of the discard pile as the new discard pile and reshuffle the rest"
    (Holland, Rules), when the supply has run out and not before."""
    if not state.started or state.over:
        code = Code.HAND_OVER if state.over else Code.NOT_STARTED
        state.find(Verdict.ILLEGAL, code, "supply")
        return
    if state.stock or len(state.pile) <= 1:
        state.find(Verdict.ILLEGAL, Code.NOT_ALLOWED, "supply", (("count", state.stock),))
        return
    for card in state.pile[:-1]:
        if card != UNKNOWN:
            state.hands.release(card)
    state.stock = len(state.pile) - 1
    del state.pile[:-1]


def close(state: State, event: Event) -> None:
    """The hand is over: somebody is out and nobody matched, or there is nothing left to draw.
    Closed too early it goes on, if what is illegal is taken back."""
    if state.over or not state.started:
        code = Code.HAND_OVER if state.over else Code.NOT_STARTED
        state.find(Verdict.ILLEGAL, code, "out")
        return
    if state.doubt:
        state.find(Verdict.UNKNOWN, Code.NOT_FINISHED, "out")
    elif not state.supply_gone() and _too_early(state) and state.remedy is Remedy.UNWIND:
        return
    state.over = True
    state.going = False


def _too_early(state: State) -> bool:
    """Whether nobody is out yet, or somebody has cards to draw first; if so, that is found."""
    if state.out == NONE:
        state.find(Verdict.ILLEGAL, Code.NOT_FINISHED, "out", (("due", state.turn),))
        return True
    owing = {seat: owed_at_end(state, seat) for seat in range(state.seats)}
    for seat, count in owing.items():
        if count:
            about = (("player", seat), ("count", count))
            state.find(Verdict.ILLEGAL, Code.NOT_SETTLED, "settle", about)
    return any(owing.values())


def owed_at_end(state: State, seat: int) -> int:
    """How many cards a seat has to draw before the hand can be scored."""
    owed = state.owes[seat]
    if seat == state.turn and state.rules.out_draws:
        owed += state.draw_twos
    return owed


def left(state: State, event: Event) -> None:
    """A hand shown at the end. It must be as large as it should be, hold what is known to be in
    it, and nothing that lies elsewhere; what it shows may settle what was open."""
    if not state.over:
        state.find(Verdict.ILLEGAL, Code.NOT_FINISHED, "out", (("due", state.turn),))
        return
    seat = event.seat
    hands = state.hands
    if len(event.cards) != state.size(seat):
        about = (("count", len(event.cards)), ("due_count", state.size(seat)))
        state.find(Verdict.ILLEGAL, Code.WRONG_COUNT, "holding", about)
    shown = []
    for card in event.cards:
        if card == UNKNOWN:
            continue
        taken = hands.take(seat, card)
        if taken is Taken.NOT_HELD:
            state.find(Verdict.ILLEGAL, Code.NOT_HELD, "holding", (("card", card),))
        elif taken is Taken.NONE_LEFT:
            about = (("card", card), ("most", state.rules.copies[card]))
            state.find(Verdict.ILLEGAL, Code.NONE_LEFT, "holding", about)
        else:
            shown.append(card)
    if UNKNOWN not in event.cards:
        for card in dict.fromkeys(hands.cards(seat)):
            state.find(Verdict.ILLEGAL, Code.FALSE_CLAIM, "holding", (("card", card),))
    for card in shown:
        hands.put_back(seat, card)
    if hands.claims:
        settle_claims(state)


def points(state: State) -> tuple[int | None, ...]:
    """Points of each seat as the hand stands, None where a card nobody named decides. When the
    supply has run out the option says who scores: the player holding most "loses"."""
    rules = state.rules
    hands = state.hands
    exhausted = state.over and state.out == NONE and state.supply_gone()
    if exhausted and rules.exhausted == "void":
        return (0,) * state.seats
    worth = rules.points
    most = max(state.size(seat) for seat in range(state.seats))
    scores: list[int | None] = []
    for seat in range(state.seats):
        if exhausted and rules.exhausted == "loser-only" and state.size(seat) < most:
            scores.append(0)
        elif hands.unknown[seat]:
            scores.append(None)
        else:
            held = hands.held[seat]
            scores.append(sum(worth[card] * count for card, count in enumerate(held) if count))
    return tuple(scores)
