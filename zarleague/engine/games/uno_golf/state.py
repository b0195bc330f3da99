"""The state of a round of UNO Golf, from which the next event is judged."""

from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno_golf.entry import FEWEST_PLAYERS, MOST_PLAYERS
from zarleague.engine.games.uno_golf.grid import COLUMN_CARDS, Grid, free_column
from zarleague.engine.games.uno_golf.rules import Rules, rules_of
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.state import HandState
from zarleague.engine.view import Debt

Turn = tuple[int, int]
"""A seat that may be in turn, and the direction of play then: 1 clockwise, -1 counter-clockwise."""

IN_ORDER: Final[Turn] = (NONE, 0)
"""The value of ``expected`` when the present turn began in order."""

# The phase of a turn. Plain ints, because they are compared at every event.
TO_DRAW: Final = 0
"""A card has to be drawn or taken."""
HOLDING: Final = 1
"""The card in hand has to be placed, or discarded if it was drawn."""
TO_TURN_UP: Final = 2
"""The card drawn was discarded: a face-down card has to be turned up."""
TURN_DONE: Final = 3
"""The turn ends when somebody else acts; until then its player may clear columns."""


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A round being judged.

    Cards: ``grids`` by seat, and by seat the places that lie ``face_down``. ``unseen`` counts the
    unlocated copies of each card: they lie in the stock, whose size is ``stock``, or are unknown
    elsewhere. ``discard`` is the discard pile, top last; its top does not act if ``top_inert``.
    ``dealt`` is the mask of seats that have their cards. Once the discards were shuffled,
    ``shuffled`` counts those not located since, empty if that is not known; ``shuffled_unknown`` is
    how many unknown cards were among them, and ``shuffled_places`` are the seats and places of
    grids, ``held_shuffled`` the card in hand, that hold one of either.

    Turns: ``phase`` says how far the turn is; while it is ``HOLDING``, ``held`` is the card in
    hand, and ``held_is_drawn`` that it comes off the stock. ``turn`` is the seat, or ``NONE``
    if an unknown card on the discard pile decided it; then it is one of ``possible_turns``.
    ``first_unnoted``: the first discard was not noted and lies on top or is in hand; it was a
    number. ``seat_before`` is the seat whose turn ended last; while it is not known whether its
    last discard makes the next seat add a column, ``directions_before`` are the directions in which
    play may have gone. ``debts`` are by seat the columns still to be added, ``columns_owed`` how
    many in all; ``chooser`` is the seat that has to choose who adds some. ``unsaid`` is the mask of
    seats with one face-down card that have not said "UNO" and can still be caught.

    End: ``out`` is the seat whose grid was all face up first, ``turns_left`` the mask of seats that
    have a turn after that, ``end_in_doubt`` that these are not known; ``turns_over`` says that no
    turn follows, ``over`` that the round is closed.

    After an event that cannot be: ``expected`` is the turn that should have begun when the present
    one began out of turn, else ``IN_ORDER``. ``undealt`` is the mask of seats that play on without
    a deal, ``unsure`` that of seats of whose grid a line is missing or wrong, ``overdue`` that of
    seats whose debts a finding has named; ``unchosen`` are columns that a double draw two asks for
    though nobody chose. ``held_also``, ``top_also`` and, by seat and place, ``named_also`` are what
    an event called a card that is known to be another. ``closed_early`` says that the round was
    closed though it was not over; ``previous`` is the last event.
    """

    rules: Rules
    grids: list[Grid] = field(init=False)
    face_down: list[set[int]] = field(init=False)
    unseen: list[int] = field(init=False)
    stock: int = field(init=False)
    discard: list[int] = field(default_factory=list, init=False)
    top_inert: bool = field(default=False, init=False)
    first_unnoted: bool = field(default=False, init=False)
    dealt: int = field(default=0, init=False)
    started: bool = field(default=False, init=False)
    turn: int = field(init=False)
    direction: int = field(default=1, init=False)
    possible_turns: tuple[Turn, ...] = field(default=(), init=False)
    phase: int = field(default=TO_DRAW, init=False)
    held: int = field(default=UNKNOWN, init=False)
    held_is_drawn: bool = field(default=False, init=False)
    seat_before: int = field(default=NONE, init=False)
    directions_before: tuple[int, ...] = field(default=(), init=False)
    debts: list[list[Debt]] = field(init=False)
    columns_owed: int = field(default=0, init=False)
    chooser: int = field(default=NONE, init=False)
    unsaid: int = field(default=0, init=False)
    out: int = field(default=NONE, init=False)
    turns_left: int = field(default=0, init=False)
    end_in_doubt: bool = field(default=False, init=False)
    turns_over: bool = field(default=False, init=False)
    expected: Turn = field(default=IN_ORDER, init=False)
    undealt: int = field(default=0, init=False)
    unsure: int = field(default=0, init=False)
    overdue: int = field(default=0, init=False)
    unchosen: int = field(default=0, init=False)
    held_also: int = field(default=UNKNOWN, init=False)
    top_also: int = field(default=UNKNOWN, init=False)
    named_also: dict[tuple[int, int], int] = field(default_factory=dict, init=False)
    shuffled: list[int] = field(default_factory=list, init=False)
    shuffled_unknown: int = field(default=0, init=False)
    held_shuffled: bool = field(default=False, init=False)
    shuffled_places: set[tuple[int, int]] = field(default_factory=set, init=False)
    closed_early: bool = field(default=False, init=False)
    previous: Event | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.dealer %= self.seats
        self.grids = [{} for _ in range(self.seats)]
        self.face_down = [set() for _ in range(self.seats)]
        self.unseen = list(self.rules.deck.copies)
        self.stock = self.rules.deck.size
        self.turn = (self.dealer + 1) % self.seats
        self.debts = [[] for _ in range(self.seats)]
        if not FEWEST_PLAYERS <= self.seats <= MOST_PLAYERS:
            self.illegal(
                Code.WRONG_SEATS,
                "players",
                count=self.seats,
                least=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            )

    @property
    def top_unknown(self) -> bool:
        """Return whether the top discard is unknown, or left out of the log."""
        return not self.discard or self.discard[-1] == UNKNOWN

    def locate(self, card: int, shuffled: bool = False) -> int:
        """Return *card* as located from now on; *shuffled* if it comes out of the stock made of
        the discards.

        If all its copies lie elsewhere, one of them was named wrongly: that is a finding, and
        ``unseen`` then counts below 0.
        """
        if card != UNKNOWN:
            if self.shuffled:
                self._locate_shuffled(card, shuffled)
            elif self.unseen[card] < 1:
                self._find_none_left(card)
            self.unseen[card] -= 1
        return card

    def _locate_shuffled(self, card: int, shuffled: bool) -> None:
        """Take a card off the discards of the last reshuffle, if it is one of them."""
        if self.unseen[card] < 1 or not self._may_be(card, shuffled):
            self._find_none_left(card)
        if shuffled:
            if self.shuffled[card]:
                self.shuffled[card] -= 1
            else:
                self.shuffled_unknown -= 1

    def _find_none_left(self, card: int) -> None:
        most = self.rules.deck.copies[card]
        self.illegal(Code.NONE_LEFT, "deck", card=card, most=most)

    def _may_be(self, card: int, shuffled: bool) -> bool:
        """Return whether an unlocated card may be *card*: a reshuffled one is one of the discards
        or of the unknown cards shuffled with them; others are none of those discards."""
        others = self.unseen[card] - self.shuffled[card]
        if shuffled:
            return self.shuffled[card] > 0 or (self.shuffled_unknown > 0 and others > 0)
        return others > 0

    def shuffle_discards(self) -> None:
        """Make all discards but the top one the stock."""
        self.stock_unstated = False
        *discards, top = self.discard
        self.shuffled = [0] * len(self.unseen)
        self.shuffled_unknown = self.stock + discards.count(UNKNOWN)
        self.shuffled_places = set()
        self.held_shuffled = False
        for card in discards:
            if card != UNKNOWN:
                self.unseen[card] += 1
                self.shuffled[card] += 1
        self.stock += len(discards)
        self.discard = [top]

    def release(self, card: int) -> None:
        """Count a located copy of a card as unlocated again."""
        if card != UNKNOWN:
            self.unseen[card] += 1

    def identify(self, known: int, named: int, rule: str, also: int) -> int:
        """Return the card that lies in a place, known as *known* (perhaps ``UNKNOWN``) and now
        called *named*. If it cannot be that, record it under *rule* and keep what was known; *also*
        is a name that an earlier event gave it in contradiction to what was known."""
        if named in (known, UNKNOWN):
            return known
        if known == UNKNOWN:
            return self.locate(named)
        if named != also:
            self.illegal(Code.NOT_THERE, rule, card=named, top=known)
            return known
        return self.renamed(known, named)

    def renamed(self, known: int, named: int) -> int:
        """Return *named* in place of *known*, which was noted wrongly."""
        self.release(known)
        self.unseen[named] -= 1
        self.shuffled = []
        return named

    def name_held(self, named: int, rule: str) -> int:
        """Return the card in hand, now that an event calls it *named*."""
        known = self.held
        if named in (known, UNKNOWN):
            return known
        if known == UNKNOWN:
            return self.locate(named, shuffled=self.held_shuffled)
        if named != self.held_also:
            self.illegal(Code.NOT_HELD, rule, card=named)
            return known
        return self.renamed(known, named)

    def name_in_grid(self, seat: int, place: int, named: int, rule: str) -> int:
        """Return the card in a place of a grid, now that an event calls it *named*. If a line about
        that grid is missing, the event is believed."""
        known = self.grids[seat][place]
        if named in (known, UNKNOWN):
            return known
        if self.unsure >> seat & 1:
            self.unsure &= ~(1 << seat)
            return self.renamed(known, named)
        if known == UNKNOWN:
            return self.locate(named, shuffled=(seat, place) in self.shuffled_places)
        also = self.named_also.get((seat, place), UNKNOWN)
        card = self.identify(known, named, rule, also)
        if card != named:
            self.named_also[seat, place] = named
        return card

    def lay_on_discard(self, card: int, named: int) -> None:
        """Lay a card on the discard pile that an event calls *named*."""
        self.discard.append(card)
        self.top_also = named if named != card else UNKNOWN
        if card == UNKNOWN:
            self.shuffled = []

    def add_column(self, seat: int, upper: int, lower: int) -> None:
        """Lay two cards off the stock face down as a new column; its owner has more than one
        such card again."""
        grid = self.grids[seat]
        top = free_column(grid)
        grid[top], grid[top + 1] = upper, lower
        if self.shuffled:
            self.shuffled_places |= {(seat, top), (seat, top + 1)}
        self.face_down[seat] |= {top, top + 1}
        self.unsaid &= ~(1 << seat)
        self.stock -= COLUMN_CARDS

    def turn_face_up(self, seat: int, place: int, card: int) -> None:
        """Turn a place face up. With one face-down place left the seat has to say "UNO"; with none
        left the round ends."""
        self.grids[seat][place] = card
        face_down = self.face_down[seat]
        face_down.remove(place)
        if len(face_down) == 1:
            self.unsaid |= 1 << seat
        elif not face_down:
            self.unsaid &= ~(1 << seat)
            if self.out == NONE:
                self.out = seat

    def is_ready(self, seat: int) -> bool:
        """Return whether a seat has turned up what it has to before play starts."""
        face_up = len(self.grids[seat]) - len(self.face_down[seat])
        return face_up >= self.rules.first_turn_ups

    def seats_owing(self) -> list[int]:
        """Return the seats that still have to add a column, in the order of the table, without
        those that a finding has named already."""
        if not self.columns_owed:
            return []
        return [
            seat for seat, debts in enumerate(self.debts) if debts and not self.overdue >> seat & 1
        ]

    def columns_supplied(self) -> bool:
        """Return whether there are cards for one more column besides those owed, and one to draw in
        the next turn.

        (The number is odd: the deck and every grid have an even number of cards.)
        """
        free = self.stock + len(self.discard) - 1 - COLUMN_CARDS * self.columns_owed
        return free > COLUMN_CARDS

    def owe_column(self, seat: int, rule: str) -> None:
        """Make a seat owe a column, if there are cards for it."""
        if self.columns_supplied():
            self.debts[seat].append(Debt(COLUMN_CARDS, rule, self.index))
            self.columns_owed += 1

    def pay_column(self, seat: int) -> bool:
        """Remove the oldest column that a seat owes; return False if it owes none."""
        if not self.debts[seat]:
            return False
        del self.debts[seat][0]
        self.columns_owed -= 1
        if not self.debts[seat]:
            self.overdue &= ~(1 << seat)
        return True


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    return State(seats, dealer, remedy, rules_of(ruleset))
