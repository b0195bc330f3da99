"""Season reports, which are never changed."""

import json
from functools import cached_property
from typing import Any

from django.db import models
from django.utils import timezone

from zarleague.leagues.append_only import AppendOnly
from zarleague.leagues.models import Season


class SeasonReport(AppendOnly):
    """A season's figures at one moment. A later number supersedes an earlier one."""

    season = models.ForeignKey(Season, models.PROTECT, db_index=False, related_name="reports")
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now)
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of ``body``: the same figures are not reported twice."""
    body = models.TextField()
    """All figures as JSON text, keys in order: the same season gives the same bytes. Pages and
    files read its `ReportExtract`s."""
    differences = models.JSONField(default=list)
    """The figures that differ from the report before: see `season_report.differences`."""

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="report_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season}, report {self.number}"

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Return the figures, as `season_report.figures` wrote them."""
        figures: dict[str, Any] = json.loads(self.body)
        return figures


class ReportExtract(AppendOnly):
    """Some figures of a report, derived from its body: what a page or a file reads. See
    `season_report.stored`."""

    report = models.ForeignKey(
        SeasonReport, models.PROTECT, db_index=False, related_name="extracts"
    )
    name = models.CharField(max_length=60)
    number = models.PositiveBigIntegerField()
    body = models.TextField()
    """Figures as JSON text."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["report", "name", "number"], name="one_extract_of_a_report"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report}, {self.name} {self.number}"


class ReportState(models.Model):
    """The state of a season's data that its latest report was found to match."""

    season = models.OneToOneField(
        Season, models.PROTECT, primary_key=True, related_name="report_state"
    )
    revision = models.CharField(max_length=64)
    """See `revisions.season_revision`."""

    def __str__(self) -> str:
        return f"{self.season}: {self.revision}"


class ReportPrint(AppendOnly):
    """The PDF of a report, kept so that it never differs from a printed copy."""

    report = models.OneToOneField(
        SeasonReport, models.PROTECT, primary_key=True, related_name="print"
    )
    pdf = models.BinaryField()
    """Empty if the PDF is an object in the store."""
    stored_as = models.CharField(max_length=100, default="", db_default="")
    """The object's name, "" if the PDF is in this row: see `pdf_storage`."""

    class Meta:
        indexes = [
            models.Index(
                fields=["report"], condition=models.Q(stored_as=""), name="report_prints_unstored"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report}, printed"


class DroppedPrint(models.Model):
    """An object in the store that no report's row refers to any more and that is to be removed."""

    name = models.CharField(max_length=100, primary_key=True)
    dropped_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name
