"""Measure every page, save and background job of one league while the number of leagues grows.

``python -m benchmarks.walk_leagues 100 1000`` makes so many leagues on the database of the
environment, each of 100 players, 1,000 hands and 20 logs, and measures one of them at each size. It
prints JSON lines like `benchmarks.walk`; the last ones give the law of each figure. Only the work
for all leagues should grow here: the periodic tasks and the derived data.
"""

import secrets
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from benchmarks import bulk
from benchmarks.measuring import Reads, law, median_ms, page
from benchmarks.memory import Grown
from benchmarks.sites import print_walk
from benchmarks.walk import answers_worked_out, pages

LEAGUE: Final = bulk.Shape(hands=1000, players=100, evenings=40, logs=20)
SAVES: Final = 40


def walk(sizes: list[int]) -> Iterator[dict[str, Any]]:
    """Yield a line for each page and each piece of work at each size, and then the laws."""
    from django.test import Client

    from zarleague.play.notify import season_changed
    from zarleague.reports.season_report.making import make_report

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
        visitor, organiser = Client(), Client()
        organiser.force_login(season.league.memberships.get().user)
        shown = pages(season) | _pages_of_logs(season)
        for client, addresses in ((visitor, shown), (organiser, {"home, signed in": "/"})):
            for name, address in addresses.items():
                line = {"worked_out_s": answers_worked_out(client, address, season)}
                line |= page(client, address, counted)
                taken.setdefault(name, []).append((leagues, line["cpu_ms"]))
                yield about | {"page": name} | line
        for name, work in _works(season).items():
            grown = Grown()
            line = median_ms(work, SAVES if name.startswith("save") else 5)
            taken.setdefault(name, []).append((leagues, line["cpu_ms"]))
            yield about | {"work": name, "grown_mb": grown.peak()} | line
    for name, points in taken.items():
        yield {"figure": name, "cpu_ms": [ms for _, ms in points], "law": law(points)}


def _grow(numbers: range) -> Iterator[tuple[str, float, float]]:
    """Create leagues and compute their derived data; yield the seconds of processor time, and
    MB."""
    from zarleague.play.services import rebuild
    from zarleague.reports.ranks import refresh_ranks
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


def _works(season: Any) -> dict[str, Callable[[int], object]]:
    """Return the jobs to time besides pages; each is called with the number of its run."""
    from zarleague.engine.entry import Entry
    from zarleague.leagues.actors import Actor
    from zarleague.play import reverifying, services
    from zarleague.reports import checking, jobs, outbox
    from zarleague.reports.models import ReportPart
    from zarleague.reports.progress import Progress
    from zarleague.reports.ranks import refresh_ranks
    from zarleague.reports.season_report.figures import figures
    from zarleague.reports.season_report.parts import ReportParts
    from zarleague.reports.services import refresh_ratings

    actor = Actor.of(season.league.memberships.get().user)
    names = [f"P{number}" for number in range(bulk.SEATS)]
    match = services.start_match(season, names, actor=actor, key=secrets.token_hex(8))
    entry = Entry("totals", ({}, {"points": 4}, {"points": 9}, {"points": 3}), 0)
    other = Entry("totals", ({}, {"points": 5}, {"points": 9}, {"points": 3}), 0)
    hands: list[Any] = []

    def enter(number: int) -> None:
        hands.append(services.enter_hand(match, entry, key=secrets.token_hex(8), actor=actor))

    def correct(number: int) -> None:
        services.correct_hand(
            hands[number],
            other,
            reason="miscounted",
            key=secrets.token_hex(8),
            actor=actor,
            expected_version=1,
        )

    def ranks(number: int) -> None:
        enter(number)
        refresh_ranks(season.pk)

    def ratings(number: int) -> None:
        enter(number)
        refresh_ratings(season.league)

    def report(number: int) -> None:
        season.refresh_from_db()  # its revision is now that of the saved hands
        parts = ReportParts.of(season)
        while missing := parts.missing():
            parts.compute(missing, Progress.unrecorded())
        figures(parts)
        ReportPart.objects.filter(season=season).delete()

    def clock(number: int) -> None:
        for found in (
            outbox.seasons_uncounted(),
            outbox.seasons_behind(),
            outbox.leagues_behind(),
            jobs.stale_jobs(),
        ):
            list(found)
        list(reverifying.chunks(1))

    return {
        "save a match": lambda number: services.start_match(
            season, names, actor=actor, key=secrets.token_hex(8)
        ),
        "save a hand": enter,
        "save a correction": correct,
        "ranks after a hand": ranks,
        "ratings after a hand": ratings,
        "report's figures": report,
        "check a season": lambda number: checking.check_season(season),
        "what the clock asks": clock,
    }


def main() -> None:
    """Print the walk on a temporary database, as JSON lines."""
    sizes = [int(number) for number in sys.argv[1:]] or [100, 1000]
    print_walk(lambda: walk(sizes))


if __name__ == "__main__":
    main()
