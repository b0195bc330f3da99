"""Make the tables of people, leagues and links."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import zarleague.leagues.models.league


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="StoppedAddress",
            fields=[
                ("address", models.CharField(max_length=150, primary_key=True, serialize=False)),
                (
                    "stopped_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MailChoice",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="mail_choice",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "invitations",
                    models.BooleanField(
                        db_default=True, default=True, verbose_name="Invitations to leagues"
                    ),
                ),
                (
                    "disputes",
                    models.BooleanField(default=True, verbose_name="Disputes and rulings"),
                ),
                (
                    "reports",
                    models.BooleanField(default=True, verbose_name="Reports that are ready"),
                ),
                (
                    "digest",
                    models.BooleanField(default=False, verbose_name="What happened in the week"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(unique=True)),
                ("name", models.CharField(max_length=80)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Anyone can view"), ("private", "Members only")],
                        default="private",
                        max_length=8,
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[zarleague.leagues.models.league.validate_time_zone],
                    ),
                ),
                ("language", models.CharField(default="en", max_length=8)),
                ("default_game", models.CharField(default="zar", max_length=32)),
                ("objection_hours", models.PositiveSmallIntegerField(default=48)),
                ("dispute_hours", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("idle_days", models.PositiveSmallIntegerField(db_default=3, default=3)),
                ("ruling_hours", models.PositiveSmallIntegerField(db_default=72, default=72)),
                ("arbiters_may_play", models.BooleanField(db_default=False, default=False)),
                ("shares_rulings", models.BooleanField(db_default=False, default=False)),
                ("hides_hands", models.BooleanField(db_default=False, default=False)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="league_has_a_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("name_key", models.CharField(editable=False, max_length=120)),
                ("guest", models.BooleanField(default=False)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="leagues.league",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="leagues.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name_key"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("merged_into__isnull", False)),
                        fields=["league"],
                        name="merged_players",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("merged_into__isnull", True)),
                        fields=("league", "name_key"),
                        name="player_name_once_per_league",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("league", "user"),
                        name="one_player_per_account",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name_key", ""), _negated=True),
                        name="player_has_a_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("merged_into", models.F("id")), _negated=True),
                        name="player_not_merged_into_itself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccessLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("score-match", "Score one match"),
                            ("score-evening", "Score one evening"),
                            ("board", "Watch on a big screen"),
                            ("claim", "Claim a guest’s results"),
                            ("join", "Join the league"),
                            ("embed", "Embed on another site"),
                        ],
                        max_length=16,
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=80)),
                ("match_id", models.BigIntegerField(blank=True, null=True)),
                ("evening", models.DateField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("revoked_at", models.DateTimeField(editable=False, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="created_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="leagues.league",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="leagues.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("match_id__isnull", False), ("purpose", "score-match")),
                            models.Q(
                                models.Q(("purpose", "score-match"), _negated=True),
                                ("match_id__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="link_to_score_a_match_names_it",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("evening__isnull", False), ("purpose", "score-evening")),
                            models.Q(
                                models.Q(("purpose", "score-evening"), _negated=True),
                                ("evening__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="link_to_score_an_evening_names_it",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("player__isnull", False), ("purpose", "claim")),
                            models.Q(
                                models.Q(("purpose", "claim"), _negated=True),
                                ("player__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="link_to_claim_a_guest_names_them",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerMerge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author", models.CharField(max_length=150)),
                (
                    "merged_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("undone_at", models.DateTimeField(editable=False, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=150)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="leagues.player",
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="received_merges",
                        to="leagues.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("guest",),
                        name="merged_only_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("request", models.CharField(max_length=64)),
                ("made", models.BigIntegerField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "key"), name="key_used_once_per_league"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("starts", models.DateField()),
                ("ends", models.DateField(blank=True, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("running", "Running"), ("finished", "Finished")],
                        default="running",
                        max_length=8,
                    ),
                ),
                (
                    "rules",
                    models.JSONField(
                        default=zarleague.leagues.models.league.default_season_rules,
                        validators=[zarleague.leagues.models.league.validate_season_rules],
                    ),
                ),
                ("lots", models.JSONField(blank=True, default=list, editable=False)),
                (
                    "revision",
                    models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-starts", "-id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "name"), name="season_name_once_per_league"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends__isnull", True),
                            ("ends__gte", models.F("starts")),
                            _connector="OR",
                        ),
                        name="season_ends_after_it_starts",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "Read"),
                            ("score", "Read and keep score"),
                            ("organise", "Everything you may do yourself"),
                        ],
                        max_length=8,
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(editable=False, null=True)),
                ("revoked_at", models.DateTimeField(editable=False, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="token_has_a_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("account_name", models.CharField(db_index=True, max_length=150)),
                ("by_mail", models.BooleanField(db_default=False, default=False)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "Organiser"),
                            ("scorekeeper", "Scorekeeper"),
                            ("player", "Player"),
                        ],
                        default="player",
                        max_length=12,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("declined_at", models.DateTimeField(editable=False, null=True)),
                ("ended_at", models.DateTimeField(editable=False, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("league", "account_name"),
                        name="one_open_invitation_per_name",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "topic",
                    models.CharField(
                        choices=[
                            ("league", "League"),
                            ("people", "Members"),
                            ("rules", "Rules"),
                            ("season", "Seasons"),
                            ("match", "Matches"),
                            ("hand", "Hands"),
                            ("ruling", "Rulings"),
                        ],
                        max_length=8,
                    ),
                ),
                ("action", models.CharField(max_length=32)),
                ("author_name", models.CharField(blank=True, max_length=150)),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("page", "on the website"),
                            ("api", "scorepad or API"),
                            ("token", "by a program with a token"),
                            ("admin", "in the admin"),
                            ("site", "automatically"),
                        ],
                        max_length=5,
                    ),
                ),
                ("about_kind", models.CharField(blank=True, max_length=32)),
                ("about_id", models.BigIntegerField(null=True)),
                ("about_name", models.CharField(blank=True, max_length=150)),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("why", models.TextField(blank=True)),
                (
                    "author",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.accesslink",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["league", "at", "id"], name="audit_by_time"),
                    models.Index(fields=["league", "id"], name="audit_latest"),
                    models.Index(fields=["league", "topic", "at", "id"], name="audit_by_topic"),
                    models.Index(fields=["league", "author", "at", "id"], name="audit_by_author"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("preset", models.CharField(max_length=64)),
                ("overrides", models.JSONField(blank=True, default=dict)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "game"), name="one_house_rule_per_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LinkUse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("first_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uses",
                        to="leagues.accesslink",
                    ),
                ),
            ],
            options={
                "ordering": ["first_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("link", "name"), name="one_use_per_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "Organiser"),
                            ("scorekeeper", "Scorekeeper"),
                            ("player", "Player"),
                        ],
                        default="player",
                        max_length=12,
                    ),
                ),
                ("arbiter", models.BooleanField(db_default=False, default=False)),
                ("since", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="leagues.league",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "league"), name="one_membership_per_league"
                    )
                ],
            },
        ),
    ]
