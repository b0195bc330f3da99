"""Rows that know the league they belong to, however far it is from them."""

from django.db import models


class OfLeague(models.Model):
    """A row of a league. The code that creates it sets the league.

    So a league's rows are found, removed and moved without joins, and a cluster could be divided by
    league (see docs/scale.md). The league has no constraint: writing would lock its row. It has no
    index either: rows are looked up by what they refer to, which is of the same league.

    The rows of a season that is being imported already have the key of its league, while the season
    itself is still in a hidden one. So what a league shows is found by the league of its seasons.
    """

    league = models.ForeignKey(
        "leagues.League",
        models.PROTECT,
        db_index=False,
        db_constraint=False,
        editable=False,
        related_name="+",
    )

    class Meta:
        abstract = True

    @property
    def key(self) -> tuple[int, int]:
        """Return the ids of the league and of the row, by which plain SQL finds it."""
        return self.league_id, self.pk
