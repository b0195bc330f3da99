"""Leagues' files on their way out and in, with what is still to do for them.

A file lies in the database in pieces, because the process that receives it and the one that works
on it may be on two machines. It is removed a day later.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models import League, User


class Transfer(models.Model):
    """One league's file, being made or being read.

    A row says what has to be done, not who does it: if the process that has claimed it dies,
    another one begins it anew.
    """

    class Direction(models.TextChoices):
        OUT = "out", _("Out")
        IN = "in", _("In")

    class State(models.TextChoices):
        ARRIVING = "arriving", _("Arriving")
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    """Its address."""
    direction = models.CharField(max_length=3, choices=Direction.choices)
    asked_by = models.ForeignKey(User, models.CASCADE, related_name="transfers")
    league = models.ForeignKey(League, models.SET_NULL, null=True, related_name="transfers")
    """The league written out; of one read in the new league, unfinished until ``arrived``."""
    arrived = models.BooleanField(default=False)
    """Whether the new league can be seen."""
    name = models.CharField(max_length=120, blank=True)
    """What the file was called where it came from."""
    size = models.PositiveBigIntegerField(default=0)
    """Bytes of the whole file; of one being made, 0 until it is done."""
    state = models.CharField(max_length=8, choices=State.choices)
    claim = models.CharField(max_length=40, blank=True)
    total = models.PositiveIntegerField(default=0)
    """Records to take in hand; 0 as long as nobody knows."""
    problem = models.CharField(max_length=500, blank=True)
    differing = models.JSONField(default=list)
    """The kinds of record in which the new league is not as its file."""
    asked_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    """When it was taken in hand last, or ended."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(direction="in") | ~Q(state="arriving"), name="only_what_comes_arrives"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_direction_display()}: {self.name or self.league}"

    @property
    def is_open(self) -> bool:
        """Return whether somebody still has to work on it."""
        return self.state in (self.State.WAITING, self.State.RUNNING)


class Piece(models.Model):
    """Some of a file's bytes. Pieces are numbered from 0."""

    transfer = models.ForeignKey(Transfer, models.CASCADE, db_index=False, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["transfer", "number"], name="piece_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.transfer}, {self.number}"
