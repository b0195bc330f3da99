"""Whether a league reminds its players of evenings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0008_v1_2_mail_about_evenings"),
    ]

    operations = [
        migrations.AddField(
            "league", "reminds", models.BooleanField(db_default=True, default=True)
        ),
    ]
