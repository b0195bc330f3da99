"""Databases that begin as copies of a migrated one: ``migrate`` takes many seconds, a copy none.

The first test that needs one makes it, again after the site's code or its packages have changed.
"""

import contextlib
import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tools import services

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "migrated"
PREFIX = f"zarleague_migrated_{hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]}_"
"""How the databases to copy on a server begin, which several trees may use."""


def sqlite(copy: Path) -> None:
    """Make a migrated database in a file."""
    with _alone():
        kept = FOLDER / f"{digest()}.sqlite3"
        if not kept.exists():
            for other in FOLDER.glob("*.sqlite3"):
                other.unlink()
            with tempfile.TemporaryDirectory() as name:
                _migrate({"DATA_DIR": name})
                shutil.move(Path(name) / "zarleague.sqlite3", kept)
        shutil.copy(kept, copy)


def postgresql(address: str) -> None:
    """Make a migrated database at an address, instead of one that may be there."""
    parts = urlsplit(address)
    copy = parts.path.removeprefix("/")
    with _alone(), psycopg.connect(_administered(address), autocommit=True) as admin:
        kept = _kept(admin, address)
        admin.execute(f"DROP DATABASE IF EXISTS {copy} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {copy} TEMPLATE {kept}")


def fill(empty: str, address: str) -> None:
    """Copy a migrated database from the server of an address into an empty one, which may be on
    another server; leave it empty if the programs here do not understand the first."""
    programs = Path(
        services.program("initdb", "/usr/lib/postgresql/*/bin/initdb", package="postgresql")
    ).resolve()
    with _alone(), psycopg.connect(_administered(address), autocommit=True) as admin:
        kept = urlunsplit(urlsplit(address)._replace(path=f"/{_kept(admin, address)}"))
        dump = [str(programs.with_name("pg_dump")), "--no-owner", "--no-comments", kept]
        dumped = subprocess.run(dump, capture_output=True)
    if dumped.returncode == 0:
        read = [str(programs.with_name("psql")), "--quiet", "--set=ON_ERROR_STOP=1", empty]
        subprocess.run(read, input=dumped.stdout, stdout=subprocess.DEVNULL, check=True)


def _administered(address: str) -> str:
    """Return where the databases of an address's server are made."""
    return urlunsplit(urlsplit(address)._replace(path="/postgres"))


def _kept(admin: psycopg.Connection, address: str) -> str:
    """Return the name of the database to copy on the server of an address, and make it if it is not
    there."""
    kept = PREFIX + digest()
    known: dict[str, str] = dict(
        admin.execute(
            "SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database"
            " WHERE starts_with(datname, %s)",
            [PREFIX],
        ).fetchall()
    )
    if known.get(kept) != "whole":
        for name in known:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {kept}")
        with tempfile.TemporaryDirectory() as name:
            made = urlunsplit(urlsplit(address)._replace(path=f"/{kept}"))
            _migrate({"DATA_DIR": name, "DATABASE_URL": made})
        admin.execute(f"COMMENT ON DATABASE {kept} IS 'whole'")
    return kept


def address_of(database: dict[str, object]) -> str:
    """Return the address of a database as ``DATABASE_URL`` takes it."""
    name = database["NAME"]
    if str(database["ENGINE"]).endswith("sqlite3"):
        return f"sqlite:///{name}"
    access = f"{database['USER']}:{database['PASSWORD']}".rstrip(":")
    return f"postgres://{access}@{database['HOST']}:{database['PORT'] or 5432}/{name}"


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Keep other processes of tests waiting."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@functools.cache
def digest() -> str:
    """Return a digest of the site's code and of its packages."""
    found = hashlib.sha256((ROOT / "requirements" / "run.txt").read_bytes())
    for file in sorted((ROOT / "zarleague").rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _migrate(site: dict[str, str]) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
        "SECRET_KEY": "only for tests",
    }
    command = [sys.executable, "-m", "django", "migrate", "--verbosity=0"]
    subprocess.run(command, env=environment | site, check=True)
