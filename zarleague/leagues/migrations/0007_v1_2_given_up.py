"""What hands given up count for in a league's new matches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0006_v1_1_demo_links"),
    ]

    operations = [
        migrations.AddField(
            "league",
            "given_up",
            models.CharField(
                choices=[
                    ("ignored", "not counted"),
                    ("level", "counted as level: no points, no winner"),
                ],
                db_default="ignored",
                default="ignored",
                max_length=8,
            ),
        ),
    ]
