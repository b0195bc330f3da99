"""Who withdrew from a final."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_v1_3_divisions"),
    ]

    operations = [
        migrations.AddField(
            "season",
            "withdrawn",
            models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
    ]
