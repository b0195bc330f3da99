"""One player's hands, and the player's records against opponents."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zarleague.leagues.models import Player, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, Match
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.period import Period
from zarleague.storage.sql import season_totals

FIRST_MATCHES: Final = 4
"""Matches searched for a player's latest hands; doubled while they are not enough."""

HANDS_OF_AN_EVENING: Final = 200
"""Hands of one evening that are searched for one."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The result of a player in one hand, and the hand's match and number."""

    hand: int
    match: int
    season: int
    number: int
    game: str
    played_on: datetime.date
    points: int
    place: int
    won: bool
    evidence: int


class Meeting(NamedTuple):
    """A player's hands with one opponent, as the player sees them."""

    other: int
    name: str
    ahead: int
    behind: int
    level: int
    points: int
    other_points: int


class Duel(NamedTuple):
    """The hands of two players with each other, as one of them sees them."""

    ahead: int
    behind: int
    level: int


class HandPosition(NamedTuple):
    """The position in a list of hands after which it continues: this hand of this match."""

    match: int
    number: int


def player_history(
    player: Player,
    *,
    season: Season | None = None,
    period: Period | None = None,
    evenings: Collection[int] | None = None,
    game: str = "",
    after: HandPosition | None = None,
    limit: int = 30,
) -> list[PlayedHand]:
    """Return the hands that count for a player, latest first.

    Optionally only those of a season, of a period, of some evenings (ordinals), of a game, or those
    after a position in the list. Matches are read from the latest on, no further than needed.
    """
    merged = [guest for guest, into in aliases(player.league_id).items() if into == player.pk]
    ids = [player.pk, *merged]
    condition, params = _condition(season, period or Period(), evenings)
    if game:
        condition, params = f"{condition} AND played.game = %s", [*params, game]
    found: list[PlayedHand] = []
    step = FIRST_MATCHES
    while len(found) < limit:
        where, values = _behind(after)
        matches = season_totals.matches_of_player(
            player.league_id, ids, condition + where, [*params, *values], step
        )
        rows = _hands(player.league_id, [match for match, *_ in matches], ids, after)
        found += rows[: limit - len(found)]
        if len(matches) < step:
            break
        after, step = HandPosition(matches[-1][0], 0), step * 2
    return found


def hands_with(player: Player, season: Season, points: Collection[int]) -> dict[int, PlayedHand]:
    """Return, by points, the latest hand of a season in which a player got them.

    The stored totals tell the evening, so that only that evening's hands are read.
    """
    held = stored_rows.evenings(season.key, [player.pk])[player.pk]
    found: dict[int, PlayedHand] = {}
    for wanted in set(points):
        on = [day for day, tally in held.items() if wanted in tally.scores]
        if not on:
            continue
        hands = player_history(player, season=season, evenings=[max(on)], limit=HANDS_OF_AN_EVENING)
        latest = next((hand for hand in hands if hand.points == wanted), None)
        if latest is not None:
            found[wanted] = latest
    return found


def meetings(season: Season, player: Player, limit: int) -> list[Meeting]:
    """Return the player's records against the opponents met in the most hands of a season, by
    name."""
    rows = season_totals.meetings(season.key, player.pk, limit)
    return sorted((Meeting(*row) for row in rows), key=lambda met: met.name.casefold())


def duels(season: Season, players: Sequence[int]) -> dict[tuple[int, int], Duel]:
    """Return the records of some players against each other in a season, by (one, other) and by
    (other, one); pairs who never met are missing."""
    found = {}
    for (low, high), met in stored_rows.pairs(season.key, players).items():
        found[low, high] = Duel(met.ahead, met.behind, met.level)
        found[high, low] = Duel(met.behind, met.ahead, met.level)
    return found


def opponents(season: Season, player: Player) -> int:
    """Return the number of opponents of a player in a season."""
    return season_totals.opponents(season.key, player.pk)


def _condition(
    season: Season | None, period: Period, evenings: Collection[int] | None
) -> tuple[str, list[Any]]:
    condition, params = "", list[Any]()
    if season is not None:
        condition += " AND played.season_id = %s"
        params.append(season.pk)
    if period.first is not None:
        condition += " AND played.played_on >= %s"
        params.append(period.first.isoformat())
    if period.last is not None:
        condition += " AND played.played_on <= %s"
        params.append(period.last.isoformat())
    if evenings is not None:
        days = [datetime.date.fromordinal(day).isoformat() for day in sorted(evenings)]
        condition += f" AND played.played_on IN ({', '.join(['%s'] * len(days)) or 'NULL'})"
        params += days
    return condition, params


def _behind(after: HandPosition | None) -> tuple[str, list[Any]]:
    """Return the condition for the matches after a position; includes the position's own match
    unless all of its hands came before."""
    if after is None:
        return "", []
    day = Match.objects.filter(pk=after.match).values_list("played_on", flat=True).first()
    if day is None:
        return " AND 1 = 0", []
    order = "<=" if after.number else "<"
    return f" AND (played.played_on, played.id) {order} (%s, %s)", [day.isoformat(), after.match]


def _hands(
    league_id: int, matches: list[int], players: list[int], after: HandPosition | None
) -> list[PlayedHand]:
    """Return the players' hands of some matches, latest first."""
    hands = Hand.objects.filter(
        league=league_id, match__in=matches, confirmed__results__player__in=players
    )
    if after is not None and after.number:
        hands = hands.exclude(match=after.match, number__gte=after.number)
    rows = hands.order_by("-match__played_on", "-match", "-number").values_list(
        "pk",
        "match_id",
        "match__season_id",
        "number",
        "match__game",
        "match__played_on",
        "confirmed__results__points",
        "confirmed__results__place",
        "confirmed__results__won",
        "confirmed__evidence",
    )
    # Never NULL here: the hand has results. mypy cannot see that.
    return [PlayedHand(*row) for row in rows]  # type: ignore[arg-type]
