"""The state of a hand of Zar, from which the next event is judged."""

from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.rules import Rules, remedy_of, rules_of
from zarleague.engine.holdings import Holdings
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.state import HandState
from zarleague.engine.view import Debt

VINCENT: Final = "vincent"
"""The rule that makes an offender draw."""


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A hand in progress.

    Cards: ``hands`` (who may hold what), ``stock`` (the number of cards in the draw pile),
    ``discard`` (the discard pile, top card last), ``dealt`` (mask of the seats that were dealt
    cards).

    Top card: ``top`` its identity, ``owner`` the seat that played it, ``previous_top`` the
    identity it was played on, ``named`` the word named with it. ``same_cards`` is how many
    identical cards lie together there, ``same_cards_of_owner`` how many of those the owner played
    in a row, ``matched_seats`` the seats matched on them. ``playable`` is the mask of the cards
    that may be played on it in turn, ``playable_below`` the same for the first card below it that
    is no transparent.

    Turn: ``turn`` (a seat) and ``direction`` (1 clockwise, -1 the other way). ``drawer`` is the
    seat that may still play ``drawn_card``, the card it has just drawn.

    Debts: ``draw_two_debt`` is how many cards the seat in turn has to draw for draw twos, since
    event ``draw_two_since``; ``debts`` by seat is everything else, oldest first, and ``owed`` its
    sum by seat. ``out`` is the seat that has gone out unless it is matched. ``unsaid`` is the mask
    of seats that hold one card and have not said so.

    ``started``: the first card lies on the table. ``playing``: the hand has started, is not over,
    and neither top card nor turn is in doubt. ``in_doubt``: nobody named the top card, so what
    fits on it cannot be known. ``turn_in_doubt``: whose turn it is cannot be known; ``turn`` is
    then the likeliest, ``possible_turns`` the mask of all it may be, and ``reversed_turn`` the one
    it is if play goes the other way, or NONE. ``may_owe`` is how many cards by seat may be owed
    beside those in ``owed``, because a card nobody named may have been matched. While ``unsure``,
    turn and debts rest on a guess, so nothing can be proved by them; it counts the plays in turn
    that have yet to agree with the guess. ``closed_early``:
    the hand was closed before it was finished, which may have been a slip.

    After an illegal event: ``alternatives`` are the states under the other explanations of what
    happened, kept until ``open_until`` (the index of an event) at most; ``harm`` weighs the
    findings since they part. ``offences`` counts the illegal events that were followed so.
    ``miscounted`` is the mask of seats whose hands may not be what was counted, because a line
    about them seems to be wrong or missing. ``suggests_vincents``: the log only suggests Vincent
    cards, whatever was decided on single events.
    """

    rules: Rules
    started: bool = field(default=False, init=False)
    playing: bool = field(default=False, init=False)
    dealt: int = field(default=0, init=False)
    hands: Holdings = field(init=False)
    stock: int = field(init=False)
    discard: list[int] = field(default_factory=list, init=False)
    top: int = field(default=NONE, init=False)
    previous_top: int = field(default=NONE, init=False)
    owner: int = field(init=False)
    same_cards: int = field(default=0, init=False)
    same_cards_of_owner: int = field(default=0, init=False)
    matched_seats: tuple[int, ...] = field(default=(), init=False)
    playable: int = field(default=0, init=False)
    playable_below: int = field(default=0, init=False)
    named: int = field(default=NONE, init=False)
    turn: int = field(init=False)
    direction: int = field(default=1, init=False)
    drawer: int = field(default=NONE, init=False)
    drawn_card: int = field(default=NONE, init=False)
    draw_two_debt: int = field(default=0, init=False)
    draw_two_since: int = field(default=0, init=False)
    debts: list[list[Debt]] = field(init=False)
    owed: list[int] = field(init=False)
    out: int = field(default=NONE, init=False)
    unsaid: int = field(default=0, init=False)
    in_doubt: bool = field(default=False, init=False)
    turn_in_doubt: bool = field(default=False, init=False)
    possible_turns: int = field(default=0, init=False)
    reversed_turn: int = field(default=NONE, init=False)
    may_owe: list[int] = field(init=False)
    unsure: int = field(default=0, init=False)
    closed_early: bool = field(default=False, init=False)
    alternatives: list["State"] = field(default_factory=list, init=False)
    open_until: int = field(default=0, init=False)
    harm: int = field(default=0, init=False)
    offences: int = field(default=0, init=False)
    miscounted: int = field(default=0, init=False)
    suggests_vincents: bool = field(init=False)

    def __post_init__(self) -> None:
        self.dealer %= self.seats
        self.hands = Holdings(self.rules.copies, self.seats)
        self.stock = self.rules.deck_size
        self.owner = self.turn = self.dealer
        self.debts = [[] for _ in range(self.seats)]
        self.owed = [0] * self.seats
        self.may_owe = [0] * self.seats
        self.suggests_vincents = self.remedy in (Remedy.RULED, Remedy.UNOPPOSED)

    @property
    def other_readings(self) -> list["State"]:
        """Return the states after other explanations of the log."""
        return self.alternatives

    def swap(self, other: "State") -> None:
        """Exchange everything with another state of the same hand."""
        third = State.__new__(State)
        third.become(self)
        self.become(other)
        other.become(third)

    def hand_size(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return self.hands.known[seat] + self.hands.unknown[seat]

    def owe(self, seat: int, cards: int, rule: str) -> None:
        """Make a seat owe *cards* under *rule*; a seat that has to draw is not out.

        A second debt under the same rule is added to the first one and keeps its event. Where the
        log is read as what the table ruled or let pass, it only suggests a Vincent card: that debt
        is listed in ``debts`` but not counted in ``owed``, so later events are not judged by it.
        """
        debts = self.debts[seat]
        for place, debt in enumerate(debts):
            if debt.rule == rule:
                debts[place] = debt._replace(cards=debt.cards + cards)
                break
        else:
            debts.append(Debt(cards, rule, self.index))
        if rule != VINCENT or not self.suggests_vincents:
            self.owed[seat] += cards
        if seat == self.out:
            self.out = NONE

    def settle(self, seat: int, cards: int, rule: str = "") -> int:
        """Take *cards* off what a seat owes, oldest debt first (only debts of *rule* if given).
        Return how many of them were not owed."""
        left = cards
        debts: list[Debt] = []
        for debt in self.debts[seat]:
            suggested = self.suggests_vincents and debt.rule == VINCENT
            if not left or (debt.rule != rule if rule else suggested):
                debts.append(debt)
                continue
            paid = debt.cards
            if paid > left:
                paid = left
                debts.append(debt._replace(cards=debt.cards - paid))
            left -= paid
            if not suggested:
                self.owed[seat] -= paid
        self.debts[seat] = debts
        return left

    def forgive(self, seat: int) -> None:
        """Take everything off what a seat owes."""
        self.debts[seat] = []
        self.owed[seat] = 0
        if seat == self.turn:
            self.draw_two_debt = 0

    def draw_unrecorded(self, seat: int, cards: int) -> None:
        """Move unknown cards into a hand, as many as the stock has, for draws that the log seems to
        leave out. The size of the hand is doubtful from then on."""
        count = min(cards, self.stock)
        self.stock -= count
        for _ in range(count):
            self.hands.give(seat, UNKNOWN)
        self.miscounted |= 1 << seat
        self.recount_hand(seat)

    def owed_under(self, seat: int, rule: str) -> int:
        """Return how many cards a seat owes under one rule."""
        return sum(debt.cards for debt in self.debts[seat] if debt.rule == rule)

    def supply_gone(self) -> bool:
        """Return whether there is nothing to draw and nothing to reshuffle."""
        return not self.stock and len(self.discard) <= 1

    def doubt_turn(self, possible: int, reversed_turn: int = NONE) -> None:
        """Leave the turn open: ``turn`` or another seat of the mask *possible*."""
        self.turn_in_doubt = True
        self.possible_turns = possible | 1 << self.turn
        self.reversed_turn = reversed_turn
        self.playing = False

    def settle_turn(self, turn: int) -> None:
        """Make it the turn of seat *turn* for certain."""
        self.turn = turn
        self.turn_in_doubt = False
        self.playing = self.started and not self.over and not self.in_doubt

    def name_top(self) -> None:
        """End the doubt about the top card: it has been named."""
        self.in_doubt = False
        self.playing = self.started and not self.over and not self.turn_in_doubt

    def recount_hand(self, seat: int) -> None:
        """Update ``unsaid`` after a hand has changed its size: with one card left the seat has yet
        to say so."""
        hands = self.hands
        if hands.known[seat] + hands.unknown[seat] == 1:
            self.unsaid |= 1 << seat
        elif self.unsaid:
            self.unsaid &= ~(1 << seat)


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    rules = rules_of(ruleset)
    return State(seats, dealer, remedy_of(rules.illegal_play, remedy), rules)
