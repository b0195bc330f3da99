"""The evenings that were moved to a day on which there was one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0008_v1_2_evenings_ahead"),
    ]

    operations = [
        migrations.AddField(
            "evening",
            "received",
            models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
    ]
