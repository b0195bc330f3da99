"""``make wheel``: what pip installs serves the league, far from the source."""

import hashlib
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from tests import migrated
from tests.platform.test_run import league
from zarleague import __version__

pytestmark = pytest.mark.long
ROOT = Path(settings.BASE_DIR)
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, with the hatchling that is installed for the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", ROOT]
    subprocess.run([*PIP, *build], check=True)
    [wheel] = folder.glob("zarleague-*.whl")
    return wheel


@pytest.fixture(scope="module")
def commands(wheel: Path) -> Path:
    """Install the wheel into an empty environment; return the folder of its commands.

    Its dependencies are those installed for the tests, since downloading them takes a minute.
    """
    folder = wheel.parent
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run(
        [*PIP, f"--python={python}", "install", "--no-deps", "--no-compile", wheel], check=True
    )
    [packages] = (folder / "venv").glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python.parent


def test_the_installed_command_serves_and_takes_a_hand(commands: Path, tmp_path: Path) -> None:
    migrated.sqlite(tmp_path / "zarleague.sqlite3")
    with league(tmp_path, [str(commands / "zarleague")]) as running, running.visitor() as client:
        running.sign_in(client)

        def post(address: str, **what: object) -> dict[str, object]:
            token = client.cookies["csrftoken"]
            headers = {"X-CSRFToken": token, "Idempotency-Key": f"for {address}"}
            answer = client.post(f"/api/v1/{address}", json=what, headers=headers)
            assert answer.status_code == 201, answer.text
            return answer.json()

        match = post("leagues/crooked-crab/matches/", players=["Una", "Vic"], game="zar")
        sheets = [{}, {"points": 3}]
        post(f"matches/{match['id']}/hands/", form="totals", winner=0, number=1, sheets=sheets)
        totals = client.get(f"/api/v1/matches/{match['id']}/").json()["totals"]
        assert {total["name"]: total["points"] for total in totals} == {"Una": 0, "Vic": 3}

        page = client.get("/", headers={"Accept-Language": "de"})
        assert '<html lang="de"' in page.text
        assert client.get("/sw.js").status_code == 200


def test_nothing_is_in_it_twice(wheel: Path) -> None:
    """Static files are there as they are served: under a name with a hash, and compressed;
    translations are compiled."""
    with zipfile.ZipFile(wheel) as opened:
        contents = {name: opened.read(name) for name in opened.namelist()}
    seen: dict[str, str] = {}
    for name, content in contents.items():
        digest = hashlib.sha256(content).hexdigest()
        is_ours = "/static/admin/" not in name  # Django's has a licence twice
        assert not (is_ours and content and digest in seen), (name, seen[digest])
        seen[digest] = name
    catalogues = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("locale/*/*/django.mo")}
    assert {name for name in contents if "/locale/" in name} == {
        f"zarleague/files/{name}" for name in catalogues
    }
    folders = {name.split("/")[2] for name in contents if name.startswith("zarleague/files/")}
    assert folders == {"build", "locale", "templates"}


def test_its_management_commands_are_there(commands: Path, tmp_path: Path) -> None:
    def run(*words: str) -> str:
        return subprocess.run(
            [commands / "zarleague", *words],
            env={"DATA_DIR": str(tmp_path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    assert run("--version") == f"zarleague {__version__}\n"
    migrated.sqlite(tmp_path / "zarleague.sqlite3")
    assert run("rebuild", "--check") == ""
