"""Every write of play. Each is one transaction, checks permissions, and raises a `Refused`."""

from zarleague.play.services.disputes import (
    add_statement,
    appeal_ruling,
    open_dispute,
    publish_rulings,
    put_differences_aside,
    withdraw_dispute,
)
from zarleague.play.services.divisions import start_next_divisions
from zarleague.play.services.evenings import draw_round, seat_round, set_attendance, start_round
from zarleague.play.services.evenings_ahead import (
    answer_by_link,
    cancel_evening,
    name_evening,
    plan_evenings,
    reinstate_evening,
    turn_off_answer_links,
)
from zarleague.play.services.finals import set_withdrawn, start_final
from zarleague.play.services.guests import (
    answer_claim,
    claim_guest,
    merge_guest,
    say_who,
    undo_merge,
)
from zarleague.play.services.hands import (
    attach_log,
    correct_by_log,
    correct_hand,
    enter_hand,
    enter_log,
    restore_hand,
    void_hand,
)
from zarleague.play.services.match_rules import change_rules, preview_rules
from zarleague.play.services.matches import (
    MatchTerms,
    close_idle_matches,
    close_match,
    join_match,
    leave_match,
    reopen_match,
    start_match,
)
from zarleague.play.services.own_games import (
    MovedHand,
    count_samples,
    preview_rescoring,
    replace_game,
    rescore_game,
)
from zarleague.play.services.penalties import add_penalty, cancel_penalty
from zarleague.play.services.previews import (
    CorrectionPreview,
    HandPreview,
    preview_correction,
    preview_hand,
    preview_void,
)
from zarleague.play.services.reseating import (
    HandsCount,
    correct_seat,
    count_substitute,
    counts_now,
    substitute,
)
from zarleague.play.services.rewriting import tried
from zarleague.play.services.rulings import Decision, preview_ruling, rule_on_dispute
from zarleague.play.services.seasons import (
    begin_earlier,
    change_season,
    draw_lots,
    finish_season,
    preview_season_rules,
    set_season_rules,
)
from zarleague.play.services.whole_evenings import (
    move_evening,
    preview_move,
    preview_restore,
    preview_void_matches,
    restore_evening,
    void_evening,
    voided_on,
)
from zarleague.play.services.whole_matches import (
    delete_match,
    hands_voided_last,
    move_match,
    restore_match,
    void_match,
)
from zarleague.play.totals import rebuild
