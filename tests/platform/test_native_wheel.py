"""The wheel carries the native build only if that was made of the same source."""

import shutil
from pathlib import Path

import pytest

from tools.native_wheel import is_current

ENGINE = Path("zarleague/engine")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with two modules of the engine, and their complete native build."""
    (tmp_path / ENGINE / "games").mkdir(parents=True)
    (tmp_path / ENGINE / "log.py").write_text("READ = 1\n")
    (tmp_path / ENGINE / "games" / "zar.py").write_text("SUITS = 4\n")
    native = tmp_path / "build" / "native"
    shutil.copytree(tmp_path / ENGINE, native / ENGINE)
    (native / ".compiled").touch()
    return tmp_path


def is_packed(root: Path) -> bool:
    return is_current(root / "build" / "native", root)


def test_a_build_of_this_source(root: Path) -> None:
    assert is_packed(root)


def test_a_source_that_has_changed_since(root: Path) -> None:
    (root / ENGINE / "games" / "zar.py").write_text("SUITS = 5\n")
    assert not is_packed(root)


@pytest.mark.parametrize("package", ["engine/games", "bots"])
def test_a_module_that_has_come_since(root: Path, package: str) -> None:
    folder = root / "zarleague" / package
    folder.mkdir(exist_ok=True)
    (folder / "uno.py").touch()
    assert not is_packed(root)


def test_a_module_that_is_gone(root: Path) -> None:
    (root / ENGINE / "log.py").unlink()
    assert not is_packed(root)


def test_a_compilation_that_was_interrupted(root: Path) -> None:
    (root / "build" / "native" / ".compiled").unlink()
    assert not is_packed(root)


def test_nothing_compiled(tmp_path: Path) -> None:
    assert not is_packed(tmp_path)
