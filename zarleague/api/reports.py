"""Season reports: order, read, and download their tables."""

from typing import Any

from django.http import Http404
from django.urls import path
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import Endpoint
from zarleague.api.files import FORMS, file_of, files
from zarleague.api.problems import problem
from zarleague.api.schema import lists, reads, writes
from zarleague.reports import selectors, services
from zarleague.reports.models import Job, SeasonReport
from zarleague.reports.season_report import prints
from zarleague.reports.season_report.exports import FILES
from zarleague.reports.season_report.stored import StoredReport
from zarleague.reports.season_report.wording import table_keys, table_of
from zarleague.reports.tasks import queue_job


class JobShape(serializers.ModelSerializer):
    """A background job and its progress."""

    class Meta:
        model = Job
        fields = ("kind", "state", "done", "total", "problem", "asked_at")
        ref_name = "Job"


class ReportRow(serializers.ModelSerializer):
    """A report of a season; its figures never change."""

    class Meta:
        model = SeasonReport
        fields = ("number", "made_at", "fingerprint")
        ref_name = "ReportRow"


class ReportShape(ReportRow):
    """A report with its figures, and the differences from the previous one."""

    figures = serializers.DictField()
    differences = serializers.ListField()
    tables = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the tables that can be had as files."
    )

    class Meta:
        model = SeasonReport
        fields = (*ReportRow.Meta.fields, "figures", "differences", "tables")
        ref_name = "Report"


class Reports(Endpoint):
    """The reports of a season."""

    @lists("list_reports", ReportRow)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the reports, latest first."""
        return self.paged(selectors.reports_of(self.season(slug, season_id)), ReportRow)

    @writes("ask_for_report", None, JobShape)
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Order a report, which is computed in the background. Members only."""
        season = self.season(slug, season_id)
        league = season.league
        self.apply_write(league, lambda: services.ask_for_report(season, actor=self.actor).pk)
        job = self.found(selectors.job_of(Job.Kind.REPORT, league, season))
        queue_job(job)
        return Response(JobShape(job).data, status=201)


class _ReportEndpoint(Endpoint):
    """Base of the views of one report."""

    def report(self, slug: str, season_id: int, number: int) -> SeasonReport:
        """Return the report. Raise Http404."""
        return self.found(selectors.report_by_number(self.season(slug, season_id), number))


class _Encoded(Response):
    """A response whose data is JSON text. The figures of a report are stored as such: reading and
    writing them again takes a tenth of a second for the largest season."""

    @property
    def rendered_content(self) -> bytes:
        """Return the data."""
        self["Content-Type"] = JSONRenderer.media_type
        return bytes(self.data)


class OneReport(_ReportEndpoint):
    """One report."""

    @reads("read_report", ReportShape)
    def get(self, request: Request, slug: str, season_id: int, number: int) -> Response:
        """Return the report."""
        found = self.report(slug, season_id, number)
        others = ReportRow(found).data | {
            "differences": found.differences,
            "tables": table_keys(StoredReport(found)),
        }
        text = JSONRenderer().render(others).removeprefix(b"{")
        return _Encoded(b'{"figures":%b,%b' % (found.body.encode(), text))


class ReportPdf(_ReportEndpoint):
    """A report as a PDF."""

    @files("read_report_pdf", "application/pdf")
    def get(self, request: Request, slug: str, season_id: int, number: int) -> Any:
        """Return the PDF rendered with the report; 503 while the site's store is away."""
        found = self.report(slug, season_id, number)
        try:
            content = prints.content(found.print)
        except prints.PrintAwayError as away:
            response = problem(503, "unavailable", away.text)
            response["Retry-After"] = str(prints.RETRY_AFTER)
            return response
        return file_of("application/pdf", content, f"report-{number}.pdf")


class ReportTable(_ReportEndpoint):
    """One table of a report."""

    @files("read_report_table", *FORMS)
    def get(
        self, request: Request, slug: str, season_id: int, number: int, key: str, form: str
    ) -> Any:
        """Return one table of the report as CSV, XLSX or JSON."""
        found = self.report(slug, season_id, number)
        if form not in FILES:
            raise Http404
        table = self.found(table_of(StoredReport(found), key))
        kind, write = FILES[form]
        return file_of(kind, write(table), f"{key}.{form}")


_REPORTS = "leagues/<slug:slug>/seasons/<int:season_id>/reports/"

urlpatterns = [
    path(_REPORTS, Reports.as_view(), name="api-reports"),
    path(f"{_REPORTS}<int:number>/", OneReport.as_view(), name="api-report"),
    path(f"{_REPORTS}<int:number>/report.pdf", ReportPdf.as_view(), name="api-report-pdf"),
    path(
        f"{_REPORTS}<int:number>/tables/<slug:key>.<str:form>",
        ReportTable.as_view(),
        name="api-report-table",
    ),
]
