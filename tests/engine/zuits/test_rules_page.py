"""The rules page names only tests that exist, and forgets no option and no rule that a finding can
cite."""

import re
from pathlib import Path

from tests.engine.zuits.table import GAME

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PAGE = (ROOT / "docs/rules/zuits.md").read_text()


def test_every_test_named_exists() -> None:
    """Of a file the test that follows its name, and those after it that name none; a star stands
    for any end."""
    named = re.findall(r"(?:(\w+):\s)?`((?:Test|test_)[\w.]+\*?)`", PAGE)
    assert len(named) > 50
    of_file = ""
    for file, name in named:
        of_file = file or of_file
        tests = (HERE / f"test_{of_file}.py").read_text()
        for part in name.split("."):
            wanted = part.removesuffix("*")
            end = "" if part.endswith("*") else r"\b"
            assert re.search(rf"(class|def) {wanted}{end}", tests), (of_file, part)


def test_every_option_is_explained() -> None:
    for option in GAME.options:
        assert f"`{option.key}`" in PAGE


def test_findings_cite_rules_of_the_rulebook() -> None:
    """Every rule key written in the engine is in the rulebook."""
    folder = ROOT / "zarleague/engine/games/zuits"
    cited = {
        key
        for path in folder.glob("*.py")
        for key in re.findall(r'Code\.\w+, "([a-z-]+)"', path.read_text())
    }
    assert len(cited) > 10
    assert cited <= GAME.rules.keys()
