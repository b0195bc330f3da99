"""Export a season in the import format of BG Stats: every hand that counts is a play.

BG Stats identifies objects by their uuid. The uuids are derived from the addresses here, so that a
later export of the same season adds its new hands and duplicates nothing.
`exchange.history.bgstats` reads what BG Stats exports.
"""

import itertools
import json
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.selectors import aliases, game_title
from zarleague.play.models import HandResult, Match

CHUNK: Final = 100
"""Matches read at a time."""


def season_file(season: Season, site: str) -> Iterator[str]:
    """Yield the JSON document of a season in chunks. *site* is the address of the site, the
    namespace of its uuids."""
    ids = _Ids(f"{site}/leagues/{season.league_id}/")
    matches = Match.objects.filter(season=season).order_by()
    games = dict(matches.values_list("game", "high_wins").distinct())
    notes = matches.values_list("note", flat=True).distinct()
    counts_for = aliases(season.league_id)
    players = Player.objects.filter(league=season.league, merged_into=None).order_by("pk")
    game_ids = {key: number for number, key in enumerate(sorted(games), 1)}
    place_ids = {note: number for number, note in enumerate(sorted(notes), 1)}
    yield from _list("{", "games", _games(season.league, ids, games, game_ids))
    places = (
        {
            "id": number,
            "uuid": ids("place", note),
            "name": ", ".join(filter(None, (season.league.name, note))),
        }
        for note, number in place_ids.items()
    )
    yield from _list(",", "locations", places)
    people = (
        {
            "id": player.pk,
            "uuid": ids("player", player.pk),
            "name": player.name,
            "isAnonymous": False,
        }
        for player in players
    )
    yield from _list(",", "players", people)
    yield from _list(",", "plays", _plays(season, ids, game_ids, place_ids, counts_for))
    yield ',"userInfo":{}}\n'


class _Ids:
    """Generates the uuids of one league."""

    def __init__(self, base: str) -> None:
        self._base = base

    def __call__(self, kind: str, key: object) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self._base}{kind}/{key}")).upper()


def _list(before: str, name: str, things: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield f'{before}"{name}":['
    for number, thing in enumerate(things):
        yield f"{',' if number else ''}\n{json.dumps(thing, ensure_ascii=False)}"
    yield "]"


def _games(
    league: League, ids: _Ids, games: Mapping[str, bool], numbers: Mapping[str, int]
) -> Iterator[dict[str, Any]]:
    for key, number in numbers.items():
        yield {
            "id": number,
            "uuid": ids("game", key),
            "name": game_title(league, key),
            "bggId": 0,
            "highestWins": games[key],
            "noPoints": False,
            "cooperative": False,
            "usesTeams": False,
        }


def _plays(
    season: Season,
    ids: _Ids,
    games: Mapping[str, int],
    places: Mapping[str, int],
    counts_for: Mapping[int, int],
) -> Iterator[dict[str, Any]]:
    matches = Match.objects.filter(season=season).order_by("played_on", "pk")
    zone = ZoneInfo(season.league.time_zone)
    each = matches.iterator(CHUNK)
    while portion := list(itertools.islice(each, CHUNK)):
        of = {match.pk: match for match in portion}
        rows = (
            HandResult.objects.filter(
                version__confirmed_for__match__in=portion, version__confirmed_for__isnull=False
            )
            .order_by(
                "version__hand__match__played_on",
                "version__hand__match",
                "version__hand__number",
                "order",
            )
            .values_list(
                "version__hand__match", "version__hand", "player", "points", "place", "won"
            )
        )
        for (match_id, hand), results in itertools.groupby(rows, key=lambda row: row[:2]):
            match = of[match_id]
            yield {
                "uuid": ids("hand", hand),
                "playDate": f"{match.played_on} {match.started_at.astimezone(zone):%H:%M:%S}",
                "gameRefId": games[match.game],
                "locationRefId": places[match.note],
                "durationMin": 0,
                "ignored": False,
                "manualWinner": True,
                "usesTeams": False,
                "playerScores": [
                    {
                        "playerRefId": counts_for.get(player, player),
                        "score": str(points),
                        "winner": won,
                        "rank": place,
                        "seatOrder": seat,
                        "startPlayer": False,
                        "newPlayer": False,
                    }
                    for seat, (_, _, player, points, place, won) in enumerate(results, 1)
                ],
            }
