"""The table of a hand of Zuits to draw, its points, and events as a viewer saw them."""

from collections.abc import Sequence

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.entry import Entry
from zarleague.engine.event import DEAL, HOLDS, NONE, SET_ASIDE
from zarleague.engine.games.zuits import entry as entries
from zarleague.engine.games.zuits import legal
from zarleague.engine.games.zuits.deck import COLOUR, COLOURS, SIZE, WILD, cards_of
from zarleague.engine.games.zuits.scoring import colours_open, off_by, wanted
from zarleague.engine.games.zuits.state import OBJECTIVE_SIZE, State
from zarleague.engine.games.zuits.trick import next_leader, winner
from zarleague.engine.view import HiddenCards, PileView, SeatView, TableView, seen_by_owner


def _decided(state: State, seat: int) -> bool:
    """Return whether all cards that decide the score of a seat are known."""
    objective = state.objective[seat]
    if len(objective) != OBJECTIVE_SIZE or UNKNOWN in objective:
        return False
    hands = state.hands
    unknown = hands.hand_size(seat) > hands.held[seat].bit_count()
    if state.unassigned or UNKNOWN in state.collected[seat]:
        return False
    return not (unknown and state.rules.may_add_left and state.all_played)


def seat_points(state: State, seat: int) -> int | None:
    """Return the points of a seat as the hand stands; None while an unnamed card decides them."""
    if not _decided(state, seat):
        return None
    rules = state.rules
    first, second = state.objective[seat]
    target = wanted((first, second))
    colours = colours_open((first, second))
    chosen = state.chosen[seat]
    if chosen is not None:
        colours = (chosen[0],)
    piles = [state.collected[seat]]
    if rules.may_add_left and state.all_played:
        piles.append([*piles[0], *cards_of(state.hands.held[seat])])
    least = SIZE
    for pile in piles:
        cards = [COLOUR[card] for card in pile]
        wilds = cards.count(WILD)
        for colour in colours:
            least = min(least, abs(off_by(target, cards.count(colour), wilds)))
    return least * least if rules.squared else least


def points(state: State) -> tuple[int | None, ...]:
    """Return the points by seat as the hand stands, None where unknown cards decide."""
    return tuple(seat_points(state, seat) for seat in range(state.seats))


seen_by = seen_by_owner(DEAL, SET_ASIDE, HOLDS)


def entry_of(state: State) -> Entry | None:
    """Return the end of the hand as an entry of the cards form."""
    if not all(_decided(state, seat) for seat in range(state.seats)):
        return None
    hands = []
    for seat, chosen in enumerate(state.chosen):
        left = cards_of(state.hands.held[seat]) if state.all_played else ()
        colour = None if chosen is None else chosen[0]
        hands.append((state.objective[seat], sorted(state.collected[seat]), left, colour))
    return entries.entry_of(hands)


def acting(state: State) -> tuple[int, ...]:
    """Return the seats in turn: all that still set cards aside; or the one that may still use the
    effect of its card, and the one to play next."""
    effect = (state.last_seat,) if legal.effects(state, state.last_seat) else ()
    if state.all_played:
        return effect
    if not state.has_begun:
        waiting = tuple(seat for seat in range(state.seats) if not state.objective[seat])
        if waiting:
            return waiting
    turn = next_leader(state, winner(state)) if state.trick_complete else state.turn
    return effect if turn == NONE else (*effect, turn)


def due(state: State) -> tuple[int, ...]:
    return (0,) * state.seats


def hidden(state: State) -> HiddenCards:
    """Return the faces that unknown cards may have. The stock is what was not dealt, which no rule
    lets anybody see."""
    hands = state.hands
    return HiddenCards(
        tuple(hands.may_hold(seat) & ~hands.held[seat] for seat in range(state.seats)),
        hands.unseen,
    )


def _pile(key: str, cards: Sequence[int]) -> PileView:
    return PileView(key, tuple(sorted(_known(cards))), len(cards))


def _known(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(card for card in cards if card != UNKNOWN)


def _seat(state: State, seat: int) -> SeatView:
    objective = state.objective[seat]
    notes = [("tricks", str(state.tricks_won[seat]))]
    if seat == state.leader:
        notes.append(("leads", "lowest wins" if state.lowest_wins else "highest wins"))
    played = tuple(
        card if possible else UNKNOWN
        for player, card, _, _, possible in state.trick
        if player == seat
    )
    return SeatView(
        cards=cards_of(state.hands.held[seat]),
        unknown=state.hands.hand_size(seat) - state.hands.held[seat].bit_count(),
        points=seat_points(state, seat),
        notes=tuple(notes),
        piles=(
            PileView("trick", _known(played), len(played)),
            PileView("objective", _known(objective), len(objective)),
            _pile("collected", state.collected[seat]),
        ),
    )


def view(state: State) -> TableView:
    placed = (
        sum(state.hands.hand_sizes())
        + sum(map(len, state.objective))
        + sum(map(len, state.collected))
        + len(state.removed)
        + len(state.trick)
        + len(state.unassigned)
    )
    return TableView(
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        piles=(
            PileView("stock", (), SIZE - placed),
            _pile("removed", state.removed),
            PileView("unassigned", _known(state.unassigned), len(state.unassigned)),
        ),
        acting=acting(state),
        direction=0,
        named="" if state.colour == NONE else COLOURS[state.colour],
        over=state.over,
    )
