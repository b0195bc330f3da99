from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class PlayConfig(AppConfig):
    name = "zarleague.play"

    def ready(self) -> None:
        """Install the triggers after every ``migrate``, and make way for it before."""
        from zarleague.play import triggers

        pre_migrate.connect(triggers.make_way, sender=self, dispatch_uid="play.triggers")
        post_migrate.connect(triggers.install, sender=self, dispatch_uid="play.triggers")
