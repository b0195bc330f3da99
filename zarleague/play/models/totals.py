"""Stored sums of the confirmed hands. Derived: ``manage.py rebuild`` recomputes all of them.

The rows hold the parts of `standings.totals.SeasonTotals`, so that counting one hand updates only
the players of its match. Players are those the results count for, guests merged. An evening is a
date's ordinal, as in `standings`. Foreign keys that no query uses have no index of their own,
because every confirmed hand writes here.
"""

from django.db import models

from zarleague.leagues.models import Player, Season
from zarleague.leagues.of_league import OfLeague
from zarleague.play.models.match import Match


class SeasonTotal(OfLeague):
    """One player's season, and the key its table is sorted by."""

    season = models.ForeignKey(Season, models.PROTECT, db_index=False, related_name="totals")
    player = models.ForeignKey(Player, models.PROTECT, related_name="season_totals")
    unranked = models.PositiveSmallIntegerField()
    """0 if the player is ranked, 1 if below a minimum or without a hand."""
    metric = models.FloatField()
    """The ranking figure, negated if high wins: lower is better."""
    scored = models.JSONField()
    """The player's figures under the season's rules: `standings.metric.Scored`."""
    tally = models.JSONField()
    evenings = models.JSONField()
    """The ordinals of the evenings attended, in order."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_total_per_player"),
        ]
        indexes = [models.Index(fields=["season", "unranked", "metric"], name="season_table")]

    def __str__(self) -> str:
        return f"{self.season}: {self.player}"


class EveningTotal(OfLeague):
    """One player's tally of one evening."""

    season = models.ForeignKey(
        Season, models.PROTECT, db_index=False, related_name="evening_totals"
    )
    player = models.ForeignKey(
        Player, models.PROTECT, db_index=False, related_name="evening_totals"
    )
    evening = models.IntegerField()
    tally = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "player", "evening"], name="one_total_per_player_and_evening"
            ),
        ]
        indexes = [models.Index(fields=["season", "evening"], name="totals_of_an_evening")]

    def __str__(self) -> str:
        return f"{self.season}: {self.player}, {self.evening}"


class MatchTotal(OfLeague):
    """The totals of a match, in the form of `standings.totals.MatchTotals`."""

    match = models.OneToOneField(Match, models.PROTECT, primary_key=True, related_name="total")
    season = models.ForeignKey(Season, models.PROTECT, related_name="match_totals")
    totals = models.JSONField()

    def __str__(self) -> str:
        return str(self.match)


class PairTotal(OfLeague):
    """The record of two players against each other, as the one with the lower id sees it."""

    season = models.ForeignKey(Season, models.PROTECT, db_index=False, related_name="pair_totals")
    low = models.ForeignKey(Player, models.PROTECT, db_index=False, related_name="+")
    high = models.ForeignKey(Player, models.PROTECT, db_index=False, related_name="+")
    ahead = models.PositiveIntegerField()
    behind = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    low_points = models.IntegerField(default=0, db_default=0)
    high_points = models.IntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "low", "high"], name="one_total_per_pair"),
            models.CheckConstraint(
                condition=models.Q(low__lt=models.F("high")), name="pair_has_two_players"
            ),
        ]
        indexes = [models.Index(fields=["season", "high"], name="pairs_of_the_higher")]

    def __str__(self) -> str:
        return f"{self.season}: {self.low}, {self.high}"


class SeasonEvening(OfLeague):
    """One evening of a season: how many hands count, and the revision of its last change."""

    season = models.ForeignKey(Season, models.PROTECT, db_index=False, related_name="evenings")
    evening = models.IntegerField()
    hands = models.PositiveIntegerField(default=0)
    """Hands whose results count; 0 for an evening with nothing but penalties."""
    revision = models.PositiveBigIntegerField(default=0)
    """The `Season.revision` of the last change to a hand or penalty of this evening. Data derived
    from an earlier revision must be derived again from this evening on."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "evening"], name="one_row_per_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.evening}: {self.hands}"
