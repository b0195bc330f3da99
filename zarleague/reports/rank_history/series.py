"""What charts show along a season: the figure it ranks by, and the ranks of its players, for their
form, the last changes of rank and the bump chart. A day with only a penalty or a drawing of lots is
an evening, too.

Earlier figures are stored, so the cost is one row per player and evening shown and does not grow
with the hands.
"""

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from zarleague.leagues.models import Season
from zarleague.play.selectors import eventful_evenings
from zarleague.play.totals import rows as stored_rows
from zarleague.reports.models import EveningRank
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import running_metric
from zarleague.standings.table import Row
from zarleague.standings.totals import PlayerTotals

MOST_POINTS: Final = 60
"""Points of a line; a chart 500 pixels wide cannot show more."""
MOST_ADDED_UP: Final = 200
"""Totals of one player and evening that are added up for a chart. Above that it shows what was
stored with the ranks, which follow a hand within a second or so."""
MOST_EVENINGS: Final = 24
"""Evenings of a line; between more nobody could follow it."""
FORM: Final = 8
"""The last evenings, as a player's form."""
_NOTHING: Final = (None, None)

Item = TypeVar("Item")
Ranks = tuple[int | None, ...]
"""A player's rank after each of some evenings, None without one."""


class MetricSeries(NamedTuple):
    """The figure a season ranks by, evening by evening."""

    evenings: tuple[int, ...]
    """Ordinals, in order."""
    metric: Mapping[int, tuple[float | None, ...]]
    """By player id: the metric after each evening, None before the player's first hand."""


def metric_series(season: Season, rows: Sequence[Row]) -> MetricSeries:
    """Return the metric of some players after at most `MOST_POINTS` evenings of the season, the
    last one included. ``rows`` are the players' rows of today's table.
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
    known = _stored(season, rows, steps[:-1])
    return {
        row.player_id: (
            *(known.get((row.player_id, step), _NOTHING)[1] for step in steps[:-1]),
            None if row.metric is None else float(row.metric),
        )
        for row in rows
    }


class Moved(NamedTuple):
    """A player whose rank changed on the last evening."""

    player: int
    before: int
    after: int

    @property
    def places(self) -> int:
        """Return how many places were gained; negative: lost."""
        return self.before - self.after


class RankSeries(NamedTuple):
    """Ranks along a season. Evenings are ordinals, in order; ranks are by player id, in the order
    of the table now."""

    evenings: tuple[int, ...]
    ranks: Mapping[int, Ranks]
    """After each of the evenings."""
    form: Mapping[int, Ranks]
    """After each of the last evenings, no more than `FORM` and one before them."""

    def moved(self, player: int) -> Moved | None:
        """Return how the last evening changed a rank; None if the player was or is unranked."""
        line = self.form[player]
        before, after = line[-2:] if len(line) > 1 else (None, None)
        return None if before is None or after is None else Moved(player, before, after)

    def movers(self, gained: int, lost: int) -> list[Moved]:
        """Return the players whose rank changed on the last evening, the largest gain first: at
        most ``gained`` who gained ranks and ``lost`` who lost some."""
        found = [moved for player in self.ranks if (moved := self.moved(player)) and moved.places]
        found.sort(key=lambda one: -one.places)
        return found[:gained] + found[gained:][-lost:]


def rank_series(season: Season, rows: Sequence[Row]) -> RankSeries:
    """Return the ranks of some players, given by their rows of the table now."""
    days = eventful_evenings(season)
    steps, last = thinned(days, MOST_EVENINGS), days[-FORM - 1 :]
    known = _stored(season, rows, {*steps, *last} - {*days[-1:]})

    def line(row: Row, evenings: Sequence[int]) -> Ranks:
        before = (known.get((row.player_id, day), _NOTHING)[0] for day in evenings[:-1])
        return (*before, row.rank) if evenings else ()

    return RankSeries(
        tuple(steps),
        {row.player_id: line(row, steps) for row in rows},
        {row.player_id: line(row, last) for row in rows},
    )


def _stored(
    season: Season, rows: Sequence[Row], evenings: Collection[int]
) -> dict[tuple[int, int], tuple[int | None, float | None]]:
    """Return the stored rank and metric of the players of these rows after some evenings, by player
    and evening."""
    days = [datetime.date.fromordinal(evening) for evening in evenings]
    players = [row.player_id for row in rows]
    found = EveningRank.objects.filter(season=season, evening__in=days, player__in=players)
    return {
        (player, day.toordinal()): (rank, metric)
        for player, day, rank, metric in found.values_list("player", "evening", "rank", "metric")
    }
