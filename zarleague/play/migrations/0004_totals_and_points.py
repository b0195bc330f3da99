"""Give the form of totals and its field one key in every game.

The form was called ``total`` in two games and ``totals`` in the others, its field ``total``; they
are ``totals`` and ``points`` now. Versions are written once, so their trigger is taken off for the
change and put back in the same transaction.
"""

from collections.abc import Iterator
from typing import Any, cast

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from zarleague.play import triggers

BATCH = 1000


def rename(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Rewrite the entries that were made by the form of totals."""
    _rewrite(apps, editor, ("total", "totals"), "totals", {"total": "points"})


def restore(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give the entries their former keys; which form's depends on the game."""
    _rewrite(apps, editor, ("totals",), "totals", {"points": "total"})
    _rewrite(apps, editor, ("totals",), "total", {}, games=("zar", "uno"))


def _rewrite(
    apps: Apps,
    editor: BaseDatabaseSchemaEditor,
    forms: tuple[str, ...],
    form: str,
    keys: dict[str, str],
    games: tuple[str, ...] = (),
) -> None:
    alias = editor.connection.alias
    versions = apps.get_model("play", "HandVersion").objects.using(alias)
    found = versions.filter(entry__form__in=forms)
    if games:
        found = found.filter(hand__match__game__in=games)
    _drop_trigger(editor)
    for batch in _batches(list(found.order_by("pk").values_list("pk", flat=True))):
        changed = list(versions.filter(pk__in=batch).only("entry"))
        for version in changed:
            entry = cast(dict[str, Any], version.entry)
            sheets = [
                {keys.get(key, key): value for key, value in sheet.items()}
                for sheet in entry["sheets"]
            ]
            version.entry = entry | {"form": form, "sheets": sheets}
        versions.bulk_update(changed, ["entry"])
    triggers.install(alias)


def _drop_trigger(editor: BaseDatabaseSchemaEditor) -> None:
    on_table = " ON play_handversion" if editor.connection.vendor == "postgresql" else ""
    name = "written_once" if on_table else "play_handversion_written_once"
    editor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _batches(keys: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(keys), BATCH):
        yield keys[start : start + BATCH]


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [("play", "0003_ties_by_wins")]

    operations = [migrations.RunPython(rename, restore)]
