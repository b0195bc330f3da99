"""``python -m tools.chaos``: faults on both kinds of site; prints a table in Markdown.

``make chaos`` runs 1,000 faults, half of them on each kind of site, on two sites of each kind side
by side, and ends after two hours at the latest; ``make chaos ARGS="embedded --faults 20"`` runs
some of them. ``--seed`` repeats the order of the faults. Interrupted, it prints what it has so far.
"""

import argparse
import os
import sys
import time

from tools.chaos.running import SITES, Tally, side_by_side


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
    read.add_argument("--beside", type=int, default=2, help="sites of each kind, side by side")
    read.add_argument("--minutes", type=float, default=120, help="after which no fault begins")
    read.add_argument("--together", type=int, default=1, help="faults before each look")
    read.add_argument("--only", default="", help="faults with these words in their name")
    read.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    read.add_argument("--no-browser", action="store_true", help="no page is open meanwhile")
    asked = read.parse_args()
    kinds = [kind for kind in asked.sites or SITES for _ in range(asked.beside)]
    shares = [
        (kind, (asked.faults + at) // len(kinds), asked.seed + at) for at, kind in enumerate(kinds)
    ]
    options = {"together": asked.together, "browser": not asked.no_browser, "only": asked.only}
    start = time.monotonic()
    found = side_by_side(shares, asked.minutes, options)
    for kind, tallies in found.items():
        print(table(kind, tallies), end="\n\n")
    every = [tally for tallies in found.values() for tally in tallies.values()]
    print(
        f"{sum(tally.times for tally in every):,} faults on {len(kinds)} sites side by side in"
        f" {(time.monotonic() - start) / 60:.0f} minutes on {os.cpu_count()} cores, load"
        f" {os.getloadavg()[2]:.0f} in the last 15 minutes, seed {asked.seed}."
    )
    sys.exit(any(tally.lost or tally.wrong or tally.failures for tally in every))


if __name__ == "__main__":
    main()
