"""Every page of a season, timed while the season grows: which of them grow with it, and how.

``python -m benchmarks.walk 200 12500 200000`` makes a league for each number of hands on the
database of the environment, asks for every page some times and prints a JSON line for each: the
median in milliseconds, by the clock and of this process alone, bytes sent, statements, rows read
from the database. The last lines give the law of each page: how much more time it takes with the
largest season than with the smallest, and the exponent of that growth.
"""

import json
import math
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.urls import reverse

from benchmarks import bulk
from benchmarks.sites import on_a_database_of_its_own

ROUNDS = 7
LONGEST = 20.0
"""Seconds after which a page is not asked for again."""


class _Rows:
    """Counts the statements and the rows they give while a page is made."""

    def __init__(self) -> None:
        self.statements = 0
        self.rows = 0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.statements += 1
        return execute(*given)

    def watch(self) -> None:
        """Count from now on what this process reads, through any cursor."""
        from django.db.backends.utils import CursorWrapper

        counted = self

        def fetched(name: str) -> Callable[..., Any]:
            def fetch(cursor: Any, *given: Any) -> Any:
                found = getattr(cursor.cursor, name)(*given)
                counted.rows += len(found) if isinstance(found, list) else int(found is not None)
                return found

            return fetch

        for name in ("fetchall", "fetchmany", "fetchone"):
            setattr(CursorWrapper, name, fetched(name))

        def each(cursor: Any) -> Iterator[Any]:
            for row in cursor.cursor:
                counted.rows += 1
                yield row

        CursorWrapper.__iter__ = each  # type: ignore[method-assign]


def pages(season: Any) -> dict[str, str]:
    """Return the addresses of every page of a season, by what they show."""
    from zarleague.play.models import HandResult, Match

    league = season.league
    here, of = f"/l/{league.slug}/", f"/l/{league.slug}/seasons/{season.pk}/"
    days = list(
        Match.objects.filter(season=season)
        .order_by()
        .values_list("played_on", flat=True)
        .distinct()
    )
    days.sort()
    middle, early = days[len(days) // 2].isoformat(), days[len(days) // 4].isoformat()
    match = Match.objects.filter(season=season).order_by("pk").last()
    assert match is not None
    player = match.seats.first().player_id  # type: ignore[union-attr]
    busiest = HandResult.objects.filter(seat__match__season=season).order_by("seat").first()
    assert busiest is not None
    regular = league.players.order_by("pk")[0].pk
    return {
        "home": "/",
        "league": here,
        "players": f"{here}players/",
        "player": f"{here}players/{regular}/",
        "another player": f"{here}players/{player}/",
        "seasons": f"{here}seasons/",
        "season": of,
        "season, second page": f"{of}?page=2",
        "as of a day": f"{of}?last={middle}",
        "one evening": f"{of}?first={middle}&last={middle}",
        "a period": f"{of}?first={early}&last={middle}",
        "course": f"{of}course/",
        "unfold": f"{of}players/{regular}/",
        "unfold a period": f"{of}players/{regular}/?first={early}&last={middle}",
        "what-if, the form": f"{of}what-if/",
        "what-if, another ranking": f"{of}what-if/?ranking=hands-won",
        "what-if, other rules": f"{of}what-if/?{bulk.GAME}={_other_preset()}",
        "ratings": f"{here}ratings/",
        "reports": f"{of}reports/",
        "match": reverse("match", args=[league.slug, match.pk]),
        "hand": reverse("hand", args=[league.slug, match.pk, 1]),
        "standings of the API": f"/api/v1/leagues/{league.slug}/seasons/{season.pk}/standings/",
        "matches of the API": f"/api/v1/leagues/{league.slug}/matches/",
        "players of the API": f"/api/v1/leagues/{league.slug}/players/",
    }


def _other_preset() -> str:
    from zarleague.engine.games import find

    return find(bulk.GAME).presets[-1].key


def walk(hands: list[int]) -> Iterator[dict[str, Any]]:
    """Yield a line for each page of each season, and then the laws."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from zarleague.leagues import services
    from zarleague.play.services import rebuild
    from zarleague.reports.ranks import refresh_ranks

    owner = get_user_model().objects.create(username="bench")
    counted = _Rows()
    counted.watch()
    taken: dict[str, list[tuple[int, float]]] = {}
    for size in hands:
        shape = bulk.Shape.of(size)
        league = services.create_league(
            owner=owner, name=f"League of {size}", visibility="public", key=f"league {size}"
        )
        steps: dict[str, Callable[[], Any]] = {
            "make": lambda: bulk.season(league, owner, f"Season of {size}", shape),  # noqa: B023
            "count": lambda: rebuild(season),  # noqa: B023
            "ranks": lambda: refresh_ranks(season.pk),  # noqa: B023
        }
        season: Any = None
        for name, step in steps.items():
            began, held = time.process_time(), _memory()
            season = step() if name == "make" else (step(), season)[1]
            yield {
                "hands": size,
                "work": name,
                "seconds": round(time.process_time() - began, 2),
                "grown_mb": round(_memory() - held, 1),
            }
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        for name, address in pages(season).items():
            line = {"worked_out_s": _answers(Client(), address, season)}
            line |= _page(Client(), address, counted)
            taken.setdefault(name, []).append((size, line["cpu_ms"]))
            yield {"hands": size, "page": name} | line
    for name, points in taken.items():
        yield {"page": name, "cpu_ms": [ms for _, ms in points], "law": _law(points)}


def _answers(client: Any, address: str, season: Any) -> float:
    """Ask for a page and let what it waits for be worked out, as a worker would; return the seconds
    of processor time that took."""
    from zarleague.reports.answers import answer_next

    client.get(address)
    began = time.process_time()
    while answer_next(season):
        pass
    return round(time.process_time() - began, 2)


def _page(client: Any, address: str, counted: _Rows) -> dict[str, Any]:
    times: list[float] = []
    worked: list[float] = []
    began = time.perf_counter()
    while len(times) < ROUNDS and time.perf_counter() - began < LONGEST:
        counted.statements = counted.rows = 0
        with connection.execute_wrapper(counted):
            start, before = time.perf_counter(), time.process_time()
            answer = client.get(address)
            size = len(answer.content)
            times.append(time.perf_counter() - start)
            worked.append(time.process_time() - before)
    return {
        "status": answer.status_code,
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "cpu_ms": round(statistics.median(worked) * 1000, 1),
        "kb": round(size / 1000, 1),
        "statements": counted.statements,
        "rows": counted.rows,
    }


def _law(points: list[tuple[int, float]]) -> str:
    (few, fast), (many, slow) = points[0], points[-1]
    if few == many:
        return ""
    exponent = math.log(slow / fast) / math.log(many / few)
    return f"x{slow / fast:.1f}, hands^{exponent:.2f}"


def _memory() -> float:
    """Return the most memory this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print the walk on a database made for it, as JSON lines."""
    hands = [int(number) for number in sys.argv[1:]] or [200, 12_500, 200_000]
    settings.ALLOWED_HOSTS = ["testserver"]
    # Files are named as they are, so that none has to be collected first.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    django.setup()
    with on_a_database_of_its_own():
        for line in walk(hands):
            print(json.dumps({"database": connection.display_name} | line), flush=True)


if __name__ == "__main__":
    main()
