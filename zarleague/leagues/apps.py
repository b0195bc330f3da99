from django.apps import AppConfig
from django.core.checks import register
from django.db.backends.signals import connection_created

from zarleague.storage import durability


class LeaguesConfig(AppConfig):
    name = "zarleague.leagues"

    def ready(self) -> None:
        """Connect what listens to the ends of sessions and to new connections to the database, load
        the Celery application, so that shared tasks belong to it in every process, and have e-mails
        name the site."""
        from zarleague.background import celery  # noqa: F401
        from zarleague.leagues import (
            mail,
            signing_out,  # noqa: F401
        )

        mail.name_the_site()

        connection_created.connect(durability.wait_for_the_disk, dispatch_uid="durability")
        register(durability.check, deploy=True)
