"""Finals decided by matches won: a best of, or a bracket."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0009_v1_2_reminds"),
    ]

    operations = [
        migrations.AddField(
            "season",
            "final_seats",
            models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            "season",
            "final_wins",
            models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
    ]
