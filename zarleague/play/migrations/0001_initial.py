"""Make the tables of matches, hands, versions, rulings and totals, and guard rows written once."""

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from zarleague.play import triggers


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("leagues", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("rules", models.JSONField()),
                ("rules_text", models.TextField()),
                ("frozen_at", models.DateTimeField(editable=False, null=True)),
                ("played_on", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Playing now"), ("closed", "Finished")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("end_hands", models.PositiveSmallIntegerField(default=0)),
                ("end_limit", models.PositiveIntegerField(default=0)),
                ("eliminates", models.BooleanField(default=False)),
                ("high_wins", models.BooleanField(default=False)),
                ("ties_by_wins", models.BooleanField(default=False)),
                ("first_dealer", models.PositiveSmallIntegerField(default=0)),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "started_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
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
                        related_name="matches",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
                "indexes": [
                    models.Index(fields=["league", "played_on", "id"], name="match_of_a_league"),
                    models.Index(
                        fields=["state", "league", "played_on", "id"],
                        name="match_of_a_league_by_state",
                    ),
                    models.Index(fields=["season", "played_on"], name="match_by_evening"),
                    models.Index(fields=["season", "game"], name="match_by_game"),
                    models.Index(
                        fields=["season", "state", "played_on", "started_at"],
                        name="match_by_state_and_day",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at__isnull", True), ("state", "open")),
                            models.Q(("closed_at__isnull", False), ("state", "closed")),
                            _connector="OR",
                        ),
                        name="match_closed_at_some_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("dealer", models.PositiveSmallIntegerField(default=0)),
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
                "ordering": ["match", "number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="hands_count_from_one"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HandVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("entry", "Entered"), ("void", "Voided")],
                        default="entry",
                        max_length=8,
                    ),
                ),
                ("entry", models.JSONField(blank=True, null=True)),
                (
                    "evidence",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        choices=[(1, "Points only"), (2, "Card counts"), (3, "Cards"), (4, "Log")],
                        null=True,
                    ),
                ),
                ("log", models.TextField(blank=True)),
                ("author_name", models.CharField(max_length=150)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="play.hand",
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
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.accesslink",
                    ),
                ),
            ],
            options={
                "ordering": ["hand", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("hand", "number"), name="version_number_once_per_hand"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="versions_count_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("number", 1), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="correction_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("evidence__in", [1, 2, 3, 4]),
                                ("evidence__isnull", False),
                                ("kind", "entry"),
                            ),
                            models.Q(
                                ("entry__isnull", True),
                                ("evidence__isnull", True),
                                ("kind", "void"),
                                ("log", ""),
                            ),
                            _connector="OR",
                        ),
                        name="only_void_is_without_evidence",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "void"),
                            ("entry__isnull", False),
                            models.Q(("log", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="version_says_how_the_hand_ended",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.PositiveIntegerField(blank=True, null=True)),
                ("text", models.TextField()),
                ("log", models.TextField(blank=True)),
                ("opened_by_name", models.CharField(max_length=150)),
                (
                    "opened_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("due_at", models.DateTimeField(editable=False, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("upheld", "Upheld"),
                            ("rejected", "Rejected"),
                            ("undecided", "Can’t be decided"),
                            ("withdrawn", "Withdrawn"),
                            ("appealed", "Appealed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("ruling", models.TextField(blank=True)),
                ("closed_by_name", models.CharField(blank=True, max_length=150)),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                ("appeal", models.TextField(blank=True)),
                ("appealed_by_name", models.CharField(blank=True, max_length=150)),
                ("appealed_at", models.DateTimeField(editable=False, null=True)),
                ("published", models.BooleanField(db_default=False, default=False)),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes",
                        to="leagues.league",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes",
                        to="play.hand",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="play.handversion",
                    ),
                ),
            ],
            options={
                "ordering": ["-opened_at", "-id"],
                "indexes": [
                    models.Index(fields=["league", "state"], name="disputes_of_a_league"),
                    models.Index(
                        condition=models.Q(("state__in", ["open", "appealed"])),
                        fields=["due_at"],
                        name="dispute_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at__isnull", True), ("state", "open")),
                            models.Q(
                                models.Q(("state", "open"), _negated=True),
                                ("closed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="dispute_closed_at_some_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "appealed"), _negated=True),
                            ("appealed_at__isnull", False),
                            _connector="OR",
                        ),
                        name="dispute_appealed_at_some_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchTotal",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="total",
                        serialize=False,
                        to="play.match",
                    ),
                ),
                ("totals", models.JSONField()),
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
                        related_name="match_totals",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="MatchSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("from_hand", models.PositiveIntegerField(default=1)),
                ("until_hand", models.PositiveIntegerField(blank=True, null=True)),
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
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="play.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="leagues.player",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "from_hand"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_hand__isnull", True)),
                        fields=("match", "number"),
                        name="one_player_at_a_seat",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("until_hand__isnull", True)),
                        fields=("match", "player"),
                        name="one_seat_for_a_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_hand__gte", 1)), name="seat_from_a_hand"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_hand__isnull", True),
                            (
                                "until_hand__gte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("from_hand"), "-", models.Value(1)
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="seat_left_after_it_was_taken",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("won", models.BooleanField()),
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
                        related_name="results",
                        to="leagues.player",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="play.handversion",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="play.matchseat",
                    ),
                ),
            ],
            options={
                "ordering": ["version", "order"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "order"), name="one_result_per_seat"
                    ),
                    models.UniqueConstraint(
                        fields=("version", "player"), name="one_result_per_player"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="places_count_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("opened", "Opened"),
                            ("stated", "Statement added"),
                            ("ruled", "Ruled on"),
                            ("withdrawn", "Withdrawn"),
                            ("appealed", "Appealed"),
                            ("overdue", "Overdue"),
                        ],
                        max_length=10,
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
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to="play.dispute",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["next_at"],
                        name="notices_to_send",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "overdue")),
                        fields=("dispute", "kind"),
                        name="told_once_that_a_ruling_is_overdue",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PairTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ahead", models.PositiveIntegerField()),
                ("behind", models.PositiveIntegerField()),
                ("level", models.PositiveIntegerField()),
                ("low_points", models.IntegerField(db_default=0, default=0)),
                ("high_points", models.IntegerField(db_default=0, default=0)),
                (
                    "high",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.player",
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
                    "low",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pair_totals",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["season", "high"], name="pairs_of_the_higher")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "low", "high"), name="one_total_per_pair"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("low__lt", models.F("high"))),
                        name="pair_has_two_players",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=32)),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("upheld", "Dispute upheld"),
                            ("rejected", "The dispute isn’t right"),
                            ("undecided", "We can’t tell"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "remedy",
                    models.CharField(
                        choices=[
                            ("stands", "The hand stands"),
                            ("corrected", "The points are corrected"),
                            ("replayed", "The hand is played again"),
                            ("void", "The hand doesn’t count"),
                            ("penalty", "The hand stands, with a penalty"),
                        ],
                        max_length=10,
                    ),
                ),
                ("rule", models.CharField(blank=True, max_length=64)),
                ("option", models.CharField(blank=True, max_length=64)),
                ("question", models.CharField(max_length=200)),
                ("reasons", models.TextField()),
                ("words", models.TextField(editable=False)),
                ("record", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("author_name", models.CharField(max_length=150)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="play.dispute",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["league", "game", "-id"], name="rulings_of_a_league"),
                    models.Index(fields=["game", "rule"], name="rulings_on_a_rule"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("dispute", "number"), name="one_ruling_and_one_appeal"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__in", [1, 2])),
                        name="ruling_is_the_first_or_on_appeal",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reasons", ""), _negated=True),
                        name="ruling_has_reasons",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("evening", models.DateField()),
                ("points", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=300)),
                ("author_name", models.CharField(max_length=150)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("cancelled_at", models.DateTimeField(editable=False, null=True)),
                ("cancelled_by", models.CharField(blank=True, max_length=150)),
                ("cancel_reason", models.CharField(blank=True, max_length=300)),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="play.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="leagues.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="leagues.season",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="play.ruling",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["created_at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("points__gte", 1)), name="penalty_costs_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="penalty_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JudgedLog",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("engine", models.CharField(blank=True, max_length=64)),
                ("verdicts", models.TextField(blank=True)),
                ("findings", models.JSONField(default=list)),
                ("points", models.JSONField(default=list)),
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
                    "version",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="judged_log",
                        to="play.handversion",
                    ),
                ),
                (
                    "ruling",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="judged_log",
                        to="play.ruling",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["engine", "id"], name="logs_by_engine")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ruling__isnull", False), ("version__isnull", True)),
                            models.Q(("ruling__isnull", True), ("version__isnull", False)),
                            _connector="OR",
                        ),
                        name="judged_log_of_a_version_or_a_ruling",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EngineDifference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.CharField(max_length=64)),
                ("after", models.CharField(max_length=64)),
                ("changes", models.JSONField()),
                ("points_before", models.JSONField(default=list)),
                ("points_after", models.JSONField(default=list)),
                ("found_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="engine_differences",
                        to="leagues.league",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="play.handversion",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="play.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["league", "seen_at", "-id"], name="differences_to_see")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "after"), name="one_difference_per_log"
                    ),
                    models.UniqueConstraint(
                        fields=("ruling", "after"), name="one_difference_per_ruling"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("evening", models.IntegerField()),
                ("hands", models.PositiveIntegerField(default=0)),
                ("revision", models.PositiveBigIntegerField(default=0)),
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
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evenings",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "evening"), name="one_row_per_evening"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("unranked", models.PositiveSmallIntegerField()),
                ("metric", models.FloatField()),
                ("scored", models.JSONField()),
                ("tally", models.JSONField()),
                ("evenings", models.JSONField()),
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
                        related_name="season_totals",
                        to="leagues.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="totals",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["season", "unranked", "metric"], name="season_table")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "player"), name="one_total_per_player"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("log", models.TextField(blank=True)),
                ("author_name", models.CharField(max_length=150)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="play.dispute",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.accesslink",
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("text", ""), _negated=True),
                            models.Q(("log", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="statement_says_something",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EveningTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("evening", models.IntegerField()),
                ("tally", models.JSONField()),
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
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening_totals",
                        to="leagues.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="evening_totals",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["season", "evening"], name="totals_of_an_evening")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "player", "evening"),
                        name="one_total_per_player_and_evening",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="hand",
            name="confirmed",
            field=models.OneToOneField(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="confirmed_for",
                to="play.handversion",
            ),
        ),
        migrations.AddField(
            model_name="hand",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="hands",
                to="play.match",
            ),
        ),
        migrations.AddField(
            model_name="handversion",
            name="ruling",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="versions",
                to="play.ruling",
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="hand_number_once_per_match"
            ),
        ),
        migrations.AddIndex(
            model_name="handversion",
            index=models.Index(
                condition=models.Q(("ruling__isnull", False)),
                fields=["ruling"],
                name="versions_by_ruling",
            ),
        ),
        migrations.RunPython(triggers.guard, migrations.RunPython.noop),
    ]
