"""Find, start or install the servers that tests, benchmarks and `make cluster` need.
``TEST_DATABASE_URL``, ``TEST_REDIS_URL`` and ``CHROMIUM`` select them explicitly. If a server is
not available the run fails; nothing is skipped.
"""

import contextlib
import getpass
import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psycopg
import redis as redis_client

DATABASE_NAME = "postgres"
"""Connected to in order to create other databases beside it."""
REDIS_DATABASE = 9
PATIENCE = 120
"""Seconds a server gets to start."""


def chromium() -> str:
    """Return the path of a Chromium: of the one without windows, which needs half the time, unless
    only the other is there.
    """
    shell = "chromium-headless-shell"
    named = os.environ.get("CHROMIUM") or shutil.which(shell) or shutil.which("chromium")
    return named or program(shell, package=shell)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """Yield the address of a PostgreSQL where databases may be created."""
    named = os.environ.get("TEST_DATABASE_URL")
    candidates = [named] if named else _default_databases()
    found = next((url for url in candidates if _may_create_databases(url)), None)
    if found:
        yield found
    elif named:
        sys.exit(f"No databases can be created on TEST_DATABASE_URL={named}.")
    else:
        with temporary_postgresql() as url:
            yield url


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Yield the address of a Redis."""
    named = os.environ.get("TEST_REDIS_URL")
    url = named or f"redis://127.0.0.1:6379/{REDIS_DATABASE}"
    if _is_redis(url):
        yield url
    elif named:
        sys.exit(f"No Redis answers at TEST_REDIS_URL={named}.")
    else:
        with _private_redis() as url:
            yield url


def _default_databases() -> list[str]:
    names = dict.fromkeys([getpass.getuser(), "postgres"])
    return [f"postgres://{name}@127.0.0.1:5432/{DATABASE_NAME}" for name in names]


def _may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            query = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            row = connection.execute(query).fetchone()
            return bool(row and row[0])
    except psycopg.OperationalError:
        return False


def _is_redis(url: str) -> bool:
    try:
        with redis_client.Redis.from_url(url, socket_connect_timeout=3) as client:
            return bool(client.ping())
    except redis_client.RedisError:
        return False


class Server:
    """A private server, which can be stopped and restarted on the same data."""

    def __init__(
        self, command: Sequence[str], log: Path, is_ready: Callable[[], bool], user: str | None
    ) -> None:
        self._command = command
        self._log = log
        self._is_ready = is_ready
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers; exit with its log if it does not."""
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                self._command, stdout=output, stderr=output, user=self._user, cwd="/"
            )
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            if self.has_ended() or time.monotonic() > deadline:
                sys.exit(f"{self._command[0]} does not start:\n{self._log.read_text()}")
            time.sleep(0.1)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it if it is running."""
        if self._process and not self.has_ended():
            self._process.send_signal(how)
            self._process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """Kill it and the processes it has started, so that none of them can react."""
        if self._process and not self.has_ended():
            process = self._process.pid
            os.kill(process, signal.SIGSTOP)
            children = Path(f"/proc/{process}/task/{process}/children").read_text()
            for child in (*map(int, children.split()), process):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self._process.wait(timeout=PATIENCE)

    def has_ended(self) -> bool:
        """Return whether the process has ended."""
        return self._process is None or self._process.poll() is not None


@contextlib.contextmanager
def own_postgresql(folder: Path, *settings: str) -> Iterator[tuple[str, Server]]:
    """Run a private PostgreSQL with its data in a folder; yield its address. As root, run it under
    an unprivileged account, which becomes the folder's owner.
    """
    initdb = program("initdb", "/usr/lib/postgresql/*/bin/initdb", package="postgresql")
    postgres = str(Path(initdb).resolve().with_name("postgres"))
    account = _unprivileged_account()
    port = free_port()
    if account:
        shutil.chown(folder, account)
    data = f"{folder}/data"
    options = ["--username=zarleague", "--auth=trust", "--encoding=UTF8", "--no-sync"]
    subprocess.run(
        [initdb, *options, "--locale=C.UTF-8", data],
        check=True,
        stdout=subprocess.DEVNULL,
        user=account,
        cwd=folder,
    )
    command = [postgres, "-D", data, "-p", str(port)]
    places = [f"unix_socket_directories={folder}", "listen_addresses=127.0.0.1"]
    command += [word for setting in (*places, *settings) for word in ("-c", setting)]
    url = f"postgres://zarleague@127.0.0.1:{port}/{DATABASE_NAME}"
    server = Server(command, folder / "log", lambda: _may_create_databases(url), account)
    server.start()
    try:
        yield url, server
    finally:
        server.stop()


@contextlib.contextmanager
def own_redis(
    folder: Path, *settings: str, database: int = REDIS_DATABASE
) -> Iterator[tuple[str, Server]]:
    """Run a private Redis; yield its address."""
    redis = program("redis-server", package="redis-server")
    port = free_port()
    url = f"redis://127.0.0.1:{port}/{database}"
    command = [redis, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    command += ["--save", "", "--appendonly", "no", *settings]
    server = Server(command, folder / "log", lambda: _is_redis(url), None)
    server.start()
    try:
        yield url, server
    finally:
        server.stop()


@contextlib.contextmanager
def temporary_postgresql() -> Iterator[str]:
    """Run a private PostgreSQL with temporary data and without durability."""
    unsafe = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    with (
        tempfile.TemporaryDirectory(prefix="zarleague-postgresql-") as folder,
        own_postgresql(Path(folder), *unsafe) as (url, _),
    ):
        yield url


@contextlib.contextmanager
def _private_redis() -> Iterator[str]:
    with (
        tempfile.TemporaryDirectory(prefix="zarleague-redis-") as folder,
        own_redis(Path(folder)) as (url, _),
    ):
        yield url


def _unprivileged_account() -> str | None:
    """Return the account to run PostgreSQL under, as it refuses to run as root."""
    if os.getuid() != 0:
        return None
    accounts = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in accounts else "nobody"


def program(name: str, *patterns: str, package: str) -> str:
    """Return the path of a program; as root, install its Debian package if it is missing."""
    if path := _find(name, patterns):
        return path
    advice = f"apt-get install --no-install-recommends {package}"
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"This needs {name}, which is not on this machine: {advice}")
    print(f"Installing {package} ...", flush=True)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update -q", f"{advice} -yq"):
        done = subprocess.run(command.split(), env=quiet, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")
    if path := _find(name, patterns):
        return path
    sys.exit(f"{package} is installed, but {name} is nowhere to be found.")


def _find(name: str, patterns: tuple[str, ...]) -> str | None:
    found = [path for pattern in patterns for path in sorted(glob.glob(pattern), reverse=True)]
    return shutil.which(name) or next(iter(found), None)


def free_port() -> int:
    """Return a port of this machine that nobody uses.

    It lies below those that the system gives to outgoing connections: one of them could take it
    while a server that is to come back is down.
    """
    while True:
        port = random.randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
