"""The season's table, its evenings, and its course."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Q

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names
from zarleague.play.models import HandVersion, Match
from zarleague.play.totals import load_for_table
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.confirmed import season_lots, season_penalties, season_results
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import running_metric
from zarleague.standings.table import Row, ranked, table_of
from zarleague.standings.totals import PlayerTotals


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


class MetricCourse(NamedTuple):
    """The figure a season ranks by, evening by evening."""

    evenings: tuple[int, ...]
    """Ordinals, in order."""
    metric: Mapping[int, tuple[Fraction | None, ...]]
    """By player id: the metric after each evening, None before the player's first hand."""


def season_table(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    limit: int | None = None,
) -> tuple[Row, ...]:
    """Return the rows of the season's table, best first; see `named_table`."""
    return named_table(season, first=first, last=last, limit=limit).rows


def named_table(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    limit: int | None = None,
) -> NamedTable:
    """Return the season's table.

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
    """Return the evenings on which matches were started, latest first."""
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


def games_played(season: Season) -> list[str]:
    """Return the keys of the games that have hands in the season, sorted."""
    games = Match.objects.filter(season=season, total__isnull=False).values_list("game", flat=True)
    return sorted(set(games.distinct().order_by()))


def metric_course(season: Season, players: Sequence[int]) -> MetricCourse:
    """Return the metric of some players after each evening, from the stored totals.

    The cost does not grow with the hands. A day with nothing but a penalty is an evening, too.
    """
    rules = rules_from_json(season.rules)
    held = stored_rows.evenings(season.pk, players) if players else {}
    days = Match.objects.filter(season=season, total__isnull=False).values_list("played_on")
    steps = sorted({day.toordinal() for (day,) in days.distinct().order_by()}.union(*held.values()))
    return MetricCourse(
        tuple(steps),
        {
            player: running_metric(PlayerTotals(evenings=tallies), rules, steps)
            for player, tallies in held.items()
        },
    )
