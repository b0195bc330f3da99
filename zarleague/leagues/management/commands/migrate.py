"""Django's ``migrate``, which refuses what it cannot migrate and can be killed at any moment."""

import copy
import itertools
from typing import Any

from django.core.management.commands import migrate
from django.db import transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from zarleague.storage import releases


class CreateModels(Operation):
    """Makes several tables after one another. Django makes classes of all models related to a new
    one before its table, which are nearly all of them: that would take most of a first start."""

    def __init__(self, steps: list[Operation]) -> None:
        self._steps = steps

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Note the models; the first table needs their classes."""
        vars(state).pop("apps", None)
        for step in self._steps:
            step.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Make the tables. A model refers to none after it, so all may be known by then."""
        for step in self._steps:
            step.database_forwards(app_label, schema_editor, from_state, to_state)


def together(migration: Migration) -> Migration:
    """Return a migration with the models that it makes after one another made together."""
    steps: list[Operation] = []
    for makes, group in itertools.groupby(
        migration.operations, lambda step: isinstance(step, CreateModel)
    ):
        found = list(group)
        steps += [CreateModels(found)] if makes else found
    made = copy.copy(migration)
    vars(made)["operations"] = steps
    return made


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
            if not fake_initial:  # which looks at each step
                migration = together(migration)
            return super().apply_migration(state, migration, fake, fake_initial)


migrate.MigrationExecutor = Executor  # type: ignore[attr-defined]  # Django's command looks there


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the database."""
        releases.check(options["database"])
        super().handle(*args, **options)
