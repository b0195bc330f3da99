"""The ways to rank a season, each with the leader this season would have under it."""

from typing import NamedTuple

from zarleague.leagues import selectors
from zarleague.leagues.formats import decimals_of
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play.totals.period import Period
from zarleague.reports import ranking_words
from zarleague.standings.metric import MixedDirectionsError
from zarleague.standings.rules import SeasonRules, new_season_rules, rules_from_json
from zarleague.standings.table import Row
from zarleague.web.words import figure


class WayToRank(NamedTuple):
    """One way to rank. ``leader`` is "" if nobody would be ranked, or if the season is too long to
    be recomputed for a page."""

    preset: str
    title: str
    caption: str
    leader: str
    figure: str


def ways_to_rank(season: Season) -> list[WayToRank]:
    """Return every way to rank: the season's own with its present rules, the others with their
    defaults."""
    rules = {
        preset: rules_from_json(
            season.rules if preset == season.rules["preset"] else new_season_rules(preset)
        )
        for preset in ranking_words.PRESET_TITLES
    }
    short = play.is_short(season, Period())
    leaders = {preset: _leader(season, of) if short else None for preset, of in rules.items()}
    names = selectors.names_of(season.league, [row.player_id for row in leaders.values() if row])
    return [
        WayToRank(
            preset,
            str(title),
            ranking_words.caption(rules[preset]),
            names[first.player_id] if (first := leaders[preset]) else "",
            figure(first.metric, decimals_of([first.metric])) if first else "",
        )
        for preset, title in ranking_words.PRESET_TITLES.items()
    ]


def _leader(season: Season, rules: SeasonRules) -> Row | None:
    try:
        rows = play.period_table(season, Period(), rules).rows
    except MixedDirectionsError:
        return None
    return next((row for row in rows if row.rank == 1), None)
