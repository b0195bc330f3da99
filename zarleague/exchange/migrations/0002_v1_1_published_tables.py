"""The address a table was read from."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("exchange", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "historyimport",
            "address",
            models.CharField(blank=True, db_default="", default="", max_length=1000),
        ),
    ]
