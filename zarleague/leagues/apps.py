from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "zarleague.leagues"

    def ready(self) -> None:
        """Connect what listens to the ends of sessions."""
        from zarleague.leagues import signing_out  # noqa: F401
