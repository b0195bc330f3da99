"""Letters about an evening, each to one account."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("exchange", "0002_v1_1_published_tables"),
        ("leagues", "0009_v1_2_reminds"),
        ("play", "0008_v1_2_evenings_ahead"),
    ]

    operations = [
        migrations.AddField(
            "letter",
            "evening",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="letters",
                to="play.evening",
            ),
        ),
        migrations.AddField(
            "letter",
            "account",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="letters",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("letter", "day", models.DateField(null=True)),
        migrations.AlterField(
            "letter",
            "kind",
            models.CharField(
                choices=[
                    ("invite", "Invitation"),
                    ("report", "Report"),
                    ("digest", "Digest of the week"),
                    ("reminder", "Reminder of an evening"),
                    ("off", "Evening cancelled"),
                    ("on", "Evening takes place after all"),
                    ("moved", "Evening moved"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            "letter",
            models.Index(
                condition=models.Q(("evening__isnull", False)),
                fields=["evening"],
                name="letters_of_evening",
            ),
        ),
    ]
