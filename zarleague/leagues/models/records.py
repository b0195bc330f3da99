"""Rows that are written once: receipts of writes with an idempotency key, and the audit log."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.append_only import AppendOnly
from zarleague.leagues.models.access import AccessLink
from zarleague.leagues.models.league import League
from zarleague.leagues.models.people import User


class Receipt(AppendOnly):
    """The row created by a write with an idempotency key, returned when the key is sent again."""

    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="+")
    key = models.CharField(max_length=64)
    request = models.CharField(max_length=64)
    """A hash of the request: the same key must come with the same request."""
    made = models.BigIntegerField()
    """The id of the row that the write created."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="key_used_once_per_league"),
        ]

    def __str__(self) -> str:
        return self.key


class AuditEntry(AppendOnly):
    """One change in a league; `leagues.audit` writes it."""

    class Topic(models.TextChoices):
        LEAGUE = "league", _("League")
        PEOPLE = "people", _("Members")
        RULES = "rules", _("Rules")
        SEASON = "season", _("Seasons")
        MATCH = "match", _("Matches")
        HAND = "hand", _("Hands")
        RULING = "ruling", _("Rulings")

    class Way(models.TextChoices):
        PAGE = "page", _("on the website")
        API = "api", _("scorepad or API")
        TOKEN = "token", _("by a program with a token")
        ADMIN = "admin", _("in the admin")
        SITE = "site", _("automatically")

    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="+")
    at = models.DateTimeField()
    topic = models.CharField(max_length=8, choices=Topic.choices)
    action = models.CharField(max_length=32)
    """The name of the service."""
    author = models.ForeignKey(User, models.PROTECT, null=True, db_index=False, related_name="+")
    author_name = models.CharField(max_length=150, blank=True)
    """The name the holder of a link gave; "" for somebody with an account."""
    link = models.ForeignKey(
        AccessLink, models.PROTECT, null=True, db_index=False, related_name="+"
    )
    way = models.CharField(max_length=5, choices=Way.choices)
    about_kind = models.CharField(max_length=32, blank=True)
    about_id = models.BigIntegerField(null=True)
    about_name = models.CharField(max_length=150, blank=True)
    before = models.JSONField()
    after = models.JSONField()
    why = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["league", "at", "id"], name="audit_by_time"),
            models.Index(fields=["league", "id"], name="audit_latest"),
            models.Index(fields=["league", "topic", "at", "id"], name="audit_by_topic"),
            models.Index(fields=["league", "author", "at", "id"], name="audit_by_author"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.about_name}"
