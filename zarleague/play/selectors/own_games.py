"""The versions of a league's own game: what each says, since when, and its matches."""

import datetime
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from zarleague.engine.declared import (
    DEFINITION,
    NUMBER,
    PREFIX,
    Definition,
    definition_of,
    under_key,
)
from zarleague.engine.games import scored
from zarleague.leagues.models import League
from zarleague.leagues.selectors import declared_versions, game_title, house_rules
from zarleague.play.models import Match
from zarleague.play.selectors.lookups import matches_of

SHOWN_MATCHES: Final = 12
SHOWN_VERSIONS: Final = 20


@dataclass(frozen=True, slots=True)
class GameVersion:
    """A version of a game: its number, definition, when it was declared (None where no record of
    that is left), how many matches have it, and the latest `SHOWN_MATCHES` of them."""

    number: int
    definition: Definition
    since: datetime.datetime | None
    count: int
    matches: tuple[Match, ...]


def own_matches(league: League) -> dict[str, int]:
    """Return how many matches each game of the league's own has, by its key; none without any."""
    held = Match.objects.filter(league=league, game__startswith=PREFIX)
    return dict(held.values_list("game").annotate(Count("pk")).order_by("game"))


def versions_of_game(league: League, game: str) -> list[GameVersion]:
    """Return the latest `SHOWN_VERSIONS` versions of a game of the league's own, the latest first:
    those that are recorded as declared, and those that matches have, all under its present name.
    Raise KeyError for no such game."""
    present = house_rules(league, game)
    found: dict[int, tuple[str, datetime.datetime | None]] = {
        int(present[NUMBER]): (present[DEFINITION], None)
    }
    for at, values in declared_versions(league, game):
        found[int(values[NUMBER])] = values[DEFINITION], at
    held = Match.objects.filter(season__league=league, game=game)
    rows = held.values_list(f"rules__values__{NUMBER}").annotate(Count("pk"))
    counts = {int(number): count for number, count in rows}
    for number in counts.keys() - found.keys():
        row = held.filter(**{f"rules__values__{NUMBER}": str(number)}).latest("pk")
        found[number] = row.rules["values"][DEFINITION], None
    made = []
    for number in sorted(found, reverse=True)[:SHOWN_VERSIONS]:
        text, since = found[number]
        of_number = {f"rules__values__{NUMBER}": str(number)}
        matches = matches_of(league, game=game, **of_number)[:SHOWN_MATCHES]
        ruleset = scored(game).ruleset("", {DEFINITION: text, NUMBER: str(number)})
        definition = under_key(definition_of(ruleset), PREFIX + game_title(league, game))
        made.append(GameVersion(number, definition, since, counts.get(number, 0), tuple(matches)))
    return made
