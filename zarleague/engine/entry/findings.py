"""Findings on an entry, as values, and suggestions: its likely correction, from a closed list.

A suggestion that changes the entry is sent to the page as data and offered there as a button; the
page changes the entry as the class says. :class:`CheckColumn` only points at a place to check,
since the right value is not known. :mod:`zarleague.engine.entry.sentences` puts both in words.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple


class MarkWinner(NamedTuple):
    """Another seat won the hand: mark *seat* as the winner."""

    seat: int


class ChangeNumber(NamedTuple):
    """A number was mistyped: put *value* into *field* of *seat*."""

    seat: int
    field: str
    value: int


class SwapNumbers(NamedTuple):
    """Two numbers of *seat* were exchanged: swap those of *field* and *other*."""

    seat: int
    field: str
    other: str


class CheckColumn(NamedTuple):
    """A grid *column* (from 1 on) explains the difference."""

    column: int


Suggestion = MarkWinner | ChangeNumber | SwapNumbers | CheckColumn


def suggestion_data(suggestion: Suggestion | None) -> dict[str, Any] | None:
    """Return a suggestion as JSON-able data with its ``kind``; None if it changes nothing."""
    if isinstance(suggestion, MarkWinner):
        return {"kind": "winner", **suggestion._asdict()}
    if isinstance(suggestion, ChangeNumber):
        return {"kind": "number", **suggestion._asdict()}
    if isinstance(suggestion, SwapNumbers):
        return {"kind": "swap", **suggestion._asdict()}
    return None


class EntryCode(StrEnum):
    """The kinds of findings on an entry."""

    NO_WINNER = "no-winner"
    WINNER_HOLDS = "winner-holds"
    EMPTY_HAND = "empty-hand"
    TOO_MANY = "too-many"
    NOT_A_NUMBER = "not-a-number"
    NO_SUCH_FIELD = "no-such-field"
    NO_SUCH_FORM = "no-such-form"
    NO_SUCH_CARD = "no-such-card"
    NO_SUCH_CHOICE = "no-such-choice"
    IMPOSSIBLE_TOTAL = "impossible-total"
    NOT_A_WHOLE_NUMBER = "not-a-whole-number"
    OUT_OF_RANGE = "out-of-range"
    WRONG_SUM = "wrong-sum"
    WRONG_TICKS = "wrong-ticks"
    WRONG_SHAPE = "wrong-shape"
    WRONG_SEATS = "wrong-seats"
    NOT_CONFIRMED = "not-confirmed"
    MISSED = "missed"
    """Not wrong, but worth pointing out: a column that could have been cleared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of a finding on an entry, None for those that do not apply.

    ``card`` is the name of a card in English ("blue 2"), ``count`` the number found, ``expected``
    the number it should have been, ``least`` and ``most`` the fewest and most there are, ``limit``
    the most the rules allow where the deck has more, ``column`` the number of a grid column from 1
    on, ``word`` the text that could not be understood.
    """

    card: str | None = None
    count: int | None = None
    expected: int | None = None
    least: int | None = None
    most: int | None = None
    limit: int | None = None
    column: int | None = None
    word: str | None = None

    def given(self) -> dict[str, int | str]:
        values = ((declared.name, getattr(self, declared.name)) for declared in fields(self))
        return {name: value for name, value in values if value is not None}


NO_FACTS = Facts()


class EntryFinding(NamedTuple):
    """One remark on an entry.

    ``seat`` and ``field`` locate it (-1 and "" for the whole table), ``facts`` are its facts,
    ``suggestion`` is the likely correction, if there is one. A finding with ``blocks`` False is
    advice and does not stop the hand from being saved.
    """

    code: EntryCode
    seat: int = -1
    field: str = ""
    facts: Facts = NO_FACTS
    suggestion: Suggestion | None = None
    blocks: bool = True
