"""Every write about leagues and their people. Each is one transaction, and raises a `Refused`."""

from zarleague.leagues.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite,
    withdraw_invitation,
)
from zarleague.leagues.services.leagues import (
    CHANGEABLE,
    check_may_have_another,
    create_league,
    declare_main_game,
    free_slug,
    set_house_rules,
    update_league,
)
from zarleague.leagues.services.members import (
    join,
    password_link,
    remove_member,
    set_arbiter,
    set_role,
)
from zarleague.leagues.services.own_games import (
    checked_definition,
    declare_game,
    rename_game,
    set_game_inactive,
)
from zarleague.leagues.services.players import (
    add_own_player,
    add_player,
    check_names_are_free,
    new_player,
    new_players,
    play_again,
    rename_player,
    set_inactive,
)
from zarleague.leagues.services.rows import lock_league
from zarleague.leagues.services.seasons import reopen_season, set_division, start_season
