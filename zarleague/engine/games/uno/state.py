"""The state of a hand of Uno: all that judging the next event needs."""

from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.uno.fits import EVERYTHING
from zarleague.engine.games.uno.rules import Rules
from zarleague.engine.holdings import Holdings
from zarleague.engine.view import Debt

HAND_SIZE: Final = 7


_FIELDS: Final = (
    "accused",
    "accuser_owes",
    "against",
    "answerable",
    "at",
    "bluff",
    "bluffer_owes",
    "blurred",
    "dealer",
    "dealt",
    "debts",
    "direction",
    "discard",
    "disputed",
    "disputed_event",
    "disputed_since",
    "drawn",
    "drawn_card",
    "due",
    "extra",
    "failed",
    "findings",
    "fit",
    "hand_of",
    "holdings",
    "judged",
    "named",
    "out",
    "over",
    "pile",
    "quiet",
    "reacting",
    "remedy",
    "rules",
    "rulings",
    "run",
    "run_seat",
    "said",
    "seats",
    "started",
    "stop",
    "top",
    "turn",
)
"""What a state consists of, for copying. A name of its own, because compiled classes have no
``__slots__`` to ask."""


class State:
    """A hand being judged.

    Table: ``top`` the last card of ``discard``, ``fit`` the mask of cards that may be played on
    it, ``named`` the colour asked for, ``pile`` how many cards can be drawn. ``holdings`` speaks of
    hands; ``hand_of`` says which hand a seat holds, since a seven or a zero moves hands between
    seats.

    Turn: ``turn`` the seat whose turn it is, ``direction`` 1 clockwise, ``extra`` how many more
    seats are skipped when it passes on; ``drawn`` how many cards were drawn in it by choice, the
    last being ``drawn_card``. ``run`` is the mask of cards with which ``run_seat`` may go on with
    a straight.

    Owing: ``debts`` by seat, oldest first, ``due`` their sum; ``answerable`` says that the draw
    card on top may still be answered. ``accused`` is the seat that played the draw four on top
    and may still be accused of ``bluff`` (None: cannot be known; ``judged`` is the event of that
    play). An accusation that nobody can judge is open between ``disputed``, who accused, and
    ``against``, about the play at ``disputed_event``: one of them owes cards, ``accuser_owes`` or
    ``bluffer_owes``, from the accusation at ``disputed_since`` on. ``rulings`` maps such a play to
    how the table ruled and the event that shows it.

    Masks of seats: ``quiet`` hold one card and have not said so, ``said`` have said "uno" ahead
    of the play, ``reacting`` must still react to a buzzer, ``dealt`` have their cards. ``out`` is
    the seat without cards. ``stop`` says that nothing can simply be played now. ``failed`` counts
    failed interceptions by seat. ``blurred``: a card nobody named was played, so that nothing
    that follows can be held against anybody.
    """

    __slots__ = _FIELDS

    def __init__(
        self, rules: Rules, copies: tuple[int, ...], seats: int, dealer: int, remedy: Remedy
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        self.remedy = remedy
        self.at = 0
        self.findings: list[Finding] = []
        self.over = False
        self.started = False
        self.stop = True
        self.blurred = False
        self.holdings = Holdings(copies, seats)
        self.hand_of = list(range(seats))
        self.top = UNKNOWN
        self.fit = EVERYTHING
        self.named = NONE
        self.discard: list[int] = []
        self.pile = sum(copies)
        self.turn = (dealer + 1) % seats
        self.direction = 1
        self.extra = 0
        self.drawn = 0
        self.drawn_card = UNKNOWN
        self.run = 0
        self.run_seat = NONE
        self.debts: list[list[Debt]] = [[] for _ in range(seats)]
        self.due = [0] * seats
        self.answerable = False
        self.accused = NONE
        self.bluff: bool | None = False
        self.judged = NONE
        self.disputed = NONE
        self.against = NONE
        self.accuser_owes = self.bluffer_owes = 0
        self.disputed_event = self.disputed_since = NONE
        self.rulings: dict[int, tuple[bool, int]] = {}
        self.quiet = self.said = self.reacting = self.dealt = 0
        self.out = NONE
        self.failed = [0] * seats

    def copy(self) -> "State":
        """An independent copy."""
        twin = State(self.rules, (), self.seats, self.dealer, self.remedy)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.findings = self.findings[:]
        twin.holdings = self.holdings.copy()
        twin.hand_of = self.hand_of[:]
        twin.discard = self.discard[:]
        twin.debts = [debts[:] for debts in self.debts]
        twin.due = self.due[:]
        twin.rulings = dict(self.rulings)
        twin.failed = self.failed[:]
        return twin

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        hand = self.hand_of[seat]
        holdings = self.holdings
        return holdings.known[hand] + holdings.unknown[hand]

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat that many places after *seat* in the direction of play."""
        return (seat + self.direction * steps) % self.seats

    @property
    def exhausted(self) -> bool:
        """Nothing can be drawn, and nothing is there to be shuffled."""
        return not self.pile and len(self.discard) <= 1

    def may_follow(self, seat: int) -> bool:
        """Whether a seat may simply go on because the one in turn has drawn and said nothing."""
        return (
            self.drawn > 0
            and not self.due[self.turn]
            and seat == self.after(self.turn, 1 + self.extra)
        )

    def owe(self, seat: int, cards: int, rule: str) -> None:
        """A seat owes cards from now on; debts for draw cards of one kind are one debt, as old as
        the oldest of them."""
        debts = self.debts[seat]
        self.due[seat] += cards
        if rule in DRAW_CARD_RULES:
            for place, debt in enumerate(debts):
                if debt.rule == rule:
                    debts[place] = Debt(debt.cards + cards, rule, debt.event)
                    return
        debts.append(Debt(cards, rule, self.at))

    def forgive(self, seat: int, rule: str) -> int:
        """Drop a seat's debt under a rule; returns how many cards that was."""
        dropped = sum(debt.cards for debt in self.debts[seat] if debt.rule == rule)
        self.debts[seat] = [debt for debt in self.debts[seat] if debt.rule != rule]
        self.due[seat] -= dropped
        return dropped

    def clear_debts(self, seat: int) -> None:
        """A seat owes nothing any more, nor will it for the open accusation."""
        self.debts[seat] = []
        self.due[seat] = 0
        if seat == self.disputed:
            self.accuser_owes = 0
        elif seat == self.against:
            self.bluffer_owes = 0
        if not self.accuser_owes and not self.bluffer_owes:
            self.end_dispute()

    def end_dispute(self) -> None:
        """No accusation is open any more."""
        self.disputed = self.against = self.disputed_event = NONE

    def at_stake(self, seat: int) -> int:
        """How many cards a seat owes if it has lost the open accusation."""
        if seat == self.disputed:
            return self.accuser_owes
        return self.bluffer_owes if seat == self.against else 0

    def owed(self, seat: int, rule: str) -> int:
        """How many cards a seat owes under a rule."""
        return sum(debt.cards for debt in self.debts[seat] if debt.rule == rule)

    def pass_turn(self) -> None:
        """The turn goes on from the seat in turn."""
        self.turn = self.after(self.turn, 1 + self.extra)
        self.extra = 0
        self.drawn = 0
        self.accused = NONE

    def close_window(self) -> None:
        """Somebody has acted: a forgotten "uno" can no longer be caught, under the usual rule."""
        if not self.rules.catch_while_one:
            self.quiet = 0

    def note(
        self,
        verdict: Verdict,
        code: Code,
        rule: str,
        about: tuple[tuple[str, int | str], ...] = (),
    ) -> None:
        """Add a finding on the event being judged."""
        if self.blurred and verdict is Verdict.ILLEGAL:
            verdict = Verdict.UNKNOWN
        self.findings.append(Finding(self.at, verdict, code, rule, about))


DRAW_CARD_RULES: Final = frozenset({"draw-two", "draw-four"})
