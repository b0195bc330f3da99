"""What hands given up count for in a match."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0006_v1_1_answers"),
    ]

    operations = [
        migrations.AddField(
            "match",
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
