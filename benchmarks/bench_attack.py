"""A page beside senders of the heaviest logs we know of, and without them, on the demo league; and
what a small log pays for being judged in a process of its own."""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Final

from benchmarks import Figure
from benchmarks.bench_worst_logs import FAMILIES, rulesets
from benchmarks.load import latencies, percentile
from tools.services import free_port
from zarleague.replays import api, jobs
from zarleague.replays.jobs import RulesChoice

PAGE: Final = "/l/crooked-crab/"
SMALL: Final = "game zar\nseats Ann Bob\ndeal Ann b2 g1\ndeal Bob y1 b3\nup b4\nBob b3\nAnn b2\n"
REQUESTS: Final = 300
SENDERS: Final = 4
GONE_AFTER: Final = 1.0
"""Seconds after which a sender closes the connection and sends the next log."""
HEAVIEST: Final = (
    "offences at a full table in Zar",
    "unknown plays at a full table in Uno",
    "hidden draws in UNO Golf",
    "lines of zuits in any order",
)


def figures() -> Iterator[Figure]:
    """Yield the 99th percentile of a page without and beside the attack, and a small log's time."""
    with _site() as port:
        latencies(port, PAGE, 100)  # everything is loaded by then
        calm = percentile(latencies(port, PAGE, REQUESTS), 99)
        with _attack(port):
            time.sleep(GONE_AFTER)
            attacked = percentile(latencies(port, PAGE, REQUESTS), 99)
    yield Figure("a league's page, 99th percentile", calm * 1000, "ms")
    yield Figure(
        f"a league's page beside {SENDERS} senders of heavy logs, 99th percentile",
        attacked * 1000,
        "ms",
        "the same without them",
        calm / attacked,
    )
    elsewhere = _milliseconds(lambda: api.run(jobs.judge, SMALL, "", RulesChoice().data()))
    here = _milliseconds(lambda: jobs.judge(SMALL, "", RulesChoice().data()))
    yield Figure(
        "a small log judged in a process of its own, median",
        elsewhere,
        "ms",
        "judged in this one",
        here / elsewhere,
    )


def _milliseconds(call: Callable[[], object]) -> float:
    """Return the median of a call's time once it is warm."""
    taken = []
    for _ in range(200):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


@contextmanager
def _site() -> Iterator[int]:
    """Serve the demo league; yield the port."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="zarleague-bench-") as folder:
        environment = {"DATA_DIR": folder, "PORT": str(port), "DATABASE_URL": "", "REDIS_URL": ""}
        process = subprocess.Popen(
            [sys.executable, "-m", "zarleague"],
            env=os.environ | environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            while process.poll() is None:
                with suppress(OSError):
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                time.sleep(0.1)
            yield port
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def _attack(port: int) -> Iterator[None]:
    """Have heavy logs sent by senders who do not wait for the answer."""
    over = threading.Event()
    requests = [_comparison(FAMILIES[name]()) for name in HEAVIEST]

    def send() -> None:
        for request in cycle(requests):
            if over.is_set():
                return
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as sender:
                sender.sendall(request)
                over.wait(GONE_AFTER)

    threads = [threading.Thread(target=send) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _comparison(text: str) -> bytes:
    """Return a request that has a log compared under as many rulesets as are allowed."""
    several = [{"overrides": dict(rules.values)} for rules in rulesets(text.split()[1])[1:]]
    body = json.dumps({"log": text, "versus": several}).encode()
    head = (
        "POST /api/v1/replay/compare/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
