"""The two kinds of site for chaos tests, made of parts that can be killed and restarted."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tools import services
from tools.chaos.postgresql_disk import SETTINGS
from tools.cluster import ROOT, SITE_SETTINGS, Part, cluster, database_on, wait_until_ready

DISK = 150
"""Megabytes of the disk that gets full."""


LOG = ROOT / "build" / "chaos.log"
"""What the sites print."""


class Clock:
    """The site's own clock, which can jump; this machine's is left alone."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.jump(0)
        startup = Path(__file__).parent / "startup"
        self.environment = {"CHAOS_CLOCK": str(self._file), "PYTHONPATH": str(startup)}

    def jump(self, seconds: int) -> None:
        """Let the clock be so far from the right time; processes look every 0.2 seconds."""
        self._file.write_text(str(seconds))


class Inside:
    """What the database of a site says; see `tools.chaos.inside`."""

    def __init__(self, environment: Mapping[str, str], code: Path = ROOT) -> None:
        """Start it; ``code`` is the folder of the release it looks with."""
        self._process = subprocess.Popen(
            [sys.executable, str(code / "tools" / "chaos" / "inside.py")],
            env=os.environ | SITE_SETTINGS | dict(environment) | {"PYTHONPATH": str(code)},
            cwd=code,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str) -> Any:
        """Return the answer to ``prepare``, ``work`` or ``check``."""
        assert self._process.stdin
        assert self._process.stdout
        print(what, file=self._process.stdin, flush=True)
        answer, _ = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


@dataclass
class Site:
    """A site that is running."""

    address: str
    inside: Inside
    clock: Clock
    made: dict[str, Any]
    parts: dict[str, Part]
    disk: Path | None
    """The folder of a small disk with the data; None where we may not mount one."""
    data: Path
    platter: Path | None = None
    """Where an embedded site's disk notes what is safe."""
    postgresql: services.Server | None = None
    redis: services.Server | None = None
    redis_url: str = ""
    database_url: str = ""
    started: int = field(default=0)

    def supervise(self) -> None:
        """Start again what has died, as a service manager does."""
        if self.postgresql and self.postgresql.has_ended():
            self.postgresql.start()
        if self.redis and self.redis.has_ended():
            self.redis.start()
        for part in self.parts.values():
            if part.process.poll() is not None:
                part.start()
                self.started += 1


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a disk of `DISK` megabytes in a folder; yield None where we may not."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextlib.contextmanager
def _folders() -> Iterator[tuple[Path, Path, Path | None]]:
    """Yield a temporary folder, one in it for data, and this again if it is a disk of its own."""
    with tempfile.TemporaryDirectory(prefix="zarleague-chaos-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        data = folder / "disk"
        data.mkdir()
        with small_disk(data) as disk:
            yield folder, data, disk


@contextlib.contextmanager
def embedded() -> Iterator[Site]:
    """Run the league on one machine."""
    with _folders() as (folder, data, disk), contextlib.ExitStack() as stack:
        clock = Clock(folder)
        port = services.free_port()
        address = f"http://127.0.0.1:{port}"
        environment = {
            "DATA_DIR": str(data),
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "CONNECTIONS_PER_ADDRESS": "0",
        }
        inside = Inside(environment)
        stack.callback(inside.close)
        made = inside.ask("prepare")
        platter = folder / "platter"
        command = [sys.executable, "-m", "tools.chaos.served", str(platter)]
        site = Part(command, environment | clock.environment | {"PORT": str(port)}, LOG)
        stack.callback(site.kill)
        wait_until_ready(address)
        yield Site(address, inside, clock, made, {"web": site}, disk, data, platter)


@contextlib.contextmanager
def clustered() -> Iterator[Site]:
    """Run the site for many machines on this one, with a PostgreSQL and a Redis of its own."""
    with _folders() as (folder, data, disk), contextlib.ExitStack() as stack:
        clock = Clock(folder)
        beside = folder / "redis"
        beside.mkdir()
        data.chmod(0o755)
        server, postgresql = stack.enter_context(services.own_postgresql(data, *SETTINGS))
        redis_url, redis = stack.enter_context(services.own_redis(beside))
        database = database_on(server, "chaos")
        common = {"DATABASE_URL": database, "REDIS_URL": redis_url, "SECRET_KEY": "chaos" * 10}
        inside = Inside(common | {"HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"})
        stack.callback(inside.close)
        made = inside.ask("prepare")  # which migrates
        port = services.free_port()
        more = {"SECRET_KEY": common["SECRET_KEY"]} | clock.environment
        site = cluster(port, database, redis_url, "chaos", LOG, migrated=True, **more)
        parts = stack.enter_context(site)
        yield Site(
            address=f"http://127.0.0.1:{port}",
            inside=inside,
            clock=clock,
            made=made,
            parts=parts,
            disk=disk,
            data=data,
            postgresql=postgresql,
            redis=redis,
            redis_url=redis_url,
            database_url=database,
        )


def wait_for(address: str, seconds: float = 300) -> None:
    """Return when the site answers."""
    deadline = time.monotonic() + seconds
    with httpx.Client(timeout=2, verify=False) as client:  # noqa: S501 (no TLS here)
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.HTTPError):
                if client.get(f"{address}/healthz").status_code == 200:
                    return
            time.sleep(0.05)
