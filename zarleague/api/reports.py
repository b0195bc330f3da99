"""Season reports: order, read, and download their tables."""

from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import SEASON, Endpoint
from zarleague.api.files import FORMS, file_of, files, packed_file
from zarleague.api.paging import address_of, requested_size, requested_start
from zarleague.api.problems import problem
from zarleague.api.schema import PAGING, lists, reads, writes
from zarleague.reports import selectors, services
from zarleague.reports.models import Job, SeasonReport
from zarleague.reports.season_report.files import pdf_storage
from zarleague.reports.season_report.files.packing import table_file, tables_file
from zarleague.reports.season_report.sections.hands_sections import shown_streaks
from zarleague.reports.season_report.sections.wording import section_tables
from zarleague.reports.season_report.stored import StoredReport, growing_tables
from zarleague.reports.tasks import queue_job


class JobShape(serializers.ModelSerializer):
    """A background job and its progress."""

    class Meta:
        model = Job
        fields = ("kind", "state", "done", "total", "problem", "asked_at")


class ReportRow(serializers.ModelSerializer):
    """A report of a season; its figures never change."""

    class Meta:
        model = SeasonReport
        fields = ("number", "made_at", "fingerprint")


class ReportShape(ReportRow):
    """A report with the figures that do not grow with players and evenings."""

    figures = serializers.DictField(help_text="With the names of the players in it, by id.")
    tables = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many rows each table has. Every player has a table ``player-ID``, too.",
    )
    rows_of = serializers.ListField(
        child=serializers.CharField(), help_text="The tables whose rows are read page by page."
    )

    class Meta:
        model = SeasonReport
        fields = (*ReportRow.Meta.fields, "figures", "tables", "rows_of")


_SHORT: Final = (
    "league",
    "season",
    "counts",
    "closest",
    "highest",
    "cards",
    "evidence",
    "given_up",
    "rules",
    "format",
)
"""Figures that do not grow with players and evenings."""


class ReportRowsShape(serializers.Serializer):
    """Rows of one table of a report as figures, which name players by id."""

    next = serializers.URLField(allow_null=True, help_text="The address of the rows that follow.")
    results = serializers.ListField(child=serializers.JSONField())
    players = serializers.DictField(child=serializers.CharField(), help_text="Names by id.")

    class Meta:
        ref_name = "ReportRowsShape"


class ReportPlayerShape(serializers.Serializer):
    """The figures of one player in a report."""

    page = serializers.DictField()
    row = serializers.DictField(help_text="The player's row of the table.")
    ratings = serializers.ListField(child=serializers.DictField())
    course = serializers.DictField(help_text="The player's figures after each evening.")
    players = serializers.DictField(child=serializers.CharField(), help_text="Names by id.")

    class Meta:
        ref_name = "ReportPlayerShape"


class Reports(Endpoint):
    @lists("list_reports", ReportRow)
    def get(self, request: Request, slug: str, season_id: int) -> object:
        """Return the reports, latest first."""
        return selectors.reports_of(self.season(slug, season_id))

    @writes("ask_for_report", None, JobShape)
    def post(self, request: Request, slug: str, season_id: int) -> object:
        """Order a report, which is computed in the background. Members only."""
        season = self.season(slug, season_id)
        league = season.league
        self.apply_write(league, services.ask_for_report, season)
        job = self.found(selectors.job_of(Job.Kind.REPORT, league, season))
        queue_job(job)
        return job


class _ReportEndpoint(Endpoint):
    """Base of the views of one report."""

    def report(self, slug: str, season_id: int, number: int) -> SeasonReport:
        """Return the report. Raise Http404."""
        return self.found(selectors.report_by_number(self.season(slug, season_id), number))


class OneReport(_ReportEndpoint):
    @reads("read_report", ReportShape)
    def get(self, request: Request, slug: str, season_id: int, number: int) -> Response:
        """Return the report without the rows of its large tables."""
        found = self.report(slug, season_id, number)
        stored = StoredReport(found)
        main = stored.main
        shown = {key: main[key] for key in _SHORT if key in main} | {
            "streaks": shown_streaks(main),
            "ratings": [
                {key: moved[key] for key in moved if key != "rows"} for moved in main["ratings"]
            ],
        }
        return Response(
            ReportRow(found).data
            | {
                "figures": shown | {"players": stored.names_in(shown)},
                "tables": {table.key: len(table.rows) for table in section_tables(stored)},
                "rows_of": sorted(key for key, rows in growing_tables(main).items() if rows),
            }
        )


class ReportFile(_ReportEndpoint):
    @files("read_report_file", "application/json")
    def get(self, request: Request, slug: str, season_id: int, number: int) -> Any:
        """Return every table of the report as JSON."""
        file = tables_file(self.report(slug, season_id, number))
        return packed_file(file, f"report-{number}.json")


class ReportRows(_ReportEndpoint):
    @reads("read_report_rows", ReportRowsShape, *PAGING)
    def get(self, request: Request, slug: str, season_id: int, number: int, key: str) -> object:
        """Return a page of one of the report's large tables, as figures."""
        stored = StoredReport(self.report(slug, season_id, number))
        rows = self.found(growing_tables(stored.main).get(key))
        start = requested_start(request)
        stop = start + requested_size(request)
        following = address_of(request, [stop] if stop < len(rows) else None)
        results = rows[start:stop]
        names = stored.names_in({key: results})
        return {"next": following, "results": results, "players": names}


class ReportPlayer(_ReportEndpoint):
    @reads("read_report_player", ReportPlayerShape)
    def get(
        self, request: Request, slug: str, season_id: int, number: int, player_id: int
    ) -> object:
        """Return one player's figures of the report."""
        stored = StoredReport(self.report(slug, season_id, number))
        own = self.found(stored.player(player_id))
        (page,), (row,) = own["pages"], own["table"]
        data = {"page": page, "row": row, "ratings": own["ratings"], "course": own["course"]}
        return data | {"players": stored.names_in(data)}


class ReportPdf(_ReportEndpoint):
    @files("read_report_pdf", "application/pdf")
    def get(self, request: Request, slug: str, season_id: int, number: int) -> Any:
        """Return the PDF rendered with the report; 503 while the site's store is away."""
        found = self.report(slug, season_id, number)
        try:
            content = pdf_storage.content(found.print)
        except pdf_storage.PrintAwayError as away:
            response = problem(503, "unavailable", away.text)
            response["Retry-After"] = str(pdf_storage.RETRY_AFTER)
            return response
        return file_of("application/pdf", content, f"report-{number}.pdf")


class ReportTable(_ReportEndpoint):
    @files("read_report_table", *FORMS)
    def get(
        self, request: Request, slug: str, season_id: int, number: int, key: str, form: str
    ) -> Any:
        """Return one table of the report as CSV, XLSX or JSON."""
        file = table_file(self.report(slug, season_id, number), key, form)
        return packed_file(self.found(file), f"{key}.{form}")


_REPORTS = f"{SEASON}reports/"

urlpatterns = [
    Reports.at(_REPORTS, "reports"),
    OneReport.at(f"{_REPORTS}<int:number>/", "report"),
    ReportPlayer.at(f"{_REPORTS}<int:number>/players/<int:player_id>/", "report-player"),
    ReportFile.at(f"{_REPORTS}<int:number>/report.json", "report-json"),
    ReportPdf.at(f"{_REPORTS}<int:number>/report.pdf", "report-pdf"),
    ReportRows.at(f"{_REPORTS}<int:number>/tables/<str:key>/", "report-rows"),
    ReportTable.at(f"{_REPORTS}<int:number>/tables/<str:key>.<str:form>", "report-table"),
]
