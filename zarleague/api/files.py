"""Responses that are files: tables for other programs, a league's file, a calendar."""

import datetime
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import LEAGUE, SEASON, Endpoint
from zarleague.api.operations import Scope
from zarleague.api.schema import described_read, reads, writes
from zarleague.exchange import bgstats, calendar, transfers
from zarleague.exchange.models import Transfer
from zarleague.exchange.tasks import queue_transfer
from zarleague.leagues import mail
from zarleague.leagues.models import Season
from zarleague.reports.questions import tables
from zarleague.reports.season_report.document import Table
from zarleague.reports.season_report.files.exports import FILES
from zarleague.reports.season_report.files.packing import PackedFile

View = TypeVar("View", bound=Callable[..., Any])
FORMS = tuple(kind.split(";")[0] for kind, _write in FILES.values())
"""The content types in which a table is available."""


def files(name: str, *kinds: str) -> Callable[[View], View]:
    """Describe a read that returns a file of one of these content types."""
    answers = {
        (200, kind): OpenApiResponse(
            OpenApiTypes.ANY if kind == "application/json" else OpenApiTypes.BINARY,
            description="The file.",
        )
        for kind in kinds
    }
    return described_read(name, answers)


def file_of(kind: str, content: bytes | str, name: str) -> HttpResponse:
    """Return a response with a file to download."""
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def packed_file(file: PackedFile, name: str) -> HttpResponse:
    """Return a response with a packed file to download."""
    response = file_of(file.kind, file.content, name)
    response["Content-Encoding"] = "gzip"
    return response


def table_file(table: Table, form: str) -> HttpResponse:
    """Return a table in one of the formats of `FILES`. Raise Http404 for any other."""
    if form not in FILES:
        raise Http404
    kind, write = FILES[form]
    return file_of(kind, write(table), f"{table.key.replace(':', '-')}.{form}")


class ProgressField(serializers.IntegerField):
    """How many records of a transfer are done."""

    def get_attribute(self, transfer: Transfer) -> int:
        """Return the number."""
        return transfers.progress_of(transfer)


class ExportShape(serializers.ModelSerializer):
    """The progress of exporting a league: ``done`` of ``total`` records."""

    done = ProgressField()

    class Meta:
        model = Transfer
        fields = ("state", "done", "total", "size", "problem", "asked_at")


class Export(Endpoint):
    @reads("read_export", ExportShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the progress of the latest export; 404 if there is none. Organisers only."""
        return self.found(transfers.export_of(self.organised(slug)))

    @writes("ask_for_export", None, ExportShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Start exporting the league to a file, in the background. Organisers only."""
        league = self.organised(slug)
        self.apply_write(league, transfers.ask_for_export, league)
        made = self.found(transfers.export_of(league))
        queue_transfer(made)
        return made


class ExportFile(Endpoint):
    @files("read_export_file", "application/zip")
    def get(self, request: Request, slug: str) -> Any:
        """Return the exported file; 404 until the export is done. Organisers only."""
        made = transfers.export_of(self.organised(slug))
        if made is None or made.state != Transfer.State.DONE:
            raise Http404
        content: Iterable[bytes] = transfers.content_of(made)
        response = StreamingHttpResponse(content, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{slug}.zip"'
        response["Content-Length"] = str(made.size)
        return response


class Calendar(Endpoint):
    @files("read_calendar", "text/calendar")
    def get(self, request: Request, slug: str) -> Any:
        """Return the evenings as an iCalendar file."""
        league = self.league(slug)

        def address(season: Season | None, day: datetime.date) -> str:
            if season is None:
                page = reverse("evening", args=[slug, day])
                return str(request.build_absolute_uri(page))
            page = reverse("season", args=[slug, season.pk])
            return str(request.build_absolute_uri(f"{page}?last={day.isoformat()}"))

        today = league.evening_of(timezone.now())
        text = calendar.feed(league, mail.site_host(request), today, address)
        return file_of("text/calendar; charset=utf-8", text, f"{slug}.ics")


class SeasonTableFile(Endpoint):
    @files("read_standings_file", *FORMS)
    def get(self, request: Request, slug: str, season_id: int, form: str) -> Any:
        """Return the table of the whole season as CSV, XLSX or JSON."""
        return table_file(tables.season_table(self.season(slug, season_id)), form)


class BgStatsFile(Endpoint):
    @files("read_bgstats_file", "application/json")
    def get(self, request: Request, slug: str, season_id: int) -> Any:
        """Return every confirmed hand as a play, in the import format of BG Stats. Organisers
        only."""
        self.organised(slug)
        season = self.season(slug, season_id)
        site = request.build_absolute_uri("/").rstrip("/")
        content = bgstats.season_file(season, site)
        response = StreamingHttpResponse(content, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{slug}-{season_id}.bgsplay"'
        return response


class RatingsFile(Endpoint):
    @files("read_ratings_file", *FORMS)
    def get(self, request: Request, slug: str, game: str, form: str) -> Any:
        """Return the rating list as CSV, XLSX or JSON."""
        return table_file(self.found(tables.rating_table(self.league(slug), game)), form)


urlpatterns = [
    Export.at(f"{LEAGUE}export/", "export"),
    ExportFile.at(f"{LEAGUE}export/file/", "export-file"),
    Calendar.at(f"{LEAGUE}evenings.ics", "calendar"),
    SeasonTableFile.at(f"{SEASON}table.<str:form>", "standings-file"),
    BgStatsFile.at(f"{SEASON}bgstats.bgsplay", "bgstats-file"),
    RatingsFile.at(f"{LEAGUE}ratings/<str:game>.<str:form>", "ratings-file"),
]
