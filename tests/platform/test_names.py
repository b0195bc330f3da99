"""Names: no two classes of one name, and none of the words that were given up."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "zarleague"
PARALLEL = {"Command", "Rules", "State"}
"""Management commands, and each game's own state and rules, which docs/architecture.md explains."""


def sources() -> dict[str, ast.Module]:
    """Return the modules by path, without migrations and the generated client."""
    paths = sorted(SOURCE.rglob("*.py"))
    written = {path.relative_to(SOURCE).as_posix(): path for path in paths}
    return {
        name: ast.parse(path.read_text("utf-8"))
        for name, path in written.items()
        if "/migrations/" not in name and name != "client/operations.py"
    }


MODULES = sources()


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for name, module in MODULES.items():
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
    return {name.strip("_").lower() for name in names}


def test_no_retired_name_is_in_use() -> None:
    found = {place: sorted(defined(module) & RETIRED) for place, module in MODULES.items()}
    assert {place: names for place, names in found.items() if names} == {}
    files = {Path(place).stem for place in MODULES}
    assert files & RETIRED == set()
