"""Rounds of faults on one site, and on several sites in parallel."""

import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any

from tools.chaos import faults, sites
from tools.chaos.checks import WITHIN, Screen, check_site, open_page
from tools.chaos.phones import TABLES, NotAcknowledged, Phone, Playing

SITES = {
    "embedded": (sites.embedded, faults.EMBEDDED),
    "cluster": (sites.clustered, faults.CLUSTER),
}
HANDS = 2
"""Hands that each phone enters while something breaks."""


@dataclass
class Tally:
    """What the faults of one kind have done."""

    possible: bool
    times: int = 0
    hands: int = 0
    repeats: int = 0
    failures: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what faults of the same kind have done on another site."""
        self.times += other.times
        self.hands += other.hands
        self.repeats += other.repeats
        self.failures += other.failures
        self.lost += other.lost
        self.wrong += other.wrong
        self.seconds += other.seconds


def run(
    kind: str,
    number: int,
    *,
    together: int,
    seed: int,
    browser: bool,
    only: str = "",
    stop: Event | None = None,
    within: float = WITHIN,
) -> dict[str, Tally]:
    """Let so many faults happen on a site of a kind; see `run_on`."""
    make, kinds = SITES[kind]
    kinds = tuple(fault for fault in kinds if only in fault.name)
    with make() as site:
        return run_on(
            site,
            kind,
            kinds,
            number,
            together=together,
            seed=seed,
            browser=browser,
            stop=stop,
            within=within,
        )


def run_on(
    site: sites.Site,
    title: str,
    all_kinds: Sequence[faults.Fault],
    number: int,
    *,
    together: int,
    seed: int,
    browser: bool,
    stop: Event | None = None,
    within: float = WITHIN,
) -> dict[str, Tally]:
    """Let so many faults happen on a site, ``together`` of them before each look at it.

    Every kind of fault happens about as often as any other. No further fault happens once ``stop``
    is set. After each of them the site has ``within`` seconds to recover. Return the tally of each;
    what was seen after several faults counts for each of them. ``title`` begins what is printed.
    """
    chance = random.Random(seed)
    with ExitStack() as stack:
        screen: Screen | None = stack.enter_context(open_page(site)) if browser else None
        phones = [Phone(site, table) for table in TABLES]
        for phone in phones:
            stack.callback(phone.close)
        kinds = [fault for fault in all_kinds if fault.possible(site)]
        tallies = {fault.name: Tally(fault in kinds) for fault in all_kinds}
        with Playing(phones, 1):
            pass
        done = 0
        for group in _groups(kinds, number, together, chance):
            if stop and stop.is_set():
                break
            before = _sums(phones)
            problem = _round(site, phones, group, chance)
            seen = check_site(site, phones, screen, within)
            after = _sums(phones)
            done += len(group)
            for fault in group:
                tally = tallies[fault.name]
                tally.times += 1
                tally.hands += after[0] - before[0]
                tally.repeats += after[1] - before[1]
                tally.failures += after[2] - before[2]
                tally.lost += seen.lost
                tally.wrong += [*seen.wrong, *problem]
                tally.seconds.append(seen.seconds)
            _say(f"{title} {done}/{number}", group, [*seen.wrong, *problem], seen.seconds)
    return tallies


def _round(
    site: sites.Site, phones: list[Phone], group: list[faults.Fault], chance: random.Random
) -> list[str]:
    """Have hands entered while the faults happen; return what could not be entered."""
    problem: list[str] = []
    for fault in group:
        try:
            if fault.by_phones:
                fault.happen(site, phones, chance)
                continue
            with Playing(phones, HANDS):
                time.sleep(chance.random() / 10)
                fault.happen(site, phones, chance)
        except NotAcknowledged as error:
            problem.append(f"not taken: {error}")
            site.supervise()
    return problem


def _groups(
    kinds: list[faults.Fault], number: int, together: int, chance: random.Random
) -> Iterator[list[faults.Fault]]:
    """Yield so many faults in groups, each kind once before any comes again."""
    waiting: list[faults.Fault] = []
    while number > 0:
        group = []
        for _ in range(min(together, number)):
            if not waiting:
                waiting = chance.sample(kinds, len(kinds))
            group.append(waiting.pop())
        number -= len(group)
        yield group


def _sums(phones: list[Phone]) -> tuple[int, int, int]:
    return (
        sum(len(phone.acknowledged) for phone in phones),
        sum(phone.repeats for phone in phones),
        sum(phone.failures for phone in phones),
    )


def _say(where: str, group: list[faults.Fault], wrong: list[str], seconds: float) -> None:
    names = " + ".join(fault.name for fault in group)
    print(f"{where} {names}: {'; '.join(wrong) or 'right'} after {seconds:.1f} s", file=sys.stderr)


def side_by_side(
    asked: list[tuple[str, int, int]], minutes: float, options: dict[str, Any]
) -> dict[str, dict[str, Tally]]:
    """Run sites side by side, each asked for as (kind, number of faults, seed), and return the
    tallies of each kind.

    After so many minutes, or when this process is interrupted, every site finishes the fault it is
    at; no other begins.
    """
    spawning = multiprocessing.get_context("spawn")
    stop = spawning.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    running: dict[Connection, str] = {}
    for kind, number, seed in asked:
        ours, theirs = spawning.Pipe(duplex=False)
        arguments = (theirs, stop, kind, number, options | {"seed": seed})
        spawning.Process(target=_apart, args=arguments).start()
        theirs.close()
        running[ours] = kind
    deadline = time.monotonic() + minutes * 60
    found: dict[str, dict[str, Tally]] = {kind: {} for kind, _, _ in asked}
    failed = []
    while running:
        for ended in connection.wait(list(running), timeout=0.5):
            kind = running.pop(ended)
            try:
                tallies: dict[str, Tally] = ended.recv()
            except EOFError:
                failed.append(kind)
                stop.set()
                continue
            for name, tally in tallies.items():
                found[kind].setdefault(name, Tally(tally.possible)).add(tally)
        if time.monotonic() > deadline:
            stop.set()
    if failed:
        sys.exit(f"A site has failed, which says why above: {', '.join(failed)}.")
    return found


def _apart(
    result: Connection, stop: Event, kind: str, number: int, options: dict[str, Any]
) -> None:
    """Run one site in this process, whose servers an interruption does not reach."""
    os.setsid()
    result.send(run(kind, number, stop=stop, **options))
