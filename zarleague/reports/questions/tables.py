"""Export a season's table and the ratings of a game."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from zarleague.engine.declared import PREFIX, is_declared
from zarleague.leagues import selectors
from zarleague.leagues.models import League, Season
from zarleague.play import selectors as play
from zarleague.reports import selectors as reports
from zarleague.reports.season_report.document import Column, Table
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json

PLACES = Decimal("0.0001")
"""To how much an exact fraction is rounded in a file."""


def season_table(season: Season) -> Table:
    names = selectors.names(season.league)
    rules = rules_from_json(season.rules)
    # Points of several games have no average.
    games = play.games_played(season)
    averages, unit = len(games) < 2, play.unit_of_points(season, games) or 1
    parts = ranking_words.unit_of(rules, unit)
    columns = (
        Column("rank", _("Rank"), numeric=True),
        Column("player", _("Player")),
        Column(ranking_words.export_key(rules), ranking_words.axis(rules), numeric=True),
        Column("hands", _("Hands"), numeric=True),
        Column("wins", _("Hands won"), numeric=True),
        Column("points", _("Points"), numeric=True),
        *([Column("average", _("Average"), numeric=True)] if averages else []),
        Column("matches_won", _("Matches won"), numeric=True),
        Column("penalty", _("Penalty points"), numeric=True),
    )
    rows = tuple(
        (
            row.rank,
            names[row.player_id],
            _decimal(row.metric, parts),
            row.hands,
            row.wins,
            row.points if unit == 1 else _decimal(Fraction(row.points), unit),
            *([_decimal(row.average, unit)] if averages else []),
            row.match_wins,
            row.penalty,
        )
        for row in play.season_table(season)
    )
    return Table("table", season.name, columns, rows)


def rating_table(league: League, game: str) -> Table | None:
    """Return the ratings of one game, None if no hand has been rated. ``provisional`` is 1 for
    players with too few hands so far, else 0."""
    found = reports.rating_list(league, game)
    if found is None:
        return None
    names = selectors.names(league)
    columns = (
        Column("group", _("Group"), numeric=True),
        Column("rank", _("Rank"), numeric=True),
        Column("player", _("Player")),
        Column("rating", _("Rating"), numeric=True),
        Column("low", _("At least"), numeric=True),
        Column("high", _("At most"), numeric=True),
        Column("hands", _("Hands"), numeric=True),
        Column("peak", _("Peak"), numeric=True),
        Column("provisional", _("Provisional"), numeric=True),
    )
    rows = tuple(
        (
            rated.group,
            rated.rank,
            names[rated.player_id],
            rated.shown.rating,
            rated.shown.low,
            rated.shown.high,
            rated.hands,
            rated.peak,
            int(rated.shown.provisional),
        )
        for rated in reports.rows_of(found)
    )
    title = selectors.game_title(league, game)
    name = PREFIX + title if is_declared(game) else game
    return Table(name, f"{_('Ratings')}, {title}", columns, rows)


def _decimal(stored: Fraction | None, unit: int = 1) -> Decimal | None:
    """Return an exact figure for a file, of which *unit* stored ones make one."""
    if stored is None:
        return None
    exact = stored / unit
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(PLACES)
