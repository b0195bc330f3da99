"""Every query of play: matches, hands, tables, players."""

from zarleague.play.match_access import Stage, stage
from zarleague.play.selectors.casebook import (
    casebook,
    engine_differences,
    league_sharing,
    option_words,
    ruling_by_id,
    ruling_data,
    rulings_by_rule,
    rulings_of,
)
from zarleague.play.selectors.divisions import Division, divisions, placed_in, placed_next
from zarleague.play.selectors.doubts import twin_of
from zarleague.play.selectors.evening import (
    DrawnTable,
    Guest,
    NextEvening,
    answer_meant_by,
    answer_token,
    answers_of,
    evening_of,
    evenings_ahead,
    expected,
    guests_of,
    here_on,
    matches_on,
    next_evenings,
    open_before,
    people_of,
    round_of,
    rounds_of,
    rules_carried,
    states_of,
    tables_of,
)
from zarleague.play.selectors.finals import FinalRow, final_rounds, final_table, withdrawn
from zarleague.play.selectors.hands import VersionRow, entry_of, history
from zarleague.play.selectors.lookups import (
    closed_matches,
    dealer_of,
    dispute_by_id,
    disputes_of,
    hand_by_number,
    hand_numbers,
    hands_by_id,
    latest_match,
    match_by_id,
    matches_of,
    open_matches,
    penalty_of,
    pending_disputes,
    players_by_last_match,
    results_of_version,
    seat_of,
    seated_last,
    seats_ever,
)
from zarleague.play.selectors.match_status import (
    MatchStatus,
    match_places,
    match_totals,
    seats_for,
    status,
)
from zarleague.play.selectors.matches import HandCell, HandRow, hand_rows, match_penalties
from zarleague.play.selectors.own_games import GameVersion, own_matches, versions_of_game
from zarleague.play.selectors.players import (
    Duel,
    HandPosition,
    Meeting,
    PlayedHand,
    duels,
    hands_with,
    meetings,
    opponents,
    player_history,
)
from zarleague.play.selectors.seasons import (
    LastEvening,
    NamedTable,
    PlayedEvening,
    TablePage,
    evenings,
    game_table,
    games_played,
    hands_of,
    hands_of_league,
    hands_on,
    is_short,
    last_evenings,
    named_table,
    period_table,
    row_in,
    row_of,
    season_table,
    stamp_of,
    table_page,
    unit_of_game,
    unit_of_points,
)
from zarleague.play.selectors.seats import held, match_to_be, ruleset_of, seats_of_hand
from zarleague.play.totals import Period
from zarleague.play.totals.confirmed import (
    eventful_evenings,
    season_lots,
    season_penalties,
    season_results,
)
