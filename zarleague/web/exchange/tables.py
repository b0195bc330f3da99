"""The tables of the pages as files for other programs."""

from decimal import Decimal
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.leagues import selectors
from zarleague.play import selectors as play
from zarleague.reports import ranking_words
from zarleague.reports import selectors as reports
from zarleague.reports.season_report.document import Column, Table
from zarleague.reports.season_report.exports import FILES
from zarleague.standings.rules import rules_from_json
from zarleague.web.requests import league_or_404, season_or_404
from zarleague.web.words import game_title

PLACES = Decimal("0.0001")
"""To how much an exact fraction is rounded in a file."""


@require_safe
def season_table(request: HttpRequest, slug: str, season_id: int, form: str) -> HttpResponse:
    """Send the table of a whole season."""
    season = season_or_404(request, slug, season_id)
    names = selectors.names(season.league)
    columns = (
        Column("rank", _("Rank"), numeric=True),
        Column("player", _("Player")),
        Column("metric", ranking_words.measure(rules_from_json(season.rules)), numeric=True),
        Column("hands", _("Hands"), numeric=True),
        Column("wins", _("Hands won"), numeric=True),
        Column("points", _("Points"), numeric=True),
        Column("average", _("Average"), numeric=True),
        Column("matches_won", _("Matches won"), numeric=True),
        Column("penalty", _("Penalty points"), numeric=True),
    )
    rows = tuple(
        (
            row.rank,
            names[row.player_id],
            _decimal(row.metric),
            row.hands,
            row.wins,
            row.points,
            _decimal(row.average),
            row.match_wins,
            row.penalty,
        )
        for row in play.season_table(season)
    )
    return _file(Table("table", season.name, columns, rows), season.name, form)


@require_safe
def rating_list(request: HttpRequest, slug: str, game: str, form: str) -> HttpResponse:
    """Send the ratings of one game."""
    league = league_or_404(request, slug)
    found = reports.rating_list(league, game)
    if found is None:
        raise Http404
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
        )
        for rated in reports.rows_of(found)
    )
    title = f"{_('Ratings')}, {game_title(game)}"
    return _file(Table(game, title, columns, rows), f"{league.name} {game}", form)


def _decimal(exact: Fraction | None) -> Decimal | None:
    if exact is None:
        return None
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(PLACES)


def _file(table: Table, name: str, form: str) -> HttpResponse:
    if form not in FILES:
        raise Http404
    kind, write = FILES[form]
    response = HttpResponse(write(table), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "table"}.{form}"'
    return response
