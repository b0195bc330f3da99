"""Definitions as plain data and as the text of a small file; `reading` reads both."""

import json
from collections.abc import Iterator
from typing import Any, Final

from zarleague.engine.declared.definition import (
    Asked,
    AskedNumber,
    Bid,
    Closer,
    Definition,
    Formula,
    Sweep,
    Ties,
    Times,
)

FORMAT: Final = "zarleague-game"
VERSION: Final = 1
MADE: Final = ("fixed", "bid", "trick", "over")
MISSED: Final = ("fixed", "bid", "trick", "off")
"""The points of a bid that was made, and of one that was missed."""


def to_text(definition: Definition) -> str:
    """Return a definition as text; `reading.read_text` makes the same one again."""
    return json.dumps(
        to_data(definition), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


def to_data(definition: Definition) -> dict[str, Any]:
    """Return a definition as plain data, without what it leaves at its default."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": definition.name,
        "players": list(definition.players),
        "wins": "low" if definition.low_wins else "high",
    }
    optional: dict[str, Any] = {
        "about": definition.about,
        "source": definition.source,
        "fields": [_field_data(field) for field in definition.fields],
        "rules": [_formula_data(formula) for formula in definition.formulas],
        "hands": definition.hands,
        "limit": definition.limit,
    }
    data |= {key: value for key, value in optional.items() if value}
    if not definition.fields:
        data["points"] = list(definition.points)
    if definition.out is not None:
        data["out"] = {"bonus": definition.out.bonus, "collects": definition.out.collects}
    if definition.total is not None:
        data["total"] = definition.total
    if definition.ties is not Ties.SHARED:
        data["ties"] = str(definition.ties)
    if definition.unit != 1:
        data["unit"] = definition.unit
    return data


def _field_data(field: AskedNumber) -> dict[str, Any]:
    data: dict[str, Any] = {"key": field.key, "label": field.label, "asked": str(field.asked)}
    if field.asked is not Asked.TICK:
        data |= {"least": field.least, "most": field.most}
    data |= {"table": list(field.table)} if field.table else {"each": field.each}
    if field.sum is not None:
        data["sum"] = list(field.sum)
    if field.always:
        data["always"] = True
    return data


def _formula_data(formula: Formula) -> dict[str, Any]:
    match formula:
        case Bid(made=made, missed=missed):
            data: dict[str, Any] = {
                "kind": "bid",
                "bid": formula.bid,
                "tricks": formula.tricks,
                "exact": formula.exact,
                "made": {key: n for key in MADE if (n := getattr(made, key))},
                "missed": {key: n for key in MISSED if (n := getattr(missed, key))},
            }
            return data | ({"nothing": list(formula.nothing)} if formula.nothing else {})
        case Times():
            by = {"factor": formula.factor} if formula.factor else {}
            return {"kind": "times", "field": formula.field, **by}
        case Closer():
            return {"kind": "closer", "field": formula.field, "factor": formula.factor}
        case Sweep():
            return {
                "kind": "sweep",
                "takes": formula.takes,
                "sweeper": formula.sweeper,
                "others": formula.others,
            }


def differences(before: Definition, after: Definition) -> list[tuple[str, Any, Any]]:
    """Return what differs: where it stands in the data, boxes by their keys and rules by their
    position ("fields.f1.each", "rules.0.factor"), and its values; None for none."""
    old, new = (dict(_leaves("", to_data(each))) for each in (before, after))
    paths = sorted(old.keys() | new.keys())
    return [
        (path, old.get(path), new.get(path)) for path in paths if old.get(path) != new.get(path)
    ]


def _leaves(path: str, data: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values of plain data by where they stand; lists of numbers are one value."""
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        inner = [(str(row.get("key", at)), row) for at, row in enumerate(data)]
    else:
        yield path, data
        return
    for name, value in inner:
        yield from _leaves(f"{path}.{name}" if path else name, value)
