"""``make try-upgrade FROM=COMMIT``: upgrade from the release of a commit while hands are entered.

Runs the site for many machines (`tools.cluster`) on the old release, migrates its database, runs
old and new processes side by side, and then only new ones. Three phones enter hands and a reader
loads pages all the time. Prints a table in Markdown; exits with 1 if a hand was lost or doubled, a
response was 500, or a page or one of its files failed to load.
"""

import argparse
import contextlib
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tools import services
from tools.chaos.checks import check_site
from tools.chaos.phones import TABLES, NotAcknowledged, Phone
from tools.chaos.sites import LOG, Clock, Inside, Site
from tools.cluster import ROOT, Part, cluster, database_on, wait_until_ready

PAUSE = 0.25
"""Seconds between two hands of a phone, and between two pages: all come from one address, which may
send 20 requests a second."""
STAGE = 10.0
"""Seconds for which each stage lasts."""


@dataclass
class Reader:
    """A reader who loads pages, each with one of its static files."""

    site: Site
    pages: int = 0
    failed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        league, season = self.site.made["league"], self.site.made["season"]
        paths = (f"/l/{league}/seasons/{season}/", f"/l/{league}/", f"/l/{league}/players/")
        self._paths = itertools.cycle(paths)
        self._client = httpx.Client(
            base_url=self.site.address,
            cookies={"sessionid": self.site.made["session"]},
            follow_redirects=True,
            timeout=30,
        )

    def read(self) -> None:
        """Load the next page and one of its static files."""
        if page := self._get(next(self._paths)):
            files = sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)))
            self._get(files[self.pages % len(files)])
        self.pages += 1

    def _get(self, path: str) -> str:
        try:
            answer = self._client.get(path)
        except httpx.HTTPError as error:
            self.failed.append(f"{path}: {type(error).__name__}")
            return ""
        if answer.status_code != 200:
            self.failed.append(f"{path}: {answer.status_code}")
            return ""
        return answer.text


class Load:
    """Enter hands and load pages while the block runs."""

    def __init__(self, site: Site) -> None:
        self.phones = [Phone(site, table) for table in TABLES]
        self.reader = Reader(site)
        self.refused: list[str] = []
        self.rows: list[str] = []
        self._over = threading.Event()
        self._threads = [
            *(threading.Thread(target=self._play, args=[phone]) for phone in self.phones),
            threading.Thread(target=self._read),
        ]

    def _play(self, phone: Phone) -> None:
        while not self._over.wait(PAUSE):
            try:
                phone.play(1)
            except NotAcknowledged as error:
                self.refused.append(str(error))
                return

    def _read(self) -> None:
        while not self._over.wait(PAUSE):
            self.reader.read()

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add a row with the results of the block."""
        start, before = time.monotonic(), self._sums()
        yield
        cells = [now - then for now, then in zip(self._sums(), before, strict=True)]
        seconds = time.monotonic() - start
        self.rows.append(f"| {name} | {seconds:.0f} | " + " | ".join(map(str, cells)) + " |")

    def _sums(self) -> list[int]:
        return [
            sum(len(phone.acknowledged) for phone in self.phones),
            sum(phone.repeats for phone in self.phones),
            sum(phone.failures for phone in self.phones),
            self.reader.pages,
            len(self.reader.failed),
        ]

    def table(self) -> str:
        """Return the results as a Markdown table, one row for each stage."""
        head = "| stage | seconds | hands | sent again | answers 500 | pages | pages failed |"
        return "\n".join([head, "|---|---:|---:|---:|---:|---:|---:|", *self.rows])


@contextlib.contextmanager
def release(commit: str) -> Iterator[Path]:
    """Yield a folder with the code of a release, its static files collected."""
    with tempfile.TemporaryDirectory(prefix="zarleague-release-") as name:
        folder = Path(name) / "code"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(folder), commit], check=True)
        try:
            unused = {"SECRET_KEY": "unused", "DATABASE_URL": "", "REDIS_URL": ""}
            collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
            subprocess.run(collect, cwd=folder, env=os.environ | unused, check=True)
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def replace(part: Part) -> None:
    """Stop a process gently and start it on the new release."""
    part.end()
    part.code = ROOT
    part.start()
    if port := part.environment.get("PORT"):
        wait_until_ready(f"http://127.0.0.1:{port}")


def upgrade(load: Load, parts: dict[str, Part]) -> None:
    """Upgrade from the old release to the new one, as described in docs/deploy.md."""
    with load.stage("old"):
        time.sleep(STAGE)
    with load.stage("old, while the database is migrated"):
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        environment = os.environ | dict(parts["web-1"].environment)
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    with load.stage("old, on the new database"):
        time.sleep(STAGE)
    with load.stage("one process of each kind replaced"):
        replace(parts["web-1"])
        replace(parts["worker-1"])
    with load.stage("old and new side by side"):
        time.sleep(STAGE)
    with load.stage("the others replaced"):
        for name in ("web-2", "worker-2", "sender", "beat"):
            replace(parts[name])
    with load.stage("new"):
        time.sleep(STAGE)


def run(commit: str) -> bool:
    """Upgrade from a commit to the working tree and print the results. Return whether nothing
    failed.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="zarleague-upgrade-")))
        folder.chmod(0o755)
        data, beside = folder / "postgresql", folder / "redis"
        data.mkdir()
        beside.mkdir()
        old = stack.enter_context(release(commit))
        server, _ = stack.enter_context(services.own_postgresql(data))
        redis_url, _ = stack.enter_context(services.own_redis(beside))
        database = database_on(server, "upgrade")
        common = {"DATABASE_URL": database, "REDIS_URL": redis_url, "SECRET_KEY": "upgrade" * 8}
        seen_by = common | {"HTTPS": "0", "ALLOWED_HOSTS": "127.0.0.1"}
        first = Inside(seen_by, old)
        made = first.ask("prepare")
        first.close()
        inside = Inside(seen_by)
        stack.callback(inside.close)
        port = services.free_port()
        parts = stack.enter_context(
            cluster(port, database, redis_url, "upgrade", LOG, old, SECRET_KEY=common["SECRET_KEY"])
        )
        site = Site(f"http://127.0.0.1:{port}", inside, Clock(folder), made, parts, None, data)
        with Load(site) as load:
            upgrade(load, parts)
        seen = check_site(site, load.phones, None)
        print(load.table(), end="\n\n")
        problems = [*load.refused, *seen.lost, *seen.wrong, *load.reader.failed]
        print("\n".join(problems) or f"Every hand is there once; right after {seen.seconds:.1f} s.")
        return not problems and not any(phone.failures for phone in load.phones)


def main() -> None:
    """Run what the command line asks for."""
    read = argparse.ArgumentParser(prog="python -m tools.upgrade", description=__doc__)
    read.add_argument("commit", help="the release to come from")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # with everything in it
    sys.exit(not run(read.parse_args().commit))


if __name__ == "__main__":
    main()
