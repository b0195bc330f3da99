"""The state of a hand of Uno: all that is needed to judge the next event."""

from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Fact, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno.deck import DRAW_FOUR, EVERYTHING
from zarleague.engine.games.uno.entry import SEATS
from zarleague.engine.games.uno.rules import Rules, rules_of
from zarleague.engine.holdings import Holdings
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.state import HandState
from zarleague.engine.view import Debt

HAND_SIZE: Final = 7
DRAW_CARD_RULES: Final = frozenset({"draw-two", "draw-four"})
"""The rules under which the victims of draw cards draw."""
MOST_READINGS: Final = 12
"""The most other readings of a log kept at the same time."""
MOST_FORKS: Final = 16
"""Events of a log that may leave other readings. A log of one hand has few; one with more is not a
log of a hand and is judged by the rules alone."""
MOST_EVENTS_OPEN: Final = 120
"""Events after which the choice between two readings is final."""
MOST_CLAIMS: Final = 64
"""Open questions about hands kept at a time: every card moved is checked against each of them."""
MOST_DEBTS: Final = 24
"""Debts of one seat kept apart; further ones are added to others."""


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A hand being judged.

    Table: ``top`` is the last card of ``discard``, ``playable`` the mask of cards that may be
    played on it, ``named`` the colour asked for, ``stock`` the number of cards in the draw pile.
    ``hands`` counts cards by hand; ``hand_of`` says which hand a seat holds, since a seven or a
    zero moves hands between seats.

    Turn: ``turn`` is the seat in turn, ``direction`` 1 clockwise or -1, ``skips`` how many more
    seats are skipped when the turn passes on. ``drawn`` is how many cards the seat in turn has
    drawn by choice, ``drawn_card`` the last of them, ``drawn_at`` the event that drew it alone;
    ``draw_taken_back`` says that it drew by choice illegally. ``straight`` is the mask of cards
    with which ``straight_seat`` may go on with a straight.

    Debts: ``debts`` by seat, oldest first, ``owed`` their sum by seat. ``answerable`` is the event
    of the draw card on top while it may be answered. ``accusable`` is the seat that played the draw
    four on top while it may be accused of a bluff, ``accusable_play`` the event of that play,
    ``is_bluff`` whether it was one (None: cannot be known).

    Dispute: an accusation that cannot be judged yet. ``accuser`` accused ``accused`` at event
    ``accused_at`` of a bluff at event ``disputed_play``; the loser owes ``accuser_owes`` or
    ``bluffer_owes``. ``rulings`` maps such a play to how the table ruled and to the event that
    shows it. ``not_charged`` is the seat that was right in the last accusation that could be
    judged, with what it would owe if it had been wrong.

    Masks of seats: ``unsaid`` hold one card and have not said so, ``let_off`` were last not caught
    in time, since ``let_off_by`` had played, ``said_ahead`` have said "uno" before the play,
    ``reacting`` must still react to a buzzer, ``dealt`` have their cards. ``out`` is the seat
    without cards. ``halted``: no card can simply be played now.
    ``failed_interceptions`` counts by seat. ``in_doubt``: a card nobody named was played, so what
    follows cannot be held against anybody.

    Readings: ``readings`` are the states after other readings of the log; ``is_guess`` marks one
    that supposes a slip. ``forks`` counts the events that left readings, ``forked_at`` is the last.
    """

    rules: Rules
    started: bool = field(default=False, init=False)
    halted: bool = field(default=True, init=False)
    in_doubt: bool = field(default=False, init=False)
    hands: Holdings = field(init=False)
    hand_of: list[int] = field(init=False)
    top: int = field(default=UNKNOWN, init=False)
    playable: int = field(default=EVERYTHING, init=False)
    named: int = field(default=NONE, init=False)
    discard: list[int] = field(default_factory=list, init=False)
    stock: int = field(init=False)
    turn: int = field(init=False)
    direction: int = field(default=1, init=False)
    skips: int = field(default=0, init=False)
    drawn: int = field(default=0, init=False)
    draw_taken_back: bool = field(default=False, init=False)
    drawn_card: int = field(default=UNKNOWN, init=False)
    drawn_at: int = field(default=NONE, init=False)
    straight: int = field(default=0, init=False)
    straight_seat: int = field(default=NONE, init=False)
    debts: list[list[Debt]] = field(init=False)
    owed: list[int] = field(init=False)
    answerable: int = field(default=NONE, init=False)
    accusable: int = field(default=NONE, init=False)
    accusable_play: int = field(default=NONE, init=False)
    is_bluff: bool | None = field(default=False, init=False)
    accuser: int = field(default=NONE, init=False)
    accused: int = field(default=NONE, init=False)
    accuser_owes: int = field(default=0, init=False)
    bluffer_owes: int = field(default=0, init=False)
    disputed_play: int = field(default=NONE, init=False)
    accused_at: int = field(default=NONE, init=False)
    not_charged: tuple[int, Debt] | None = field(default=None, init=False)
    rulings: dict[int, tuple[bool, int]] = field(default_factory=dict, init=False)
    unsaid: int = field(default=0, init=False)
    let_off: int = field(default=0, init=False)
    let_off_by: int = field(default=NONE, init=False)
    said_ahead: int = field(default=0, init=False)
    reacting: int = field(default=0, init=False)
    dealt: int = field(default=0, init=False)
    out: int = field(default=NONE, init=False)
    failed_interceptions: list[int] = field(init=False)
    readings: list["State"] = field(default_factory=list, init=False)
    is_guess: bool = field(default=False, init=False)
    forks: int = field(default=0, init=False)
    forked_at: int = field(default=NONE, init=False)

    def __post_init__(self) -> None:
        copies = self.rules.copies
        self.hands = Holdings(copies, self.seats)
        self.hand_of = list(range(self.seats))
        self.stock = sum(copies)
        self.turn = (self.dealer + 1) % self.seats
        self.debts = [[] for _ in range(self.seats)]
        self.owed = [0] * self.seats
        self.failed_interceptions = [0] * self.seats
        least, most = SEATS
        if not least <= self.seats <= most:
            self.illegal(Code.WRONG_SEATS, "players", count=self.seats, least=least, most=most)

    @property
    def other_readings(self) -> list["State"]:
        """Return the states after other readings of the log."""
        return self.readings

    def fork(self) -> "State":
        """Return an independent copy without the other readings: one more reading of the log."""
        readings, self.readings = self.readings, []
        twin = self.copy()
        self.readings = readings
        return twin

    @property
    def may_fork(self) -> bool:
        """Return whether another event may leave readings."""
        return self.forks < MOST_FORKS

    def count_fork(self) -> None:
        """Count that the event being judged may leave readings."""
        self.forks += 1
        self.forked_at = self.index

    def hand_size(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        hand = self.hand_of[seat]
        hands = self.hands
        return hands.known[hand] + hands.unknown[hand]

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat that many places after *seat* in the direction of play."""
        return (seat + self.direction * steps) % self.seats

    @property
    def exhausted(self) -> bool:
        """Return whether there is nothing to draw and nothing to shuffle."""
        return not self.stock and len(self.discard) <= 1

    def may_follow(self, seat: int) -> bool:
        """Return whether a seat may act because the one in turn has drawn, without a pass being
        noted."""
        return self.may_pass and seat == self.after(self.turn, 1 + self.skips)

    @property
    def may_pass(self) -> bool:
        """Return whether the seat in turn may end its turn: it owes nothing, and it has drawn, as
        far as known no card that it has to play, or there is nothing to draw."""
        if self.owed[self.turn]:
            return False
        if not self.drawn or self.rules.draws_until_fits:
            return self.exhausted
        return not (self.rules.drawn_must and self.must_play_drawn)

    @property
    def must_play_drawn(self) -> bool:
        """Return whether the seat in turn is known to have drawn a card that fits. A wild draw four
        that only some hands may play is left to its player."""
        return self.drawn_card != UNKNOWN and bool(self.fits_for_certain >> self.drawn_card & 1)

    @property
    def fits_for_certain(self) -> int:
        """Return the mask of cards that fit whatever else the hand holds."""
        if self.rules.four_only_without_colour:
            return self.playable & ~(1 << DRAW_FOUR)
        return self.playable

    def owe(self, seat: int, cards: int, rule: str) -> None:
        """Add a debt: the seat has to draw this many cards. Less than one card is no debt."""
        if cards < 1:
            return
        debts = self.debts[seat]
        self.owed[seat] += cards
        if len(debts) >= MOST_DEBTS:
            for place, debt in enumerate(debts):
                if debt.rule == rule:
                    debts[place] = Debt(debt.cards + cards, rule, debt.event)
                    return
        debts.append(Debt(cards, rule, self.index))

    def forgive(self, seat: int, rule: str) -> int:
        """Drop a seat's debts under a rule, and return how many cards that was."""
        dropped = sum(debt.cards for debt in self.debts[seat] if debt.rule == rule)
        self.debts[seat] = [debt for debt in self.debts[seat] if debt.rule != rule]
        self.owed[seat] -= dropped
        return dropped

    def forgive_play(self, seat: int, event: int) -> int:
        """Drop a seat's debt for the card played at an event; return how many cards it was."""
        dropped = self.owed_for(seat, event)
        self.debts[seat] = [debt for debt in self.debts[seat] if debt.event != event]
        self.owed[seat] -= dropped
        return dropped

    def clear_debts(self, seat: int) -> None:
        """Drop all debts of a seat, what it may owe for the open dispute included."""
        self.debts[seat] = []
        self.owed[seat] = 0
        if seat == self.accuser:
            self.accuser_owes = 0
        elif seat == self.accused:
            self.bluffer_owes = 0
        if not self.accuser_owes and not self.bluffer_owes:
            self.end_dispute()

    def end_dispute(self) -> None:
        """Close the open dispute."""
        self.accuser = self.accused = self.disputed_play = NONE

    def at_stake(self, seat: int) -> int:
        """Return how many cards a seat owes if it has lost the open dispute."""
        if seat == self.accuser:
            return self.accuser_owes
        return self.bluffer_owes if seat == self.accused else 0

    def owed_under(self, seat: int, rule: str) -> int:
        """Return how many cards a seat owes under a rule."""
        return sum(debt.cards for debt in self.debts[seat] if debt.rule == rule)

    def owed_for(self, seat: int, event: int) -> int:
        """Return how many cards a seat owes for the card played at an event."""
        return sum(debt.cards for debt in self.debts[seat] if debt.event == event)

    def pass_turn(self) -> None:
        """Move the turn on from the seat in turn."""
        self.turn = (self.turn + self.direction * (1 + self.skips)) % self.seats
        self.skips = 0
        self.drawn = 0
        self.draw_taken_back = False

    def close_window(self, player: int = NONE) -> None:
        """End the chance to catch a forgotten "uno" under the usual rule, because somebody has
        acted: *player*, who has played a card, if anybody has."""
        if not self.rules.catch_while_one:
            self.let_off, self.let_off_by = self.unsaid, player
            self.unsaid = 0

    def claim_none_of(self, hand: int, wanted: int, rule: str, drawn_at: int = NONE) -> None:
        """Record the open claim that a hand holds none of the cards *wanted* now, or that the card
        it drew at an event is none of them. With too many claims the oldest is dropped; it then
        stays open."""
        claims = self.hands.claims
        if len(claims) >= MOST_CLAIMS:
            del claims[0]
        self.hands.claim(self.index, hand, wanted, rule, drawn_at)

    def add_finding(
        self, verdict: Verdict, code: Code, rule: str, about: tuple[Fact, ...] = ()
    ) -> None:
        """Record a finding on the event being judged. After an unnamed play nothing is illegal for
        certain."""
        if self.in_doubt and verdict is Verdict.ILLEGAL:
            verdict = Verdict.UNKNOWN
        self.findings.append(Finding(self.index, verdict, code, rule, about))


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    return State(seats, dealer, remedy, rules_of(ruleset))
