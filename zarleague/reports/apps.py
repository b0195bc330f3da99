from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "zarleague.reports"

    def ready(self) -> None:
        """Connect the signals of the play app."""
        from zarleague.play.notify import season_changed
        from zarleague.play.services.evenings import strengths_asked
        from zarleague.reports.selectors import strengths
        from zarleague.reports.tasks import queue_refresh

        strengths_asked.connect(strengths, dispatch_uid="reports.strengths")
        season_changed.connect(queue_refresh, dispatch_uid="reports.queue_refresh")
