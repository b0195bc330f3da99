"""The state of a hand of Zuits, from which the next event is judged."""

from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zuits.deck import ART, CHANGE, GIGLET, SUIT
from zarleague.engine.games.zuits.hands import Hands
from zarleague.engine.games.zuits.rules import Rules, rules_of
from zarleague.engine.holdings import Taken
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.state import HandState

SEATS: Final = 4
HAND_SIZE: Final = 13
OBJECTIVE_SIZE: Final = 2
TRICKS: Final = 10

# The effect that the player who played last may still use: a window that the next play closes.
NO_EFFECT: Final = -1
MAY_ADD: Final = ART
MAY_REMOVE: Final = CHANGE
MAY_COPY: Final = GIGLET
MAY_DO_ANYTHING: Final = 9
"""The window after an unknown card: any effect may be used."""


OTHER_CAUSE: Final = 1 << SEATS
"""In the mask of causes of doubt about a trick: anything but an unnamed card."""

_UNWIND: Final = Remedy.UNWIND

Played = tuple[int, int, bool, bool, bool]
"""A card of the trick: who played it, the card, whether it counts (if not, it has neither value nor
effect), whether it toggled the aim, and whether its player can have held it. If not, it was another
card, and what the log calls it is the best guess."""


@dataclass(slots=True, eq=False, repr=False)
class State(HandState):
    """A hand being judged.

    Of the trick on the table: ``turn`` is the seat that plays next, ``NONE`` when the trick is
    complete or nobody can tell; ``seats_played`` the mask of seats that have played to it;
    ``colour`` its colour, ``NONE`` if not known; ``lowest_wins`` what the Favors have made of the
    aim. A complete trick stays on the table until the next lead, so that the last player can still
    use an effect; ``window`` is the effect that ``last_seat`` may still use and ``window_event``
    the event that allowed it. ``effects`` is the effect of each card, for a Giglet what it copied.

    Two kinds of doubt. A card nobody noted leaves open what rests on it, and the finding says so:
    ``trick_in_doubt`` where it may decide who wins (a mask of the seats whose cards nobody noted,
    and OTHER_CAUSE), ``aim_in_doubt`` where it may have toggled the aim. ``unnamed_events`` has the
    event of each such card by seat.

    An event that cannot have happened as the log says is a finding of its own; what rests on it is
    guessed and held against nobody: ``trick_guessed`` is for who wins, ``colour_guessed`` for the
    colour. ``left_out`` is the mask of seats that were passed over, whose play the log may have
    left out; ``ended_early`` says that the hand was closed before its end. ``misnamed`` is the
    seat that was in turn when another played, and that event: the card may have been its own.
    ``mistaken`` is about a trick just taken by a seat that did not win it: the seat that did, the
    one that took it, and the number of its cards.

    Piles: ``objective`` and ``collected`` by seat, ``removed``, and ``unassigned`` for tricks
    whose winner nobody can tell and for a card that may have been removed or not;
    ``earlier_cards`` are the cards of all tricks before this one. Cards that nobody named are
    UNKNOWN in them. ``maybe_removed`` is the set of cards that an unnamed removal may have been.
    ``previous`` is the event before, ``second_deal`` a second hand dealt to one seat.
    ``second_aside`` says that a seat with an objective set cards aside again, which were probably
    another seat's.
    """

    rules: Rules
    hands: Hands = field(init=False)
    ended_early: bool = field(default=False, init=False)
    previous: Event | None = field(default=None, init=False)
    dealt: int = field(default=0, init=False)
    second_deal: Event | None = field(default=None, init=False)
    second_aside: bool = field(default=False, init=False)
    objective: list[tuple[int, ...]] = field(init=False)
    turned: int = field(default=0, init=False)
    left_shown: int = field(default=0, init=False)
    chosen: list[tuple[int, int] | None] = field(init=False)
    leader: int = field(init=False)
    turn: int = field(init=False)
    tricks_played: int = field(default=0, init=False)
    trick: list[Played] = field(default_factory=list, init=False)
    seats_played: int = field(default=0, init=False)
    left_out: int = field(default=0, init=False)
    misnamed: tuple[int, int] | None = field(default=None, init=False)
    mistaken: tuple[int, int, int] | None = field(default=None, init=False)
    last_seat: int = field(default=NONE, init=False)
    colour: int = field(default=NONE, init=False)
    lowest_wins: bool = field(default=False, init=False)
    trick_in_doubt: int = field(default=0, init=False)
    aim_in_doubt: bool = field(default=False, init=False)
    unnamed_events: list[int] = field(init=False)
    trick_guessed: bool = field(default=False, init=False)
    colour_guessed: bool = field(default=False, init=False)
    window: int = field(default=NO_EFFECT, init=False)
    window_event: int = field(default=0, init=False)
    effects: list[int] = field(default_factory=lambda: list(SUIT), init=False)
    collected: list[list[int]] = field(init=False)
    tricks_won: list[int] = field(init=False)
    earlier_cards: list[int] = field(default_factory=list, init=False)
    removed: list[int] = field(default_factory=list, init=False)
    maybe_removed: int = field(default=0, init=False)
    unassigned: list[int] = field(default_factory=list, init=False)

    @property
    def stands(self) -> bool:
        """Return whether an illegal event stands: these rules know no penalty, so it does unless it
        is to be taken back."""
        return self.remedy is not _UNWIND

    def taken_back(self, violation: Violation) -> Violation | None:
        """Return the violation of an event if the event is taken back for it; if it stands, record
        the violation and return None."""
        if not self.stands:
            return violation
        self.add_violation(violation)
        return None

    def __post_init__(self) -> None:
        seats = self.seats
        if seats != SEATS:
            self.illegal(Code.WRONG_SEATS, "players", count=seats, least=SEATS, most=SEATS)
        self.hands = Hands(seats)
        self.objective = [()] * seats
        self.chosen = [None] * seats
        self.leader = self.turn = self.dealer
        self.unnamed_events = [NONE] * seats
        self.collected = [[] for _ in range(seats)]
        self.tricks_won = [0] * seats

    @property
    def has_begun(self) -> bool:
        """Return whether a card has been led."""
        return bool(self.seats_played or self.tricks_played)

    @property
    def trick_complete(self) -> bool:
        """Return whether everybody who has cards has played in the trick."""
        return bool(self.seats_played) and self.turn == NONE

    @property
    def all_played(self) -> bool:
        """Return whether the tricks are played; the last may still lie on the table."""
        if self.over:
            return True
        if self.seats_played and self.turn != NONE:
            return False
        played = self.tricks_played + (self.seats_played != 0)
        if not played:
            return False
        return played >= TRICKS or not any(self.hands.hand_sizes())

    def is_repeated(self, event: Event) -> bool:
        """Return whether the event before is the same as *event*, so that the line stands twice: no
        card is played twice."""
        previous = self.previous
        return previous is not None and previous == event and UNKNOWN not in event.cards

    def take(self, seat: int, card: int) -> Violation | None:
        """Take a card out of a hand. Return the violation if it cannot have been there."""
        held = self.hands.held
        bit = 1 << card
        if held[seat] & bit:
            # The usual case: a card known to be held.
            held[seat] ^= bit
            return None
        taken = self.hands.take(seat, card)
        if taken is Taken.FROM_UNKNOWN:
            if self.hands.claims:
                self.settle_claims()
            return None
        if taken is Taken.NOT_HELD:
            return Violation(Code.NOT_HELD, "deck", (("card", card),))
        return Violation(Code.NONE_LEFT, "deck", (("card", card), ("most", 1)))

    def settle_claims(self) -> None:
        """Settle the open findings that shown cards have decided."""
        for claim, true in self.hands.settle():
            verdict = Verdict.LEGAL if true else Verdict.ILLEGAL
            for place, finding in enumerate(self.findings):
                is_it = (finding.event, finding.rule) == (claim.event, claim.tag)
                if is_it and finding.code in _QUESTIONS and finding.verdict is Verdict.UNKNOWN:
                    self.findings[place] = finding._replace(
                        verdict=verdict, decided=self.index, about=()
                    )
                    break


_QUESTIONS: Final = frozenset({Code.MUST_FOLLOW, Code.COULD_HAVE_PLAYED})
"""Codes of findings that a claim can settle."""


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    return State(seats, dealer, remedy, rules_of(ruleset))
