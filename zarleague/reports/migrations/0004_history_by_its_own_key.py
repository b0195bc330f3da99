import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table cannot be given a key of several columns, so the rows move to a new one."""

    dependencies = [
        ("leagues", "0002_merged_players"),
        ("reports", "0003_unchecked_history"),
    ]

    operations = [
        migrations.RenameModel("RatingHistory", "NumberedHistory"),
        migrations.CreateModel(
            name="RatingHistory",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
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
            " (list_id, player_id, evening, rating, deviation, provisional)"
            " SELECT list_id, player_id, evening, rating, deviation, provisional"
            " FROM reports_numberedhistory",
            migrations.RunSQL.noop,
        ),
        migrations.DeleteModel("NumberedHistory"),
    ]
