"""Make a report part by part, see `parts`; store it and its PDF at once, then its extracts."""

import hashlib
import json
from typing import Any, Final

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from zarleague.leagues.models import Season
from zarleague.play.locks import lock_season
from zarleague.reports.background_work import jobs
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.revisions import season_revision
from zarleague.reports.models import Job, ReportPrint, ReportState, SeasonReport
from zarleague.reports.season_report.differences import differences
from zarleague.reports.season_report.figures import figures
from zarleague.reports.season_report.files.printing import pdf
from zarleague.reports.season_report.parts import ReportParts
from zarleague.reports.season_report.stored import store_extracts

report_made = Signal()
"""Sent with ``report`` in the transaction that stores a new report."""
NOT_COMPARED: Final = ("pages", "course")


def make_next_part(season: Season) -> bool:
    """Compute some parts of a report of the season as it is now, about a second's work, or store
    the report when all are there; none if its figures are those of the latest report.

    Return whether something is left to do; False, too, if another run is at work, which goes on by
    itself. What is computed is kept if the process is killed. Hands that are entered meanwhile make
    only those parts again that they can have moved.
    """

    def work(progress: Progress) -> bool:
        parts = ReportParts.of(Season.objects.select_related("league").get(pk=season.pk))
        missing = parts.missing()
        progress.total = len(parts.stamps) + 1
        progress.done = len(parts.stamps) - len(missing)
        if missing:
            parts.compute(missing, progress)
            return True
        return not _store(parts, progress)

    return jobs.run_part(Job.Kind.REPORT, work, season.league, season)


def make_report(season: Season) -> SeasonReport | None:
    """Make all parts of a report at once; return the season's latest report then, which is None if
    another run is at work on the first."""
    while make_next_part(season):
        pass
    return _latest(season)


def _store(parts: ReportParts, progress: Progress) -> bool:
    """Store the report that the parts make; return False if the season has changed since they were
    computed."""
    season, body = parts.season, figures(parts)
    fingerprint = hashlib.sha256(body.encode()).hexdigest()
    latest = _latest(season)
    report: SeasonReport | None = None
    if latest is None or latest.fingerprint != fingerprint:
        report = SeasonReport(
            season=season,
            number=latest.number + 1 if latest else 1,
            made_at=timezone.now(),
            fingerprint=fingerprint,
            body=body,
            differences=differences(_compared(latest.body), _compared(body)) if latest else [],
        )
    printed = pdf(report) if report else b""
    progress.step()
    with transaction.atomic():
        lock_season(season.pk)
        if season_revision(season) != parts.revision or _latest(season) != latest:
            return False
        if report is not None:
            report.save()
            ReportPrint.objects.create(report=report, pdf=printed)
            report_made.send(SeasonReport, report=report)
        state = {"revision": parts.revision}
        ReportState.objects.update_or_create(season=season, defaults=state)
    stored = report or latest
    if stored is not None:
        store_extracts(stored)
    parts.kept.delete()
    return True


def _compared(body: str) -> dict[str, Any]:
    """Return the figures of a report without its largest ones, which are not compared."""
    found: dict[str, Any] = json.loads(body)
    return {key: figure for key, figure in found.items() if key not in NOT_COMPARED}


def _latest(season: Season) -> SeasonReport | None:
    """Return the season's latest report; its figures are read when they are asked for."""
    return SeasonReport.objects.filter(season=season).order_by("-number").defer("body").first()
