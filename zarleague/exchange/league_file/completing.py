"""Complete and validate a row before it is written.

Fields that the file leaves out are set; a value that no league can have raises WrongValue.
"""

import hashlib
import secrets

from zarleague.engine.games import find
from zarleague.exchange.league_file.columns import WrongValue
from zarleague.leagues.models import AccessLink, LeagueGame, Player
from zarleague.leagues.names import name_key
from zarleague.play import rulesets
from zarleague.play.judging import entry_from_json
from zarleague.play.models import HandVersion, Match
from zarleague.reports.models import LeagueRater, SeasonReport
from zarleague.standings.ratings.raters import RATERS


def check_game(row: LeagueGame) -> None:
    try:
        find(row.game).ruleset(row.preset, row.overrides)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise WrongValue(f"There are no such house rules: {error.args[0]}") from error


def check_match(row: Match) -> None:
    try:
        rulesets.text(rulesets.from_json(row.game, row.rules))
    except (KeyError, ValueError, TypeError, AttributeError, StopIteration) as error:
        raise WrongValue(f"There are no such rules of a game: {error}") from error


def check_version(row: HandVersion) -> None:
    if row.entry is None:
        return
    try:
        entry_from_json(row.entry)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise WrongValue("“entry” must be an entry of a hand.") from error


def check_rater(row: LeagueRater) -> None:
    if row.rater not in RATERS:
        raise WrongValue("There is no such way to rate.")


def complete_player(row: Player) -> None:
    row.name_key = name_key(row.name)
    if not row.name_key:
        raise WrongValue("A player has a name.")


def complete_link(row: AccessLink) -> None:
    """Give a link a random secret and revoke it: its address is not in the file."""
    row.token_hash = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
    row.revoked_at = row.created_at


def complete_report(row: SeasonReport) -> None:
    row.fingerprint = hashlib.sha256(row.body.encode()).hexdigest()
