"""Ranks along a season."""

from django.db import models

from zarleague.leagues.models import Player, Season


class EveningRank(models.Model):
    """Where a player stood in the season's table after an evening."""

    season = models.ForeignKey(Season, models.PROTECT, db_index=False, related_name="evening_ranks")
    evening = models.DateField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="evening_ranks")
    rank = models.PositiveIntegerField(null=True)
    """None while short of a minimum."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "evening", "player"], name="one_rank_per_player_and_evening"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.evening}: {self.player}"
