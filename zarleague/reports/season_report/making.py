"""Make a report: compute it without a lock, then store it and its PDF in one transaction."""

import hashlib
import json
from typing import Any, Final

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from zarleague.leagues.models import Season
from zarleague.play.locks import lock_season
from zarleague.reports import jobs
from zarleague.reports.models import Job, ReportPrint, ReportState, SeasonReport
from zarleague.reports.progress import Progress
from zarleague.reports.revisions import season_revision
from zarleague.reports.season_report.differences import differences
from zarleague.reports.season_report.figures import STEPS, figures
from zarleague.reports.season_report.printing import pdf

report_made = Signal()
"""Sent with ``report`` in the transaction that stores a new report."""
ATTEMPTS: Final = 5
"""Times a report is computed again because a hand changed meanwhile."""


class StillChangingError(RuntimeError):
    """Raised if the season changed during every attempt; the next request tries again."""


def make_report(season: Season) -> SeasonReport | None:
    """Return a report of the season as it is now; the latest one if its figures have not changed.
    Return None if another run has claimed the job.
    """

    def work(progress: Progress) -> SeasonReport:
        for _ in range(ATTEMPTS):
            season.refresh_from_db()
            made = _attempt(season, progress)
            if made is not None:
                return made
        raise StillChangingError(
            f"{season} has changed {ATTEMPTS} times while its report was made."
        )

    return jobs.run(Job.Kind.REPORT, work, season.league, season)


def body_of(found: dict[str, Any]) -> str:
    """Serialise figures; equal figures give equal bytes."""
    return json.dumps(found, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _attempt(season: Season, progress: Progress) -> SeasonReport | None:
    """Return a report, or None if the season changed meanwhile."""
    revision = season_revision(season)
    progress.add(STEPS + 2)
    body = body_of(figures(season, progress))
    fingerprint = hashlib.sha256(body.encode()).hexdigest()
    latest = _latest(season)
    if latest is not None and latest.fingerprint == fingerprint:
        report, printed = latest, None
    else:
        report = SeasonReport(
            season=season,
            number=latest.number + 1 if latest else 1,
            made_at=timezone.now(),
            fingerprint=fingerprint,
            body=body,
            differences=differences(latest.figures, json.loads(body)) if latest else [],
        )
        printed = pdf(report)
    progress.step()
    with transaction.atomic():
        season = lock_season(season.pk)
        if season_revision(season) != revision:
            return None
        if _latest(season) != latest:
            return None  # another process was faster; the next attempt finds its report
        if printed is not None:
            report.save()
            ReportPrint.objects.create(report=report, pdf=printed)
            report_made.send(SeasonReport, report=report)
        ReportState.objects.update_or_create(season=season, defaults={"revision": revision})
    progress.step()
    return report


def _latest(season: Season) -> SeasonReport | None:
    return SeasonReport.objects.filter(season=season).order_by("-number").first()
