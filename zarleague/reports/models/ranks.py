"""Ranks after each evening, and the season's revision that derived data was computed from."""

from django.db import models

from zarleague.background.lease import Leased
from zarleague.leagues.models import Player, Season
from zarleague.leagues.of_league import OfLeague


class EveningRank(OfLeague):
    """A player's rank in the season's table after an evening."""

    season = models.ForeignKey(Season, models.PROTECT, db_index=False, related_name="evening_ranks")
    evening = models.DateField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="evening_ranks")
    rank = models.PositiveIntegerField(null=True)
    """None while short of a minimum."""
    metric = models.FloatField(null=True)
    """The figure the table ranks by; None without a hand."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "evening", "player"], name="one_rank_per_player_and_evening"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.evening}: {self.player}"


class SeasonProgress(Leased):
    """The `Season.revision` that each kind of derived data was derived from.

    Without a row nothing has been derived yet. Its lease is that of the ranks, see
    `reports.rank_lease`.
    """

    season = models.OneToOneField(Season, models.PROTECT, primary_key=True, related_name="progress")
    ranks = models.BigIntegerField(default=-1)
    """-1 while they are unfinished."""
    ranks_rest_on = models.CharField(max_length=64, default="", db_default="")
    """SHA-256 of what moves the ranks of every evening: the rules, the lots, the merges."""
    ranks_evening = models.IntegerField(null=True)
    """While the ranks are unfinished, the ordinal of the last evening whose ranks are stored; None
    if none are."""
    ranks_revision = models.BigIntegerField(default=-1, db_default=-1)
    """While they are unfinished, the `Season.revision` they are derived from."""
    ratings = models.BigIntegerField(default=-1)
    all_time = models.BigIntegerField(default=-1, db_default=-1)

    def __str__(self) -> str:
        return f"{self.season}: ranks {self.ranks}, ratings {self.ratings}"
