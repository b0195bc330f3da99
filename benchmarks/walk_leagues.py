"""Measure every page, save and background job of one league while the number of leagues grows.

``python -m benchmarks.walk_leagues 100 1000`` makes so many leagues on the database of the
environment, each of 100 players, 1,000 hands and 20 logs, and measures one of them at each size. It
prints JSON lines like `benchmarks.walk`; the last ones give the law of each figure. Only the work
for all leagues should grow here: the periodic tasks and the derived data.
"""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from benchmarks import bulk
from benchmarks.measuring import Reads, law
from benchmarks.memory import Grown
from benchmarks.sites import print_walk
from benchmarks.walk import walk_pages
from benchmarks.works import timed

LEAGUE: Final = bulk.Shape(hands=1000, players=100, evenings=40, logs=20)


def walk(sizes: list[int]) -> Iterator[dict[str, Any]]:
    """Yield a line for each page and each piece of work at each size, and then the laws."""
    from zarleague.play.notify import season_changed
    from zarleague.reports.season_report.build import make_report

    season_changed.disconnect(dispatch_uid="reports.queue_refresh")  # no worker listens
    counted = Reads()
    counted.watch()
    taken: dict[str, list[tuple[int, float]]] = {}
    made = 0
    for leagues in sizes:
        about = {"leagues": leagues, "hands": leagues * LEAGUE.hands}
        for work, seconds, grown in _grow(range(made, leagues)):
            yield about | {"work": work, "seconds": round(seconds, 2), "grown_mb": grown}
        made = leagues
        season = _season(leagues // 2)
        make_report(season)
        for name, line in walk_pages(season, counted, _pages_of_logs(season)):
            taken.setdefault(name, []).append((leagues, line["cpu_ms"]))
            yield about | {"page": name} | line
        for name, line in timed(season):
            taken.setdefault(name, []).append((leagues, line["cpu_ms"]))
            yield about | {"work": name} | line
    for name, points in taken.items():
        yield {"figure": name, "cpu_ms": [ms for _, ms in points], "law": law(points)}


def _grow(numbers: range) -> Iterator[tuple[str, float, float]]:
    """Create leagues and compute their derived data; yield the seconds of processor time, and
    MB."""
    from zarleague.play.services import rebuild
    from zarleague.reports.rank_history.ranks import refresh_ranks
    from zarleague.reports.services import refresh_ratings

    seasons: list[Any] = []
    steps: dict[str, Callable[[], None]] = {
        "make": lambda: seasons.extend(bulk.leagues(numbers, LEAGUE)),
        "count": lambda: [rebuild(season) for season in seasons] and None,
        "ranks": lambda: [refresh_ranks(season.pk) for season in seasons] and None,
        "ratings": lambda: [refresh_ratings(season.league) for season in seasons] and None,
    }
    for name, step in steps.items():
        began, grown = time.process_time(), Grown()
        step()
        yield f"{name} {len(numbers)} leagues", time.process_time() - began, grown.peak()
        bulk.analyze()


def _season(number: int) -> Any:
    from zarleague.leagues.models import Season

    return Season.objects.select_related("league").get(league__slug=f"league-{number}")


def _pages_of_logs(season: Any) -> dict[str, str]:
    from django.urls import reverse

    from zarleague.play.models import Hand

    logged = Hand.objects.filter(match__season=season).exclude(confirmed__log="").first()
    assert logged is not None
    at = [season.league.slug, logged.match_id, logged.number]
    return {"hand with a log": reverse("hand", args=at)}


def main() -> None:
    """Print the walk on a temporary database, as JSON lines."""
    sizes = [int(number) for number in sys.argv[1:]] or [100, 1000]
    print_walk(lambda: walk(sizes))


if __name__ == "__main__":
    main()
