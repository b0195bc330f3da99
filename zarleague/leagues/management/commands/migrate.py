"""Django's ``migrate``, which refuses a database of a release that it cannot migrate."""

from typing import Any

from django.core.management.commands import migrate

from zarleague.storage import releases


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the database."""
        releases.check(options["database"])
        super().handle(*args, **options)
