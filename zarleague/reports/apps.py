from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

_KEEPS_MORE = ("play", "0004_v1_1_matches")


class ReportsConfig(AppConfig):
    name = "zarleague.reports"

    def ready(self) -> None:
        """Connect the signals of the play app, and the end of an upgrade."""
        from zarleague.play.notify import season_changed
        from zarleague.play.services.evenings import strengths_asked
        from zarleague.reports.selectors import strengths
        from zarleague.reports.tasks import queue_refresh

        strengths_asked.connect(strengths, dispatch_uid="reports.strengths")
        season_changed.connect(queue_refresh, dispatch_uid="reports.queue_refresh")
        post_migrate.connect(_count_anew, sender=self, dispatch_uid="reports.count_anew")


def _count_anew(plan: Iterable[tuple[Any, bool]] = (), **_: Any) -> None:
    """Count the seasons of an upgraded site anew, since 1.0 kept less of a match. If this is killed
    or hands are being saved, the next hand of a season does it: `play.totals.OutdatedTotals`."""
    from zarleague.leagues.models import Season
    from zarleague.play.errors import SeasonBusy
    from zarleague.reports.background_work import checking

    if not any((one.app_label, one.name) == _KEEPS_MORE for one, _ in plan):
        return
    for season in Season.objects.select_related("league"):
        with suppress(SeasonBusy):
            checking.rebuild_season(season, keep=True)
