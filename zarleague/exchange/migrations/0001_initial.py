"""Make the tables of transfers, imports, webhooks, e-mails and push messages."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("leagues", "0001_initial"),
        ("play", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=80)),
                (
                    "shape",
                    models.CharField(
                        choices=[
                            ("standard", "Standard Webhooks (JSON)"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("matrix", "Matrix"),
                            ("telegram", "Telegram"),
                        ],
                        default="standard",
                        max_length=10,
                    ),
                ),
                ("address", models.CharField(max_length=1000)),
                ("extra", models.CharField(blank=True, max_length=500)),
                ("secret", models.CharField(max_length=80)),
                ("events", models.JSONField(default=list)),
                ("active", models.BooleanField(default=True)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="webhooks",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=40, unique=True)),
                ("event", models.CharField(max_length=20)),
                ("data", models.JSONField()),
                ("body", models.TextField(blank=True)),
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
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("answer", models.CharField(blank=True, max_length=500)),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="exchange.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["next_at"],
                        name="deliveries_waiting",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Forgetting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("names", models.JSONField()),
                ("new_name", models.CharField(max_length=60)),
                ("account", models.BigIntegerField(null=True)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="forgettings",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=["id"],
                        name="names_to_forget",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "direction",
                    models.CharField(
                        choices=[("out", "Out"), ("in", "In"), ("past", "Past results")],
                        max_length=4,
                    ),
                ),
                ("arrived", models.BooleanField(default=False)),
                ("name", models.CharField(blank=True, max_length=120)),
                ("size", models.PositiveBigIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("arriving", "Arriving"),
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("replaced", "Replaced"),
                        ],
                        max_length=8,
                    ),
                ),
                ("holder", models.CharField(blank=True, default="", max_length=40)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=500)),
                ("differing", models.JSONField(default=list)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transfers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="transfers",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("direction", "out"), _negated=True),
                            models.Q(("state", "arriving"), _negated=True),
                            _connector="OR",
                        ),
                        name="only_what_comes_arrives",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoryImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("check", "Being checked"),
                            ("write", "Being imported"),
                            ("written", "Imported"),
                            ("undone", "Undone"),
                        ],
                        default="check",
                        max_length=8,
                    ),
                ),
                ("layout", models.JSONField(default=dict)),
                ("chosen", models.JSONField(default=dict)),
                ("found", models.JSONField(default=dict)),
                ("unseen", models.BigIntegerField(null=True)),
                ("new_players", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "author",
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
                        related_name="history_imports",
                        to="leagues.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
                (
                    "transfer",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="history_import",
                        to="exchange.transfer",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("unseen__isnull", False)),
                        fields=["id"],
                        name="imports_to_clean_up",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Letter",
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
                            ("invite", "Invitation"),
                            ("report", "Report"),
                            ("digest", "Digest of the week"),
                        ],
                        max_length=8,
                    ),
                ),
                ("monday", models.DateField(null=True)),
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
                    "invitation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.invitation",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="letters",
                        to="leagues.league",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["next_at"],
                        name="letters_to_send",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "digest")),
                        fields=("league", "monday"),
                        name="one_digest_of_a_week",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Piece",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                (
                    "transfer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="exchange.transfer",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("transfer", "number"), name="piece_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("browser", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("refused_at", models.DateTimeField(null=True)),
                ("refusal", models.CharField(blank=True, db_default="", max_length=200)),
                ("ended_at", models.DateTimeField(null=True)),
                ("wait_until", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Push",
            fields=[
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
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pushes",
                        to="play.dispute",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pushes",
                        to="exchange.pushsubscription",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "pushes",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="PushKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("private", models.TextField()),
            ],
        ),
    ]
