"""The data of a season's chart: the figure it ranks by, evening by evening."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from zarleague.leagues.models import Season
from zarleague.play.selectors import eventful_evenings
from zarleague.play.totals import rows as stored_rows
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import running_metric
from zarleague.standings.table import Row
from zarleague.standings.totals import PlayerTotals
from zarleague.storage.sql import evening_ranks

MOST_POINTS: Final = 60
"""Points of a line; a chart 500 pixels wide cannot show more."""
MOST_ADDED_UP: Final = 200
"""Totals of one player and evening that are added up for a chart. Above that it shows what was
stored with the ranks, which follow a hand within a second or so."""
NO_METRIC: Final = (None, None)

Item = TypeVar("Item")


class MetricSeries(NamedTuple):
    """The figure a season ranks by, evening by evening."""

    evenings: tuple[int, ...]
    """Ordinals, in order."""
    metric: Mapping[int, tuple[float | None, ...]]
    """By player id: the metric after each evening, None before the player's first hand."""


def metric_series(season: Season, rows: Sequence[Row]) -> MetricSeries:
    """Return the metric of some players after at most `MOST_POINTS` evenings of the season, the
    last one included. ``rows`` are the players' rows of today's table. The cost does not grow with
    the hands. A day with only a penalty or a drawing of lots is an evening, too.
    """
    days = eventful_evenings(season)
    if len(days) * len(rows) <= MOST_ADDED_UP:
        return _metric_from_evenings(season, rows, days)
    steps = thinned(days, MOST_POINTS)
    return MetricSeries(tuple(steps), _stored_metric(season, rows, steps))


def thinned(items: Sequence[Item], most: int) -> list[Item]:
    """Return at most ``most`` of the items, evenly spaced, the first and the last included."""
    if len(items) <= most:
        return list(items)
    return [items[at * (len(items) - 1) // (most - 1)] for at in range(most)]


def _metric_from_evenings(season: Season, rows: Sequence[Row], days: Sequence[int]) -> MetricSeries:
    """Compute the metric from the players' evenings."""
    rules = rules_from_json(season.rules)
    held = stored_rows.evenings(season.key, [row.player_id for row in rows])
    steps = thinned(days, MOST_POINTS)
    course = {
        player: running_metric(PlayerTotals(evenings=tallies), rules, steps)
        for player, tallies in held.items()
    }
    return MetricSeries(
        tuple(steps),
        {
            player: tuple(None if one is None else float(one) for one in line)
            for player, line in course.items()
        },
    )


def _stored_metric(
    season: Season, rows: Sequence[Row], steps: Sequence[int]
) -> dict[int, tuple[float | None, ...]]:
    """Return the stored metric after these evenings; for the last one, that of today's table."""
    known = evening_ranks.after_evenings(season.key, steps[:-1], [row.player_id for row in rows])
    return {
        row.player_id: (
            *(known.get((row.player_id, step), NO_METRIC)[1] for step in steps[:-1]),
            None if row.metric is None else float(row.metric),
        )
        for row in rows
    }
