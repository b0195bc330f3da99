"""Measure the memory needed to write and check a league file, by number of hands.

``python -m benchmarks.files_site`` prints its figures as JSON; `bench_files` runs it once for each
size. Python's own count is taken, since what a process once had stays its peak: making the league
takes more than its file.
"""

import os
import tempfile
import tracemalloc
from collections.abc import Iterator

from benchmarks import Figure, bulk
from benchmarks.sites import print_measured


def figures() -> Iterator[Figure]:
    """Yield the memory that writing and checking the file add to the process's peak."""
    from zarleague.exchange.league_file.importing import check
    from zarleague.exchange.league_file.reading import LeagueFile
    from zarleague.exchange.league_file.writing import write_league
    from zarleague.leagues import services
    from zarleague.leagues.models import User

    hands = int(os.environ["HANDS"])
    owner = User.objects.create(username="bench")
    league = services.create_league(owner=owner, key="league", name="Bench")
    bulk.season(league, owner, "Long", bulk.Shape.of(hands))
    tracemalloc.start()
    with tempfile.TemporaryFile() as file:
        write_league(league, file)
        yield Figure(f"{hands:,} hands: the league's file", file.tell() / 1e6, "MB")
        yield Figure(f"{hands:,} hands: memory for writing it", _peak(), "MB")
        tracemalloc.reset_peak()
        check(LeagueFile(file))
        yield Figure(f"{hands:,} hands: memory for checking it", _peak(), "MB")


def _peak() -> float:
    """Return Python's peak memory since the last reset, in megabytes."""
    return tracemalloc.get_traced_memory()[1] / 1e6


if __name__ == "__main__":
    print_measured(figures)
