"""Links to try the demo. The database keeps purposes as texts: nothing changes in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_v1_1_seasons"),
    ]

    operations = [
        migrations.AlterField(
            "accesslink",
            "purpose",
            models.CharField(
                choices=[
                    ("score-match", "Score one match"),
                    ("score-evening", "Score one evening"),
                    ("board", "Watch on a big screen"),
                    ("claim", "Claim a guest’s results"),
                    ("join", "Join the league"),
                    ("embed", "Embed on another site"),
                    ("demo", "Try the demo"),
                ],
                max_length=16,
            ),
        ),
    ]
