"""The end of a trick: its winner, the next leader, and obligations of the last card; and a card of
it that the log gives to the wrong player."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games.zuits.deck import OF_COLOUR, SIZE, VALUE, WILD, WILDS
from zarleague.engine.games.zuits.state import MAY_ADD, NO_EFFECT, State

FOLLOWING: Final = (*(colour | WILDS for colour in OF_COLOUR[:WILD]), WILDS)
"""By the colour of the trick, the cards that match it, wilds included; the last is for NONE."""
FOLLOWS: Final = tuple(
    tuple(bool(cards >> card & 1) for card in range(SIZE)) for cards in FOLLOWING
)
"""The same by the colour of the trick and the card."""


def next_with_cards(state: State, seat: int) -> int:
    """Return the first seat clockwise from *seat*, itself included, that has not played in the
    trick and holds cards; NONE if there is none."""
    seats_played = state.seats_played
    seats = state.seats
    if seats_played == (1 << seats) - 1:
        return NONE
    hands = state.hands
    for _ in range(seats):
        if not seats_played >> seat & 1 and (hands.held[seat] or hands.hand_size(seat)):
            return seat
        seat = (seat + 1) % seats
    return NONE


def winner(state: State) -> int:
    """Return the seat that wins the trick on the table; NONE if it is not known, or if no card in
    it counts and the rules discard it.

    The highest value wins, or the lowest after a toggle; among equals the one played first.
    """
    if state.trick_in_doubt:
        return NONE
    best = _best(state, state.lowest_wins)
    if state.aim_in_doubt and best != _best(state, not state.lowest_wins):
        return NONE
    return best


def may_lead_next(state: State, seat: int) -> bool:
    """Return whether a seat may lead after a complete trick while its winner is not known."""
    return bool(state.trick_in_doubt) or seat in _leaders(state)


def _leaders(state: State) -> tuple[int, int]:
    """Return the leaders after the trick if the lowest wins, and if the highest does."""
    lowest, highest = _best(state, True), _best(state, False)
    return _leader_after(state, lowest), _leader_after(state, highest)


def _best(state: State, lowest_wins: bool) -> int:
    """Return the seat with the best value, as :func:`winner` says."""
    values: dict[int, int] = {}
    for seat, card, counts, _, _ in state.trick:
        if counts and card != UNKNOWN:
            value = VALUE[card]
            values[seat] = (
                _together(state, values[seat], value, lowest_wins) if seat in values else value
            )
    best_seat = NONE
    best = 0
    for seat, value in values.items():
        if best_seat == NONE or (value < best if lowest_wins else value > best):
            best_seat = seat
            best = value
    if best_seat == NONE and not state.rules.empty_trick_discarded:
        return state.leader
    return best_seat


def best_either_way(state: State) -> tuple[int, int]:
    """Return the seats with the lowest and with the highest cards of the trick so far."""
    return _best(state, True), _best(state, False)


def _together(state: State, first: int, second: int, lowest_wins: bool) -> int:
    """Return the value of the two cards of one player."""
    if not state.rules.art_best_single:
        return first + second
    return min(first, second) if lowest_wins else max(first, second)


def close_window(state: State) -> None:
    """End the turn of the player who played last.

    Where an Art obliges to add a card, not having done so is illegal, or open while cards of that
    hand or the colour of the trick are unknown.
    """
    if state.window == MAY_ADD and state.rules.art_must_add and not state.trick_guessed:
        seat = state.last_seat
        able = could_add(state)
        if able is not False:
            finding = Finding(
                state.window_event,
                Verdict.ILLEGAL if able else Verdict.UNKNOWN,
                Code.COULD_HAVE_PLAYED,
                "art",
                () if able else (("count", state.hands.hand_size(seat)),),
                state.index if able else -1,
            )
            state.findings.append(finding)
            if able is None and state.colour != NONE:
                state.hands.claim(state.window_event, seat, FOLLOWING[state.colour], "art")
    state.window = NO_EFFECT


def could_add(state: State) -> bool | None:
    """Return whether the player who played last holds a card that an Art lets it add; None if that
    is not known."""
    if state.colour == NONE:
        return None if state.hands.hand_size(state.last_seat) else False
    return state.hands.holds_any(state.last_seat, FOLLOWING[state.colour])


def missing_seats(state: State) -> list[int]:
    """Return the seats that hold cards and have not played in the trick."""
    played = state.seats_played
    hands = state.hands
    return [s for s in range(state.seats) if not played >> s & 1 and hands.hand_size(s)]


def fill_in(state: State, seat: int) -> None:
    """Play an unnamed card for the last seat to play in the trick: the log left it out."""
    state.hands.take_unnamed(seat)
    state.trick.append((seat, UNKNOWN, False, False, False))
    state.seats_played |= 1 << seat
    state.trick_guessed = True
    state.turn = NONE
    state.last_seat = seat


def finish(state: State, taker: int) -> None:
    """End the trick: *taker* collects it and leads, or the next seat that has cards."""
    clear_table(state, taker)
    state.turn = next_with_cards(state, taker if taker != NONE else state.leader)


def give_to_winner(state: State, seat: int) -> bool:
    """Give the trick just taken to *seat* if it had won it and the log has it under another name.
    Return whether it was so."""
    if state.mistaken is None or state.mistaken[0] != seat:
        return False
    _, taker, count = state.mistaken
    state.mistaken = None
    cards = state.collected[taker][-count:]
    del state.collected[taker][-count:]
    state.collected[seat] += cards
    state.tricks_won[taker] -= 1
    state.tricks_won[seat] += 1
    return True


def clear_table(state: State, taker: int) -> None:
    """Give the trick to *taker* (NONE: see :func:`winner`)."""
    if state.window != NO_EFFECT:
        close_window(state)
    cards = [card for _, card, _, _, _ in state.trick]
    if state.trick_guessed:
        cards = [card if possible else UNKNOWN for _, card, _, _, possible in state.trick]
    state.earlier_cards += cards
    if taker != NONE:
        state.collected[taker] += cards
        state.tricks_won[taker] += 1
        state.leader = taker
    elif state.trick_in_doubt or state.aim_in_doubt:
        state.unassigned += cards
    else:
        state.removed += cards
    state.trick = []
    state.seats_played = 0
    state.left_out = 0
    state.tricks_played += 1
    state.colour = NONE
    if not state.rules.toggle_persists:
        state.lowest_wins = False
        state.aim_in_doubt = False
    elif state.trick_guessed:
        state.aim_in_doubt = True
    state.trick_in_doubt = 0
    state.trick_guessed = False
    state.colour_guessed = False


def settle_aim(state: State, seat: int, *, leads: bool) -> int:
    """Return the winner of a trick of which only the aim was open, where it follows from *seat*
    taking it, or leading the next if *leads*: then the aim is known. NONE if it does not follow."""
    if state.trick_in_doubt or not state.aim_in_doubt:
        return NONE
    winners = best_either_way(state)
    lowest, highest = _leaders(state) if leads else winners
    if lowest == highest or seat not in (lowest, highest):
        return NONE
    state.lowest_wins = seat == lowest
    state.aim_in_doubt = False
    return winners[seat == highest]


def next_leader(state: State, taker: int) -> int:
    """Return the seat that leads once *taker* has the complete trick; NONE if it is not known."""
    if taker != NONE:
        return taker if state.hands.held[taker] else _leader_after(state, taker)
    if state.trick_in_doubt:
        return NONE
    if state.aim_in_doubt:
        lowest, highest = _leaders(state)
        return lowest if lowest == highest else NONE
    return _leader_after(state, taker)


def _leader_after(state: State, taker: int) -> int:
    """Return the leader once *taker*, or nobody, has collected the trick: the first seat from there
    on that has cards."""
    seat = state.leader if taker == NONE else taker
    hands = state.hands
    for _ in range(state.seats):
        if hands.held[seat] or hands.hand_size(seat):
            return seat
        seat = (seat + 1) % state.seats
    return NONE


def suspect_seat(state: State, due: int, card: int) -> None:
    """Remember of a card played out of turn that *due*, the seat in turn, may have played it. It is
    accepted at first: the log may have left out a line, or named the wrong seat. If the log of the
    deal names the card, its owner is known and nothing is remembered."""
    if due != NONE and card != UNKNOWN and state.hands.unseen >> card & 1:
        state.misnamed = (due, state.index)


def correct_seat(state: State, seat: int) -> bool:
    """Give the last cards played to the seat that was in turn, if that makes it the turn of *seat*,
    which acts now, or if *seat* is that seat. Return whether they were given."""
    if state.misnamed is None or state.misnamed[1] != state.window_event:
        return False
    due = state.misnamed[0]
    said = state.last_seat
    cards = [card for player, card, _, _, _ in state.trick if player == said]
    hands = state.hands
    if UNKNOWN in cards or hands.unknown[due] - hands.gone[due] < len(cards):
        return False
    played = state.seats_played
    state.seats_played = played & ~(1 << said) | 1 << due
    hands.unknown[said] += len(cards)
    after = next_with_cards(state, (due + 1) % state.seats)
    if seat not in (due, after):
        state.seats_played = played
        hands.unknown[said] -= len(cards)
        return False
    for card in cards:
        hands.unseen |= 1 << card
        hands.take(due, card)
    since = state.misnamed[1]
    hands.claims = [c for c in hands.claims if c.hand != said or c.event < since]
    state.trick = [(due, *played[1:]) if played[0] == said else played for played in state.trick]
    if state.leader == said and state.trick[0][0] == due:
        state.leader = due
    state.left_out = 0
    state.last_seat = due
    state.turn = next_with_cards(state, (due + 1) % state.seats)
    state.misnamed = None
    return True
