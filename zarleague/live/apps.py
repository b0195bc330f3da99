from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "zarleague.live"

    def ready(self) -> None:
        """Load the Celery application, so that shared tasks belong to it in every process."""
        from zarleague import celery  # noqa: F401
