"""The state of a hand of Zar: what is needed to judge the next event, and nothing else."""

from typing import Final, NamedTuple

from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.rules import Rules
from zarleague.engine.holdings import Holdings


class Owed(NamedTuple):
    """Cards a seat has to draw: how many, under which rule, since which event."""

    seat: int
    cards: int
    rule: str
    event: int


_FIELDS: Final = (
    "at",
    "before",
    "chain",
    "dealer",
    "dealt",
    "debts",
    "direction",
    "doubt",
    "draw_twos",
    "drawn",
    "drew",
    "drew_since",
    "findings",
    "fits",
    "going",
    "hands",
    "named",
    "out",
    "over",
    "owes",
    "own",
    "owner",
    "pile",
    "remedy",
    "rules",
    "run",
    "seats",
    "shows",
    "silent",
    "started",
    "stock",
    "stood",
    "top",
    "turn",
)
"""What a state consists of, for copying. A name of its own, because compiled classes have no
``__slots__`` to ask."""


class State:
    """A hand in progress.

    Cards: ``hands`` (who may hold what), ``stock`` (cards in the draw pile), ``pile`` (the discard
    pile, top last). Top card: ``top`` its identity, ``owner`` the seat that played it, ``run`` how
    many identical cards lie together there, ``own`` how many of those the owner laid in a row,
    ``chain`` the seats matched in this run, ``before`` the identity of the card under the run,
    ``fits`` the mask of what may be played on it in turn, ``shows`` the same without transparents,
    ``named`` the word named. Turn: ``turn`` and ``direction`` (1 clockwise, -1 the other way).
    Owing: ``draw_twos`` what the seat in turn owes for draw twos, since event ``drew_since``;
    ``debts`` everything else, oldest first, and ``owes`` its sum by seat. ``out`` is the seat that
    has gone out unless it is matched. ``silent`` is the mask of seats that have one card and have
    not said so. ``drew`` is the seat that may still play the card ``drawn``.

    ``going``: the hand has begun, is not over, and nothing is in doubt. ``doubt``: a card nobody
    can name was played, so turn and debts cannot be known any more. ``stood`` is the other way the
    hand may have gone on after an illegal event: that it stood.
    """

    __slots__ = _FIELDS

    def __init__(self, rules: Rules, seats: int, dealer: int, remedy: Remedy) -> None:
        self.rules = rules
        self.seats = seats
        self.dealer = dealer % seats
        self.remedy = remedy
        self.at = 0
        self.findings: list[Finding] = []
        self.over = False
        self.started = False
        self.going = False
        self.dealt = 0
        self.hands = Holdings(rules.copies, seats)
        self.stock = rules.size
        self.pile: list[int] = []
        self.top = NONE
        self.before = NONE
        self.owner = self.dealer
        self.run = 0
        self.own = 0
        self.chain: tuple[int, ...] = ()
        self.fits = 0
        self.shows = 0
        self.named = NONE
        self.turn = self.dealer
        self.direction = 1
        self.draw_twos = 0
        self.drew_since = 0
        self.debts: list[Owed] = []
        self.owes = [0] * seats
        self.out = NONE
        self.silent = 0
        self.drew = NONE
        self.drawn = NONE
        self.doubt = False
        self.stood: State | None = None

    def copy(self) -> "State":
        """An independent copy."""
        twin = State(self.rules, self.seats, 0, self.remedy)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.findings = self.findings[:]
        twin.hands = self.hands.copy()
        twin.pile = self.pile[:]
        twin.debts = self.debts[:]
        twin.owes = self.owes[:]
        twin.stood = self.stood.copy() if self.stood else None
        return twin

    def become(self, other: "State") -> None:
        """Take over everything of another state of the same hand."""
        for name in _FIELDS:
            setattr(self, name, getattr(other, name))

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return self.hands.known[seat] + self.hands.unknown[seat]

    def find(
        self, verdict: Verdict, code: Code, rule: str, about: tuple[tuple[str, int | str], ...] = ()
    ) -> None:
        """Add a finding on the event being judged."""
        self.findings.append(Finding(self.at, verdict, code, rule, about))

    def owe(self, seat: int, cards: int, rule: str) -> None:
        """A seat has to draw; who has to draw has not gone out."""
        self.debts.append(Owed(seat, cards, rule, self.at))
        self.owes[seat] += cards
        if seat == self.out:
            self.out = NONE

    def settle(self, seat: int, cards: int, rule: str = "") -> int:
        """Take *cards* off what a seat owes, oldest debt first (only those of *rule* if given);
        returns how many were not owed."""
        left = cards
        debts: list[Owed] = []
        for debt in self.debts:
            if debt.seat == seat and left and (not rule or debt.rule == rule):
                paid = min(left, debt.cards)
                left -= paid
                if paid < debt.cards:
                    debts.append(debt._replace(cards=debt.cards - paid))
            else:
                debts.append(debt)
        self.debts = debts
        self.owes[seat] -= cards - left
        return left

    def owed(self, seat: int, rule: str) -> int:
        """How many cards a seat owes under one rule."""
        return sum(debt.cards for debt in self.debts if debt.seat == seat and debt.rule == rule)

    def supply_gone(self) -> bool:
        """Whether there is nothing to draw and nothing to reshuffle."""
        return not self.stock and len(self.pile) <= 1

    def count_again(self, seat: int) -> None:
        """A hand has changed its size: with one card left the seat has yet to say so."""
        hands = self.hands
        if hands.known[seat] + hands.unknown[seat] == 1:
            self.silent |= 1 << seat
        else:
            self.silent &= ~(1 << seat)
