"""Load confirmed results in the form `standings` needs, straight from the database.

Players are those the results count for: a merged guest's hands are the player's.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import (
    EveningTotal,
    Hand,
    HandResult,
    Match,
    MatchSeat,
    Penalty,
    SeasonEvening,
)
from zarleague.standings.results import LeftEarly, Lot, PartPlayed, PenaltyPoints, Result


def season_results(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    players: Sequence[int] | None = None,
    game: str = "",
    into: Mapping[int, int] | None = None,
) -> list[Result]:
    """Return the season's confirmed results in order of play, first and last date inclusive; with
    ``players`` (ids of players the results count for) only theirs, with ``game`` only of that
    game. ``into`` maps merged players, by default the league's `aliases`."""
    into = aliases(season.league_id) if into is None else into
    days = {"match__played_on__gte": first, "match__played_on__lte": last}
    bounds: dict[str, Any] = {name: day for name, day in days.items() if day is not None}
    hands = Hand.objects.filter(match__season=season, confirmed__results__isnull=False)
    hands = hands.filter(**bounds)
    if game:
        hands = hands.filter(match__game=game)
    if players is not None:
        guests = [guest for guest, player in into.items() if player in players]
        hands = hands.filter(confirmed__results__player__in=[*players, *guests])
    rows = hands.order_by(
        "match__played_on", "match", "number", "confirmed__results__order"
    ).values_list(
        "id",
        "match_id",
        "match__played_on",
        "confirmed__results__player_id",
        "confirmed__results__points",
        "confirmed__results__place",
        "confirmed__results__won",
        "match__high_wins",
        "match__ties_by_wins",
        "match__left_early",
        "match__hands_share",
        "match__eliminates",
        "match__end_limit",
    )
    sharing = _sharing(into, match__season=season, **bounds)
    return [
        Result(
            hand,
            match,
            played_on.toordinal(),
            into.get(player, player),
            points,
            place,
            won,
            0,
            high_wins,
            ties_by_wins,
            PartPlayed(LeftEarly(rule), share, limit if eliminates else 0),
            sharing.get((match, into.get(player, player)), 0) if sharing else 0
        )
        for (
            hand, match, played_on, player, points, place, won,
            high_wins, ties_by_wins, rule, share, eliminates, limit,
        ) in rows.iterator(2000)
    ]  # fmt: skip


def sharing_in(matches: Iterable[Match], into: Mapping[int, int]) -> dict[tuple[int, int], int]:
    """Return with whom players of some matches take one place, by (match, player)."""
    shared = [match.pk for match in matches if match.shares_places]
    return _sharing(into, match__in=shared) if shared else {}


def _sharing(into: Mapping[int, int], **matches: Any) -> dict[tuple[int, int], int]:
    """Return with whom players take one place, by (match, player); ``matches`` filter the seats."""
    seats = MatchSeat.objects.filter(shares_with__isnull=False, **matches).order_by("pk")
    return {
        (match, into.get(player, player)): into.get(other, other)
        for match, player, other in seats.values_list("match_id", "player_id", "shares_with_id")
    }


def results_by_evening(
    season: Season, into: Mapping[int, int] | None = None
) -> Iterator[tuple[int, list[Result]]]:
    """Yield (evening, its confirmed results in order of play) for each day that may be part of the
    season: days of matches, of penalties, of lots, and days with stored totals.

    Only one evening is held in memory at a time, however long the season. ``into`` maps merged
    players, by default the league's `aliases`.
    """
    into = aliases(season.league_id) if into is None else into
    for evening in evenings_of(season):
        yield evening, results_of_evening(season, evening, into)


def evenings_of(season: Season) -> list[int]:
    """Return the days that may be part of the season, in order."""
    played = Match.objects.filter(season=season).order_by().values_list("played_on", flat=True)
    penalised = Penalty.objects.filter(season=season).order_by().values_list("evening", flat=True)
    days = {day.toordinal() for dates in (played, penalised) for day in dates.distinct()}
    for stored in (SeasonEvening.objects, EveningTotal.objects):
        rows = stored.filter(season=season).order_by()
        days.update(rows.values_list("evening", flat=True).distinct())
    return sorted(days.union(evening for evening, _ in season.lots))


def eventful_evenings(season: Season) -> list[int]:
    """Return the days with hands that count, a penalty or a drawing of lots, in order. The season's
    table is the same on any other day as on the last of these before it."""
    counted = SeasonEvening.objects.filter(season=season, hands__gt=0)
    penalised = Penalty.objects.filter(season=season, cancelled_at=None).order_by()
    days = {day.toordinal() for day in penalised.values_list("evening", flat=True).distinct()}
    days.update(counted.values_list("evening", flat=True))
    return sorted(days.union(evening for evening, _ in season.lots))


def results_of_evening(season: Season, evening: int, into: Mapping[int, int]) -> list[Result]:
    """Return one evening's results in order of play; ``into`` are the league's `aliases`."""
    day = datetime.date.fromordinal(evening)
    return season_results(season, first=day, last=day, into=into)


def results_of(
    hand_id: int,
    match: Match,
    rows: Iterable[HandResult],
    into: dict[int, int],
    sharing: Mapping[tuple[int, int], int] | None = None,
) -> tuple[Result, ...]:
    """Return the results of one version; ``into`` are the league's `aliases`. ``sharing`` is read
    unless it is given."""
    evening = match.played_on.toordinal()
    terms = match.part_played
    if sharing is None:
        sharing = sharing_in([match], into)
    return tuple(
        Result(
            hand_id,
            match.pk,
            evening,
            into.get(row.player_id, row.player_id),
            row.points,
            row.place,
            row.won,
            0,
            match.high_wins,
            match.ties_by_wins,
            terms,
            sharing.get((match.pk, into.get(row.player_id, row.player_id)), 0),
        )
        for row in rows
    )


def season_penalties(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    into: Mapping[int, int] | None = None,
) -> list[PenaltyPoints]:
    """Return the penalties not cancelled, first and last date inclusive. ``into`` maps merged
    players, by default the league's `aliases`."""
    into = aliases(season.league_id) if into is None else into
    bounds: dict[str, Any] = {}
    if first is not None:
        bounds["evening__gte"] = first
    if last is not None:
        bounds["evening__lte"] = last
    return [
        penalty_points(penalty, into)
        for penalty in Penalty.objects.filter(season=season, cancelled_at=None, **bounds)
    ]


def penalty_points(penalty: Penalty, into: Mapping[int, int]) -> PenaltyPoints:
    """Return a penalty in the form that `standings` takes."""
    player = into.get(penalty.player_id, penalty.player_id)
    return PenaltyPoints(penalty.pk, penalty.evening.toordinal(), player, penalty.points)


def season_lots(season: Season, *, last: datetime.date | None = None) -> list[Lot]:
    """Return the drawings of lots up to a date."""
    return [
        Lot(number, evening, tuple(order))
        for number, (evening, order) in enumerate(season.lots)
        if last is None or evening <= last.toordinal()
    ]
