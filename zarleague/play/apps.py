from django.apps import AppConfig
from django.db.models.signals import post_migrate


class PlayConfig(AppConfig):
    name = "zarleague.play"

    def ready(self) -> None:
        """Install the triggers after every ``migrate``."""
        from zarleague.play import triggers

        post_migrate.connect(triggers.install, sender=self, dispatch_uid="play.triggers")
