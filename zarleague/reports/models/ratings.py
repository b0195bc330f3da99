"""Rating lists: one per league and game, with the list after each evening."""

from typing import Final

from django.db import models

from zarleague.background.lease import Leased
from zarleague.leagues.models import League, Player
from zarleague.leagues.of_league import OfLeague
from zarleague.standings.ratings.raters import DEFAULT_RATER

RATER_KEYS: Final = 24
"""Longest key of a rater."""


class LeagueRater(models.Model):
    """The rater a league has chosen; a league without a row uses the default."""

    league = models.OneToOneField(
        League, models.PROTECT, primary_key=True, related_name="chosen_rater"
    )
    rater = models.CharField(max_length=RATER_KEYS, default=DEFAULT_RATER)

    def __str__(self) -> str:
        return f"{self.league}: {self.rater}"


class RatingList(Leased):
    """The ratings of one game in a league, as of its last confirmed hand.

    The same hands under the same rater always give the same fingerprint and the same rows. Its
    lease is that of the process that writes the rows.
    """

    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="rating_lists")
    game = models.CharField(max_length=32)
    rater = models.CharField(max_length=RATER_KEYS)
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of the rater and of all hands; "" while its rows are written."""
    model = models.PositiveSmallIntegerField(default=1)
    """`standings.ratings.raters.MODEL` when it was computed; an earlier one is out of date."""
    prior_deviation = models.FloatField(null=True)
    """Learned standard deviation of skill, in log-odds; None if the rater learns nothing."""
    hands = models.PositiveIntegerField()
    evenings = models.JSONField()
    """[evening ordinal, fingerprint of the hands up to its end], in order."""
    pairs_met = models.PositiveIntegerField(null=True)
    """Different pairs of players who sat in a hand together; None in lists of release 1.0."""
    pair_hands = models.PositiveBigIntegerField(null=True)
    """The hands of all these pairs together."""
    upsets = models.JSONField(default=list)
    """The greatest upsets: the fields of `outlook.Upset`, least likely first."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "game"], name="one_rating_list_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.league}, {self.game}"


class RatingRow(OfLeague):
    """One player in a rating list. Ratings and deviations are in rating points, unrounded."""

    list = models.ForeignKey(RatingList, models.CASCADE, db_index=False, related_name="rows")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    group = models.PositiveIntegerField(default=1)
    """Players of one group are connected by hands; those of two cannot be compared."""
    rank = models.PositiveIntegerField()
    """From 1 within the group; equal ratings share the better rank."""
    best = models.PositiveIntegerField(null=True)
    """With ``worst`` the ranks the hands do not rule out; None if the rater knows no deviations."""
    worst = models.PositiveIntegerField(null=True)
    rating = models.FloatField()
    by_hands = models.FloatField(db_default=0.0)
    """What the hands alone say: the middle of the interval, see `standings.ratings.interface`."""
    deviation = models.FloatField(null=True)
    hands = models.PositiveIntegerField()
    provisional = models.BooleanField()
    peak = models.IntegerField(null=True)
    """The highest settled rating, as shown; None before the first."""
    peak_evening = models.IntegerField(null=True)

    class Meta:
        ordering = ["group", "rank", "player"]
        constraints = [
            models.UniqueConstraint(fields=["list", "player"], name="one_rating_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.rating:.0f}"


class RatingHistory(OfLeague):
    """One player's ratings after some evenings of a list, each computed from the hands up to it.
    There are no foreign key constraints: checking them took longer than writing the rows, and a
    nightly check compares them with a rebuild.
    """

    pk = models.CompositePrimaryKey("list", "player", "part")
    list = models.ForeignKey(
        RatingList, models.CASCADE, db_index=False, db_constraint=False, related_name="history"
    )
    player = models.ForeignKey(
        Player, models.PROTECT, db_index=False, db_constraint=False, related_name="+"
    )
    part = models.IntegerField()
    """Which evenings of the list, see `ratings.packing.part_of`."""
    figures = models.BinaryField()
    """The evenings from the player's first on, in order, as `ratings.packing` packs them."""

    class Meta:
        verbose_name_plural = "rating histories"

    def __str__(self) -> str:
        return f"{self.player}, part {self.part}"


class Backtest(models.Model):
    """The scores of each rater's forecasts of a league's hands, when last computed."""

    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="backtests")
    game = models.CharField(max_length=32)
    model = models.PositiveSmallIntegerField(default=1)
    """`standings.ratings.raters.MODEL` when it was run."""
    hands = models.PositiveIntegerField()
    marks = models.JSONField()
    """Per rater, best first, as `ratings.backtests` writes it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "game"], name="one_backtest_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.league}, {self.game}"
