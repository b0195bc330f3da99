"""``make run``, short of the installation: the whole league in one process."""

import errno
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.waiting import until
from zarleague import __main__ as embedded
from zarleague.serving import server
from zarleague.storage import private_files

PATIENCE = 180
"""Seconds that a busy machine may take."""


@dataclass(frozen=True)
class Running:
    """A league that is being served, and what it printed when it started."""

    process: subprocess.Popen[str]
    banner: str

    @property
    def address(self) -> str:
        """Return the address in the banner."""
        return self._search(r"http://\S+")

    @property
    def password(self) -> str:
        """Return the demo organiser's password in the banner."""
        return self._search(r"(?<=with the password )[\w-]+")

    def _search(self, pattern: str) -> str:
        found = re.search(pattern, self.banner)
        assert found, self.banner
        return found[0]

    def visitor(self) -> httpx.Client:
        """Return a client that keeps its cookies."""
        return httpx.Client(
            base_url=self.address,
            timeout=PATIENCE,
            verify=False,  # noqa: S501 (no TLS here)
        )

    def sign_in(self, client: httpx.Client) -> httpx.Response:
        """Send the login in the banner through the form of the site."""
        address = reverse("account_login")
        client.get(address)
        token = client.cookies["csrftoken"]
        form = {"username": "demo", "password": self.password, "csrfmiddlewaretoken": token}
        return client.post(address, data=form)


@contextmanager
def league(
    data: Path, command: Sequence[str] = (sys.executable, "-m", "zarleague"), **variables: str
) -> Iterator[Running]:
    """Serve the league whose data is in the folder ``data``, on any free port."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PORT": "0"} | variables
    environment["PYTHONUNBUFFERED"] = "1"
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield Running(process, _banner(process))
    finally:
        process.kill()
        process.wait()


def _banner(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    printed = ""
    for line in process.stdout:
        printed += line
        if "Ctrl-C" in line:
            return printed
    pytest.fail(f"The league does not start: {printed}")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of a league whose first start was killed while it loaded the demo
    league. The second made that good, and was killed, too."""
    folder = tmp_path_factory.mktemp("league") / "made by the site"
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "PORT": "0"}
    command = [sys.executable, "-u", "-m", "zarleague"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert "Loading the demo league" in process.stdout.readline()
        process.kill()
    with league(folder) as second:
        assert "Loading the demo league" in second.banner
        (folder.parent / "the first password").write_text(second.password)
    return folder


@pytest.fixture(scope="module")
def running(data: Path) -> Iterator[Running]:
    """Serve that league again. Asked to, it stops."""
    with league(data) as again:
        yield again
        again.process.send_signal(signal.SIGINT)
        assert again.process.wait(PATIENCE) == 0


def test_the_printed_login_opens_the_demo_league(running: Running) -> None:
    with running.visitor() as client:
        assert client.get("/").status_code == 200
        answer = running.sign_in(client)
        assert answer.status_code == 302
        assert "sessionid" in client.cookies
        assert client.get("/", follow_redirects=True).status_code == 200


def test_nobody_else_reads_the_data(data: Path) -> None:
    made = {path.name: path.stat().st_mode & 0o777 for path in (data, *data.iterdir())}
    assert made.pop(data.name) == 0o700
    assert {"zarleague.sqlite3", "secret_key", "demo_password", "reserve"} <= made.keys()
    assert set(made.values()) == {0o600}


def test_what_an_earlier_version_let_others_read_is_taken_from_them(tmp_path: Path) -> None:
    (tmp_path / "zarleague.sqlite3").touch(0o644)
    tmp_path.chmod(0o755)
    private_files.make_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "zarleague.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_folder_of_everybody_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "another's").touch(0o644)
    tmp_path.chmod(0o1777)
    private_files.make_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "another's").stat().st_mode & 0o777 == 0o644


def test_the_next_start_keeps_the_data_and_loads_nothing(data: Path, running: Running) -> None:
    assert "Loading" not in running.banner
    assert running.password == (data.parent / "the first password").read_text()


def test_seasons_that_ended_while_it_was_off_are_reported_soon(running: Running) -> None:
    with running.visitor() as client:
        running.sign_in(client)
        page = reverse("season-report", args=["crooked-crab", 1, 1])
        until(lambda: client.get(page).status_code == 200, "a report is made", pause=0.2)


def test_two_processes_never_use_one_folder(
    data: Path, running: Running, settings: LazySettings
) -> None:
    said = f"already runs on the data in {data}, as process {running.process.pid}."
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PORT": "0"}
    command = [sys.executable, "-m", "zarleague"]
    second = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert second.returncode == 1
    assert said in second.stderr
    settings.DATA_DIR, settings.REDIS_URL = data, ""
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("restore", "any.zip", replace=True)


def test_static_files_are_compressed_and_kept_by_the_browser(running: Running) -> None:
    with running.visitor() as client:
        page = client.get("/")
        [sheet, *_] = re.findall(r'href="(/static/[^"]+\.css)"', page.text)
        answer = client.get(sheet)
        assert answer.headers["content-encoding"] in {"gzip", "br"}
        assert "immutable" in answer.headers["cache-control"]


def test_a_taken_port_is_one_clear_line(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PORT": str(port)}
        command = [sys.executable, "-m", "zarleague"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert f"Port {port} is taken" in line
    assert f"PORT={port + 1}" in line


@pytest.mark.parametrize(
    ("host", "family", "address"),
    [("127.0.0.1", socket.AF_INET, "127.0.0.1"), ("::1", socket.AF_INET6, "[::1]")],
)
def test_a_host_is_an_address_of_either_kind(
    monkeypatch: pytest.MonkeyPatch, host: str, family: socket.AddressFamily, address: str
) -> None:
    """Asked of the socket module, since not every machine has IPv6."""
    asked: list[socket.AddressFamily] = []

    def refuse(where: tuple[str, int], *, family: socket.AddressFamily, backlog: int) -> None:
        asked.append(family)
        raise OSError(errno.EADDRINUSE, "in use")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(SystemExit, match=re.escape(f"open http://{address}:8000;")):
        embedded.listen(host, 8000)
    assert asked == [family]


STARTS = {
    "one process": ["zarleague"],
    "web": ["zarleague.serving.server"],
    "worker": ["celery", "-A", "zarleague.background", "worker"],
}


@pytest.mark.parametrize("words", STARTS.values(), ids=STARTS)
def test_a_wrong_setting_is_one_line_that_names_it(data: Path, words: Sequence[str]) -> None:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PORT": "0"}
    environment["API_PER_TOKEN"] = "many"
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert "API_PER_TOKEN" in line


@pytest.mark.parametrize(("text", "is_one"), [("1", True), ("4", True), ("0", False), ("x", False)])
def test_a_number_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, text: str, is_one: bool
) -> None:
    monkeypatch.setenv("WEB_PROCESSES", text)
    with nullcontext() if is_one else pytest.raises(SystemExit, match="WEB_PROCESSES must be"):
        assert server.number("WEB_PROCESSES", 1, 1, 4) == int(text)


def test_a_command_on_an_empty_database_says_to_migrate(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "zarleague", "rebuild", "--check"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert "no such table" in line
    assert line.endswith(f"Create them first: {sys.executable} manage.py migrate")


def test_a_command_without_its_database_says_so(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "SECRET_KEY": "a key"}
    environment["DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/none"
    command = [sys.executable, "manage.py", "migrate"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("The database can’t be reached: ")


def test_output_that_nobody_reads_to_the_end_ends_quietly() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    command = [sys.executable, "-m", "zarleague", "--help"]
    done = subprocess.run(command, stdout=writes, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writes)
    assert done.returncode == 1
    assert done.stderr == ""


HEAVY = ("minio", "numpy", "openpyxl", "typst")
"""Libraries that a process loads when it needs them: they take 60 MB and a second."""


def test_a_site_starts_without_what_few_processes_need(tmp_path: Path) -> None:
    script = (
        "import sys, django; django.setup()\n"
        "import zarleague.asgi, zarleague.exchange.tasks, zarleague.reports.tasks\n"
        "from django.urls import get_resolver; get_resolver().url_patterns\n"
        f"sys.exit(' '.join({set(HEAVY)!r} & sys.modules.keys()) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"DJANGO_SETTINGS_MODULE": "zarleague.settings", "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (0, "")
