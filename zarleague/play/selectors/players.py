"""One player's hands, and the player's records against opponents."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform, KeyTransform

from zarleague.engine.declared import DEFINITION, unit_of
from zarleague.leagues.models import Player, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, Match, PairTotal
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.period import Period

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
    unit: int
    """How many of the points make one."""


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
    matches = Match.objects.filter(season__league=player.league_id, seats__player__in=ids)
    if season is not None:
        matches = matches.filter(season=season)
    if period is not None:
        matches = matches.filter(played_on__range=_days(period))
    if evenings is not None:
        days = [datetime.date.fromordinal(day) for day in evenings]
        matches = matches.filter(played_on__in=days)
    if game:
        matches = matches.filter(game=game)
    latest_first = matches.order_by("-played_on", "-pk").distinct()
    found: list[PlayedHand] = []
    step = FIRST_MATCHES
    while len(found) < limit:
        keys = [
            match
            for match, _ in latest_first.filter(_behind(after)).values_list("pk", "played_on")[
                :step
            ]
        ]
        rows = _hands(player.league_id, keys, ids, after)
        found += rows[: limit - len(found)]
        if len(keys) < step:
            break
        after, step = HandPosition(keys[-1], 0), step * 2
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
        if (latest := next((hand for hand in hands if hand.points == wanted), None)) is not None:
            found[wanted] = latest
    return found


def meetings(season: Season, player: Player, limit: int) -> list[Meeting]:
    """Return the player's records against the most frequent opponents of a season, by name."""
    met = PairTotal.objects.filter(season=season)
    own = met.filter(low=player).values_list(
        "high", "high__name", "ahead", "behind", "level", "low_points", "high_points"
    )
    others = met.filter(high=player).values_list(
        "low", "low__name", "behind", "ahead", "level", "high_points", "low_points"
    )
    found = [Meeting(*row) for row in (*own, *others)]
    found.sort(key=lambda met: (-(met.ahead + met.behind + met.level), met.other))
    return sorted(found[:limit], key=lambda met: met.name.casefold())


def duels(season: Season, players: Sequence[int]) -> dict[tuple[int, int], Duel]:
    """Return the records of some players against each other in a season, by (one, other) and by
    (other, one); pairs who never met are missing."""
    found = {}
    for (low, high), met in stored_rows.pairs(season.key, players).items():
        found[low, high] = Duel(met.ahead, met.behind, met.level)
        found[high, low] = Duel(met.behind, met.ahead, met.level)
    return found


def opponents(season: Season, player: Player) -> int:
    return PairTotal.objects.filter(Q(low=player) | Q(high=player), season=season).count()


def _days(period: Period) -> tuple[datetime.date, datetime.date]:
    return period.first or datetime.date.min, period.last or datetime.date.max


def _behind(after: HandPosition | None) -> Q:
    """Return the condition for the matches after a position; includes the position's own match
    unless all of its hands came before."""
    if after is None:
        return Q()
    day = Match.objects.filter(pk=after.match).values_list("played_on", flat=True).first()
    if day is None:
        return Q(pk__in=())
    earlier = Q(pk__lte=after.match) if after.number else Q(pk__lt=after.match)
    return Q(played_on__lt=day) | Q(earlier, played_on=day)


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
        KeyTextTransform(DEFINITION, KeyTransform("values", "match__rules")),
    )
    return [
        # Never NULL here: the hand has results. mypy cannot see that.
        PlayedHand(*row[:-1], unit_of({DEFINITION: row[-1]} if row[-1] else {}))  # type: ignore[call-arg]
        for row in rows
    ]
