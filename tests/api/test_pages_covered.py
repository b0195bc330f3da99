"""What the pages can do, the API can: every address of a page beside the operations that do the
same. An address that is added later fails here until it has a line of its own.
"""

from tests.api.test_schema import schema
from tests.platform.test_any_input import patterns

OPERATIONS: dict[str, set[str]] = {
    "profile": {"read_account"},
    "home": {"list_leagues", "list_matches", "list_own_invitations"},
    "new-league": {"create_league", "start_season"},
    "league": {"read_league", "read_standings", "list_matches", "list_pending_disputes"},
    "players": {"list_players"},
    "add-player": {"add_player"},
    "player": {"read_player", "list_player_hands", "list_meetings", "list_ratings"},
    "edit-player": {
        "rename_player",
        "set_inactive",
        "depersonalise_player",
        "merge_guest",
        "undo_merge",
        "list_merges",
    },
    "seasons": {"list_seasons"},
    "new-season": {"start_season"},
    "all-time": {"read_all_time"},
    "player-all-time": {"read_player_all_time"},
    "new-final": {"start_final"},
    "next-divisions": {"read_divisions", "start_next_divisions"},
    "season": {
        "read_season",
        "read_divisions",
        "read_final",
        "read_standings",
        "read_game_standings",
        "open_season_stream",
    },
    "course": {"list_evenings", "read_standings"},
    "season-settings": {
        "change_season",
        "set_division",
        "change_final",
        "set_ranking",
        "draw_lots",
        "finish_season",
        "reopen_season",
    },
    "unfold": {"list_season_hands"},
    "palette": {"list_players", "list_matches", "list_seasons"},
    "found": {"list_players", "list_matches", "list_seasons"},
    "league-settings": {"read_settings", "change_settings"},
    "house-rules": {"read_house_rules", "set_house_rules"},
    "own-games": {"list_own_games", "declare_game"},
    "new-game": {"declare_game"},
    "own-game": {
        "read_own_game",
        "list_game_versions",
        "declare_game",
        "rename_game",
        "preview_rescoring",
        "check_game",
    },
    "own-game-inactive": {"set_game_inactive"},
    "own-game-preview": {"check_game"},
    "own-game-file": {"list_own_games"},
    "rescore-game": {"rescore_game"},
    "replace-game": {"replace_game"},
    "people": {"list_members", "list_invitations", "invite", "list_links", "create_link"},
    "own-player": {"say_who", "add_own_player"},
    "answer-claim": {"answer_claim"},
    "member": {"read_member", "change_member", "remove_member"},
    "withdraw-invitation": {"withdraw_invitation"},
    "audit": {"list_changes"},
    "audit-file": {"list_changes"},
    "invitation": {"accept_invitation", "decline_invitation"},
    "answer-letter": {"answer_letter"},
    "league-links": {"list_links"},
    "revoke-link": {"revoke_link"},
    "join-by-link": {"join_by_link"},
    "claim-by-link": {"claim_by_link"},
    "answer-by-link": {"read_evening", "set_attendance"},
    "calendar": {"read_calendar"},
    "season-table-file": {"read_standings_file"},
    "ratings-file": {"read_ratings_file"},
    "league-data": {"ask_for_export", "read_export"},
    "bgstats-file": {"read_bgstats_file"},
    "league-file": {"read_export_file"},
    "ratings": {"list_ratings", "read_forecast", "list_upsets", "read_rater"},
    "choose-rater": {"choose_rater"},
    "rater-comparison": {"read_rater_comparison", "compare_raters"},
    "season-reports": {"list_reports", "ask_for_report"},
    "season-report": {"read_report"},
    "report-player": {"read_report_player"},
    "report-pdf": {"read_report_pdf"},
    "report-json": {"read_report_file"},
    "report-table": {"read_report_table", "read_report_rows"},
    "dispute": {
        "read_dispute",
        "add_statement",
        "withdraw_dispute",
        "appeal_ruling",
        "publish_rulings",
    },
    "rule-on-dispute": {"check_ruling", "rule_on_dispute"},
    "casebook": {"list_rulings", "list_pending_disputes"},
    "ruling": {"read_ruling", "set_house_rules"},
    "ruling-json": {"read_ruling"},
    "ruling-pdf": {"read_ruling_pdf"},
    "import-league": {"begin_league_import"},
    "league-import": {"read_league_import"},
    "league-import-piece": {"send_league_piece"},
    "history": {"begin_history", "list_histories"},
    "history-import": {"read_history", "arrange_history", "confirm_history"},
    "history-import-piece": {"send_history_piece"},
    "history-games": {"begin_other_game", "confirm_history"},
    "undo-history": {"undo_history"},
    "what-if": {"ask_what_if"},
    "laboratory": {"list_experiments", "compare_rules"},
    "experiment": {"read_experiment", "stop_experiment"},
    "experiment-hand": {"read_experiment_hand"},
    "engine-differences": {"list_engine_differences", "put_differences_aside"},
    "webhooks": {"list_webhooks", "add_webhook"},
    "webhook": {
        "read_webhook",
        "change_webhook",
        "remove_webhook",
        "test_webhook",
        "list_deliveries",
    },
    "send-again": {"send_again"},
    "start-match": {"start_match"},
    "enter-on-phone": {"start_match", "enter_hand"},
    "match-outlook": {"read_forecast"},
    "match": {"read_match", "list_hands", "close_match", "reopen_match", "open_match_stream"},
    "enter-hand": {"enter_hand", "check_hand", "read_match_forms"},
    "match-rules": {"change_rules", "check_rules"},
    "match-sheet": {"read_match", "list_hands"},
    "evenings": {"list_planned_evenings", "plan_evenings"},
    "evening": {
        "read_evening",
        "set_attendance",
        "draw_round",
        "seat_round",
        "start_round",
        "name_evening",
        "turn_off_answer_links",
    },
    "change-evening": {
        "void_evening",
        "restore_evening",
        "move_evening",
        "cancel_evening",
        "reinstate_evening",
        "check_void_evening",
        "check_restore_evening",
        "check_move_evening",
    },
    "change-match": {
        "move_match",
        "void_match",
        "restore_match",
        "delete_match",
        "correct_seat",
        "count_substitute",
        "check_move_match",
        "check_void_match",
        "check_restore_match",
        "check_right_seat",
        "check_counts",
    },
    "match-seats": {
        "list_seats",
        "join_match",
        "leave_match",
        "substitute",
        "list_penalties",
        "add_penalty",
        "cancel_penalty",
    },
    "score-sheet": {"read_house_rules", "read_match"},
    "table-cards": {"read_evening", "read_match", "create_link"},
    "share-match": {"create_link", "revoke_link", "list_links"},
    "match-replay": {"replay_match_log"},
    "match-record": {"replay_match_log", "enter_hand"},
    "match-board": {"read_match", "list_hands", "open_match_stream"},
    "board-by-link": {"list_matches", "read_match", "open_league_stream"},
    "hand": {
        "read_hand",
        "list_versions",
        "void_hand",
        "check_void",
        "restore_hand",
        "attach_log",
        "open_dispute",
        "list_disputes",
    },
    "correct-hand": {"correct_hand", "check_correction"},
    "hand-replay": {"read_hand_replay"},
    "hand-compare": {"read_hand_other_rules"},
    "any-replay": {"replay_log"},
    "any-judged": {"replay_log"},
    "any-record": {"replay_log"},
    "any-compare": {"compare_log"},
    "rules": {"list_games"},
    "rulebook": {"read_game", "read_forms"},
}
"""By the name of the page's address."""

BY_A_PERSON = {
    "score-by-link",  # a browser is let in; a program has a token
    "own-data",
    "delete-account",
    "finish-account",
    "api-tokens",
    "revoke-token",
    "usersessions_list",
    "password-link",
    "choose-mail",
    "stop-mail",
    "push",
    "try-demo",
    "visit-demo",
}
"""What guards an account, and what lets somebody in without one, is done by a person at a page."""
PICTURES = {
    "hand-picture",
    "any-picture",
    "home-picture",
    "rulebook-picture",
    "league-picture",
    "season-picture",
    "player-picture",
    "result-picture",
    "ruling-picture",
    "embed",
    "embed-part",
}
"""Drawings of what `read_hand_replay`, `replay_log`, `read_ruling` and `read_standings` say."""
ABOUT_THE_SITE = {
    "ready",
    "metrics",
    "scorekeeping-guide",
    "offline",
    "manifest",
    "service-worker",
    "styleguide",
    None,
}
SIGN_IN = ("account_", "mfa_", "socialaccount_", "openid_connect_")


def pages() -> set[str | None]:
    """The names of all addresses but those of the API and of allauth's pages."""
    return {
        pattern.name
        for route, pattern in patterns()
        if not route.startswith("api/") and not (pattern.name or "").startswith(SIGN_IN)
    }


def test_every_page_has_its_operations() -> None:
    listed = OPERATIONS.keys() | BY_A_PERSON | PICTURES | ABOUT_THE_SITE
    assert pages() == listed


def test_the_operations_exist() -> None:
    described = {
        operation["operationId"]
        for operations in schema()["paths"].values()
        for operation in operations.values()
    }
    assert set().union(*OPERATIONS.values()) <= described
