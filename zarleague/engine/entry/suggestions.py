"""Suggestions: the likely correction of an entry, as a closed list of types with their data.

A suggestion that changes the entry is sent to the page as data and offered there as a button; the
page changes the entry as the class says. :class:`CheckColumn` only points at a place to check,
since the right value is not known.
"""

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
