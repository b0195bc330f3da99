"""``python -m tests``: all tests, with the real servers they need.

First what uses the database or the browser, on the embedded site (SQLite, tasks in the process);
then everything on the site for many machines (PostgreSQL and Redis). What no database changes runs
on one of them: tests marked ``sqlite`` or ``postgresql``, and those in the browser that are not
marked ``both_sites``. Of long tables (tests marked ``table``) some rows are tried, and what is
marked ``whole`` is left out; all of it is run with ``TABLES=whole``, which is ``make test-all``.
Nothing is run a second time: a test that fails by luck is mended or removed. Arguments are handed
to pytest.
"""

import contextlib
import os
import subprocess
import sys

from tools import services

WITHOUT_DATABASE = ("draws", "engine", "standings")
"""Folders of which no test uses a database or a browser: `tests.conftest` sees to that."""
ON_SQLITE = "(database or browser or sqlite) and not postgresql"
ON_POSTGRESQL = f"not ({ON_SQLITE}) or (not sqlite and (not browser or both_sites))"
"""Together they choose every test, whatever its marks."""


def run(title: str, site: dict[str, str], *options: str) -> int:
    """Run the tests against one kind of site; return pytest's exit status."""
    print(f"\n=== {title}", flush=True)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL", "DEBUG", "SECRET_KEY", "DATA_DIR"}
    }
    # One more than the cores, since tests of served sites mostly wait.
    workers = min(len(os.sched_getaffinity(0)) + 1, 8)
    command = [sys.executable, "-m", "pytest", "-q", f"-n{workers}", "--dist=worksteal"]
    return subprocess.call(
        [*command, *options, *sys.argv[1:]], env={"TABLES": "sample"} | environment | site
    )


def postgresql() -> contextlib.AbstractContextManager[str]:
    """Return the PostgreSQL that is named, or else one that does not wait for the disk."""
    if "TEST_DATABASE_URL" in os.environ:
        return services.postgresql()
    return services.temporary_postgresql()


def main() -> int:
    """Return 0 if every test passed on every kind of site."""
    print("Chromium:", services.chromium())
    with postgresql() as database, services.redis() as redis:
        print("PostgreSQL:", database)
        print("Redis:", redis)
        # A failure ends the run here, so that the last summary on the screen is the one to read.
        left_out = [f"--ignore=tests/{folder}" for folder in WITHOUT_DATABASE]
        return run("SQLite, tasks in the process", {}, "-m", ON_SQLITE, *left_out) or run(
            "PostgreSQL, Redis",
            {"DATABASE_URL": database, "REDIS_URL": redis, "TEST_DATABASE_URL": database},
            "-m",
            ON_POSTGRESQL,
        )


if __name__ == "__main__":
    sys.exit(main())
