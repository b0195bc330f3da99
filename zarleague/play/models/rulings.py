"""Rulings beside the scores of the hands: penalties and disputes."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models import Player, Season, User
from zarleague.play.models.hand import Hand
from zarleague.play.models.match import Match


class Penalty(models.Model):
    """Points counted against a player, beyond the scores of the hands. May be cancelled."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="penalties")
    match = models.ForeignKey(
        Match, models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="penalties")
    evening = models.DateField()
    points = models.PositiveIntegerField()
    """Always against the player, whichever way the game counts."""
    reason = models.CharField(max_length=300)
    author_name = models.CharField(max_length=150)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    cancelled_at = models.DateTimeField(null=True, editable=False)
    cancelled_by = models.CharField(max_length=150, blank=True)
    cancel_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "penalties"
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gte=1), name="penalty_costs_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class Dispute(models.Model):
    """An objection to how a hand is recorded, and the ruling on it."""

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        UPHELD = "upheld", _("Upheld")
        REJECTED = "rejected", _("Rejected")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="disputes")
    text = models.TextField()
    log = models.TextField(blank=True)
    """The hand as the one who disputes it tells it, as a log; or ""."""
    opened_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    opened_by_name = models.CharField(max_length=150)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    ruling = models.TextField(blank=True)
    closed_by_name = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-opened_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True)
                | (~Q(state="open") & Q(closed_at__isnull=False)),
                name="dispute_closed_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}: {self.get_state_display()}"
