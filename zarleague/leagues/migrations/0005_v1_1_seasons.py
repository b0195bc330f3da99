"""The game and day of a season beside others, and the final of a season."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0004_v1_1_claims"),
    ]

    operations = [
        migrations.AddField(
            "season", "game", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        migrations.AddField(
            "season",
            "weekday",
            models.PositiveSmallIntegerField(
                blank=True, null=True, validators=[django.core.validators.MaxValueValidator(6)]
            ),
        ),
        migrations.AddField(
            "season",
            "final_of",
            models.OneToOneField(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="final",
                to="leagues.season",
            ),
        ),
        migrations.AddField(
            "season",
            "qualified",
            models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
    ]
