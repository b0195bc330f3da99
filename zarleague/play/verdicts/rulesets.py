"""Rulesets: their stored form, their description in one line, and look-ups by key."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from zarleague.engine.entry import GIVEN_UP, EntryForm, given_up_form
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Preset, Ruleset, overrides


def to_json(ruleset: Ruleset) -> dict[str, Any]:
    """Return the complete ruleset as JSON-able data; the game is stored separately."""
    return {"preset": ruleset.preset, "values": dict(ruleset.values)}


def from_json(game: str, data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that `to_json` serialised. Options added since get their defaults."""
    return _resolved(game, json.dumps(data, sort_keys=True))


@lru_cache(maxsize=256)
def _resolved(game: str, text: str) -> Ruleset:
    data = json.loads(text)
    initial = {option.key: option.initial for option in scored(game).options}
    return Ruleset(game, data["preset"], initial | data["values"])


def text(ruleset: Ruleset) -> str:
    """Return the ruleset in one line, as in the head of a log: preset and differing options."""
    changed = overrides_of(ruleset)
    return " ".join([ruleset.preset, *(f"{key}={value}" for key, value in changed.items())])


def overrides_of(ruleset: Ruleset) -> dict[str, str]:
    """Return the options in which a ruleset differs from its preset."""
    return dict(overrides(ruleset, scored(ruleset.game).options, preset_of(ruleset)))


def preset_of(ruleset: Ruleset) -> Preset:
    return next(one for one in scored(ruleset.game).presets if one.key == ruleset.preset)


def form_by_key(ruleset: Ruleset, key: str) -> EntryForm | None:
    """Return the entry form with that key, None if the game has no such form under the ruleset."""
    forms = scored(ruleset.game).forms(ruleset)
    if key == GIVEN_UP:
        return given_up_form(forms)
    return next((one for one in forms if one.key == key), None)
