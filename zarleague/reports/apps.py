from contextlib import suppress
from typing import Any

from django.apps import AppConfig
from django.db import connection
from django.db.models.signals import post_migrate


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


def _count_anew(**_: Any) -> None:
    """Count the seasons whose totals release 1.0 wrote, since it kept less of a match. A season
    left out, because this was killed or hands were being saved, is counted by the next ``migrate``
    or after its next hand: `play.totals.OutdatedTotals`."""
    from zarleague.leagues.models import Season
    from zarleague.play.errors import SeasonBusy
    from zarleague.play.models import SeasonTotal
    from zarleague.reports.background_work import checking

    if SeasonTotal._meta.db_table not in connection.introspection.table_names():
        return  # only other apps were migrated
    outdated = SeasonTotal.objects.exclude(tally__has_key="held").values_list("season", flat=True)
    for season in Season.objects.filter(pk__in=set(outdated)).select_related("league"):
        with suppress(SeasonBusy):
            checking.rebuild_season(season, keep=True)
