"""The season's table, its evenings, and its course."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names
from zarleague.play import stored
from zarleague.play.models import HandVersion, Match
from zarleague.play.results import season_lots, season_penalties, season_results
from zarleague.play.totals import load_for_table
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import Cumulative, Step, cumulative
from zarleague.standings.table import Row, ranked, table_of


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of a season."""

    date: datetime.date
    matches: int
    hands: int


class NamedTable(NamedTuple):
    """The rows of a table, best first, and the names of their players by id."""

    rows: tuple[Row, ...]
    names: Mapping[int, str]


def season_table(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    limit: int | None = None,
) -> tuple[Row, ...]:
    """The rows of the season's table, best first; see `named_table`."""
    return named_table(season, first=first, last=last, limit=limit).rows


def named_table(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    limit: int | None = None,
) -> NamedTable:
    """The season's table.

    With dates, of the evenings from ``first`` to ``last`` (``last`` alone: as of that day), worked
    out from the hands. With ``limit``, no more rows than that; without dates they are found by an
    index, however long the table is.
    """
    rules = rules_from_json(season.rules)
    lots = season_lots(season, last=last)
    if first is None and last is None:
        players, named, ties = load_for_table(season, rules, limit)
        rows = ranked(players, ties, rules, lots=lots, names=named)
    else:
        named = names(season.league)
        rows = table_of(
            season_results(season, first=first, last=last),
            rules,
            penalties=season_penalties(season, first=first, last=last),
            lots=lots,
            names=named,
        )
    return NamedTable(rows[:limit], named)


def evenings(season: Season) -> list[Evening]:
    """The evenings on which matches were started, latest first."""
    rows = (
        Match.objects.filter(season=season)
        .values("played_on")
        .annotate(
            matches=Count("pk", distinct=True),
            hands=Count(  # type: ignore[no-redef]
                "hands", filter=Q(hands__confirmed__kind=HandVersion.Kind.ENTRY)
            ),
        )
        .order_by("-played_on")
        .values_list("played_on", "matches", "hands")
    )
    return [Evening(*row) for row in rows]


def cumulative_series(season: Season, step: Step = Step.EVENING) -> Cumulative:
    """Every player's running points, after each evening or hand."""
    return cumulative(season_results(season), step)


def evening_points(season: Season, players: Sequence[int]) -> Cumulative:
    """Some players' running points after each evening, from the stored totals: their cost does
    not grow with the hands."""
    days = Match.objects.filter(season=season, total__isnull=False).values_list("played_on")
    steps = sorted({day.toordinal() for (day,) in days.distinct().order_by()})
    gained = stored.evening_points(season.pk, players) if players else {}
    return Cumulative(
        tuple(steps),
        {player: tuple(_running(steps, points)) for player, points in gained.items()},
    )


def _running(steps: Sequence[int], points: Mapping[int, int]) -> Iterator[int | None]:
    """The sum of the points up to each step, None before the first."""
    total: int | None = None
    for step in steps:
        if step in points:
            total = (total or 0) + points[step]
        yield total
