"""Evenings and the rounds that are drawn for them."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_v1_1_seasons"),
        ("play", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                ("title", models.CharField(blank=True, max_length=80)),
                ("place", models.CharField(blank=True, max_length=120)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("league", "date"), name="one_evening_a_day"),
                ],
                "ordering": ["-date"],
            },
        ),
        migrations.CreateModel(
            name="EveningRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=32)),
                ("preset", models.CharField(blank=True, max_length=64)),
                ("size", models.PositiveSmallIntegerField(default=4)),
                ("way", models.CharField(max_length=16)),
                ("seed", models.PositiveBigIntegerField()),
                ("repeats", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveSmallIntegerField(default=1)),
                ("changed", models.BooleanField(default=False)),
                (
                    "drawn_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="play.evening",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("evening", "number"), name="one_round_per_number"
                    ),
                ],
                "ordering": ["evening", "number"],
            },
        ),
    ]
