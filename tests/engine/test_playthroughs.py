"""The engine still gives the findings, tables and moves of each recorded play-through."""

from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from tests.engine.playthroughs import COMMAND, recording, recordings

SHOWN = 40
"""Lines of a difference that are shown; `git diff` shows the rest once it is regenerated."""


@pytest.mark.parametrize(
    ("key", "path"), [pytest.param(key, path, id=path.stem) for key, path in recordings()]
)
def test_the_engine_says_what_is_recorded(key: str, path: Path) -> None:
    advice = f"make it with `{COMMAND}`, and read `git diff` before you commit it"
    assert path.exists(), f"{path.name} is missing: {advice}"
    recorded = path.read_text(encoding="utf-8")
    now = recording(key, path)
    if now != recorded:
        lines = unified_diff(recorded.splitlines(), now.splitlines(), "recorded", "now", n=1)
        difference = "\n".join(islice(lines, SHOWN))
        pytest.fail(f"The engine says something else now: {advice}.\n{difference}", pytrace=False)
