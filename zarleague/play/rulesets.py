"""Rulesets: as they are stored with a match, in one line, and what they name by a key."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from zarleague.engine.entry import EntryForm
from zarleague.engine.games import find
from zarleague.engine.ruleset import Preset, Ruleset, overrides


def to_json(ruleset: Ruleset) -> dict[str, Any]:
    """Return the complete ruleset as JSON-able data; the game is kept beside it."""
    return {"preset": ruleset.preset, "values": dict(ruleset.values)}


def from_json(game: str, data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of `to_json`. An option the game has got since then has its default."""
    return _resolved(game, json.dumps(data, sort_keys=True))


@lru_cache(maxsize=256)
def _resolved(game: str, text: str) -> Ruleset:
    data = json.loads(text)
    initial = {option.key: option.initial for option in find(game).options}
    return Ruleset(game, data["preset"], initial | data["values"])


def text(ruleset: Ruleset) -> str:
    """Return the ruleset in one line, as the head of a log has it: preset, and what differs."""
    changed = overrides_of(ruleset)
    return " ".join([ruleset.preset, *(f"{key}={value}" for key, value in changed.items())])


def overrides_of(ruleset: Ruleset) -> dict[str, str]:
    """Return the options in which a ruleset differs from its preset."""
    return dict(overrides(ruleset, find(ruleset.game).options, preset_of(ruleset)))


def preset_of(ruleset: Ruleset) -> Preset:
    """Return the preset a ruleset is based on."""
    return next(one for one in find(ruleset.game).presets if one.key == ruleset.preset)


def form_by_key(ruleset: Ruleset, key: str) -> EntryForm | None:
    """Return the entry form of that key, None if the game has none of it under the ruleset."""
    return next((one for one in find(ruleset.game).forms(ruleset) if one.key == key), None)
