"""People and the leagues they play in.

*League*: people who play together under house rules. *Season*: a span of a league with one table.
*Player*: somebody who sits at the table, with or without an account. *Membership*: the role of an
account in a league. *Guest*: a player whose name was typed at the table; a guest who turns out to
be another player is merged into that player, and the merge can be undone.
"""

from zarleague.leagues.models.access import AccessLink, ApiToken, LinkUse
from zarleague.leagues.models.league import (
    League,
    LeagueGame,
    Season,
    default_season_rules,
    time_zones,
    validate_season_rules,
    validate_time_zone,
)
from zarleague.leagues.models.people import (
    Invitation,
    MailChoice,
    Membership,
    Player,
    PlayerMerge,
    StoppedAddress,
    User,
)
from zarleague.leagues.models.records import AuditEntry, Receipt
