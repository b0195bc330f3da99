"""Games that a league declares itself: added, changed by another version, renamed, and set as
inactive."""

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.engine.declared import (
    DEFINITION,
    NUMBER,
    PREFIX,
    Definition,
    DefinitionError,
    key_of,
    read_definition,
    read_name,
    read_text,
    require_playable,
    ruleset_of,
    under_key,
)
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, LeagueGame, Season
from zarleague.leagues.names import name_key
from zarleague.leagues.selectors import own_game_called, own_games
from zarleague.leagues.services.rows import lock_league

MOST_GAMES: Final = 50
"""Games of its own that a league can have."""
UNUSABLE: Final = "check"
"""The name that no game is added under: in the API the address it would have is another's."""


def checked_definition(data: Any) -> Definition:
    """Return the definition in plain data or in the text of a file, which can be played. Raise
    Invalid."""
    try:
        definition = read_text(data) if isinstance(data, str) else read_definition(data)
        require_playable(definition)
        return definition
    except DefinitionError as error:
        raise Invalid("definition", error.template, **error.values) from error


@transaction.atomic
def declare_game(league: League, definition: Any, *, actor: Actor) -> LeagueGame:
    """Add a game of the league's own, or give the one that has that name, or was added under it,
    another definition, which counts for future matches. *definition* is plain data, or the text of
    a file.

    Raise Invalid for what cannot be played, and for a name that differs from that of another game
    only in its spelling.
    """
    access.require(access.can_organise(actor, league))
    declared = checked_definition(definition)
    lock_league(league.pk)
    present = own_game_called(league, declared.name)
    key = present.game if present else key_of(declared)
    if present is None:
        if declared.name == UNUSABLE:
            text = gettext_noop("A game can’t be called “{name}”. Choose another name.")
            raise Invalid("definition", text, name=UNUSABLE)
        own = own_games(league)
        _check_name_is_free(own, declared.name, "definition")
        if len(own) >= MOST_GAMES:
            raise Invalid(
                "definition",
                gettext_noop("A league can have {most} games of its own."),
                most=MOST_GAMES,
            )
    before = audit.values(present, "overrides") if present else {}
    number = int(present.overrides[NUMBER]) if present else 0
    ruleset = ruleset_of(under_key(declared, key), number + 1)
    if present is not None and present.overrides[DEFINITION] == ruleset[DEFINITION]:
        return present
    game = present or LeagueGame(league=league, game=key)
    game.preset, game.overrides = ruleset.preset, dict(ruleset.values)
    game.save()
    audit.record("declare_game", game, actor, before=before, after=audit.values(game, "overrides"))
    return game


@transaction.atomic
def rename_game(league: League, game: str, name: str, *, actor: Actor) -> LeagueGame:
    """Rename a game of the league's own. Its key stays, and with it what refers to the game. Raise
    Invalid for no name of a game, and for one that another game has or was added under."""
    access.require(access.can_organise(actor, league))
    try:
        wanted = read_name(name)
    except DefinitionError as error:
        raise Invalid("name", error.template, **error.values) from error
    lock_league(league.pk)
    own = own_games(league)
    row = _row(own, game)
    before = row.own_name
    if wanted == before:
        return row
    _check_name_is_free([one for one in own if one != row], wanted, "name")
    row.name = wanted
    row.save(update_fields=["name"])
    audit.record("rename_game", row, actor, before={"name": before}, after={"name": wanted})
    return row


@transaction.atomic
def set_game_inactive(league: League, game: str, inactive: bool, *, actor: Actor) -> LeagueGame:
    """Record that a game of the league's own is no longer played, or is played again. Raise Invalid
    for the main game and for the usual game of a running season."""
    access.require(access.can_organise(actor, league))
    league = lock_league(league.pk)
    row = _row(own_games(league), game)
    if row.inactive == inactive:
        return row
    if inactive:
        _check_may_rest(league, row)
    row.inactive = inactive
    row.save(update_fields=["inactive"])
    audit.record(
        "set_game_inactive",
        row,
        actor,
        before={"inactive": not inactive},
        after={"inactive": inactive},
    )
    return row


def _check_may_rest(league: League, row: LeagueGame) -> None:
    if league.default_game == row.game:
        raise Invalid(
            "inactive",
            gettext_noop(
                "{game} is the league’s main game. Choose another main game in the settings first."
            ),
            game=row.own_name,
        )
    usual = Season.objects.filter(league=league, game=row.game, state=Season.State.RUNNING).first()
    if usual is not None:
        raise Invalid(
            "inactive",
            gettext_noop(
                "{game} is the game of {season}. Choose another game in the settings of that "
                "season first."
            ),
            game=row.own_name,
            season=usual.name,
        )


def _row(own: Sequence[LeagueGame], game: str) -> LeagueGame:
    """Return the game with that key. Raise Invalid."""
    row = next((one for one in own if one.game == game), None)
    if row is None:
        raise Invalid("game", gettext_noop("There’s no such game."))
    return row


def _check_name_is_free(others: Sequence[LeagueGame], name: str, field: str) -> None:
    """Raise Invalid if another game has a name, or was added under it: addresses still lead from
    that name to the game."""
    alike = _spelt(name)
    for other in others:
        if _spelt(other.own_name) == alike:
            raise Invalid(field, gettext_noop("The league already has a game with this name."))
        if _spelt(other.game.removeprefix(PREFIX)) == alike:
            text = gettext_noop("{game} had this name before. Choose another one.")
            raise Invalid(field, text, game=other.own_name)


def _spelt(name: str) -> str:
    """Return what names share that differ in case, width or spacing alone."""
    return name_key(unicodedata.normalize("NFKC", name))
