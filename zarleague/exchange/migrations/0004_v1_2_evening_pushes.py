"""Letters about evenings as messages to browsers."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("exchange", "0003_v1_2_letters_about_evenings"),
    ]

    operations = [
        migrations.CreateModel(
            "EveningPush",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sent", "Delivered"),
                            ("given-up", "Given up"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tried_at", models.DateTimeField(null=True)),
                (
                    "letter",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evening_pushes",
                        to="exchange.letter",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evening_pushes",
                        to="exchange.pushsubscription",
                    ),
                ),
            ],
            options={"verbose_name_plural": "evening pushes", "ordering": ["id"]},
        ),
    ]
