"""What a game is to the rest of the app.

A game is one object that offers the methods below; the four games are independent of each other
and share plain functions, not a base class. Adding a game is adding a folder under ``games/`` that
exports ``GAME``, and a line to ``games/__init__.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from zarleague.engine.cards import Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import Event
from zarleague.engine.findings import Finding
from zarleague.engine.ruleset import Option, Preset, Rule, Ruleset
from zarleague.engine.view import TableView


class Remedy(StrEnum):
    """How a replay goes on after an illegal event."""

    RULED = "ruled"
    """As the ruleset says."""
    UNWIND = "unwind"
    """The event is taken back: it changes nothing."""
    PENALTY = "penalty"
    """The event stands, as far as the cards allow, and the offender owes the penalty."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One word of the log and what may follow it.

    ``words`` are its spellings, the canonical one first ("" for a plain play). ``subject`` says
    what comes before it: "seat" (``Ann draws ?``), "table" (``up b4``), or "of" for a verb that
    is followed by its seat (``deal Ann b2 b3``). The ranges (least, most) say how many cards,
    other seats, named words and numbers may follow. With ``counts`` a number stands for that
    many unknown cards. With ``declares`` upper-case declarations may follow.
    """

    words: tuple[str, ...]
    kind: int
    subject: str = "seat"
    cards: tuple[int, int] = (0, 0)
    seats: tuple[int, int] = (0, 0)
    names: tuple[int, int] = (0, 0)
    numbers: tuple[int, int] = (0, 0)
    counts: bool = False
    declares: bool = False


class MatchEnd(NamedTuple):
    """When a match is over: after ``hands`` hands, or when a total reaches ``limit`` (0: never).
    With ``eliminate`` a player who reaches the limit leaves and the others go on. ``low_wins``:
    the lowest total wins, else the highest. ``extra_on_tie``: while the first place is shared after
    the last hand, one more may be played. ``ties_by_wins``: of players with the same total the one
    who has won more hands is ahead."""

    hands: int = 0
    limit: int = 0
    eliminate: bool = False
    low_wins: bool = True
    extra_on_tie: bool = False
    ties_by_wins: bool = False


class State(Protocol):
    """What every game's state offers; the rest is the game's own.

    ``at`` is the index of the event judged next, ``findings`` what was found so far (a finding
    that was settled later is replaced in place), ``over`` whether the hand is closed.
    """

    at: int
    findings: list[Finding]
    over: bool

    def copy(self) -> "State":
        """An independent copy."""
        ...


class Game(Protocol):
    """One game, whole. Seats are small ints, clockwise from the first named player."""

    key: str
    title: str
    summary: str
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    rules: Mapping[str, Rule]
    verbs: tuple[Verb, ...]

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        """The complete ruleset; raises RulesetError for what does not exist."""
        ...

    def seats(self, ruleset: Ruleset) -> tuple[int, int]:
        """Fewest and most players."""
        ...

    def deck(self, ruleset: Ruleset) -> Deck:
        """The deck of a ruleset, in its skin."""
        ...

    def words(self, ruleset: Ruleset) -> tuple[str, ...]:
        """What can be named in a log (colours, numbers, calls); an event's ``name`` indexes it."""
        ...

    def forms(self, ruleset: Ruleset) -> tuple[EntryForm, ...]:
        """The ways to enter the end of a hand, the usual one first."""
        ...

    def check(self, ruleset: Ruleset, entry: Entry) -> Checked:
        """Judge an end-of-hand entry against the deck and score it. Never raises."""
        ...

    def match_end(self, ruleset: Ruleset) -> MatchEnd:
        """When a match under this ruleset ends, and which way totals count."""
        ...

    def start(self, ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> Any:
        """The state before the first event."""
        ...

    def apply(self, state: Any, event: Event) -> None:
        """Judge one event and change the state in place; what is wrong goes to its findings.
        Never raises, whatever the event."""
        ...

    def legal(self, state: Any, seat: int) -> list[Event]:
        """Every legal play of a seat now, out-of-turn ones included. For ``TABLE``: the chance
        events and the close that may or must come next; cards still in the pile are UNKNOWN."""
        ...

    def view(self, state: Any) -> TableView:
        """The table as the state knows it."""
        ...

    def points(self, state: Any) -> tuple[int | None, ...]:
        """Points by seat as the hand stands; None where cards nobody named decide."""
        ...

    def entry(self, state: Any) -> Entry | None:
        """The end of the hand as an entry of the cards form, None while cards are unknown. It
        scores to the same points through ``check``."""
        ...

    def seen_by(self, event: Event, viewer: int) -> Event:
        """The event as the viewer saw it (``TABLE``: an onlooker): hidden cards are UNKNOWN."""
        ...
