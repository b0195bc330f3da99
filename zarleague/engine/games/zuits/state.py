"""The state of a hand of Zuits: all that judging the next event needs."""

from typing import Final

from zarleague.engine.event import NONE
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games.zuits.deck import ART, CHANGE, GIGLET, SUIT
from zarleague.engine.games.zuits.hands import Hands
from zarleague.engine.games.zuits.rules import Rules

HAND_SIZE: Final = 13
OBJECTIVE_SIZE: Final = 2
TRICKS: Final = 10


# What the player who played last may still do with that card: a window that the next play closes.
NOTHING: Final = -1
MAY_ADD: Final = ART
MAY_REMOVE: Final = CHANGE
MAY_COPY: Final = GIGLET
MAY_DO_ANYTHING: Final = 9
"""The card is unknown, so what it does is too."""


Played = tuple[int, int, bool, bool]
"""A card of the trick: who played it, the card, whether it counts (if not, it has neither value nor
effect), and whether it toggled the aim."""


_FIELDS: Final = (
    "acted",
    "adrift",
    "aim_unknown",
    "at",
    "chosen",
    "collected",
    "colour",
    "dealt",
    "did",
    "doubt",
    "findings",
    "finished",
    "hands",
    "last",
    "leader",
    "left_shown",
    "lowest",
    "objective",
    "opened",
    "over",
    "remedy",
    "removed",
    "rules",
    "seats",
    "trick",
    "tricks",
    "turn",
    "turned",
    "window",
    "won",
)
"""What a state consists of, for copying. A name of its own, because compiled classes have no
``__slots__`` to ask."""


class State:
    """A hand being judged.

    Tricks: ``turn`` is the seat that plays next, ``NONE`` when the trick is complete or nobody
    can tell; ``acted`` the set of seats that have played in it; ``colour`` its colour, ``NONE``
    if not known; ``doubt`` says that an unknown card may decide it. A complete trick stays on the
    table until the next lead, so that the last player's effect can still be used; ``window`` is
    that effect, ``opened`` the event that opened it. ``did`` is the effect of each card, for a
    Giglet what it copied.

    Piles: ``objective`` and ``collected`` by seat, ``removed``, and ``adrift`` for tricks whose
    winner nobody can tell and for a card that may have been removed or not; ``finished`` are the
    cards of all finished tricks. Cards that nobody noted are UNKNOWN in them.
    """

    __slots__ = _FIELDS

    def __init__(self, rules: Rules, seats: int, dealer: int, remedy: Remedy) -> None:
        self.rules = rules
        self.seats = seats
        self.remedy = remedy
        self.at = 0
        self.findings: list[Finding] = []
        self.over = False
        self.hands = Hands(seats)
        self.dealt = 0
        self.objective: list[tuple[int, ...]] = [()] * seats
        self.turned = 0
        self.left_shown = 0
        self.chosen: list[tuple[int, int] | None] = [None] * seats
        self.leader = dealer
        self.turn = dealer
        self.tricks = 0
        self.trick: list[Played] = []
        self.acted = 0
        self.last = NONE
        self.colour = NONE
        self.lowest = False
        self.doubt = False
        self.aim_unknown = False
        self.window: int = NOTHING
        self.opened = 0
        self.did: list[int] = list(SUIT)
        self.collected: list[list[int]] = [[] for _ in range(seats)]
        self.won = [0] * seats
        self.finished: list[int] = []
        self.removed: list[int] = []
        self.adrift: list[int] = []

    def copy(self) -> "State":
        """An independent copy."""
        twin = State(self.rules, self.seats, 0, self.remedy)
        for name in _FIELDS:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        twin.hands = self.hands.copy()
        twin.collected = [cards[:] for cards in self.collected]
        return twin

    def illegal(self, code: Code, rule: str, **about: int) -> bool:
        """Note that the event is illegal. True if it stands all the same: these rules know no
        penalty, so it stands unless it is to be taken back."""
        self.findings.append(Finding(self.at, Verdict.ILLEGAL, code, rule, tuple(about.items())))
        return self.remedy is not Remedy.UNWIND

    def unclear(self, code: Code, rule: str, **about: int) -> None:
        """Note that the event cannot be judged."""
        self.findings.append(Finding(self.at, Verdict.UNKNOWN, code, rule, tuple(about.items())))

    @property
    def begun(self) -> bool:
        """Whether a card has been led."""
        return bool(self.acted or self.tricks)

    @property
    def complete(self) -> bool:
        """Whether everybody who has cards has played in the trick."""
        return bool(self.acted) and self.turn == NONE

    @property
    def ended(self) -> bool:
        """Whether the tricks are played; the last may still lie on the table."""
        if self.over:
            return True
        if self.acted and self.turn != NONE:
            return False
        if not self.begun:
            return False
        return self.tricks + bool(self.acted) >= TRICKS or not any(self.hands.sizes())

    def settle(self) -> None:
        """Replace the findings that were open by what the cards shown have decided."""
        for claim in self.hands.settle():
            verdict = Verdict.LEGAL if claim.decided else Verdict.ILLEGAL
            for place, finding in enumerate(self.findings):
                is_it = (finding.event, finding.rule) == (claim.event, claim.tag)
                if is_it and finding.code in _QUESTIONS and finding.verdict is Verdict.UNKNOWN:
                    self.findings[place] = finding._replace(
                        verdict=verdict, decided=self.at, about=()
                    )
                    break


_QUESTIONS: Final = frozenset({Code.MUST_FOLLOW, Code.COULD_HAVE_PLAYED})
"""Codes of findings that a claim can settle."""
