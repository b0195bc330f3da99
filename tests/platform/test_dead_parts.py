"""Nothing is unused: macros, imports, icons, classes, exports, static files."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"


def read(folder: Path, *suffixes: str) -> dict[Path, str]:
    """Return the text of each file below a folder."""
    return {path: path.read_text("utf-8") for suffix in suffixes for path in folder.rglob(suffix)}


TEMPLATES = read(ROOT / "templates", "*.html", "*.svg", "*.typ")
SHEETS = read(STATIC / "css", "*.css")
SCRIPTS = read(STATIC / "js", "*.js")
MODULES = read(ROOT / "zarleague", "*.py")
PAGES = {path: text for path, text in TEMPLATES.items() if path.name != "styleguide.html"}
"""The style guide shows what the pages use, so that what only it shows is used by nobody."""


def words(*groups: dict[Path, str]) -> set[str]:
    """Return every word of the texts; a hyphen is part of a word."""
    return {
        word
        for group in groups
        for text in group.values()
        for word in re.findall(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*-?", text)
    }


def test_every_macro_is_called_by_a_page() -> None:
    source = "\n".join(PAGES.values())
    defined = re.findall(r"\{%-? macro (\w+)", source)
    called = set(re.findall(r"(?<!macro )\b(\w+)\(", source))
    renamed = dict(re.findall(r"(\w+) as (\w+)", source))
    assert len(defined) > 30
    assert [name for name in defined if not {name, renamed.get(name)} & called] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_every_imported_macro_is_called(path: Path) -> None:
    imports = re.findall(r'\{% from "[^"]+" import ([^%]*)%\}', TEMPLATES[path])
    lists = [line.removesuffix("with context ") for line in imports]
    names = [name.split(" as ")[-1].strip() for line in lists for name in line.split(",")]
    rest = re.sub(r'\{% from "[^"]+" import [^%]*%\}', "", TEMPLATES[path])
    assert [name for name in names if not re.search(rf"\b{name}\(", rest)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_template_is_rendered_or_included(path: Path) -> None:
    name = path.relative_to(ROOT / "templates").as_posix()
    users = {**MODULES, **TEMPLATES}
    assert any(f'"{name}"' in text or path.name in text for text in users.values())


def test_every_icon_is_shown() -> None:
    icons = re.findall(r'id="([\w-]+)"', (STATIC / "icons" / "ui.svg").read_text())
    assert len(icons) > 20
    shown = set(re.findall(r"[\"'#]([\w-]+)[\"']", "".join([*PAGES.values(), *MODULES.values()])))
    assert sorted(set(icons) - shown) == []


def test_every_class_is_given_to_something() -> None:
    styles = re.sub(r"/\*.*?\*/", "", "\n".join(SHEETS.values()), flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-zA-Z_][\w-]*)", styles))
    given = words(PAGES, SCRIPTS, MODULES)
    # `place-{{ n }}` gives every class that begins with it.
    begun = tuple(word for word in words(PAGES) if word.endswith("-"))
    assert len(classes) > 200
    assert sorted(name for name in classes - given if not name.startswith(begun)) == []


def test_every_export_is_imported_or_tested() -> None:
    tests = "".join(read(ROOT / "tests" / "browser", "*.py").values())
    unused = []
    for path, text in SCRIPTS.items():
        others = "".join(other for name, other in SCRIPTS.items() if name != path) + tests
        exported = re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", text, re.M)
        unused += [name for name in exported if not re.search(rf"\b{name}\b", others)]
    assert unused == []


def test_every_static_file_is_used() -> None:
    users = "".join([*TEMPLATES.values(), *MODULES.values(), *SHEETS.values(), *SCRIPTS.values()])
    beside_the_font = {"OFL.txt", "README.md"}
    unused = []
    for path in STATIC.rglob("*"):
        name = path.relative_to(STATIC).as_posix()
        # Found by the key of a game, by their folder, or by their size.
        found_by_key = path.parent in {STATIC / "js" / "games", STATIC / "css"}
        found_by_key |= path.name.startswith("app-")
        if path.is_dir() or found_by_key or path.name in beside_the_font:
            continue
        if path.name not in users and path.stem.removesuffix("-dark") not in users:
            unused.append(name)
    assert unused == []
