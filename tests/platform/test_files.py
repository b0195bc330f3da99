"""Files around the code: locks, the deployment guide, the benchmarks' runner, the installer."""

import ast
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from benchmarks.__main__ import topics
from tools.mutants import MUTANTS

ROOT = Path(settings.BASE_DIR)
LOCKS = [ROOT / "requirements" / f"{name}.txt" for name in ("run", "s3", "build", "test", "bench")]


def pinned(lock: Path) -> dict[str, str]:
    """Return the version of each package in a lock file."""
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", lock.read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_locks_pin_by_hash_and_name_no_registry(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "index" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > (0 if lock.stem == "build" else 5)
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_the_lock_of_the_scripts_checker_names_no_registry() -> None:
    lock = (ROOT / "package-lock.json").read_text()
    assert "://" not in lock
    packages = json.loads(lock)["packages"]
    assert "node_modules/typescript" in packages
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []


def test_locks_agree_with_each_other_and_with_the_project() -> None:
    run, s3, build, test, bench = (pinned(lock) for lock in LOCKS)
    assert run.items() <= s3.items() <= test.items() <= bench.items()
    assert build.items() <= test.items()
    assert run.keys().isdisjoint(build)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    for wanted, lock in (
        (project["project"]["dependencies"], run),
        (project["project"]["optional-dependencies"]["s3"], s3),
        (groups["build"], build),
        (groups["test"], test),
        (groups["bench"], bench),
    ):
        assert _names(wanted) <= set(lock)


def _names(wanted: list[Any]) -> set[str]:
    """Return the packages that requirements name; other groups they include are left out."""
    return {re.split(r"[\[<>=;! ]", one)[0] for one in wanted if isinstance(one, str)}


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = (ROOT / "docs" / "dependencies.md").read_text()
    rows = re.findall(r"^\| ([a-z0-9-]+(?:, [a-z0-9-]+)*) \|", page, re.M)
    described = {name for row in rows for name in row.split(", ")} - {"package"}
    assert described == _names(project["dependencies"])
    assert "**minio**" in page


def test_every_variable_is_described() -> None:
    package = ROOT / "zarleague"
    read_in = [package / name for name in ("__main__.py", "serving/server.py")]
    read_in += sorted((package / "settings").glob("*.py"))
    source = "".join(path.read_text() for path in read_in)
    read = set(re.findall(r"""(?:env\.\w+|environ\.get|number|_store)\(\s*"([A-Z_]+)\"""", source))
    described = re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "deploy.md").read_text(), re.M)
    assert len(read) > 15
    assert sorted(described) == sorted(read)


@pytest.mark.parametrize("topic", topics())
def test_every_benchmark_finds_what_it_measures(topic: str) -> None:
    try:
        module = importlib.import_module(f"benchmarks.bench_{topic}")
    except ModuleNotFoundError as error:  # what it is measured against is installed by `make bench`
        if error.name not in {"chess", "rlcard"}:
            raise
    else:
        assert callable(module.figures)


def test_benchmarks_are_found_by_topic() -> None:
    files = {path.stem.removeprefix("bench_") for path in (ROOT / "benchmarks").glob("bench_*.py")}
    assert set(topics()) == files
    command = [sys.executable, "-m", "benchmarks", "no such topic"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no figures for no such topic" in done.stderr


def install(folder: Path, lock: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Install ``lock`` into ``folder/venv`` with the project's installer."""
    command = [str(ROOT / "tools" / "install"), str(folder / "venv"), str(lock)]
    return subprocess.run(
        [*command, str(folder / "venv" / ".stamp")],
        env={"PATH": os.environ["PATH"]} | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_half_made_environment_is_made_again_and_what_is_not_installed_leaves_no_stamp(
    tmp_path: Path,
) -> None:
    lock, stamp = tmp_path / "lock.txt", tmp_path / "venv" / ".stamp"
    half = tmp_path / "venv" / "bin"
    half.mkdir(parents=True)
    (half / "python").write_text("#!/bin/sh\nexit 1\n")
    lock.write_text("no-such-package==1\n")  # and without a hash
    done = install(tmp_path, lock, PYTHON=sys.executable)
    assert done.returncode != 0
    assert "Making a virtual environment" in done.stderr
    assert not stamp.exists()
    lock.write_text("# nothing\n")
    done = install(tmp_path, lock)
    assert done.returncode == 0, done.stderr
    assert "Making a virtual environment" not in done.stderr
    assert stamp.exists()


def test_an_old_python_is_refused_by_name(tmp_path: Path) -> None:
    old = tmp_path / "python3.8"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = install(tmp_path, LOCKS[0], PYTHON=str(old))
    assert done.returncode != 0
    assert "is not Python 3.11 or later" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_what_the_site_imports_is_installed_with_it() -> None:
    """Where tests run the packages of tests are there, too, so nothing else would tell."""
    imported: set[str] = set()
    for path in (ROOT / "zarleague").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.partition(".")[0])
    installed = pinned(LOCKS[0]).keys() | pinned(LOCKS[1]).keys()
    packages = packages_distributions()
    missing = {
        module
        for module in imported - set(sys.stdlib_module_names) - {"zarleague"}
        if installed.isdisjoint(re.sub(r"[-_.]+", "-", name).lower() for name in packages[module])
    }
    assert missing == set()


def test_every_mutant_finds_the_code_it_changes() -> None:
    found = [one.file for one in MUTANTS if (ROOT / one.file).read_text().count(one.old) != 1]
    assert not found
