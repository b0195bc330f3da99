"""A report made: worked out without a lock, written with its print in one transaction, or not."""

import hashlib
import json
from typing import Any, Final

from django.db import transaction
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

ATTEMPTS: Final = 5
"""Times a report is told anew because a hand changed while it was being told."""


class StillChangingError(RuntimeError):
    """The season changed all the time; its report is made when it is asked for again."""


def make_report(season: Season) -> SeasonReport:
    """The report of the season as it is now; the latest one if that says the same already."""
    with jobs.running(Job.Kind.REPORT, season.league, season) as progress:
        for _ in range(ATTEMPTS):
            season.refresh_from_db()
            made = _attempt(season, progress)
            if made is not None:
                return made
    raise StillChangingError(f"{season} has changed {ATTEMPTS} times while it was being reported.")


def body_of(told: dict[str, Any]) -> str:
    """Figures as the text that is stored: equal figures are equal bytes."""
    return json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _attempt(season: Season, progress: Progress) -> SeasonReport | None:
    """One report, or None if the season changed while it was being told."""
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
            return None  # somebody else was first; the next attempt finds what they made
        if printed is not None:
            report.save()
            ReportPrint.objects.create(report=report, pdf=printed)
        ReportState.objects.update_or_create(season=season, defaults={"revision": revision})
    progress.step()
    return report


def _latest(season: Season) -> SeasonReport | None:
    return SeasonReport.objects.filter(season=season).order_by("-number").first()
