"""Every write about leagues and their people. Each is one transaction, and raises a `Refused`."""

from zarleague.leagues.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite,
    withdraw_invitation,
)
from zarleague.leagues.services.leagues import (
    CHANGEABLE,
    create_league,
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
from zarleague.leagues.services.own_games import checked_definition, declare_game
from zarleague.leagues.services.players import (
    add_own_player,
    add_player,
    check_name_is_free,
    new_player,
    play_again,
    rename_player,
    set_inactive,
)
from zarleague.leagues.services.rows import (
    lock_league,
)
from zarleague.leagues.services.seasons import (
    change_season,
    reopen_season,
    start_season,
)

__all__ = [
    "CHANGEABLE",
    "accept_invitation",
    "add_own_player",
    "add_player",
    "change_season",
    "check_name_is_free",
    "checked_definition",
    "create_league",
    "declare_game",
    "decline_invitation",
    "free_slug",
    "invite",
    "join",
    "lock_league",
    "new_player",
    "password_link",
    "play_again",
    "remove_member",
    "rename_player",
    "reopen_season",
    "set_arbiter",
    "set_house_rules",
    "set_inactive",
    "set_role",
    "start_season",
    "update_league",
    "withdraw_invitation",
]
