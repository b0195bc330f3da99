"""Make the tables of ranks, ratings, reports and jobs, and guard rows written once."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from zarleague.play import triggers


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("leagues", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="DroppedPrint",
            fields=[
                ("name", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("dropped_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="LeagueRater",
            fields=[
                (
                    "league",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="chosen_rater",
                        serialize=False,
                        to="leagues.league",
                    ),
                ),
                ("rater", models.CharField(default="bradley-terry", max_length=24)),
            ],
        ),
        migrations.CreateModel(
            name="SeasonReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("fingerprint", models.CharField(max_length=64)),
                ("body", models.TextField()),
                ("differences", models.JSONField(default=list)),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="report_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportState",
            fields=[
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="report_state",
                        serialize=False,
                        to="leagues.season",
                    ),
                ),
                ("revision", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="SeasonProgress",
            fields=[
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="progress",
                        serialize=False,
                        to="leagues.season",
                    ),
                ),
                ("holder", models.CharField(blank=True, default="", max_length=40)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ranks", models.BigIntegerField(default=-1)),
                ("ranks_rest_on", models.CharField(db_default="", default="", max_length=64)),
                ("ranks_evening", models.IntegerField(null=True)),
                ("ranks_revision", models.BigIntegerField(db_default=-1, default=-1)),
                ("ratings", models.BigIntegerField(default=-1)),
            ],
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("question", models.CharField(max_length=64)),
                ("asked", models.JSONField()),
                ("wanted", models.CharField(max_length=64)),
                ("stamp", models.CharField(blank=True, max_length=64)),
                ("head", models.JSONField(default=dict)),
                ("rows", models.PositiveIntegerField(default=0)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "question"), name="one_answer_per_question"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Backtest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("model", models.PositiveSmallIntegerField(default=1)),
                ("hands", models.PositiveIntegerField()),
                ("marks", models.JSONField()),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="backtests",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("league", "game"), name="one_backtest_per_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="EveningRank",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("evening", models.DateField()),
                ("rank", models.PositiveIntegerField(null=True)),
                ("metric", models.FloatField(null=True)),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening_ranks",
                        to="leagues.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening_ranks",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "evening", "player"),
                        name="one_rank_per_player_and_evening",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Experiment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("players", models.PositiveSmallIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("rules", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Running"), ("done", "Done"), ("cancelled", "Cancelled")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("asked_by_name", models.CharField(max_length=150)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("found", models.JSONField(default=list)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="experiments",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "open")),
                        fields=["seen_at"],
                        name="experiments_running",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("holder", models.CharField(blank=True, default="", max_length=40)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("ratings", "Ratings"),
                            ("backtest", "Ratings comparison"),
                            ("report", "Season report"),
                            ("recompute", "Updating ratings from an earlier model"),
                            ("answers", "Season questions"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jobs",
                        to="leagues.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jobs",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("season__isnull", True)),
                        fields=("league", "kind"),
                        name="one_job_per_kind_and_league",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("league__isnull", True)),
                        fields=("kind",),
                        name="one_job_per_kind_and_site",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("season__isnull", False)),
                        fields=("season", "kind"),
                        name="one_job_per_kind_and_season",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("holder", models.CharField(blank=True, default="", max_length=40)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("game", models.CharField(max_length=32)),
                ("rater", models.CharField(max_length=24)),
                ("fingerprint", models.CharField(max_length=64)),
                ("model", models.PositiveSmallIntegerField(default=1)),
                ("prior_deviation", models.FloatField(null=True)),
                ("hands", models.PositiveIntegerField()),
                ("evenings", models.JSONField()),
                ("upsets", models.JSONField(default=list)),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_lists",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "game"), name="one_rating_list_per_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingHistory",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "list",
                        "player",
                        "part",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("part", models.IntegerField()),
                ("figures", models.BinaryField()),
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
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.player",
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history",
                        to="reports.ratinglist",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "rating histories",
            },
        ),
        migrations.CreateModel(
            name="RatingRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("group", models.PositiveIntegerField(default=1)),
                ("rank", models.PositiveIntegerField()),
                ("best", models.PositiveIntegerField(null=True)),
                ("worst", models.PositiveIntegerField(null=True)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField(null=True)),
                ("hands", models.PositiveIntegerField()),
                ("provisional", models.BooleanField()),
                ("peak", models.IntegerField(null=True)),
                ("peak_evening", models.IntegerField(null=True)),
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
                    "list",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="reports.ratinglist",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="leagues.player",
                    ),
                ),
            ],
            options={
                "ordering": ["group", "rank", "player"],
                "constraints": [
                    models.UniqueConstraint(fields=("list", "player"), name="one_rating_per_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="RebuildCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("checked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("differences", models.JSONField(default=list)),
                ("repaired", models.BooleanField(db_default=False, default=False)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rebuild_checks",
                        to="leagues.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rebuild_checks",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-checked_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="ReportPrint",
            fields=[
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="print",
                        serialize=False,
                        to="reports.seasonreport",
                    ),
                ),
                ("pdf", models.BinaryField()),
                ("stored_as", models.CharField(db_default="", default="", max_length=100)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("stored_as", "")),
                        fields=["report"],
                        name="report_prints_unstored",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportExtract",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("number", models.PositiveBigIntegerField()),
                ("body", models.TextField()),
                (
                    "report",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="extracts",
                        to="reports.seasonreport",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("report", "name", "number"), name="one_extract_of_a_report"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DerivedPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("holder", models.CharField(blank=True, default="", max_length=40)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("evening", "evening of a report"),
                            ("player", "player's page of a report"),
                            ("ratings", "ratings of a report's game"),
                            ("backtest", "forecasts of one rater"),
                            ("answer", "page of an answer"),
                            ("experiment", "hands of an experiment"),
                        ],
                        max_length=10,
                    ),
                ),
                ("subject", models.PositiveBigIntegerField()),
                ("number", models.PositiveBigIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=70)),
                ("stamp", models.CharField(blank=True, default="", max_length=120)),
                ("body", models.TextField(blank=True, default="")),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("subject", "kind", "number", "name"), name="one_part_of_a_kind"
                    )
                ],
            },
        ),
        migrations.RunPython(triggers.guard, migrations.RunPython.noop),
    ]
