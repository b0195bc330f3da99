from django.apps import AppConfig
from django.db.models.signals import post_migrate


class PlayConfig(AppConfig):
    name = "zarleague.play"

    def ready(self) -> None:
        """Have every ``migrate`` leave the triggers in place."""
        from zarleague.play import triggers

        post_migrate.connect(triggers.install, sender=self, dispatch_uid="play.triggers")
