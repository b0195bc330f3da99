"""Measure the memory needed to write, check and import a league file, by number of hands.

``python -m benchmarks.files_site`` prints its figures as JSON; `bench_files` runs it once for each
size. For writing and checking, Python's own count is taken, since what a process once had stays its
peak: making the league takes more than its file. The import is a process of its own, which starts
with an empty site.
"""

import os
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator

from benchmarks import Figure, bulk
from benchmarks.sites import print_measured


def figures() -> Iterator[Figure]:
    """Yield the memory that writing and checking the file add to the process's peak, and that of
    the process that imports it."""
    from zarleague.exchange.league_file.importing import check, derive
    from zarleague.exchange.league_file.reading import LeagueFile
    from zarleague.exchange.league_file.writing import write_league
    from zarleague.leagues import services
    from zarleague.leagues.models import User

    hands = int(os.environ["HANDS"])
    owner = User.objects.create(username="bench")
    league = services.create_league(owner=owner, key="league", name="Bench")
    bulk.season(league, owner, "Long", bulk.Shape.of(hands))
    derive(league)
    tracemalloc.start()
    with tempfile.NamedTemporaryFile() as file:
        write_league(league, file)
        yield Figure(f"{hands:,} hands: the league's file", file.tell() / 1e6, "MB")
        yield Figure(f"{hands:,} hands: memory for writing it", _peak(), "MB")
        tracemalloc.reset_peak()
        check(LeagueFile(file))
        yield Figure(f"{hands:,} hands: memory for checking it", _peak(), "MB")
        tracemalloc.stop()
        file.flush()
        memory = _memory_of_import(file.name)
        yield Figure(f"{hands:,} hands: memory of the process that imports it", memory, "MB")


def _peak() -> float:
    """Return Python's peak memory since the last reset, in megabytes."""
    return tracemalloc.get_traced_memory()[1] / 1e6


def _memory_of_import(path: str) -> float:
    """Return the peak memory, in megabytes, of a process that imports a file into an empty site."""
    django = [sys.executable, "-m", "django"]
    with tempfile.TemporaryDirectory(prefix="zarleague-import-") as folder:
        environment = os.environ | {"DATA_DIR": folder}
        subprocess.run([*django, "migrate", "--verbosity=0"], env=environment, check=True)
        importing = subprocess.Popen(
            [*django, "import_league", path], env=environment, stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(importing.pid, 0)
        assert status == 0, "the import failed"
        return usage.ru_maxrss * 1024 / 1e6


if __name__ == "__main__":
    print_measured(figures)
