"""The published JSON Schema of a league's file, generated from the declaration of its records."""

from typing import Any

from zarleague.exchange.league_file.records import RECORDS
from zarleague.exchange.league_file.writing import FORMAT, VERSION

_LINE = {"type": "integer", "minimum": 1}
_INTEGER = {"type": "integer"}
_PERHAPS = {"anyOf": [_INTEGER, {"type": "null"}]}
_CHECKS: dict[str, dict[str, Any]] = {
    "standings": {
        "season": _LINE,
        "rank": _PERHAPS,
        "player": _LINE,
        "metric": {
            "anyOf": [{"type": "string", "pattern": r"^-?\d+(/\d+)?$"}, {"type": "null"}],
            "description": "What the table ranks by, as an exact fraction",
        },
        "hands": _INTEGER,
        "wins": _INTEGER,
        "points": _INTEGER,
        "penalty": _INTEGER,
    },
    "ratings": {
        "game": {"type": "string"},
        "player": _LINE,
        "group": _INTEGER,
        "rank": _INTEGER,
        "rating": {"type": "number"},
        "hands": _INTEGER,
    },
    "verdicts": {
        "version": _LINE,
        "judged": {"type": "boolean", "description": "Whether the log can be judged at all"},
        "verdicts": {
            "type": "string",
            "pattern": "^[012]*$",
            "description": "Of each event: 0 legal, 1 unknowable, 2 illegal",
        },
        "points": {"type": "array", "items": _PERHAPS},
        "over": {"type": "boolean"},
    },
}
_OPTIONAL = {"verdicts", "points", "over"}


def schema() -> dict[str, Any]:
    """Return the JSON Schemas of the manifest and of one line of each member, by name."""
    members: dict[str, Any] = {}
    for record in RECORDS:
        described = record.schema()
        described.pop("$schema")
        members[record.name] = described
    for name, fields in _CHECKS.items():
        members[name] = {
            "title": name,
            "description": "Derived; compared with what an import works out.",
            "type": "object",
            "properties": fields,
            "required": [field for field in fields if field not in _OPTIONAL],
            "additionalProperties": False,
        }
    manifest = {
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "version": {"type": "integer", "minimum": 1, "maximum": VERSION},
            "address": {
                "type": "string",
                "description": "The league's address where it was exported, which it keeps on "
                "another site if nobody has it there",
            },
            "records": {
                "type": "object",
                "description": "The number of lines of each member, by its name without .jsonl",
                "propertyNames": {"enum": sorted(members)},
                "additionalProperties": {"type": "integer", "minimum": 0},
            },
        },
        "required": ["format", "version", "records"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A league as a file of zarleague: manifest.json, and each line of each member",
        "$defs": {"manifest": manifest, **members},
    }
