"""What one evening adds to a season's report. It depends on no other evening, so it is computed
once and stays right while other evenings change."""

import datetime
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from zarleague.leagues.models import Season
from zarleague.play.models import Match
from zarleague.play.totals.confirmed import results_of_evening
from zarleague.reports.season_report.cards import records_of_evening
from zarleague.standings.results import Result
from zarleague.standings.rules import SeasonRules
from zarleague.standings.series import evening_tables, winning_streaks
from zarleague.standings.table import Row

Highest = dict[str, dict[str, Any]]
"""By game the most ``points`` in one hand, if above 0: the ``players`` who had them, how many
``times``, the first such ``hand``, and whether high points win."""

FORM: Final = 10
"""Hands of a player's form."""


def evening_part(
    season: Season, evening: int, rules: SeasonRules, into: Mapping[int, int]
) -> dict[str, Any]:
    """Return an evening's figures as JSON-able data, {} if no hand was played.

    ``night`` is the evening as the report has it, ``highest`` the most points in one hand of each
    game, as `add_highest` adds them up; ``players`` has each player's latest places
    and runs of hands won.
    ``into`` are the league's `aliases`.
    """
    results = results_of_evening(season, evening, into)
    if not results:
        return {}
    places: dict[int, deque[int]] = {}
    for result in results:
        places.setdefault(result.player_id, deque(maxlen=FORM)).append(result.place)
    streaks = winning_streaks(results)
    return {
        "night": _night(evening, results, rules),
        "matches": len({result.match_id for result in results}),
        "highest": _highest(season, evening, results),
        "players": [
            [player, list(form), streaks[player].to_json()] for player, form in places.items()
        ],
        "cards": [
            [game, label, record]
            for (game, label), record in records_of_evening(season, evening, results).items()
        ],
    }


def add_highest(found: Highest, later: Mapping[str, Mapping[str, Any]]) -> None:
    """Add the highest points of later hands to those of earlier ones, by game."""
    for game, new in later.items():
        old = found.get(game)
        if old is None or new["points"] > old["points"]:
            found[game] = {**new, "players": list(new["players"])}
        elif new["points"] == old["points"]:
            old["times"] += new["times"]
            old["players"] = list(dict.fromkeys((*old["players"], *new["players"])))


def _highest(season: Season, evening: int, results: Sequence[Result]) -> Highest:
    day = datetime.date.fromordinal(evening)
    games = dict(Match.objects.filter(season=season, played_on=day).values_list("pk", "game"))
    found: Highest = {}
    for result in results:
        if result.points > 0:
            one = {"points": result.points, "players": [result.player_id], "times": 1}
            facts = {"hand": result.hand_id, "high_wins": result.high_wins}
            add_highest(found, {games[result.match_id]: one | facts})
    return found


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
