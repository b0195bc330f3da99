"""The rules page names only tests, hands and options that exist, and forgets no option and no rule
that a finding can cite."""

import re
from pathlib import Path

from zarleague.engine.games.uno import GAME

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs/rules/uno.md").read_text()
PLAY = HERE.parents[1] / "play"
TESTS = "\n".join(p.read_text() for folder in (HERE, PLAY) for p in folder.glob("test_*.py"))


def test_every_test_named_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 20
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_hand_is_named_and_exists() -> None:
    cells = [row.split("|")[-2] for row in PAGE.splitlines() if row.startswith("| ")]
    named = {number for cell in cells for number in re.findall(r"(?<![`\d])\d\d(?!\d)", cell)}
    assert named == {path.name[:2] for path in HERE.glob("hands/*.txt")}


def test_every_option_is_explained() -> None:
    for option in GAME.options:
        assert f"`{option.key}`" in PAGE


def test_findings_cite_rules_of_the_rulebook() -> None:
    """Every rule key written in the engine is in the rulebook."""
    folder = HERE.parents[2] / "zarleague/engine/games/uno"
    cited = {
        key
        for path in folder.glob("*.py")
        for key in re.findall(r'Code\.\w+, "([a-z-]+)"', path.read_text())
    }
    assert cited <= GAME.rules.keys()
