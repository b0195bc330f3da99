"""The ways to rank a season, each with the leader this season would have under it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from zarleague.leagues import selectors
from zarleague.leagues.formats import decimals_of
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play.totals.period import Period
from zarleague.reports.words import ranking_words
from zarleague.standings.metric import MixedDirectionsError
from zarleague.standings.rules import SeasonRules, new_season_rules, rules_from_json
from zarleague.standings.table import Row
from zarleague.storage.kept_pages import kept_pages
from zarleague.web.rendering.words import figure

KEPT: Final = 3600
"""Seconds that the leaders are kept."""


class WayToRank(NamedTuple):
    """One way to rank. ``leader`` is "" if nobody would be ranked, or if the season is too long to
    be recomputed for a page."""

    preset: str
    title: str
    caption: str
    leader: str
    figure: str


def ways_to_rank(season: Season) -> list[WayToRank]:
    """Return every way to rank: the season's own as it is now, the others by default."""
    rules = {
        preset: rules_from_json(
            season.rules if preset == season.rules["preset"] else new_season_rules(preset)
        )
        for preset in ranking_words.PRESET_TITLES
    }
    leaders = _leaders(season, rules)
    names = selectors.names_of(season.league, [player for player, _ in leaders.values()])
    return [
        WayToRank(
            preset,
            str(title),
            ranking_words.caption(rules[preset]),
            names[leader[0]] if (leader := leaders.get(preset)) else "",
            figure(leader[1], decimals_of([leader[1]])) if leader else "",
        )
        for preset, title in ranking_words.PRESET_TITLES.items()
    ]


def _leaders(
    season: Season, rules: Mapping[str, SeasonRules]
) -> dict[str, tuple[int, Fraction | None]]:
    """Return the leader and the figure that ranks, by the ways to rank that have one. They are kept
    until a hand changes them: a season of 12,500 hands takes 0.2 s."""
    if not play.is_short(season, Period()):
        return {}
    key = f"leaders-{season.pk}-{play.stamp_of(season, Period())}"
    kept: dict[str, tuple[int, Fraction | None]] | None = kept_pages.get(key)
    if kept is None:
        first = {preset: _leader(season, of) for preset, of in rules.items()}
        kept = {preset: (row.player_id, row.metric) for preset, row in first.items() if row}
        kept_pages.set(key, kept, KEPT)
    return kept


def _leader(season: Season, rules: SeasonRules) -> Row | None:
    try:
        rows = play.period_table(season, Period(), rules).rows
    except MixedDirectionsError:
        return None
    return next((row for row in rows if row.rank == 1), None)
