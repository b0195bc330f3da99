"""What one evening adds to a season's report. It depends on no other evening, so it is computed
once and stays right while other evenings change."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from zarleague.leagues.models import Season
from zarleague.play.totals.confirmed import results_of_evening
from zarleague.reports.season_report.cards import records_of_evening
from zarleague.standings.results import Result
from zarleague.standings.rules import SeasonRules
from zarleague.standings.series import evening_tables, winning_streaks
from zarleague.standings.table import Row

FORM: Final = 10
"""Hands of a player's form."""


def evening_part(
    season: Season, evening: int, rules: SeasonRules, into: Mapping[int, int]
) -> dict[str, Any]:
    """Return an evening's figures as JSON-able data, {} if no hand was played.

    ``night`` is the evening as the report has it, ``biggest`` the result with the most points, the
    earliest of equal ones; ``players`` has each player's latest places and runs of hands won.
    ``into`` are the league's `aliases`.
    """
    results = results_of_evening(season, evening, into)
    if not results:
        return {}
    places: dict[int, deque[int]] = {}
    for result in results:
        places.setdefault(result.player_id, deque(maxlen=FORM)).append(result.place)
    streaks = winning_streaks(results)
    biggest = max(results, key=lambda result: result.points)
    return {
        "night": _night(evening, results, rules),
        "matches": len({result.match_id for result in results}),
        "biggest": [biggest.player_id, biggest.points, biggest.hand_id, biggest.high_wins],
        "players": [
            [player, list(form), streaks[player].to_json()] for player, form in places.items()
        ],
        "cards": [
            [game, label, record]
            for (game, label), record in records_of_evening(season, evening, results).items()
        ],
    }


def _night(evening: int, results: Sequence[Result], rules: SeasonRules) -> dict[str, Any]:
    """Return the evening's number of hands and of players, the best, and their margin."""
    rows = evening_tables(results, rules)[evening]
    return {
        "evening": evening,
        "hands": len({result.hand_id for result in results}),
        "players": len(rows),
        "best": [row.player_id for row in rows if row.rank == 1],
        "margin": _margin(rows),
    }


def _margin(rows: Sequence[Row]) -> str | None:
    """Return the difference between first and last of an evening, in the metric."""
    reached = [row.metric for row in rows if row.metric is not None]
    return str(max(reached) - min(reached)) if len(reached) > 1 else None
