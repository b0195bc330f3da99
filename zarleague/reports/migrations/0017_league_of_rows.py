"""Give ranks and ratings the key of their league.

The key of a table's rows cannot be altered, so the history of ratings moves to a new table.
"""

from typing import Any, Final

import django.db.models.deletion
from django.db import migrations, models

REFERS: Final = {"EveningRank": "season", "RatingRow": "list"}
"""By model, the reference that says the league."""


def fill(apps: Any, schema_editor: Any) -> None:
    """Copy the leagues, in one statement a table."""
    for name, reference in REFERS.items():
        model = apps.get_model("reports", name)
        leagues = (
            model._meta.get_field(reference)
            .related_model.objects.filter(pk=models.OuterRef(reference))
            .order_by()
            .values("league")
        )
        model.objects.update(league=models.Subquery(leagues))


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("reports", "0016_prints_in_a_store"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(),
                name="league",
                field=models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    editable=False,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="leagues.league",
                ),
            )
            for name in REFERS
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
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
                        "evening",
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
                ("evening", models.IntegerField()),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField(null=True)),
                ("provisional", models.BooleanField()),
            ],
            options={"verbose_name_plural": "rating histories"},
        ),
        migrations.RunSQL(
            "INSERT INTO reports_ratinghistory"
            " (league_id, list_id, player_id, evening, rating, deviation, provisional)"
            " SELECT list.league_id, list_id, player_id, evening, rating, deviation, provisional"
            " FROM reports_formerhistory JOIN reports_ratinglist AS list ON list.id = list_id",
            migrations.RunSQL.noop,
        ),
        migrations.DeleteModel("FormerHistory"),
    ]
