"""Every read of play: matches, hands, tables, players."""

from zarleague.play.selectors.hands import VersionRow, entry_of, history
from zarleague.play.selectors.lookups import (
    closed_matches,
    disputes_of,
    hand_by_number,
    hand_numbers,
    hands_by_id,
    latest_match,
    match_by_id,
    matches_of,
    open_disputes,
    open_matches,
    penalty_of,
    players_by_last_match,
    results_of_version,
    seat_of,
    seats_ever,
)
from zarleague.play.selectors.match_status import MatchStatus, match_totals, seats_for, status
from zarleague.play.selectors.matches import HandCell, HandRow, hand_rows, match_penalties
from zarleague.play.selectors.players import PlayedHand, player_history
from zarleague.play.selectors.seasons import (
    Evening,
    MetricCourse,
    evenings,
    games_played,
    metric_course,
    named_table,
    season_table,
)
from zarleague.play.selectors.seats import ruleset_of, seats_of_hand
from zarleague.play.selectors.stages import Stage, stage
from zarleague.play.totals.confirmed import season_lots, season_penalties, season_results

__all__ = [
    "Evening",
    "HandCell",
    "HandRow",
    "MatchStatus",
    "MetricCourse",
    "PlayedHand",
    "Stage",
    "VersionRow",
    "closed_matches",
    "disputes_of",
    "entry_of",
    "evenings",
    "games_played",
    "hand_by_number",
    "hand_numbers",
    "hand_rows",
    "hands_by_id",
    "history",
    "latest_match",
    "match_by_id",
    "match_penalties",
    "match_totals",
    "matches_of",
    "metric_course",
    "named_table",
    "open_disputes",
    "open_matches",
    "penalty_of",
    "player_history",
    "players_by_last_match",
    "results_of_version",
    "ruleset_of",
    "season_lots",
    "season_penalties",
    "season_results",
    "season_table",
    "seat_of",
    "seats_ever",
    "seats_for",
    "seats_of_hand",
    "stage",
    "status",
]
