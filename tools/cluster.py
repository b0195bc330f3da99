"""``make cluster``: a site for many machines, on this one.

PostgreSQL, Redis, two web processes behind nginx, two workers and the clock, each a process of its
own, as docs/deploy.md describes them. ``PORT`` chooses the proxy's port. The data is kept in the
database ``zarleague_cluster`` of the PostgreSQL that is found, or thrown away with one that is
started here.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg

from tools import services

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "zarleague_cluster"
WEB_PROCESSES = 2
WORKERS = 2
PATIENCE = 120
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
    }}
    server {{
        listen 127.0.0.1:{port};
        include {deploy}/locations.conf;
    }}
}}
"""


def database_on(server: str, name: str) -> str:
    """Return the address of a database on a server; make the database if need be."""
    with psycopg.connect(server, autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if not found.fetchone():
            connection.execute(f"CREATE DATABASE {name}")
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def start(
    stack: contextlib.ExitStack, command: list[str], **environment: str
) -> subprocess.Popen[bytes]:
    """Run a command until the stack ends it: gently, and by force after a minute."""
    running = subprocess.Popen(command, env=os.environ | environment, cwd=ROOT)
    stack.callback(end, running)
    return running


def end(running: subprocess.Popen[bytes]) -> None:
    """End a process."""
    running.terminate()
    try:
        running.wait(timeout=60)
    except subprocess.TimeoutExpired:
        running.kill()


@contextlib.contextmanager
def cluster(port: int, database: str = DATABASE) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run the whole site while the block runs; yield its processes once it answers."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="zarleague-cluster-")))
        folder.chmod(0o755)  # nginx's workers run under another account
        server = stack.enter_context(services.postgresql())
        environment = {
            "DATABASE_URL": database_on(server, database),
            "REDIS_URL": stack.enter_context(services.redis()),
            "REDIS_PREFIX": database,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "0",
            "BEHIND_PROXY": "1",
        }
        python = sys.executable
        migrate = [python, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, env=os.environ | environment, cwd=ROOT, check=True)
        ports = [services.free_port() for _ in range(WEB_PROCESSES)]
        web = [python, "-m", "zarleague.server"]
        celery = [python, "-m", "celery", "--quiet", "-A", "zarleague"]
        worker = [*celery, "worker", "--concurrency=1"]
        beat = [*celery, "beat", f"--schedule={folder}/beat"]
        running = [
            *[start(stack, web, **environment, PORT=str(one)) for one in ports],
            *[
                start(stack, [*worker, f"--hostname={number}@%h"], **environment)
                for number in range(WORKERS)
            ],
            start(stack, beat, **environment),
        ]
        configuration = folder / "nginx.conf"
        configuration.write_text(
            NGINX.format(
                folder=folder,
                deploy=ROOT / "deploy" / "nginx",
                servers=" ".join(f"server 127.0.0.1:{one};" for one in ports),
                port=port,
            )
        )
        nginx = services.program("nginx", "/usr/sbin/nginx", package="nginx-light")
        running.append(start(stack, [nginx, "-c", str(configuration)]))
        wait_until_ready(f"http://127.0.0.1:{port}")
        yield running


def wait_until_ready(address: str) -> None:
    """Return when every part of the site is well."""
    deadline = time.monotonic() + PATIENCE
    problem = "no answer"
    while time.monotonic() < deadline:
        try:
            answer = httpx.get(f"{address}/readyz", timeout=10)
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
    with contextlib.suppress(KeyboardInterrupt), cluster(port) as running:
        print(f"zarleague is on http://127.0.0.1:{port}. Ctrl-C stops it.", flush=True)
        while all(one.poll() is None for one in running):
            time.sleep(1)
        ended = next(one for one in running if one.poll() is not None)
        sys.exit(f"{ended.args} has ended with {ended.returncode}.")


if __name__ == "__main__":
    main()
