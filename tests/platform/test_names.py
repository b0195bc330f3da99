"""Names: class names are unique, and retired words are not used."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from zarleague.background import loading

SOURCE = Path(__file__).parents[2] / "zarleague"
PARALLEL = {"Command", "Rules", "State"}
"""Management commands, and each game's own state and rules, which docs/architecture.md explains."""


@cache
def sources() -> dict[str, ast.Module]:
    """Return the modules by path, without migrations and the generated client."""
    paths = sorted(SOURCE.rglob("*.py"))
    written = {path.relative_to(SOURCE).as_posix(): path for path in paths}
    with loading.no_collections():
        return {
            name: ast.parse(path.read_text("utf-8"))
            for name, path in written.items()
            if "/migrations/" not in name and name != "client/operations.py"
        }


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for name, module in sources().items():
        for node in module.body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert len(places) > 400
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in PARALLEL} == {}
    of_games = [place for name in ("Rules", "State") for place in twice[name]]
    assert [place for place in of_games if not place.startswith("engine/games/")] == []


RETIRED = {
    "adrift",
    "blurred",
    "misbegun",
    "news",
    "once",
    "quiet",
    "silence",
    "silent",
    "stood",
    "told",
    "whole",
}
"""Names that had to be decoded; docs/architecture.md and the docstrings have the words in use."""
PLAIN_IN_COMPOUNDS = {"once", "whole"}
"""Retired as names of their own, plain beside another word: ``at_once``, ``whole_number``."""
PLAIN_IN_PROSE = PLAIN_IN_COMPOUNDS | {"news", "stood", "told"}
"""Retired as names, English in a sentence."""


def defined(module: ast.Module) -> set[str]:
    """Return the names that a module defines: functions, classes, arguments, variables, fields."""
    names = set()
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
    return names


def retired(name: str) -> bool:
    """Return whether a name, or one of the words it is made of, is retired."""
    words = re.findall(r"[a-z]+|[A-Z][a-z]+|[A-Z]+(?![a-z])", name)
    parts = {word.lower() for word in words}
    return bool(parts & (RETIRED if len(words) == 1 else RETIRED - PLAIN_IN_COMPOUNDS))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("_once", True),
        ("at_once", False),
        ("WholeNumber", False),
        ("told_stock", True),
        ("NewsSent", True),
        ("SILENT_SEATS", True),
        ("newest", False),
    ],
)
def test_retired_words_are_found_inside_names(name: str, expected: bool) -> None:
    assert retired(name) is expected


def test_no_retired_name_is_in_use() -> None:
    found = {place: sorted(filter(retired, defined(module))) for place, module in sources().items()}
    assert {place: names for place, names in found.items() if names} == {}
    assert sorted(place for place in sources() if retired(Path(place).stem)) == []


def test_no_retired_word_is_in_docstrings_and_comments() -> None:
    words = re.compile(rf"\b({'|'.join(sorted(RETIRED - PLAIN_IN_PROSE))})\b", re.IGNORECASE)
    found = []
    for place in sources():
        text = (SOURCE / place).read_text("utf-8")
        if not words.search(text):
            continue
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            is_prose = token.type == tokenize.COMMENT or (
                token.type == tokenize.STRING and token.string.startswith('"""')
            )
            if is_prose and words.search(token.string):
                found.append(f"{place}:{token.start[0]}")
    assert found == []
