"""The faults to inject.

A fault returns when what a machine's own services do about it is done: processes are started again,
there is room on the disk again, the clock is right again. Nothing else is mended.
"""

import contextlib
import os
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import psycopg
import redis

from tools.chaos import disk, postgresql_disk
from tools.chaos.phones import Phone
from tools.chaos.sites import Site, wait_for

HOURS = (-30 * 24, -26, -2, 2, 26)
"""By how much the clock jumps. Links and sessions may end with it when it jumps months ahead."""


NOTICED = 0.5
"""Seconds until every process has noticed that the clock is another one."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault: its name, what it does, and where it can happen."""

    name: str
    happen: Callable[[Site, list[Phone], random.Random], None]
    possible: Callable[[Site], bool] = lambda site: True
    by_phones: bool = False
    """It is the phones that do it; otherwise they enter hands meanwhile."""


def _killed(kind: str) -> Callable[[Site, list[Phone], random.Random], None]:
    def kill(site: Site, phones: list[Phone], chance: random.Random) -> None:
        name = chance.choice([part for part in site.parts if part.startswith(kind)])
        site.parts[name].kill()
        time.sleep(chance.random() / 5)
        site.supervise()
        wait_for(site.address)

    return kill


def _all_killed(site: Site, phones: list[Phone], chance: random.Random) -> None:
    ours = [part for name, part in site.parts.items() if name != "proxy"]
    for part in ours:
        part.process.kill()
    for part in ours:
        part.process.wait()
    site.supervise()
    wait_for(site.address)


def _asked_to_stop(site: Site, phones: list[Phone], chance: random.Random) -> None:
    name = chance.choice(
        [part for part in site.parts if part.startswith(("web", "worker", "sender"))]
    )
    site.parts[name].end()
    site.supervise()
    wait_for(site.address)


def _power_lost(site: Site, phones: list[Phone], chance: random.Random) -> None:
    assert site.platter
    site.parts["web"].kill()
    disk.cut_power(site.data, site.platter, chance)
    site.supervise()
    wait_for(site.address)


def _disk_full(site: Site, phones: list[Phone], chance: random.Random) -> None:
    assert site.disk
    filler = site.disk / "filler"
    with filler.open("wb") as file:
        room = os.statvfs(site.disk)
        with contextlib.suppress(OSError):
            os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize)
    time.sleep(0.5 + chance.random())
    filler.unlink()
    site.supervise()
    wait_for(site.address)


def _clock_jumps(site: Site, phones: list[Phone], chance: random.Random) -> None:
    site.clock.jump(chance.choice(HOURS) * 3600)
    # The schedule of periodic tasks begins with the wrong time.
    site.parts["beat" if "beat" in site.parts else "web"].kill()
    site.supervise()
    wait_for(site.address)
    time.sleep(NOTICED)
    site.clock.jump(0)
    time.sleep(NOTICED)
    if "worker-1" in site.parts:
        _killed("worker")(site, phones, chance)  # it is the schedule that takes up its work


def _doubled(site: Site, phones: list[Phone], chance: random.Random) -> None:
    _by_all(phones, lambda phone: phone.play_doubled())


def _reordered(site: Site, phones: list[Phone], chance: random.Random) -> None:
    _by_all(phones, lambda phone: phone.play_reordered())


def _cut(site: Site, phones: list[Phone], chance: random.Random) -> None:
    share = chance.choice((0.1, 0.5, 0.9, 1.0, 1.0))
    _by_all(phones, lambda phone: phone.play_cut(share))


def _by_all(phones: list[Phone], play: Callable[[Phone], None]) -> None:
    with ThreadPoolExecutor(len(phones)) as threads:
        list(threads.map(play, phones))


def _redis_emptied(site: Site, phones: list[Phone], chance: random.Random) -> None:
    with redis.Redis.from_url(site.redis_url) as client:
        client.flushall()


def _redis_stopped(site: Site, phones: list[Phone], chance: random.Random) -> None:
    assert site.redis
    site.redis.stop(chance.choice((signal.SIGTERM, signal.SIGKILL)))
    time.sleep(chance.random() * 2)
    site.supervise()


def _connections_cut(site: Site, phones: list[Phone], chance: random.Random) -> None:
    with psycopg.connect(site.database_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _postgresql_restarted(site: Site, phones: list[Phone], chance: random.Random) -> None:
    assert site.postgresql
    # Fast, and at once without tidying up: its own log brings it back.
    site.postgresql.stop(chance.choice((signal.SIGINT, signal.SIGQUIT)))
    time.sleep(chance.random())
    site.supervise()


def _postgresql_power_lost(site: Site, phones: list[Phone], chance: random.Random) -> None:
    assert site.postgresql
    data = site.data / "data"
    copy = site.data.with_name("checkpoint")
    postgresql_disk.checkpoint(site.postgresql, data, copy)
    wait_for(site.address)
    time.sleep(1 + 2 * chance.random())
    postgresql_disk.cut_power(site.postgresql, data, copy, chance)
    site.supervise()


def _has_disk(site: Site) -> bool:
    return site.disk is not None


WEB_KILLED = Fault("kill -9 of a web process", _killed("web"))
ALL_KILLED = Fault("kill -9 of everything at once", _all_killed)
EVERYWHERE = (
    WEB_KILLED,
    ALL_KILLED,
    Fault("a process asked to stop", _asked_to_stop),
    Fault("the disk full for a second", _disk_full, _has_disk),
    Fault("the clock jumps by hours or weeks, and back", _clock_jumps),
    Fault("every request three times at once", _doubled, by_phones=True),
    Fault("requests in the wrong order", _reordered, by_phones=True),
    Fault("connections cut during a request or before its answer", _cut, by_phones=True),
)
EMBEDDED = (*EVERYWHERE, Fault("power cut, unsynced writes lost or torn", _power_lost))
CLUSTER = (
    *EVERYWHERE,
    Fault("kill -9 of a worker", _killed("worker")),
    Fault("kill -9 of the clock", _killed("beat")),
    Fault("Redis emptied", _redis_emptied),
    Fault("Redis stopped and started", _redis_stopped),
    Fault("PostgreSQL's connections cut", _connections_cut),
    Fault("PostgreSQL stopped and started", _postgresql_restarted),
    Fault("power cut of PostgreSQL, unsynced writes lost or torn", _postgresql_power_lost),
)
