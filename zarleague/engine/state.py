"""The base class of the states of all games.

A game's ``State`` is a dataclass derived from :class:`HandState`: it declares each field once, with
its type and first value, and copying follows from the declaration::

    @dataclass(slots=True, eq=False, repr=False)
    class State(HandState):
        rules: Rules
        turn: int = field(default=NONE, init=False)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Final, Self

from zarleague.engine.findings import Code, Fact, Finding, Verdict, Violation
from zarleague.engine.game import Remedy


@dataclass(slots=True, eq=False)
class CopyCount:
    """How many copies were made of the states of one hand, which all of them count."""

    copies: int = 0


@dataclass(slots=True, eq=False, repr=False)
class HandState:
    """Base of the state of a hand being judged, with the fields every game has.

    ``seats`` is the number of seats, ``dealer`` the dealer's seat, ``remedy`` what happens after
    an illegal event. ``index`` is the index of the event judged next. ``findings`` are the
    remarks so far, oldest first. ``over`` says that the hand is closed. ``trail`` is for whoever
    follows the cards: what is put there stays with this reading of the log, in its copies as well.
    ``tally`` counts the copies; it is shared by all of them.

    Of a log that starts in mid-hand: ``position_lines`` is the number of lines that say how the
    table stood then, ``stated_stock`` the size of the stock, -1 if they do not say it. While
    ``stock_unstated``, the stock may be smaller than the state has it, by cards that lie in the
    discard pile.
    """

    seats: int
    dealer: int
    remedy: Remedy
    index: int = field(default=0, init=False)
    findings: list[Finding] = field(default_factory=list, init=False)
    over: bool = field(default=False, init=False)
    position_lines: int = field(default=0, init=False)
    stated_stock: int = field(default=-1, init=False)
    stock_unstated: bool = field(default=False, init=False)
    trail: tuple[Any, ...] = field(default=(), init=False)
    tally: CopyCount = field(default_factory=CopyCount, init=False)

    def copy(self) -> Self:
        """Return an independent copy: whatever changes in one does not change the other.

        Lists, dicts, sets and objects with a method ``copy`` are copied, and so are those inside
        a list; numbers, tuples and whatever else cannot change are shared.
        """
        cls = type(self)
        twin = cls.__new__(cls)
        self.tally.copies += 1
        copy_fields = _COPIERS.get(cls)
        if copy_fields is None:
            copy_fields = _COPIERS[cls] = _copier(cls)
        copy_fields(self, twin)
        return twin

    @property
    def other_readings(self) -> Sequence[Self]:
        """Return the states after other readings of an ambiguous log that this one follows."""
        return ()

    @property
    def reading_count(self) -> int:
        """Return how many readings of an ambiguous log the state follows, itself included; judging
        an event and copying the state cost that much more."""
        return 1 + len(self.other_readings)

    def become(self, other: Self) -> None:
        """Take over all fields of *other*, which must not be used afterwards."""
        names, values_of = _fields_of(self)
        for name, value in zip(names, values_of(other), strict=True):
            setattr(self, name, value)

    def add_finding(
        self, verdict: Verdict, code: Code, rule: str, about: tuple[Fact, ...] = ()
    ) -> None:
        """Record a finding on the event being judged."""
        self.findings.append(Finding(self.index, verdict, code, rule, about))

    def add_violation(self, violation: Violation) -> None:
        """Record a violation by the event being judged."""
        self.add_finding(violation.verdict, violation.code, violation.rule, violation.about)

    def illegal(self, code: Code, rule: str, **about: int | str) -> None:
        """Record that the event being judged breaks *rule*."""
        self.add_finding(Verdict.ILLEGAL, code, rule, tuple(about.items()))

    def unknown(self, code: Code, rule: str, **about: int | str) -> None:
        """Record that whether the event being judged breaks *rule* cannot be known."""
        self.add_finding(Verdict.UNKNOWN, code, rule, tuple(about.items()))


_Fields = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]
_FIELDS: Final[dict[type, _Fields]] = {}
_IMMUTABLE: Final = frozenset({int, bool, str, tuple, type(None)})


def _fields_of(state: HandState) -> _Fields:
    """Return the names of all fields of a state and what gets their values, made once a class."""
    cls = type(state)
    found = _FIELDS.get(cls)
    if found is None:
        names = tuple(declared.name for declared in fields(state))
        found = _FIELDS[cls] = names, attrgetter(*names)
    return found


_COPIERS: Final[dict[type, Callable[[Any, Any], None]]] = {}


def _copier(cls: type[HandState]) -> Callable[[Any, Any], None]:
    """Return a function that copies every field of one state to another.

    It is written for the class, as `dataclasses` writes ``__init__``: a search copies tens of
    thousands of states, and a loop over the fields takes twice as long.
    """
    lines = ["def copy_fields(one, twin):"]
    for declared in fields(cls):
        value = f"one.{declared.name}"
        if declared.type == list[int]:
            value = f"{value}[:]"
        elif declared.type not in (int, bool):
            value = f"copied({value})"
        lines.append(f"    twin.{declared.name} = {value}")
    known: dict[str, Any] = {"copied": _copied}
    exec("\n".join(lines), known)  # noqa: S102 (nothing in it but names of fields)
    found: Callable[[Any, Any], None] = known["copy_fields"]
    return found


def _copied(value: Any) -> Any:
    if type(value) in _IMMUTABLE:
        return value
    if type(value) is list:
        if not value or type(value[0]) in _IMMUTABLE:
            return value[:]
        return [_copied(item) for item in value]
    copy = getattr(value, "copy", None)
    return value if copy is None else copy()
