"""Order the matches of a league by indexes of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("play", "0015_keys_by_league"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["league", "played_on", "id"], name="match_of_a_league"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["league", "state", "played_on", "id"], name="match_of_a_league_by_state"
            ),
        ),
    ]
