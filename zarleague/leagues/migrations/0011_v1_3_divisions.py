"""Divisions: seasons side by side between which players move up and down."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0010_v1_3_finals_by_matches"),
    ]

    operations = [
        migrations.AddField(
            "season",
            "above",
            models.OneToOneField(
                blank=True,
                db_constraint=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="below",
                to="leagues.season",
            ),
        ),
        migrations.AddField(
            "season",
            "moves",
            models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            "season",
            "follows",
            models.OneToOneField(
                blank=True,
                db_constraint=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="following",
                to="leagues.season",
            ),
        ),
    ]
