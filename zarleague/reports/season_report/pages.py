"""The figures of one player's page of a report: ranks and metric after the player's evenings."""

import datetime
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from zarleague.leagues.models import Season
from zarleague.play.selectors import season_lots
from zarleague.play.totals import rows as stored_rows
from zarleague.reports.models import EveningRank
from zarleague.reports.rank_history.series import thinned
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import running_metric
from zarleague.standings.totals import PlayerTotals

CHARTED: Final = 60
"""Evenings of the course of a long season."""
WHOLE_COURSE: Final = 20_000
"""Figures of a course with every evening; the course of a longer season has `CHARTED` of them."""


@dataclass(frozen=True)
class Course:
    """The evenings for which the course of a season tells everybody's metric."""

    evenings: Sequence[int]
    is_whole: bool
    """Whether these are all evenings; otherwise each page has the player's own."""

    @classmethod
    def of(cls, evenings: Sequence[int], players: int) -> "Course":
        """Return the evenings of a season's course, for as many players."""
        if len(evenings) * players <= WHOLE_COURSE:
            return cls(evenings, is_whole=True)
        return cls(thinned(evenings, CHARTED), is_whole=False)


def player_part(season: Season, player: int, course: Course) -> dict[str, Any]:
    """Return a player's figures as JSON-able data: ``ranks``, (evening, rank after it) of the
    evenings with a hand, a penalty or a lot of the player; ``line``, the metric after each evening
    of the course, None before the first hand; and ``metrics``, the metric after each evening of
    ``ranks``, unless the course has it. The stored ranks must be up to date.
    """
    tallies = stored_rows.evenings(season.key, [player])[player]
    moved = sorted(tallies)
    rules = rules_from_json(season.rules)
    metric = dict(
        zip(moved, running_metric(PlayerTotals(evenings=tallies), rules, moved), strict=True)
    )
    drawn = {lot.evening for lot in season_lots(season) if player in lot.order}
    evenings = sorted(drawn.union(moved))
    found: dict[str, Any] = {
        "ranks": _ranks(season, player, evenings),
        "line": _line(metric, course.evenings),
    }
    if not course.is_whole:
        found["metrics"] = _line(metric, evenings)
    return found


def _ranks(season: Season, player: int, evenings: Iterable[int]) -> list[list[int | None]]:
    days = [datetime.date.fromordinal(evening) for evening in evenings]
    stored = EveningRank.objects.filter(season=season, player=player, evening__in=days)
    ranks = dict(stored.order_by().values_list("evening", "rank"))
    return [[day.toordinal(), ranks.get(day)] for day in days]


def _line(metric: Mapping[int, Fraction | None], steps: Iterable[int]) -> list[str | None]:
    """Return the metric after each of these evenings, None before the first hand."""
    waiting, value, line = deque(metric), None, list[str | None]()
    for step in steps:
        while waiting and waiting[0] <= step:
            value = metric[waiting.popleft()]
        line.append(None if value is None else str(value))
    return line
