"""``make cluster``: a site for many machines, on this one.

PostgreSQL, Redis, two web processes behind nginx, two workers, one for long work, a sender and the
clock, each a process of its own, as docs/deploy.md describes them. ``PORT`` chooses the proxy's
port. The data is kept in the database ``zarleague_cluster`` of the PostgreSQL that is found, or
thrown away with one that is started here.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg

from tools import services

ROOT = Path(__file__).resolve().parent.parent
SITE_SETTINGS = {"DJANGO_SETTINGS_MODULE": "zarleague.settings"}
"""Set for every process of a site. It would inherit the settings of a test that starts it, with
which tasks are done at once and each process has a queue of its own."""
DATABASE = "zarleague_cluster"
WEB_PROCESSES = 2
WORKERS = 2
PATIENCE = 300
"""Seconds the site gets to answer."""
NGINX = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {deploy}/limits.conf;
    upstream zarleague {{
        {servers}
        keepalive 32;
        keepalive_timeout 4s;
    }}
    server {{
        listen 127.0.0.1:{port};
        include {deploy}/locations.conf;
    }}
}}
"""


def database_on(server: str, name: str) -> str:
    """Return the address of a database on a server, creating the database if it does not exist."""
    with psycopg.connect(server, autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if not found.fetchone():
            connection.execute(f"CREATE DATABASE {name}")
    return urlsplit(server)._replace(path=f"/{name}").geturl()


class Part:
    """One process of the site, which can be killed and restarted.

    ``code`` is the folder of the release it runs; it may be changed before the next start.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: Path | None = None,
        code: Path = ROOT,
    ) -> None:
        self._command = command
        self._log = log
        self.environment = environment
        self.code = code
        self.start()

    def start(self) -> None:
        """Start the process, with its output going to its log if it has one."""
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(self._log.open("ab")) if self._log else None
            self.process = subprocess.Popen(
                self._command,
                env=os.environ | SITE_SETTINGS | dict(self.environment),
                cwd=self.code,
                stdout=output,
                stderr=output,
            )

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """Terminate the process; kill it after a minute."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()


@contextlib.contextmanager
def cluster(
    port: int,
    database: str,
    redis: str,
    name: str = DATABASE,
    log: Path | None = None,
    code: Path = ROOT,
    migrated: bool = False,
    **more: str,
) -> Iterator[dict[str, Part]]:
    """Run the whole site while the block runs; yield its processes by name once it answers.

    ``name`` begins its keys in Redis; ``log`` takes what it prints; ``code`` is the folder of the
    release it runs; the database is migrated unless it is ``migrated``; ``more`` are further
    environment variables.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="zarleague-cluster-")))
        folder.chmod(0o755)  # nginx's workers run under another account
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "REDIS_PREFIX": name,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "0",
            "BEHIND_PROXY": "1",
        } | more
        python = sys.executable
        if not migrated:
            migrate = [python, "manage.py", "migrate", "--verbosity=0"]
            site = os.environ | SITE_SETTINGS | environment
            subprocess.run(migrate, env=site, cwd=code, check=True)
        parts: dict[str, Part] = {}

        def start(part: str, command: list[str], **of_its_own: str) -> None:
            parts[part] = Part(command, environment | of_its_own, log, code)
            stack.callback(parts[part].end)

        ports = [services.free_port() for _ in range(WEB_PROCESSES)]
        for number, one in enumerate(ports, start=1):
            start(f"web-{number}", [python, "-m", "zarleague.serving.server"], PORT=str(one))
        celery = [python, "-m", "celery", "--quiet", "-A", "zarleague.background"]
        for name in ("long", *map(str, range(1, WORKERS + 1))):
            queue = "--queues=long" if name == "long" else "--queues=celery"
            worker = [*celery, "worker", queue, "--concurrency=1", f"--hostname={name}@%h"]
            start(f"worker-{name}", worker)
        threads = ["--queues=sending", "--pool=threads", "--concurrency=8"]
        start("sender", [*celery, "worker", *threads, "--hostname=sender@%h"])
        start("beat", [*celery, "beat", f"--schedule={folder}/beat"])
        configuration = folder / "nginx.conf"
        configuration.write_text(
            NGINX.format(
                folder=folder,
                deploy=ROOT / "deploy" / "nginx",
                servers=" ".join(f"server 127.0.0.1:{one} max_fails=0;" for one in ports),
                port=port,
            )
        )
        nginx = services.program("nginx", "/usr/sbin/nginx", package="nginx-light")
        start("proxy", [nginx, "-c", str(configuration)])
        wait_until_ready(f"http://127.0.0.1:{port}")
        yield parts


def wait_until_ready(address: str) -> None:
    """Wait until every part of the site is ready."""
    deadline = time.monotonic() + PATIENCE
    problem = "no answer"
    with httpx.Client(timeout=10, verify=False) as client:  # noqa: S501 (no TLS here)
        while time.monotonic() < deadline:
            try:
                answer = client.get(f"{address}/readyz")
            except httpx.HTTPError as error:
                problem = str(error)
            else:
                if answer.status_code == 200:
                    return
                problem = answer.text
            time.sleep(0.2)
    sys.exit(f"The site does not get ready: {problem}")


def main() -> None:
    """Run the site until interrupted, or until one of its processes ends."""
    port = int(os.environ.get("PORT", "8000"))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        contextlib.suppress(KeyboardInterrupt),
        services.postgresql() as server,
        services.redis() as redis,
        cluster(port, database_on(server, DATABASE), redis) as parts,
    ):
        print(f"zarleague is on http://127.0.0.1:{port}. Ctrl-C stops it.", flush=True)
        while all(part.process.poll() is None for part in parts.values()):
            time.sleep(1)
        ended = next(part.process for part in parts.values() if part.process.poll() is not None)
        sys.exit(f"{ended.args} has ended with {ended.returncode}.")


if __name__ == "__main__":
    main()
