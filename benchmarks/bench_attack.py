"""What people feel of somebody hostile on the same site, in one process on SQLite and on PostgreSQL
as a cluster: for each attack the median and the 99th percentile of pages, the median of saves, the
time of an export of a small league, which is work in the background, and whether the owner of an
account can sign in. And what a small log pays for being judged in a process of its own. `hostile`
has the attacks."""

import contextlib
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable, Iterator
from multiprocessing.synchronize import Event
from typing import Final

import httpx

from benchmarks import Figure, hostile, saves_site, saving
from benchmarks.load import latencies, percentile
from zarleague.replays import api, jobs
from zarleague.replays.jobs import RulesChoice

HANDS: Final = 2_000
REQUESTS: Final = 300
SAVES: Final = 40
EXPORTS: Final = 5
WARM_UP: Final = 12.0
"""Seconds of an attack before anything is measured: the share of changes to try is used up then."""
SMALL: Final = "game zar\nseats Ann Bob\ndeal Ann b2 g1\ndeal Bob y1 b3\nup b4\nBob b3\nAnn b2\n"


def figures() -> Iterator[Figure]:
    """Yield what is felt of each attack, with its ratio to a quiet site, and a small log's time."""
    # One account attacks in many ways: what it may have stored in a day does not end them here.
    more = {"WEBHOOKS_TO_PRIVATE_ADDRESSES": "true", "STORED_A_DAY": "1000000"}
    for database, site in saving.on_each_database(HANDS, stranger=True, **more):
        yield from _attacks(site, database)
    elsewhere = _milliseconds(lambda: api.run(jobs.judge, SMALL, "", RulesChoice().data()))
    here = _milliseconds(lambda: jobs.judge(SMALL, "", RulesChoice().data()))
    yield Figure(
        "a small log judged in a process of its own, median",
        elsewhere,
        "ms",
        "judged in this one",
        here / elsewhere,
    )


def _attacks(site: saving.Site, database: str) -> Iterator[Figure]:
    _felt(site)  # everything is loaded by then
    quiet = _felt(site)
    for what, value in quiet.items():
        yield Figure(f"{what}, {database}", value * 1000, "ms")
    for name in hostile.ATTACKS:
        with _attacked(site, name):
            time.sleep(WARM_UP)
            felt = _felt(site)
        for what, value in felt.items():
            yield Figure(
                f"{what}, {database}, beside {name}",
                value * 1000,
                "ms",
                "the same without them",
                quiet[what] / value,
            )


@contextlib.contextmanager
def _attacked(site: saving.Site, name: str) -> Iterator[None]:
    """Attack from a process of its own, so that the clients that measure do not wait for it."""
    fresh = multiprocessing.get_context("spawn")
    begun, over = fresh.Event(), fresh.Event()
    attacker = fresh.Process(target=_attack, args=(site, name, begun, over))
    attacker.start()
    try:
        while not begun.wait(1):
            if attacker.exitcode is not None:
                raise RuntimeError(f"no attack: {name}")
        yield
    finally:
        over.set()
        attacker.join()


def _attack(site: saving.Site, name: str, begun: Event, over: Event) -> None:
    os.nice(19)  # it has a machine of its own elsewhere; here it computes on what the site leaves
    with hostile.ATTACKS[name](site):
        begun.set()
        over.wait()


def _felt(site: saving.Site) -> dict[str, float]:
    """Return the seconds that pages, an export and signing in take now."""
    # Not through the proxy, which answers 20 requests of an address in a second.
    port = httpx.URL(site.processes[0]).port or 80
    league = site.made["large"]
    page = f"/l/{league['league']}/seasons/{league['season']}/"
    pages = latencies(port, page, REQUESTS)
    found = {"a season's page, median": statistics.median(pages)}
    found["a season's page, 99th percentile"] = percentile(pages, 99)
    with saving.phone(site) as owner:
        small = site.made["small"]["league"]
        exported = [_seconds(lambda: hostile.export(owner, small)) for _ in range(EXPORTS)]
        table = site.made["large"]["today"]
        saved = [_seconds(lambda: saving.post(owner, f"{table}/hands/")) for _ in range(SAVES)]
        found["a hand is saved, median"] = statistics.median(saved)
        found["an export of 200 hands, median"] = statistics.median(exported)
    found["the owner signs in"] = _seconds(lambda: _sign_in(site))
    return found


_KNOWN: Final[dict[str, str]] = {}
"""The cookie of the device on which the owner has signed in before."""


def _sign_in(site: saving.Site) -> None:
    """Sign in on the owner's own device. Raise RuntimeError if the right password is refused."""
    with httpx.Client(base_url=site.address, cookies=_KNOWN) as device:
        if not hostile.sign_in(device, saves_site.PASSWORD):
            raise RuntimeError("the owner cannot sign in")
        _KNOWN.update(
            (one.name, one.value or "") for one in device.cookies.jar if "device" in one.name
        )


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _milliseconds(call: Callable[[], object]) -> float:
    """Return the median of a call's time once it is warm."""
    return statistics.median(_seconds(call) for _ in range(200)) * 1000
