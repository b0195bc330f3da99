"""The ways to rank a season, each with the leader this season would have under it."""

from collections.abc import Mapping
from typing import NamedTuple

from zarleague.leagues.formats import decimals_of
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play.totals.period import Period
from zarleague.reports import ranking_words
from zarleague.standings.metric import MixedDirectionsError
from zarleague.standings.rules import SeasonRules, new_season_rules, rules_from_json
from zarleague.web.words import figure


class WayToRank(NamedTuple):
    """One way to rank. ``leader`` is "" if nobody would be ranked, or if the season is too long to
    be recomputed for a page."""

    preset: str
    title: str
    caption: str
    leader: str
    figure: str


def ways_to_rank(season: Season, names: Mapping[int, str]) -> list[WayToRank]:
    """Return every way to rank: the season's own with its present rules, the others with their
    defaults."""
    short = play.is_short(season, Period())
    ways = []
    for preset, title in ranking_words.PRESET_TITLES.items():
        own = preset == season.rules["preset"]
        rules = rules_from_json(season.rules if own else new_season_rules(preset))
        leader, shown = _leader(season, rules, names) if short else ("", "")
        ways.append(WayToRank(preset, str(title), ranking_words.caption(rules), leader, shown))
    return ways


def _leader(season: Season, rules: SeasonRules, names: Mapping[int, str]) -> tuple[str, str]:
    try:
        rows = play.period_table(season, Period(), rules).rows
    except MixedDirectionsError:
        return "", ""
    first = next((row for row in rows if row.rank == 1), None)
    if first is None:
        return "", ""
    return names[first.player_id], figure(first.metric, decimals_of([first.metric]))
