"""List the events that may happen next, by trying candidates on the judges: every legal event, and
as few others as can be told at a glance."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.findings import Verdict
from zarleague.engine.games.uno.apply import judge
from zarleague.engine.games.uno.calls import UNO_WORD
from zarleague.engine.games.uno.deck import CARDS, COLOURS, DRAW_FOUR, RANK, SEVEN, WILD
from zarleague.engine.games.uno.effects import UNO
from zarleague.engine.games.uno.state import HAND_SIZE, State

LEGAL: Final = Verdict.LEGAL
UNDECIDED: Final = Verdict.UNKNOWN


def legal(state: State, seat: int) -> list[Event]:
    """Return every legal event of a seat, or of the table, now. An unknown card of a hand may be
    any unseen card."""
    offered = _legal_in(state, seat)
    for reading in state.readings:
        if reading.is_guess:
            continue
        offered += [event for event in _legal_in(reading, seat) if event not in offered]
    return offered


def alert(state: State) -> Sequence[int]:
    """Return the seats that may do something besides taking their turn, and perhaps others."""
    if state.rules.interceptions or state.unsaid or state.reacting or state.readings:
        return range(state.seats)
    if state.accusable == NONE:
        return ()
    return [seat for seat, owed in enumerate(state.owed) if owed]


def undecided(state: State, seat: int) -> list[Event]:
    """Return the plays and draws of a seat of which nobody can say whether they are legal, because
    the other cards of its hand decide, or how the table ruled on an open accusation. A draw is then
    of all that the seat owes, or of what the stock still has."""
    return _legal_in(state, seat, UNDECIDED) if seat != TABLE else []


def _legal_in(state: State, seat: int, wanted: Verdict = LEGAL) -> list[Event]:
    """Return every legal event of a seat, or of the table, in one reading of the log; or those of a
    seat with another verdict *wanted*."""
    if seat == TABLE:
        return _of_the_table(state)
    hand = state.hand_of[seat]
    size = state.hands.known[hand] + state.hands.unknown[hand]
    owed = state.owed[seat]
    if wanted is UNDECIDED and state.accuser != NONE:
        owed += state.at_stake(seat)
    goes_on = seat == state.turn or state.may_follow(seat)
    found: list[Event] = []
    if goes_on or state.rules.interceptions or seat == state.straight_seat:
        _add_plays(state, seat, wanted, goes_on=goes_on, size=size, found=found)
    if goes_on or owed or state.accuser != NONE:
        for count in range(1, max(1, min(owed, state.stock)) + 1):
            _add(state, Event(kinds.DRAW, seat, (UNKNOWN,) * count), wanted, found)
    if seat == state.turn and (state.drawn or state.exhausted):
        # After an illegal draw that is taken back, passing is no second fault, but no offer either.
        _add(state, Event(kinds.PASS, seat), wanted, found)
    if size in (1, 2):
        _add(state, Event(kinds.SAY, seat, name=UNO_WORD), wanted, found)
    if state.accusable != NONE:
        _add(state, Event(kinds.ACCUSE, seat), wanted, found)
    if state.reacting:
        _add(state, Event(kinds.REACT, seat), wanted, found)
    if state.unsaid:
        for other in range(state.seats):
            _add(state, Event(kinds.CATCH, seat, other=other), wanted, found)
    return found


def _add(state: State, event: Event, wanted: Verdict, found: list[Event]) -> None:
    if _verdict(state, event) is wanted:
        found.append(event)


def _verdict(state: State, event: Event) -> Verdict:
    violation = judge(state, event)
    return LEGAL if violation is None else violation.verdict


def _of_the_table(state: State) -> list[Event]:
    """Return the deals, the first card, the reshuffle and the close that may come next."""
    if not state.over:
        if state.dealt != (1 << state.seats) - 1:
            clockwise = [(state.dealer + 1 + place) % state.seats for place in range(state.seats)]
            undealt = [seat for seat in clockwise if not state.dealt >> seat & 1]
            return [Event(kinds.DEAL, seat, (UNKNOWN,) * HAND_SIZE) for seat in undealt]
        if not state.started:
            return [Event(kinds.UP, cards=(UNKNOWN,))]
    return [event for event in _OF_THE_TABLE if judge(state, event) is None]


_OF_THE_TABLE: Final = (Event(kinds.RESHUFFLE), Event(kinds.CLOSE))


def _add_plays(
    state: State, seat: int, wanted: Verdict, *, goes_on: bool, size: int, found: list[Event]
) -> None:
    """Add every play of a seat with the verdict *wanted*: by each card that fits and that it holds
    or may hold, and by all its cards where the rules know interceptions."""
    rules = state.rules
    hands = state.hands
    hand = state.hand_of[seat]
    playable = state.playable if goes_on or seat == state.straight_seat else 0
    held = hands.held[hand]
    hidden = hands.unknown[hand] > 0
    # In such a turn every plain card that is held and fits is legal; judging it would say so again.
    is_plain_turn = (
        seat == state.turn
        and not state.halted
        and not state.owed[seat]
        and state.accuser == NONE
        and not state.drawn
        and state.top != UNKNOWN
    )
    every = (1 << hands.faces) - 1
    for card in _cards_in(every if rules.interceptions else playable & every):
        if not held[card] and not (hidden and hands.unseen[card]):
            continue
        in_turn = bool(playable >> card & 1)
        plain = card < WILD and not (rules.zero_seven and RANK[card] == SEVEN)
        if is_plain_turn and in_turn and plain and held[card] and not rules.interceptions:
            if wanted is not LEGAL:
                continue
            found.append(Event(kinds.PLAY, seat, (card,)))
            if size == 2:
                found.append(Event(kinds.PLAY, seat, (card,), said=(UNO,)))
            continue
        for event in _ways_to_play(state, seat, card, in_turn=in_turn, last=size == 1):
            if _verdict(state, event) is wanted:
                found.append(event)
                if size == 2:
                    found.append(replace(event, said=(UNO,)))


def _cards_in(mask: int) -> tuple[int, ...]:
    cards = _CARDS_IN.get(mask)
    if cards is None:
        cards = tuple(card for card in range(CARDS) if mask >> card & 1)
        _CARDS_IN[mask] = cards
    return cards


_CARDS_IN: Final[dict[int, tuple[int, ...]]] = {}
"""Found once for each mask: there is one for each card on top and each colour named, and with
straights two more for each number card."""


def _ways_to_play(
    state: State, seat: int, card: int, *, in_turn: bool, last: bool
) -> Iterator[Event]:
    """Yield every way to play a card, with each name: as an interception where the rules know
    them, and otherwise if it may fit *in_turn*."""
    plays = (kinds.PLAY,) if in_turn else ()
    for kind in (*plays, kinds.MATCH) if state.rules.interceptions else plays:
        if WILD <= card <= DRAW_FOUR:
            for colour in range(len(COLOURS)):
                yield Event(kind, seat, (card,), colour)
            if last:
                yield Event(kind, seat, (card,))
        elif RANK[card] == SEVEN and state.rules.zero_seven:
            for other in (*range(state.seats), NONE):
                yield Event(kind, seat, (card,), other=other)
        else:
            yield Event(kind, seat, (card,))
