"""Complete and validate a row before it is written.

Fields that the file leaves out are set; a value that no league can have raises WrongValue.
"""

import hashlib
import secrets
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError

from zarleague.draws import MOST_SEEDS, Way
from zarleague.engine.declared import (
    DEFINITION,
    NUMBER,
    DefinitionError,
    is_declared,
    read_name,
)
from zarleague.engine.entry import GIVEN_UP
from zarleague.engine.games import KEYS, scored
from zarleague.exchange.league_file.columns import MAX_WHOLE, WrongValue, is_integer
from zarleague.leagues.models import AccessLink, League, LeagueGame, LinkUse, Player, Season, User
from zarleague.leagues.names import name_key, tidy
from zarleague.play.models import EveningRound, HandVersion, Match, Ruling
from zarleague.play.services.finals import MOST_FINALISTS, MOST_WINS
from zarleague.play.verdicts import rulesets
from zarleague.reports.models import LeagueRater, SeasonReport
from zarleague.reports.season_report.differences import differences
from zarleague.reports.season_report.stored import unsaved_extracts
from zarleague.standings.ratings.raters import RATER_KEYS
from zarleague.storage.sql import HIGHEST_ID

_NO_SUCH: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What code raises that reads data of a wrong shape."""


def check_league(row: League) -> None:
    _check_name(row.name)
    _check_key(row.default_game, "default_game")
    if row.language not in dict(settings.LANGUAGES):
        raise WrongValue(f"“language” must be one of {', '.join(dict(settings.LANGUAGES))}.")


def check_account(row: User) -> None:
    try:
        User.username_validator(row.username)
    except ValidationError as error:
        raise WrongValue(f"“username” must be valid: {error.messages[0]}") from error


def check_season(row: Season) -> None:
    _check_name(row.name)
    if len({player for player, _ in row.qualified}) < len(row.qualified):
        raise WrongValue("“qualified” must name each player once.")
    if not set(row.withdrawn) <= {player for player, _ in row.qualified}:
        raise WrongValue("“withdrawn” must name players of “qualified”.")
    if row.game:
        _check_key(row.game, "game")
    if row.final_seats is None and row.final_wins is None:
        return
    if row.final_wins is None or not 1 <= row.final_wins <= MOST_WINS:
        raise WrongValue(f"“final_wins” must be from 1 to {MOST_WINS} with “final_seats”.")
    if not _are_seats_of(row.final_seats, len(row.qualified)):
        raise WrongValue(
            f"“final_seats” must be 2 or 4 for a bracket of up to {MOST_SEEDS} players, or as many "
            "as have qualified."
        )


def _are_seats_of(seats: int | None, players: int) -> bool:
    """Return whether a final of so many players can have tables of so many seats."""
    if seats is None or not 2 <= seats <= MOST_FINALISTS:
        return False
    return players <= seats or (seats in (2, 4) and players <= MOST_SEEDS)


def check_link_use(row: LinkUse) -> None:
    _check_name(row.name)


def _check_name(name: str) -> None:
    if not name or name != tidy(name):
        raise WrongValue(
            "“name” must be a text without control characters, direction marks, and spaces that "
            "nobody sees."
        )


def check_game(row: LeagueGame) -> None:
    if not isinstance(row.overrides, dict):
        raise WrongValue("“overrides” must be an object.")
    try:
        scored(row.game).ruleset(row.preset, row.overrides)
    except _NO_SUCH as error:
        raise WrongValue(f"There are no such house rules: {error.args[0]}") from error
    if not is_declared(row.game) and (row.name or row.inactive):
        raise WrongValue("“name” and “inactive” are for games of the league's own.")
    if row.name:
        _check_game_name(row.name)


def _check_game_name(name: str) -> None:
    try:
        is_right = read_name(name) == name
    except DefinitionError:
        is_right = False
    if not is_right:
        raise WrongValue("“name” must be a name that a game can have.")


def _check_key(key: str, name: str) -> None:
    if key not in KEYS and not is_declared(key):
        raise WrongValue(f"“{name}” must be one of {', '.join(KEYS)}.")


def check_round(row: EveningRound) -> None:
    _check_key(row.game, "game")
    if row.way not in set(Way):
        raise WrongValue(f"“way” must be one of {', '.join(Way)}.")


def check_ruling(row: Ruling) -> None:
    _check_key(row.game, "game")


def check_match(row: Match) -> None:
    try:
        preset, values = row.rules["preset"], row.rules["values"]
        known = {option.key for option in scored(row.game).options}
        known |= {DEFINITION, NUMBER} if is_declared(row.game) else set()
        scored(row.game).ruleset(preset, {key: values[key] for key in known & values.keys()})
        rulesets.text(rulesets.from_json(row.game, row.rules))
    except (*_NO_SUCH, StopIteration) as error:
        raise WrongValue(f"There are no such rules of a game: {error}") from error


def check_version(row: HandVersion) -> None:
    if row.entry is not None and not _is_entry(row.entry):
        raise WrongValue("“entry” must be an entry of a hand.")


def _is_entry(entry: Any) -> bool:
    """Return whether data have the form of `play.judging.entry_to_json`."""
    if not isinstance(entry, dict) or entry.keys() != {"form", "sheets", "winner"}:
        return False
    sheets, winner = entry["sheets"], entry["winner"]
    return (
        isinstance(entry["form"], str)
        and isinstance(sheets, list)
        and all(isinstance(sheet, dict) for sheet in sheets)
        and all(_is_sheet_value(value) for sheet in sheets for value in sheet.values())
        and (entry["form"] != GIVEN_UP or all(_names_seat(sheet) for sheet in sheets))
        and (winner is None or (is_integer(winner) and 0 <= winner < len(sheets)))
    )


def _names_seat(sheet: dict[str, Any]) -> bool:
    return is_integer(sheet.get("seat")) and sheet["seat"] >= 0


def _is_sheet_value(value: Any) -> bool:
    match value:
        case list():
            return all(
                isinstance(one, str)
                or (isinstance(one, list) and all(isinstance(card, str) for card in one))
                for one in value
            )
        case str():
            return True
        case _:
            return is_integer(value) and abs(value) <= MAX_WHOLE


def check_rater(row: LeagueRater) -> None:
    if row.rater not in RATER_KEYS:
        raise WrongValue("There is no such way to rate.")


def complete_player(row: Player) -> None:
    row.name_key = name_key(row.name)


def check_player(row: Player) -> None:
    _check_name(row.name)
    longest = Player._meta.get_field("name_key").max_length or 0
    if not 0 < len(row.name_key) <= longest:
        raise WrongValue("“name” must be shorter.")


def complete_link(row: AccessLink) -> None:
    """Give a link a random secret and revoke it: its address is not in the file."""
    row.token_hash = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
    row.revoked_at = row.created_at


def complete_report(row: SeasonReport) -> None:
    row.fingerprint = hashlib.sha256(row.body.encode()).hexdigest()


def check_report(row: SeasonReport) -> None:
    try:
        players = [one.number for one in unsaved_extracts(row)[1:]]
        games = [moved["game"] for moved in row.figures["ratings"]]
        differences(row.figures, row.figures)  # the season's next report is compared with it
        different = {*players, *games}
    except _NO_SUCH as error:
        raise WrongValue("“body” must be the figures of a season's report.") from error
    if len(different) < len(players) + len(games) or any(
        not is_integer(player) or not 0 <= player <= HIGHEST_ID for player in players
    ):
        raise WrongValue("“body” must name each game and each player once.")
