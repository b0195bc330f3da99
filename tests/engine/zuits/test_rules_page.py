"""The rules page names only tests that exist, and forgets no option and no rule that a finding can
cite."""

import re
from pathlib import Path

from tests.engine.rules_page import ROOT, check_named_tests_exist, page_of
from tests.engine.zuits.table import GAME

HERE = Path(__file__).parent
PAGE = page_of("zuits")


def test_every_test_named_exists() -> None:
    check_named_tests_exist("zuits", HERE)


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
