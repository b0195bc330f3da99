"""The round a match was drawn for, and its rule for players who left early."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0003_v1_1_attendance"),
    ]

    operations = [
        migrations.AddField(
            "match",
            "left_early",
            models.CharField(
                choices=[
                    ("behind", "behind those who played enough"),
                    ("average", "everyone by points per hand"),
                    ("unranked", "not at all"),
                    ("alike", "by their points, like everyone"),
                ],
                db_default="alike",
                default="alike",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "match", "hands_share", models.PositiveSmallIntegerField(db_default=100, default=100)
        ),
        migrations.AddField(
            "match", "shares_places", models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            "match",
            "round",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="play.eveninground",
            ),
        ),
        migrations.AddField(
            "match", "table", models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.AddConstraint(
            "match",
            models.UniqueConstraint(
                condition=models.Q(("round__isnull", False)),
                fields=("round", "table"),
                name="one_match_at_a_drawn_table",
            ),
        ),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                condition=models.Q(("hands_share__gte", 1), ("hands_share__lte", 100)),
                name="match_asks_for_a_share",
            ),
        ),
    ]
