"""Every read of play: matches, hands, tables, players."""

from zarleague.play.results import season_lots, season_penalties, season_results
from zarleague.play.seating import ruleset_of, seats_of_hand
from zarleague.play.selectors.hands import VersionRow, entry_of, history
from zarleague.play.selectors.matches import Cell, HandRow, hand_rows, match_penalties
from zarleague.play.selectors.players import PlayedHand, player_history
from zarleague.play.selectors.seasons import (
    Evening,
    cumulative_series,
    evening_points,
    evenings,
    named_table,
    season_table,
)
from zarleague.play.stages import Stage, stage
from zarleague.play.status import MatchStatus, match_totals, seats_for, status

__all__ = [
    "Cell",
    "Evening",
    "HandRow",
    "MatchStatus",
    "PlayedHand",
    "Stage",
    "VersionRow",
    "cumulative_series",
    "entry_of",
    "evening_points",
    "evenings",
    "hand_rows",
    "history",
    "match_penalties",
    "match_totals",
    "named_table",
    "player_history",
    "ruleset_of",
    "season_lots",
    "season_penalties",
    "season_results",
    "season_table",
    "seats_for",
    "seats_of_hand",
    "stage",
    "status",
]
