"""Download the tables of pages as files for other programs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from zarleague.reports.questions import tables
from zarleague.reports.season_report.document import Table
from zarleague.reports.season_report.files.exports import FILES
from zarleague.web.arriving.requests import found_or_404, league_or_404, season_or_404


@require_safe
def season_table(request: HttpRequest, slug: str, season_id: int, form: str) -> HttpResponse:
    """Send the table of a whole season."""
    season = season_or_404(request, slug, season_id)
    return _file(tables.season_table(season), season.name, form)


@require_safe
def rating_list(request: HttpRequest, slug: str, game: str, form: str) -> HttpResponse:
    """Send the ratings of one game."""
    league = league_or_404(request, slug)
    table = found_or_404(tables.rating_table(league, game))
    return _file(table, f"{league.name} {game.replace(':', ' ')}", form)


def _file(table: Table, name: str, form: str) -> HttpResponse:
    if form not in FILES:
        raise Http404
    kind, write = FILES[form]
    response = HttpResponse(write(table), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or "table"}.{form}"'
    return response
