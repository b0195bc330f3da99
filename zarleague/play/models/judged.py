"""The engine's verdicts on stored logs, and differences between engine versions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from zarleague.leagues.models import League
from zarleague.leagues.of_league import OfLeague
from zarleague.play.models.hand import HandVersion
from zarleague.play.models.rulings import Ruling


class JudgedLog(OfLeague):
    """The verdicts on one stored log, of a version or of a ruling, and the engine that gave them.

    The row is created with the log, without verdicts; background tasks fill it in, and update it
    when the engine has changed. So the logs still to be judged are found by one index.
    """

    version = models.OneToOneField(
        HandVersion, models.PROTECT, null=True, related_name="judged_log"
    )
    ruling = models.OneToOneField(Ruling, models.PROTECT, null=True, related_name="judged_log")
    engine = models.CharField(max_length=64, blank=True)
    """The digest of the engine that judged it last; "" if none has."""
    verdicts = models.TextField(blank=True)
    """One letter for each event: l legal, u cannot be known, i illegal."""
    findings = models.JSONField(default=list)
    """``[event, code, rule]`` of each finding."""
    points = models.JSONField(default=list)
    """By seat, None if unknown."""

    class Meta:
        indexes = [models.Index(fields=["engine", "id"], name="logs_by_engine")]
        constraints = [
            models.CheckConstraint(
                condition=Q(version__isnull=True, ruling__isnull=False)
                | Q(version__isnull=False, ruling__isnull=True),
                name="judged_log_of_a_version_or_a_ruling",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruling or self.version}: {self.verdicts}"


class EngineDifference(models.Model):
    """A stored log that another engine version judges differently. Hand and ruling stay."""

    league = models.ForeignKey(League, models.PROTECT, related_name="engine_differences")
    version = models.ForeignKey(HandVersion, models.PROTECT, null=True, related_name="+")
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="+")
    before = models.CharField(max_length=64)
    """The digest of the engine that judged it before; for a ruling, at the time of the ruling."""
    after = models.CharField(max_length=64)
    changes = models.JSONField()
    """``{"event", "text", "before", "after", "rules_before", "rules_after"}`` for each event whose
    verdict or rule differs, ``event`` from 1."""
    points_before = models.JSONField(default=list)
    points_after = models.JSONField(default=list)
    found_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True)
    """The moment an organiser dismissed it."""

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["league", "seen_at", "-id"], name="differences_to_see")]
        constraints = [
            models.UniqueConstraint(fields=["version", "after"], name="one_difference_per_log"),
            models.UniqueConstraint(fields=["ruling", "after"], name="one_difference_per_ruling"),
        ]

    def __str__(self) -> str:
        return f"{self.ruling or self.version}"
