"""Players who no longer play."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0002_v1_1_left_early"),
    ]

    operations = [
        migrations.AddField(
            "player", "inactive", models.BooleanField(db_default=False, default=False)
        ),
    ]
