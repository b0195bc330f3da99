"""Django's ``migrate``, which refuses what it cannot migrate and can be killed at any moment."""

from typing import Any

from django.core.management.commands import migrate
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState

from zarleague.storage import releases


class Executor(MigrationExecutor):
    """Applies each migration and records it in one transaction.

    Django records a migration that adds indexes or foreign keys after it has committed it: killed
    in between, the next ``migrate`` would make the same tables again and fail.
    """

    def apply_migration(
        self,
        state: ProjectState,
        migration: Migration,
        fake: bool = False,
        fake_initial: bool = False,
    ) -> ProjectState:
        """Apply a migration, and return the state after it."""
        # SQLite turns the checks off for a migration, which it cannot do within a transaction.
        with (
            self.connection.constraint_checks_disabled(),
            transaction.atomic(self.connection.alias),
        ):
            return super().apply_migration(state, migration, fake, fake_initial)


migrate.MigrationExecutor = Executor  # type: ignore[attr-defined]  # Django's command looks there


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the database."""
        releases.check(options["database"])
        super().handle(*args, **options)
