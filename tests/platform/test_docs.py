"""Names in the documentation exist: dotted names, paths, make targets, links, variables."""

import importlib
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FOLDERS = ("docs", "static", "templates", "tests", "tools", "zarleague", "benchmarks")
SUFFIXES = r"(?:py|md|js|html|css|svg|po|toml|txt|typ|json|png|csv)"
PACKAGES = "api|bots|engine|exchange|leagues|live|play|reports|standings|web"

SHORT = re.compile(rf"(?:{PACKAGES})(?:\.(?!js\b)[A-Za-z_]\w*)+")
"""A dotted name as the documentation shortens it: ``play.locks``."""
BUILT_IN = {"read", "write"}
SOURCES = "".join(
    path.read_text("utf-8")
    for folder in ("zarleague", "templates", "static/js")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in {".py", ".html", ".js"}
)


def code(text: str) -> list[str]:
    """Return what stands between backticks, blocks apart."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.M))


def exists(name: str) -> bool:
    """Return whether a path names something of the project, from its root or a known folder."""
    name = name.rstrip("/")
    if "<" in name or "*" in name:
        pattern = re.sub(r"<[^>]+>", "*", name)
        return any(True for start in places() for _ in start.glob(pattern))
    return any((start / name).exists() for start in places())


@cache
def defined() -> set[str]:
    """Return the names of the functions and macros of the sources."""
    return set(re.findall(r"(?:def|macro|function) (\w+)", SOURCES))


@cache
def files() -> set[str]:
    """Return the names of the files of the project, without their folders."""
    return {each.name for folder in FOLDERS for each in (ROOT / folder).rglob("*")}


def places() -> list[Path]:
    """Return the folders that paths in the documentation start from."""
    return [ROOT, ROOT / "zarleague", ROOT / "static", ROOT / "templates", ROOT / "tests"]


def resolves(dotted: str) -> bool:
    """Return whether a dotted name below zarleague is a module, or something in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            if not hasattr(found, attribute):
                return False
            found = getattr(found, attribute)
        return True
    return False


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.relative_to(ROOT).as_posix())
class TestDocument:
    def test_dotted_names_exist(self, path: Path) -> None:
        text = path.read_text("utf-8")
        names = re.findall(r"\bzarleague(?:\.[A-Za-z_]\w*)+", text)
        names += [f"zarleague.{word}" for word in code(text) if SHORT.fullmatch(word)]
        written = [name for name in names if not name.endswith((".sqlite3", ".example"))]
        assert [name for name in written if not resolves(name)] == []

    def test_no_merge_is_unfinished(self, path: Path) -> None:
        assert not re.search(r"^(?:<{7}|>{7}) ", path.read_text("utf-8"), re.MULTILINE)

    def test_functions_exist(self, path: Path) -> None:
        called = {
            match[1]
            for word in code(path.read_text("utf-8"))
            if (match := re.fullmatch(r"\.?([a-z_]\w+)\([^)]*\)", word))
        }
        assert sorted(called - defined() - BUILT_IN) == []

    def test_paths_exist(self, path: Path) -> None:
        missing = []
        for word in code(path.read_text("utf-8")):
            is_file = re.fullmatch(rf"[\w./<>*-]+/[\w.<>*-]+\.{SUFFIXES}", word)
            is_folder = re.fullmatch(r"[\w./<>*-]+/", word) and word.split("/")[0] in FOLDERS
            if (is_file or is_folder) and not word.startswith("/") and not exists(word):
                missing.append(word)
        assert missing == []

    def test_names_of_files_exist(self, path: Path) -> None:
        words = code(path.read_text("utf-8"))
        named = [word for word in words if re.fullmatch(r"[\w-]+\.(?:py|js|html|css)", word)]
        assert [name for name in named if name not in files()] == []

    def test_make_targets_exist(self, path: Path) -> None:
        makefile = (ROOT / "Makefile").read_text()
        targets = set(re.findall(r"^([\w-]+):", makefile, re.M))
        text = path.read_text("utf-8")
        named = re.findall(r"(?:^|`|[A-Z]=\S+ )make ([a-z][\w-]*)", text, re.M)
        assert [name for name in named if name not in targets] == []

    def test_links_lead_somewhere(self, path: Path) -> None:
        text = path.read_text("utf-8")
        links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) + re.findall(r'src="([^"]+)"', text)
        local = [link for link in links if "://" not in link]
        assert [link for link in local if not (path.parent / link).exists()] == []
        for anchor in re.findall(r"\]\(#([^)]+)\)", text):
            heads = [re.sub(r"[^\w -]", "", head) for head in re.findall(r"^#+ (.+)$", text, re.M)]
            assert anchor in {head.lower().replace(" ", "-") for head in heads}

    def test_signatures_are_not_copied(self, path: Path) -> None:
        text = path.read_text("utf-8")
        copied = re.findall(r"`[a-z_]\w*\([^`]*(?:\*,|: \w+,)[^`]*\)`", text)
        assert copied == []


def test_paths_in_comments_of_scripts_exist() -> None:
    missing = []
    for script in (ROOT / "static" / "js").rglob("*.js"):
        named = re.findall(r"\b((?:zarleague|templates|static)/[\w/.-]+\.\w+)", script.read_text())
        missing += [f"{script.name}: {name}" for name in named if not (ROOT / name).exists()]
    assert missing == []


def test_commands_exist() -> None:
    commands = {
        path.stem for path in (ROOT / "zarleague").glob("*/management/commands/[a-z]*.py")
    } | {"migrate", "collectstatic", "shell", "createsuperuser", "check", "changepassword"}
    commands |= {"dumpdata", "loaddata"}
    for path in DOCS:
        named = re.findall(r"manage\.py (\w+)", path.read_text("utf-8"))
        assert set(named) <= commands, path


def test_periodic_tasks_exist() -> None:
    text = (ROOT / "docs" / "reports.md").read_text("utf-8")
    table = text.partition("| Celery beat runs |")[2].partition("\n\n")[0]
    named = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    run = {one["task"].rpartition(".")[2] for one in settings.CELERY_BEAT_SCHEDULE.values()}
    assert len(named) > 3
    assert named <= run
