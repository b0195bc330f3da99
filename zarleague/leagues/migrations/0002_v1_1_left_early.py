"""What a league's matches do with players who left early."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "league",
            "left_early",
            models.CharField(
                choices=[
                    ("behind", "behind those who played enough"),
                    ("average", "everyone by points per hand"),
                    ("unranked", "not at all"),
                    ("alike", "by their points, like everyone"),
                ],
                db_default="behind",
                default="behind",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "league",
            "hands_share",
            models.PositiveSmallIntegerField(
                db_default=100,
                default=100,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
    ]
