"""The documentation is right: its logs are legal, its tests and options exist."""

import re
from pathlib import Path

from tests.engine.zar.hands import GAME
from zarleague.engine import Verdict, read, replay, write

ROOT = Path(__file__).parents[3]
TESTS = Path(__file__).parent


def test_logs_in_the_grammar_are_legal():
    text = (ROOT / "docs" / "hand-log.md").read_text()
    logs = re.findall(r"```\n(game .*?)```", text, re.DOTALL)
    assert len(logs) == 5
    for log in map(read, logs):
        assert not log.problems
        assert replay(log).verdict is Verdict.LEGAL
        assert read(write(log)) == log


def test_verbs_of_zar_are_in_the_grammar():
    text = (ROOT / "docs" / "hand-log.md").read_text()
    verbs = text[text.index("## Verbs of Zar") :]
    for verb in GAME.verbs:
        assert verb.words[0] in verbs


def test_rules_page_names_existing_tests_and_every_option():
    text = (ROOT / "docs" / "rules" / "zar.md").read_text()
    paths = (*TESTS.glob("test_*.py"), *(ROOT / "tests" / "play").glob("test_*.py"))
    tests = "".join(path.read_text() for path in paths)
    named = re.findall(r"`(test_\w+)(\*?)`", text)
    assert len(named) > 80
    for name, star in named:
        assert f"def {name}" in tests, name
        assert star or f"def {name}(" in tests, name
    for option in GAME.options:
        assert f"`{option.key}" in text, option.key
