"""Load a season's stored totals: all of them, or as much as its table needs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from zarleague.leagues.models import Season
from zarleague.play.models import EveningTotal, MatchTotal, PairTotal, SeasonTotal
from zarleague.play.totals import rows as stored_rows
from zarleague.standings.metric import Scored
from zarleague.standings.rules import SeasonRules, TieBreak
from zarleague.standings.table import ranked
from zarleague.standings.totals import MatchTotals, PairTotals, PlayerTotals, SeasonTotals, Tally


def load(season: Season) -> SeasonTotals:
    """Return all stored totals of a season."""
    totals = SeasonTotals()
    for player, tally in SeasonTotal.objects.filter(season=season).values_list(
        "player_id", "tally"
    ):
        totals.players[player] = PlayerTotals(Tally.from_json(tally))
    for player, evening, tally in EveningTotal.objects.filter(season=season).values_list(
        "player_id", "evening", "tally"
    ):
        totals.players[player].evenings[evening] = Tally.from_json(tally)
    rows = MatchTotal.objects.filter(season=season).values_list("match_id", "totals")
    totals.matches.update((match, MatchTotals.from_json(held)) for match, held in rows)
    pairs = PairTotal.objects.filter(season=season)
    for low, high, *counts in pairs.values_list("low_id", "high_id", "ahead", "behind", "level"):
        totals.pairs[low, high] = PairTotals(*counts)
    return totals


class ForTable(NamedTuple):
    """The part of a season's totals from which its table is made."""

    players: list[Scored]
    names: dict[int, str]
    """By player id."""
    ties: SeasonTotals
    """The evenings and pairs that part those of equal metric."""


def load_for_table(season: Season, rules: SeasonRules, limit: int | None = None) -> ForTable:
    """Return the totals that `standings.table.ranked` needs.

    With ``limit`` only the first players of the table, and all who are equal to the last of them:
    the ranks among these are right.
    """
    rows = stored_rows.table_rows(season.pk, limit)
    level: dict[float, list[Scored]] = {}
    for row in rows:
        if not row.unranked:
            level.setdefault(row.metric, []).append(row.scored)
    ties = SeasonTotals()
    tied = [player for players in level.values() if len(players) > 1 for player in players]
    for step in rules.tie_breaks:
        if step is TieBreak.HEAD_TO_HEAD:
            tied = _left_tied(tied, ties, rules, step)
            ties.pairs.update(stored_rows.pairs(season.pk, [player.player_id for player in tied]))
        elif step is TieBreak.LAST_EVENING:
            tied = _left_tied(tied, ties, rules, step)
            evenings = stored_rows.evenings(season.pk, [player.player_id for player in tied])
            for player, tallies in evenings.items():
                ties.players[player] = PlayerTotals(evenings=tallies)
    return ForTable(
        [row.scored for row in rows], {row.scored.player_id: row.name for row in rows}, ties
    )


def _left_tied(
    tied: Sequence[Scored], ties: SeasonTotals, rules: SeasonRules, step: TieBreak
) -> list[Scored]:
    """Return those of the tied players whom the tie-breaks before ``step`` do not separate."""
    earlier = replace(rules, tie_breaks=rules.tie_breaks[: rules.tie_breaks.index(step)])
    left = {row.player_id for row in ranked(tied, ties, earlier) if row.tied_with}
    return [player for player in tied if player.player_id in left]
