"""Migrations do not break the previous release, since both run during an upgrade.

The database is migrated while the old code still reads and writes it. So a table or column goes one
release after the last code that used it, and what comes has a value the database itself fills in.
`tools.upgrade` tries an upgrade on served sites.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

CHECKED: dict[str, str] = {}
"""Migrations that break a rule, and why that does no harm to the code of the release before."""

GONE = (
    operations.RemoveField,
    operations.DeleteModel,
    operations.RenameField,
    operations.RenameModel,
    operations.AlterModelTable,
)
BY_HAND = (operations.RunPython, operations.RunSQL)


def refused(operation: Operation, app: str, before: ProjectState) -> str:
    """Return why the code of the release before may fail after an operation, "" if it may not.

    ``before`` is the state before the migration: what it makes itself, nobody uses yet.
    """
    name = getattr(operation, "model_name", getattr(operation, "name", "")).lower()
    known = before.models.get((app, name))
    match operation:
        case operations.SeparateDatabaseAndState():
            found = [refused(each, app, before) for each in operation.database_operations]
            return next(filter(None, found), "")
        case _ if isinstance(operation, BY_HAND):
            return "somebody has to look at what it does to rows and tables in use"
        case operations.RenameModel():
            return _gone(operation) if (app, operation.old_name_lower) in before.models else ""
        case _ if known is None:
            return ""
        case _ if isinstance(operation, GONE):
            return _gone(operation)
        case operations.AddField():
            return _new_column(operation.field)
        case operations.AlterField():
            return _changed_column(known.fields[operation.name], operation.field)
        case operations.AddConstraint() | operations.AlterUniqueTogether():
            return "the old code may write what the constraint refuses"
        case _:
            return ""


def _gone(operation: Operation) -> str:
    return f"{operation.describe()}: the old code still asks for it"


def _new_column(field: Any) -> str:
    filled = field.null or field.many_to_many or field.has_db_default()
    return "" if filled else "the old code writes no value: it needs null or db_default"


def _changed_column(old: Any, new: Any) -> str:
    if old.null and not new.null:
        return "the old code still writes null"
    if old.get_internal_type() != new.get_internal_type():
        return "the column is of another type"
    if new.max_length is not None and (old.max_length is None or new.max_length < old.max_length):
        return "the old code still writes longer texts"
    if new.unique and not old.unique:
        return "the old code may write a value twice"
    return ""


def own_migrations() -> Iterator[tuple[str, list[Operation], ProjectState, str]]:
    """Yield each migration but those that make an app's first tables: name, operations, the state
    before, app."""
    loader = MigrationLoader(None)
    for app, name in sorted(loader.disk_migrations):
        path = loader.disk_migrations[app, name].__module__
        parents = [key for key in loader.graph.node_map[app, name].parents if key.key[0] == app]
        if not path.startswith("zarleague.") or not parents:
            continue
        before = loader.project_state((app, name), at_end=False)
        yield f"{app}.{name}", loader.disk_migrations[app, name].operations, before, app


def test_the_code_before_works_after_each_migration() -> None:
    found = {
        name: reason
        for name, steps, before, app in own_migrations()
        for step in steps
        if (reason := refused(step, app, before))
    }
    assert {name: why for name, why in found.items() if name not in CHECKED} == {}
    assert set(CHECKED) == found.keys(), "listed without need"


TABLE = ProjectState()
TABLE.add_model(
    ModelState(
        "play",
        "Hand",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("note", models.CharField(max_length=20)),
            ("seen", models.DateField(null=True)),
        ],
    )
)


@pytest.mark.parametrize(
    ("step", "word"),
    [
        (operations.RemoveField("hand", "note"), "still asks"),
        (operations.RenameField("hand", "note", "remark"), "still asks"),
        (operations.DeleteModel("Hand"), "still asks"),
        (operations.RenameModel("Hand", "Deal"), "still asks"),
        (operations.AlterModelTable("hand", "deals"), "still asks"),
        (operations.AddField("hand", "place", models.CharField(default="", max_length=9)), "needs"),
        (operations.AddField("hand", "at", models.CharField(db_default="", max_length=9)), ""),
        (operations.AddField("hand", "ended", models.DateField(null=True)), ""),
        (operations.AlterField("hand", "note", models.CharField(max_length=10)), "longer"),
        (operations.AlterField("hand", "note", models.CharField(max_length=30)), ""),
        (operations.AlterField("hand", "note", models.TextField()), "type"),
        (
            operations.AlterField("hand", "note", models.CharField(max_length=20, unique=True)),
            "twice",
        ),
        (operations.AlterField("hand", "seen", models.DateField()), "null"),
        (
            operations.AddConstraint(
                "hand", models.UniqueConstraint(fields=["note"], name="one_note")
            ),
            "refuses",
        ),
        (operations.RunSQL("SELECT 1"), "look"),
        (operations.CreateModel("Deal", [("id", models.BigAutoField(primary_key=True))]), ""),
        (operations.AddField("deal", "note", models.TextField()), ""),
        (operations.SeparateDatabaseAndState([operations.DeleteModel("Hand")]), "still asks"),
        (operations.SeparateDatabaseAndState([], [operations.DeleteModel("Hand")]), ""),
    ],
)
def test_what_is_refused(step: Operation, word: str) -> None:
    """``word`` is in the reason; "" for what the old code does not notice."""
    reason = refused(step, "play", TABLE)
    assert word in reason
    assert bool(word) == bool(reason)
