"""The ruleset a match is played under, as it is stored with the match."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset, overrides


def to_json(ruleset: Ruleset) -> dict[str, Any]:
    """The complete ruleset as JSON-able data; the game is kept beside it."""
    return {"preset": ruleset.preset, "values": dict(ruleset.values)}


def from_json(game: str, data: Mapping[str, Any]) -> Ruleset:
    """Inverse of `to_json`. An option the game has got since then has its default."""
    return _resolved(game, json.dumps(data, sort_keys=True))


@lru_cache(maxsize=256)
def _resolved(game: str, text: str) -> Ruleset:
    data = json.loads(text)
    initial = {option.key: option.initial for option in find(game).options}
    return Ruleset(game, data["preset"], initial | data["values"])


def text(ruleset: Ruleset) -> str:
    """The ruleset in one line: preset, and what differs from it, as the head of a log has it."""
    game = find(ruleset.game)
    preset = next(preset for preset in game.presets if preset.key == ruleset.preset)
    changed = overrides(ruleset, game.options, preset)
    return " ".join([preset.key, *(f"{key}={value}" for key, value in changed.items())])
