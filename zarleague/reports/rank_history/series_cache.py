"""The courses of a season's leaders, kept in the cache: after a hand every phone at the tables asks
for the same, and the lines of a long season are made of some thousand rows."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from django.core.cache import cache

from zarleague.leagues.models import Season
from zarleague.reports.background_work import out_of_date
from zarleague.reports.rank_history.metric_series import MetricSeries, metric_series
from zarleague.reports.rank_history.rank_series import RankSeries, rank_series
from zarleague.standings.table import Row

KEPT: Final = 60
"""Seconds that a course is kept. Ranks that the nightly check repairs are shown after that time."""

Course = TypeVar("Course", MetricSeries, RankSeries)


def leaders_metric(season: Season, rows: Sequence[Row]) -> MetricSeries:
    """Return `metric_series` of the first players of the table."""
    return _kept("metric", metric_series, season, rows)


def leaders_ranks(season: Season, rows: Sequence[Row]) -> RankSeries:
    """Return `rank_series` of the first players of the table."""
    return _kept("ranks", rank_series, season, rows)


def _kept(
    name: str,
    compute: Callable[[Season, Sequence[Row]], Course],
    season: Season,
    rows: Sequence[Row],
) -> Course:
    """Return the course, kept if the ranks after each evening are up to date, and until they, the
    table or the rules change."""
    ranks = out_of_date.ranks_derived_from(season)
    if ranks.ranks != season.revision:
        return compute(season, rows)
    facts = [
        season.revision,
        ranks.ranks_rest_on,
        season.rules,
        season.lots,
        [(row.player_id, row.rank, str(row.metric)) for row in rows],
    ]
    stamp = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
    key = f"course-of-{name}-{season.pk}-{stamp}"
    kept: Course | None = cache.get(key)
    if kept is None:
        kept = compute(season, rows)
        cache.set(key, kept, KEPT)
    return kept
