"""``python -m tools.chaos``: faults on both kinds of site; prints a table in Markdown.

``make chaos`` runs 1,000 faults, half of them on each kind, which takes more than an hour; ``make
chaos ARGS="embedded --faults 20"`` some of them. A run can be repeated with its ``--seed``.
"""

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

from tools.chaos import faults, sites
from tools.chaos.looking import Screen, look, open_page
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


def run(
    kind: str, number: int, *, together: int, seed: int, browser: bool, only: str = ""
) -> dict[str, Tally]:
    """Let so many faults happen on a site, ``together`` of them before each look at it.

    Every kind of fault happens about as often as any other. Return the tally of each; what was seen
    after several faults counts for each of them.
    """
    chance = random.Random(seed)
    make, all_kinds = SITES[kind]
    with make() as site, ExitStack() as stack:
        screen: Screen | None = stack.enter_context(open_page(site)) if browser else None
        phones = [Phone(site, table) for table in TABLES]
        for phone in phones:
            stack.callback(phone.close)
        all_kinds = tuple(fault for fault in all_kinds if only in fault.name)
        kinds = [fault for fault in all_kinds if fault.possible(site)]
        tallies = {fault.name: Tally(fault in kinds) for fault in all_kinds}
        with Playing(phones, 1):
            pass
        done = 0
        with suppress(KeyboardInterrupt):  # what was seen until then counts
            for group in _groups(kinds, number, together, chance):
                before = _sums(phones)
                problem = _round(site, phones, group, chance)
                seen = look(site, phones, screen)
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
                _say(f"{kind} {done}/{number}", group, [*seen.wrong, *problem], seen.seconds)
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


def table(kind: str, tallies: dict[str, Tally]) -> str:
    """Return the table of a run."""
    lines = [
        f"| {kind} | faults | hands | sent again | lost or doubled | wrong after 60 s"
        " | answers 500 | median, s | longest, s |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, tally in tallies.items():
        if not tally.possible:
            lines.append(f"| {name} | not possible here: it needs root | | | | | | | |")
            continue
        times = sorted(tally.seconds) or [0.0]
        cells: list[int | str] = [tally.times, tally.hands, tally.repeats, len(tally.lost)]
        cells += [len(tally.wrong), tally.failures]
        cells += [f"{times[len(times) // 2]:.1f}", f"{times[-1]:.1f}"]
        lines.append(
            f"| {name} | "
            + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells)
            + " |"
        )
    return "\n".join(lines)


def main() -> None:
    """Run what the command line asks for; exit with 1 if anything was not as it has to be."""
    read = argparse.ArgumentParser(prog="make chaos ARGS=…", description=__doc__)
    read.add_argument("sites", nargs="*", choices=[[], *SITES], help="by default both kinds")
    read.add_argument("--faults", type=int, default=1000, help="on all sites together")
    read.add_argument("--together", type=int, default=1, help="faults before each look")
    read.add_argument("--only", default="", help="faults with these words in their name")
    read.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    read.add_argument("--no-browser", action="store_true", help="no page is open meanwhile")
    asked = read.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    kinds = asked.sites or list(SITES)
    well = True
    for kind in kinds:
        tallies = run(
            kind,
            asked.faults // len(kinds),
            together=asked.together,
            seed=asked.seed,
            browser=not asked.no_browser,
            only=asked.only,
        )
        print(table(kind, tallies), end="\n\n", flush=True)
        well &= not any(tally.lost or tally.wrong or tally.failures for tally in tallies.values())
    print(f"Seed {asked.seed}.")
    sys.exit(not well)


if __name__ == "__main__":
    main()
