"""Pack the history of ratings: a row for a player's evenings instead of one for each."""

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, Final

import django.db.models.deletion
import numpy as np
from django.db import migrations, models

EVENINGS: Final = 32
FIGURES: Final = np.dtype(
    [("evening", "<i4"), ("rating", "<f8"), ("deviation", "<f8"), ("provisional", "?")]
)
"""As in `ratings.packing` when this was written."""
WRITTEN_AT_ONCE: Final = 1000


def pack(apps: Any, schema_editor: Any) -> None:
    """Pack the rows of each list, some at a time."""
    former = apps.get_model("reports", "FormerHistory")
    packed = apps.get_model("reports", "RatingHistory")
    for found in apps.get_model("reports", "RatingList").objects.all():
        rows = _rows(found, former.objects.filter(league=found.league_id, list=found))
        while some := list(islice(rows, WRITTEN_AT_ONCE)):
            packed.objects.bulk_create(packed(**fields) for fields in some)


def _rows(found: Any, former: Any) -> Iterator[dict[str, Any]]:
    """Yield the fields of the new rows of a list, whose former rows are given."""
    number = {evening: at for at, (evening, _) in enumerate(found.evenings)}
    columns = ("player_id", "evening", "rating", "deviation", "provisional")
    stored = former.order_by("player_id", "evening").values_list(*columns).iterator()
    rated = (row for row in stored if row[1] in number)
    for (player, part), rows in groupby(rated, lambda row: (row[0], number[row[1]] // EVENINGS)):
        figures = [
            (evening, rating, np.nan if deviation is None else deviation, provisional)
            for _, evening, rating, deviation, provisional in rows
        ]
        yield {
            "league_id": found.league_id,
            "list_id": found.pk,
            "player_id": player,
            "part": part,
            "figures": np.array(figures, FIGURES).tobytes(),
        }


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("reports", "0019_keys_by_league"),
    ]

    operations = [
        migrations.RenameModel("RatingHistory", "FormerHistory"),
        migrations.CreateModel(
            name="RatingHistory",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "league",
                        "list",
                        "player",
                        "part",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history",
                        to="reports.ratinglist",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.player",
                    ),
                ),
                ("part", models.IntegerField()),
                ("figures", models.BinaryField()),
            ],
            options={"verbose_name_plural": "rating histories"},
        ),
        migrations.RunPython(pack, migrations.RunPython.noop),
        migrations.DeleteModel("FormerHistory"),
    ]
