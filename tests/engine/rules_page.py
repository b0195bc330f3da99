"""The tests and options that a page of docs/rules names."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def page_of(game: str) -> str:
    """Return the rules page of a game."""
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text()


def check_named_tests_exist(game: str, folder: Path) -> None:
    """Check that every test a page names exists: of a file of *folder*, or of a path from the root,
    the test that follows its name, and those after it that name none; a star stands for any end."""
    named = re.findall(r"(?:`?([\w/.]+)`?:\s)?`((?:Test|test_)[\w.]+\*?)`", page_of(game))
    assert len(named) > 50
    of_file = ""
    for file, name in named:
        of_file = file or of_file
        if name.endswith(".py"):
            continue
        path = ROOT / of_file if "/" in of_file else folder / f"test_{of_file}.py"
        tests = path.read_text()
        for part in name.split("."):
            wanted = part.removesuffix("*")
            end = "" if part.endswith("*") else r"\b"
            assert re.search(rf"(class|def) {wanted}{end}", tests), (of_file, part)
