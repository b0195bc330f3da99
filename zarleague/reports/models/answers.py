"""Stored answers to questions about a season that take too long for a page."""

from django.db import models
from django.utils import timezone

from zarleague.leagues.models import Season


class Answer(models.Model):
    """A question about a season, and the state of the season it was answered for. The
    `answers.MOST_KEPT` used last are kept in each season.
    """

    season = models.ForeignKey(Season, models.CASCADE, db_index=False, related_name="answers")
    question = models.CharField(max_length=64)
    """SHA-256 of ``asked``."""
    asked = models.JSONField()
    """The question, as `slow_questions` writes it."""
    wanted = models.CharField(max_length=64)
    """The stamp of the season when somebody last asked."""
    stamp = models.CharField(max_length=64, blank=True)
    """The stamp of the season it was computed from; "" while there is no answer."""
    head = models.JSONField(default=dict)
    """Figures of the answer beside its rows."""
    rows = models.PositiveIntegerField(default=0)
    """Number of its rows in all."""
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "question"], name="one_answer_per_question"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.asked}"
