"""The parts in which long work is done."""

from django.db import models

from zarleague.background.lease import Leased
from zarleague.leagues.models import League, Season


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
