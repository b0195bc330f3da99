"""Games that a league declares itself: added, and changed by another version."""

import unicodedata
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
    read_text,
    require_playable,
    ruleset_of,
)
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, LeagueGame
from zarleague.leagues.names import name_key
from zarleague.leagues.services.rows import lock_league

MOST_GAMES: Final = 50
"""Games of its own that a league can have."""


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
    """Add a game of the league's own, or give the one of that name another definition, which
    counts for future matches. *definition* is plain data, or the text of a file.

    Raise Invalid for what cannot be played, and for a name that differs from that of another game
    only in its spelling.
    """
    access.require(access.can_organise(actor, league))
    declared = checked_definition(definition)
    lock_league(league.pk)
    own = list(LeagueGame.objects.filter(league=league, game__startswith=PREFIX))
    key = key_of(declared)
    present = next((game for game in own if game.game == key), None)
    if present is None:
        alike = _spelt(declared.name)
        if any(_spelt(game.game.removeprefix(PREFIX)) == alike for game in own):
            raise Invalid(
                "definition", gettext_noop("The league already has a game with this name.")
            )
        if len(own) >= MOST_GAMES:
            raise Invalid(
                "definition",
                gettext_noop("A league can have {most} games of its own."),
                most=MOST_GAMES,
            )
    before = audit.values(present, "overrides") if present else {}
    number = int(present.overrides[NUMBER]) if present else 0
    ruleset = ruleset_of(declared, number + 1)
    if present is not None and present.overrides[DEFINITION] == ruleset[DEFINITION]:
        return present
    game = present or LeagueGame(league=league, game=key)
    game.preset, game.overrides = ruleset.preset, dict(ruleset.values)
    game.save()
    audit.record("declare_game", game, actor, before=before, after=audit.values(game, "overrides"))
    return game


def _spelt(name: str) -> str:
    """Return what names share that differ in case, width or spacing alone."""
    return name_key(unicodedata.normalize("NFKC", name))
