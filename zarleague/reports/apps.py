from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "zarleague.reports"

    def ready(self) -> None:
        """Connect the signals of the play app."""
        from zarleague.play.notify import season_changed
        from zarleague.reports.tasks import queue_refresh

        season_changed.connect(queue_refresh, dispatch_uid="reports.queue_refresh")
