"""Measure every page and save of a season at several sizes, and the law by which each grows.

``python -m benchmarks.walk 200 12500 200000`` makes a league for each number of hands on the
database of the environment, requests every page some times, saves hands, and prints a JSON line for
each: the median in milliseconds, by the clock and of this process alone, bytes sent, statements,
rows read from the database. The last lines give the law of each: how much more time it takes with
the largest season than with the smallest, and the exponent of that growth.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from django.urls import reverse

from benchmarks import bulk
from benchmarks.measuring import Reads, law, page
from benchmarks.memory import Grown
from benchmarks.sites import print_walk
from benchmarks.works import timed

WORKS: Final = (
    "save a match",
    "save a hand",
    "preview a correction",
    "save a correction",
    "save a correction of the first evening",
    "ranks after a hand",
    "ratings after a hand",
)


def pages(season: Any) -> dict[str, str]:
    """Return the address of every page of a season, by name."""
    from zarleague.play.models import Match

    league = season.league
    here, of = f"/l/{league.slug}/", f"/l/{league.slug}/seasons/{season.pk}/"
    api = f"/api/v1/leagues/{league.slug}/"
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
        "report": f"{of}reports/1/",
        "report, a player": f"{of}reports/1/players/{regular}/",
        "report, the table as CSV": f"{of}reports/1/tables/table.csv",
        "report, the table as XLSX": f"{of}reports/1/tables/table.xlsx",
        "report as JSON": f"{of}reports/1/report.json",
        "match": reverse("match", args=[league.slug, match.pk]),
        "board": f"{here}m/{match.pk}/board/",
        "hand": reverse("hand", args=[league.slug, match.pk, 1]),
        "standings of the API": f"{api}seasons/{season.pk}/standings/",
        "matches of the API": f"{api}matches/",
        "players of the API": f"{api}players/",
        "hands of a player of the API": f"{api}players/{regular}/hands/",
        "ratings of the API": f"{api}ratings/{bulk.GAME}/",
        "evenings of the API": f"{api}seasons/{season.pk}/evenings/",
        "match of the API": f"/api/v1/matches/{match.pk}/",
        "hands of the API": f"/api/v1/matches/{match.pk}/hands/",
        "calendar": f"{api}evenings.ics",
    }


def pages_of_organisers(season: Any) -> dict[str, str]:
    """Return the address of every page that grows with a season and that its organiser reads."""
    from zarleague.play.models import Match

    slug = season.league.slug
    match = Match.objects.filter(season=season).order_by("pk").last()
    assert match is not None
    here, at_table = f"/l/{slug}/", f"/l/{slug}/m/{match.pk}/"
    return {
        "home, signed in": "/",
        "start a match": reverse("start-match", args=[slug]),
        "seats of a match": f"{at_table}seats/",
        "correct a hand": f"{at_table}h/1/correct/",
        "settings of the season": f"{here}seasons/{season.pk}/settings/",
        "audit log": f"{here}settings/audit/",
    }


def _other_preset() -> str:
    from zarleague.engine.games import find

    return find(bulk.GAME).presets[-1].key


def walk(hands: list[int]) -> Iterator[dict[str, Any]]:
    """Yield a line for each page of each season, and then the laws."""
    from django.contrib.auth import get_user_model

    from zarleague.leagues import services
    from zarleague.play.notify import season_changed
    from zarleague.play.services import rebuild
    from zarleague.reports.rank_history.ranks import refresh_ranks
    from zarleague.reports.season_report.build import make_report
    from zarleague.reports.services import refresh_ratings

    season_changed.disconnect(dispatch_uid="reports.queue_refresh")  # no worker listens
    owner = get_user_model().objects.create(username="bench")
    counted = Reads()
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
            "ratings": lambda: refresh_ratings(season.league),  # noqa: B023
            "report": lambda: make_report(season),  # noqa: B023
        }
        season: Any = None
        for name, step in steps.items():
            began, grown = time.process_time(), Grown()
            season = step() if name == "make" else (step(), season)[1]
            yield {
                "hands": size,
                "work": name,
                "seconds": round(time.process_time() - began, 2),
                "grown_mb": grown.peak(),
            }
        bulk.analyze()
        for name, line in walk_pages(season, counted):
            taken.setdefault(name, []).append((size, line["cpu_ms"]))
            yield {"hands": size, "page": name} | line
        for name, line in timed(season, WORKS):
            taken.setdefault(name, []).append((size, line["cpu_ms"]))
            yield {"hands": size, "work": name} | line
    for name, points in taken.items():
        yield {"figure": name, "cpu_ms": [ms for _, ms in points], "law": law(points)}


def walk_pages(
    season: Any, counted: Reads, others: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the figures of every page of a season, and of some others."""
    from django.test import Client

    visitor, organiser = Client(), Client()
    organiser.force_login(season.league.memberships.get().user)
    shown = {**pages(season), **others}
    for client, addresses in ((visitor, shown), (organiser, pages_of_organisers(season))):
        for name, address in addresses.items():
            line = {"worked_out_s": answers_worked_out(client, address, season)}
            yield name, line | page(client, address, counted)


def answers_worked_out(client: Any, address: str, season: Any) -> float:
    """Request a page and compute the answer it waits for, as a worker would; return the seconds of
    processor time."""
    from zarleague.reports.questions.slow_questions import answer_next

    client.get(address)
    began = time.process_time()
    while answer_next(season):
        pass
    return round(time.process_time() - began, 2)


def main() -> None:
    """Print the walk on a temporary database, as JSON lines."""
    hands = [int(number) for number in sys.argv[1:]] or [200, 12_500, 200_000]
    print_walk(lambda: walk(hands))


if __name__ == "__main__":
    main()
