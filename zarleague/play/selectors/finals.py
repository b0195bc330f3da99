"""The table of a final."""

from fractions import Fraction
from typing import NamedTuple

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.selectors.seasons import season_table
from zarleague.standings.rules import rules_from_json


class FinalRow(NamedTuple):
    """A player in a final. Figures are of what the season ranks by."""

    rank: int
    player_id: int
    seed: int
    """The place among those qualified, from 1."""
    carried: Fraction
    played: Fraction
    """Reached in the final's own matches, penalties included; 0 before the first hand."""

    @property
    def total(self) -> Fraction:
        """Return what ranks."""
        return self.carried + self.played


def final_table(final: Season) -> list[FinalRow]:
    """Return the qualified players of a final, best first. Whoever is level with another stays in
    the order of the season. Others who sat at its tables are left out."""
    into = aliases(final.league_id)
    metric = {row.player_id: row.metric or Fraction() for row in season_table(final)}
    sign = -1 if rules_from_json(final.rules).metric_high_wins else 1
    rows = [
        FinalRow(0, into.get(player, player), seed, Fraction(*carried), Fraction())
        for seed, (player, carried) in enumerate(final.qualified, 1)
    ]
    rows = [row._replace(played=metric.get(row.player_id, Fraction())) for row in rows]
    rows.sort(key=lambda row: (sign * row.total, row.seed))
    return [row._replace(rank=rank) for rank, row in enumerate(rows, 1)]
