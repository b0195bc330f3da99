"""Season reports: ordering, reading, printing, and downloads of their tables."""

from typing import Any, Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markupsafe import Markup

from zarleague.leagues.selectors import final_of
from zarleague.reports import selectors, services
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.models import Job, SeasonReport
from zarleague.reports.season_report.differences import rating_model
from zarleague.reports.season_report.files import packing, pdf_storage
from zarleague.reports.season_report.files.packing import KEPT, key_of
from zarleague.reports.season_report.sections.players import player_lines, player_section
from zarleague.reports.season_report.sections.wording import front_of
from zarleague.reports.season_report.stored import StoredReport
from zarleague.reports.tasks import queue_job
from zarleague.standings.ratings.raters import MODEL
from zarleague.storage.kept_pages import kept_pages
from zarleague.web.arriving import failures
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import actor_of, found_or_404, season_or_404
from zarleague.web.league.context import show

SHOWN_ROWS: Final = 50
"""Rows of a table on a page; its files have all of them."""
SHOWN_PLAYERS: Final = 100
"""Players listed on a page."""


def reports(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the season's reports, latest first; members order one by POST."""
    season = season_or_404(request, slug, season_id)
    league = season.league
    actor = actor_of(request)
    may_ask = actor.role(league.pk) != ""
    if request.method == "POST":
        if not may_ask:
            raise PermissionDenied
        queue_job(services.ask_for_report(season, actor=actor))
        return redirect("season-reports", league.slug, season.pk)
    return show(
        request,
        "reports/reports.html",
        league,
        "seasons",
        channels=(channel(league.pk), f"season-{season.pk}"),
        season=season,
        reports=selectors.reports_of(season),
        job=selectors.job_of(Job.Kind.REPORT, league, season),
        may_ask=may_ask,
        is_stale=selectors.report_is_stale(season),
    )


@require_safe
def report(request: HttpRequest, slug: str, season_id: int, number: int) -> HttpResponse:
    """Show one report, without the pages of single players."""
    found = _report(request, slug, season_id, number)
    stored, page = StoredReport(found), requested_page(request)
    front = _front(found, stored)
    listed = slice(page * SHOWN_PLAYERS, (page + 1) * SHOWN_PLAYERS)
    return _show(
        request,
        found,
        "reports/report.html",
        rating_model(stored.main),
        title=front.title,
        parts=Markup(front.parts),  # noqa: S704 (a template's own output)
        players=player_lines(stored.main, listed),
        pager=pager(request, page, SHOWN_PLAYERS, len(stored.main["table"])),
    )


@require_safe
def player(
    request: HttpRequest, slug: str, season_id: int, number: int, player_id: int
) -> HttpResponse:
    """Show one player's page of a report."""
    found = _report(request, slug, season_id, number)
    stored = StoredReport(found)
    figures = found_or_404(stored.player(player_id))
    (own,), (row,) = figures["pages"], figures["table"]
    section = player_section(figures, own, row)
    model = rating_model(stored.main)
    return _show(request, found, "reports/player.html", model, page=section, shown_rows=SHOWN_ROWS)


@require_safe
def printed(request: HttpRequest, slug: str, season_id: int, number: int) -> HttpResponse:
    """Send the PDF that was rendered with the report; 503 while its store is away."""
    found = _report(request, slug, season_id, number)
    try:
        return _file(found, "application/pdf", pdf_storage.content(found.print), "pdf")
    except pdf_storage.PrintAwayError as away:
        return failures.away(request, away.text, pdf_storage.RETRY_AFTER)


@require_safe
def as_json(request: HttpRequest, slug: str, season_id: int, number: int) -> HttpResponse:
    """Send every table of the report as JSON."""
    found = _report(request, slug, season_id, number)
    return _packed(found, packing.tables_file(found), "json")


@require_safe
def table_file(
    request: HttpRequest, slug: str, season_id: int, number: int, key: str, form: str
) -> HttpResponse:
    """Send one table of a report as CSV, XLSX or JSON."""
    found = _report(request, slug, season_id, number)
    return _packed(found, found_or_404(packing.table_file(found, key, form)), f"{key}.{form}")


def _report(request: HttpRequest, slug: str, season_id: int, number: int) -> SeasonReport:
    """Return the report of an address with its season. Raise Http404."""
    season = season_or_404(request, slug, season_id)
    found = found_or_404(selectors.report_by_number(season, number))
    found.season = season
    return found


class _Front(NamedTuple):
    """A report as its first page shows it."""

    title: str
    parts: str
    """Cover, awards and sections as HTML."""


def _front(found: SeasonReport, stored: StoredReport) -> _Front:
    """Return a report in words, which are kept for `KEPT` seconds."""
    key = key_of(found, "front")
    kept: _Front | None = kept_pages.get(key)
    if kept is None:
        document = front_of(stored)
        shown = {"document": document, "report": found, "shown_rows": SHOWN_ROWS}
        address = {"league": found.season.league, "season": found.season}
        kept = _Front(document.title, render_to_string("reports/front.html", shown | address))
        kept_pages.set(key, kept, KEPT)
    return kept


def _show(
    request: HttpRequest, found: SeasonReport, template: str, model: int | None, **context: Any
) -> HttpResponse:
    latest = selectors.latest_report_number(found.season)
    return show(
        request,
        template,
        found.season.league,
        "seasons",
        season=found.season,
        report=found,
        final=final_of(found.season),
        latest=latest,
        is_earlier_model=(model or MODEL) < MODEL,
        is_stale=latest == found.number and selectors.report_is_stale(found.season),
        **context,
    )


def _packed(found: SeasonReport, file: packing.PackedFile, ending: str) -> HttpResponse:
    response = _file(found, file.kind, file.content, ending)
    response["Content-Encoding"] = "gzip"
    return response


def _file(found: SeasonReport, kind: str, content: bytes, ending: str) -> HttpResponse:
    name = f"{slugify(found.season.name) or 'season'}-{found.number}-{ending}"
    if ending in ("pdf", "json"):
        name = name.removesuffix(f"-{ending}") + f".{ending}"
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
