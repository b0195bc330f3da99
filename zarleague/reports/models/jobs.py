"""Background jobs and their progress, the parts of long work, and the results of nightly checks."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.background.lease import Leased
from zarleague.leagues.models import League, Season


class Job(Leased):
    """The latest run of one kind of work for a league or a season: its progress and how it ended.
    The row says what has to be done, not by which task: if a task is killed, another one claims it.
    """

    class Kind(models.TextChoices):
        RATINGS = "ratings", _("Ratings")
        BACKTEST = "backtest", _("Ratings comparison")
        REPORT = "report", _("Season report")
        RECOMPUTE = "recompute", _("Updating ratings from an earlier model")
        ANSWERS = "answers", _("Season questions")
        ALL_TIME = "all-time", _("All-time figures")

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    kind = models.CharField(max_length=12, choices=Kind.choices)
    league = models.ForeignKey(
        League, models.PROTECT, null=True, db_index=False, related_name="jobs"
    )
    """None for the work of the whole site."""
    season = models.ForeignKey(Season, models.PROTECT, null=True, related_name="jobs")
    """None for the work of a whole league."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    """Steps in all; 0 as long as nobody knows."""
    problem = models.CharField(max_length=300, blank=True)
    """The error of a failed run."""
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "kind"],
                condition=Q(season__isnull=True),
                name="one_job_per_kind_and_league",
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(league__isnull=True), name="one_job_per_kind_and_site"
            ),
            models.UniqueConstraint(
                fields=["season", "kind"],
                condition=Q(season__isnull=False),
                name="one_job_per_kind_and_season",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.get_state_display()}"

    @property
    def is_open(self) -> bool:
        """Return whether the work still has to be done."""
        return self.state in (self.State.WAITING, self.State.RUNNING)


class RebuildCheck(models.Model):
    """One nightly comparison of the derived data of a season or league with a rebuild."""

    league = models.ForeignKey(League, models.PROTECT, related_name="rebuild_checks")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="rebuild_checks"
    )
    """None for the league's ratings."""
    checked_at = models.DateTimeField(default=timezone.now)
    differences = models.JSONField(default=list)
    """The models whose rows differed; [] when all was right."""
    repaired = models.BooleanField(default=False, db_default=False)
    """Whether the differing rows were replaced by the rebuilt ones."""

    class Meta:
        ordering = ["-checked_at", "-id"]

    def __str__(self) -> str:
        found = ", ".join(self.differences) or "as rebuilt"
        repaired = " (repaired)" if self.repaired else ""
        return f"{self.season or self.league}: {found}{repaired}"


class DerivedPart(Leased):
    """One part of what is derived from a league's data in the background, see
    `reports.stored_parts`.

    Parts of things that are made of them are deleted when the thing is stored; those of an answer
    are its pages. Its lease is that of the process that makes it, where several do so at a time.
    """

    class Kind(models.TextChoices):
        EVENING = "evening", "evening of a report"
        PLAYER = "player", "player's page of a report"
        RATINGS = "ratings", "ratings of a report's game"
        BACKTEST = "backtest", "forecasts of one rater"
        ANSWER = "answer", "page of an answer"
        EXPERIMENT = "experiment", "hands of an experiment"
        LIFE_DAY = "life-day", "evening of the all-time figures"
        LIFE_SUM = "life-sum", "season of the all-time figures"
        LIFETIMES = "life-list", "all-time figures of a league"
        LIFETIME = "life", "all-time figures of a player"

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, null=True, db_index=False, related_name="+")
    """None for what is derived from the whole league."""
    kind = models.CharField(max_length=10, choices=Kind.choices)
    subject = models.PositiveBigIntegerField()
    """The id of what it is a part of: the season of a report, the league of a backtest, the answer,
    the experiment; of all-time figures the season or the league."""
    number = models.PositiveBigIntegerField()
    """Of an evening its ordinal, of a player the id, otherwise a position from 0."""
    name = models.CharField(max_length=70, blank=True, default="")
    """Of forecasts the game and the rater, of all-time figures the game."""
    stamp = models.CharField(max_length=120, blank=True, default="")
    """The state of the data it was computed from, where that may change."""
    body = models.TextField(blank=True, default="")
    """Its figures as JSON text; "" until they are made."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["subject", "kind", "number", "name"], name="one_part_of_a_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.subject} {self.number}{self.name}"
