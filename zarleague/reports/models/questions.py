"""Questions about a season that take too long for a page, and experiments with house rules."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models import League, Season


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


class Experiment(models.Model):
    """Seeded hands of bots under two rulesets. Not derived from hands; only the latest of a league
    are kept."""

    class State(models.TextChoices):
        OPEN = "open", _("Running")
        DONE = "done", _("Done")
        CANCELLED = "cancelled", _("Cancelled")

    league = models.ForeignKey(League, models.CASCADE, related_name="experiments")
    game = models.CharField(max_length=32)
    players = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField()
    """Hands under each ruleset."""
    rules = models.JSONField()
    """Both rulesets, as `play.rulesets.to_json` has them."""
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    asked_by_name = models.CharField(max_length=150)
    asked_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    """The moment a part was last finished, or queued again."""
    found = models.JSONField(default=list)
    """The `bots.experiments.ExperimentCounts` of each ruleset; [] while it runs."""

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["seen_at"], condition=models.Q(state="open"), name="experiments_running"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.game}, {self.hands}"
