"""Check the rows of a file against the constraints of their models before the database does, so
that a refusal names the line and says what is wrong."""

import hashlib
import operator
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
from django.db import models
from django.db.models.constants import LOOKUP_SEP
from django.db.models.expressions import Combinable, CombinedExpression, F, Value

from zarleague.exchange.league_file.columns import WrongValue
from zarleague.exchange.league_file.numbering import NumberFile
from zarleague.exchange.league_file.record import Record

Test = Callable[[Any], bool | None]
"""Tests a row; None if a value that it needs is null, as in SQL."""
Key = tuple[Any, ...]

_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "exact": operator.eq,
    "in": lambda value, among: value in among,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}
_COMBINE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    Combinable.ADD: operator.add,
    Combinable.SUB: operator.sub,
}


def check_row(row: models.Model) -> None:
    """Raise WrongValue if a row breaks a check constraint of its model."""
    for constraint, test, fields in _checks(type(row)):
        if test(row) is False:
            rule = constraint.replace("_", " ").capitalize()
            values = (f"“{field.name}” is {_shown(row, field)}" for field in fields)
            raise WrongValue(f"{rule} ({', '.join(values)}).")


def _shown(row: models.Model, field: Any) -> str:
    value = getattr(row, field.attname)
    return "empty" if value in (None, "") else str(value)[:40]


class Uniqueness:
    """The keys of one kind of record that must not be repeated.

    The keys are kept as numbers of 64 bits in temporary files. Only if two of them are equal, the
    keys themselves are compared, by `repeated`.
    """

    def __init__(self, record: Record) -> None:
        self._rules = _unique(record)
        self._seen = [NumberFile() for _ in self._rules]

    def note(self, row: models.Model) -> None:
        """Store the keys of a row."""
        for (_, key_of), seen in zip(self._rules, self._seen, strict=True):
            if (key := key_of(row)) is not None:
                seen.append(_digest(key))

    def repeated(self, rows: Callable[[], Iterable[tuple[int, models.Model]]]) -> None:
        """Raise Repeated if two of the rows that were noted have the same key. *rows* returns them
        again, with the numbers of their lines."""
        for (names, key_of), seen in zip(self._rules, self._seen, strict=True):
            seen.sort()
            digests = np.frombuffer(seen.view(), dtype=np.int64)
            suspected = set(digests[1:][digests[1:] == digests[:-1]].tolist())
            if not suspected:
                continue
            lines: dict[Key, int] = {}
            for line, row in rows():
                key = key_of(row)
                if key is not None and _digest(key) in suspected:
                    if key in lines:
                        raise Repeated(line, names, lines[key])
                    lines[key] = line


class Repeated(Exception):
    """Raised for a line whose key an earlier line has."""

    def __init__(self, line: int, names: list[str], earlier: int) -> None:
        self.line = line
        what = " and ".join(f"“{name}”" for name in names)
        self.problem = f"{what or 'The whole'} must not be the same as in line {earlier}."
        super().__init__(self.problem)


def _digest(key: Key) -> int:
    digest = hashlib.blake2b(repr(key).encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


@cache
def _checks(model: type[models.Model]) -> list[tuple[str, Test, list[Any]]]:
    """Return the check constraints of a model: name, test, and the fields it reads."""
    found = []
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.CheckConstraint):
            fields: dict[str, Any] = {}
            found.append((constraint.name, _test(model, constraint.condition, fields), fields))
    return [(name, test, list(fields.values())) for name, test, fields in found]


def _unique(record: Record) -> list[tuple[list[str], Callable[[Any], Key | None]]]:
    """Return the keys that are unique among a league's rows of one kind: the names of their
    columns, and a function that returns the key of a row, None for a row without one."""
    options = record.model._meta
    columns = {column.name for column in record.columns}
    wanted: list[tuple[Iterable[str], Any]] = [
        ((field.name,), None) for field in options.local_concrete_fields if field.unique
    ]
    wanted += [
        (constraint.fields, constraint.condition)
        for constraint in options.constraints
        if isinstance(constraint, models.UniqueConstraint)
    ]
    found = []
    for names, condition in wanted:
        fields = [options.get_field(name) for name in names if name != "league"]
        if all(field.name in {*columns, *record.late_fields} for field in fields):
            shown = [field.name.removesuffix("_key") for field in fields]
            holds = _test(record.model, condition, {}) if condition is not None else None
            found.append((shown, _key([field.attname for field in fields], holds)))  # type: ignore[union-attr]
    return found


def _key(attributes: list[str], holds: Test | None) -> Callable[[Any], Key | None]:
    def key_of(row: Any) -> Key | None:
        key = tuple(getattr(row, attribute) for attribute in attributes)
        return None if None in key or (holds is not None and not holds(row)) else key

    return key_of


def _test(model: type[models.Model], condition: Any, fields: dict[str, Any]) -> Test:
    """Return the test of a condition; the fields it reads are added to *fields* by name."""
    tests = [
        _test(model, child, fields)
        if isinstance(child, models.Q)
        else _lookup(model, child[0], child[1], fields)
        for child in condition.children
    ]
    decisive = condition.connector == models.Q.OR
    if not decisive and condition.connector != models.Q.AND:
        raise TypeError(f"{condition} cannot be tested.")

    def test(row: Any) -> bool | None:
        results = [one(row) for one in tests]
        result = decisive if decisive in results else None if None in results else not decisive
        return result if result is None or not condition.negated else not result

    return test


def _lookup(model: type[models.Model], path: str, wanted: Any, fields: dict[str, Any]) -> Test:
    name, _, lookup = path.partition(LOOKUP_SEP)
    value = _value(model, F(name), fields)
    if lookup == "isnull":
        return lambda row: (value(row) is None) is wanted
    compare, other = _COMPARE[lookup or "exact"], _value(model, wanted, fields)

    def test(row: Any) -> bool | None:
        sides = value(row), other(row)
        return None if None in sides else compare(*sides)

    return test


def _value(
    model: type[models.Model], expression: Any, fields: dict[str, Any]
) -> Callable[[Any], Any]:
    match expression:
        case F():
            field: Any = model._meta.get_field(expression.name)  # type: ignore[attr-defined]
            fields[field.name] = field
            return operator.attrgetter(field.attname)
        case CombinedExpression():
            combine = _COMBINE[expression.connector]
            left, right = (_value(model, side, fields) for side in (expression.lhs, expression.rhs))

            def combined(row: Any) -> Any:
                sides = left(row), right(row)
                return None if None in sides else combine(*sides)

            return combined
        case Value():
            return lambda _: expression.value
        case _:
            return lambda _: expression
