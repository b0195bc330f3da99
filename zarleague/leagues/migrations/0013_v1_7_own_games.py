"""Games of a league's own that were renamed, or are no longer played."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0012_v1_3_withdrawn_finalists"),
    ]

    operations = [
        migrations.AddField(
            "leaguegame",
            "name",
            models.CharField(blank=True, db_default="", default="", max_length=28),
        ),
        migrations.AddField(
            "leaguegame", "inactive", models.BooleanField(db_default=False, default=False)
        ),
    ]
