"""An evening's time of day, whether it is cancelled, and whether its links were turned off."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0007_v1_2_given_up"),
    ]

    operations = [
        migrations.AddField("evening", "starts_at", models.TimeField(blank=True, null=True)),
        migrations.AddField(
            "evening",
            "cancelled_at",
            models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            "evening",
            "cancelled_why",
            models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
        migrations.AddField(
            "evening",
            "links_ended",
            models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
