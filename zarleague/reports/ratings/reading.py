"""Read rating lists for pages, reports and the API."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from zarleague.leagues.models import League, Player
from zarleague.play.models import Hand
from zarleague.reports.models import RatingHistory, RatingList, RatingRow
from zarleague.reports.rank_history.series import MOST_POINTS, thinned
from zarleague.reports.ratings.hands import history_of
from zarleague.reports.ratings.lists import rater_key
from zarleague.reports.ratings.packing import unpack
from zarleague.standings.ratings.interface import Ratings, display, interval
from zarleague.standings.ratings.outlook import Expected, RatingChange, Upset, changes, expected
from zarleague.standings.ratings.raters import rater
from zarleague.standings.results import Result


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating in whole points with the ends of its 95 % interval, None if there is none."""

    rating: int
    low: int | None
    high: int | None
    provisional: bool

    @classmethod
    def of(
        cls, rating: float, by_hands: float, deviation: float | None, *, provisional: bool
    ) -> "ShownRating":
        """Return a stored rating, rounded for display."""
        if deviation is None:
            return cls(display(rating), None, None, provisional)
        low, high = interval(rating, by_hands, deviation)
        return cls(display(rating), display(low), display(high), provisional)


@dataclass(frozen=True, slots=True)
class Rated:
    """One player in a rating list. ``best`` and ``worst`` are the ranks the data allow."""

    player_id: int
    group: int
    """Players of one group are connected by hands; ranks are within it."""
    rank: int
    best: int | None
    worst: int | None
    shown: ShownRating
    hands: int
    peak: int | None
    peak_evening: datetime.date | None


@dataclass(frozen=True, slots=True)
class GameRating:
    """One player's rating in one game, with its history."""

    game: str
    rater: str
    now: Rated
    history: tuple[tuple[datetime.date, ShownRating], ...]
    """After each evening from the player's first on, oldest first."""


def rating_list(league: League, game: str) -> RatingList | None:
    """Return the list of one game, None if no hand has been rated."""
    return RatingList.objects.filter(league=league, game=game).first()


def rated_games(league: League) -> list[str]:
    """Return the keys of the games there are rating lists of, sorted."""
    return list(
        RatingList.objects.filter(league=league).order_by("game").values_list("game", flat=True)
    )


def rows_of(found: RatingList, start: int = 0, limit: int | None = None) -> list[Rated]:
    """Return the players of a list, best first, from a position on."""
    rows = found.rows.order_by("group", "rank", "player")
    return [_rated(row) for row in rows[start : None if limit is None else start + limit]]


def players_rated(found: RatingList) -> int:
    """Return how many players a list has."""
    return found.rows.count()


def anybody_settled(found: RatingList) -> bool:
    """Return whether any rating of a list is not provisional."""
    return found.rows.filter(provisional=False).exists()


def groups_of(found: RatingList, players: Sequence[int]) -> dict[int, int]:
    """Return the groups of these players (ids), without those who have no rating; ratings of
    different groups cannot be compared."""
    rows = found.rows.filter(player__in=players).order_by()
    return dict(rows.values_list("player_id", "group"))


def ratings_of(player: Player) -> list[GameRating]:
    """Return a player's ratings, one for each game played, that with the most hands first."""
    rows = RatingRow.objects.filter(player=player).select_related("list")
    rows = rows.order_by("-hands", "list__game").defer("list__evenings", "list__upsets")
    return [GameRating(row.list.game, row.list.rater, _rated(row), _history(row)) for row in rows]


def stored_ratings(found: RatingList, players: Sequence[int]) -> Ratings:
    rows = list(
        found.rows.filter(player__in=players)
        .order_by("player_id")
        .values_list("player_id", "rating", "deviation", "hands", "provisional")
    )
    ids, rating, deviation, hands, provisional = (
        zip(*rows, strict=True) if rows else ((), (), (), (), ())
    )
    known = None not in deviation  # also if nobody is rated
    return Ratings(
        player_ids=np.array(ids, dtype=np.int64),
        rating=np.array(rating, dtype=np.float64),
        deviation=np.array(deviation, dtype=np.float64) if known else None,
        hands=np.array(hands, dtype=np.int64),
        provisional=np.array(provisional, dtype=np.bool_),
    )


def is_any_rated(league: League, game: str, players: Sequence[int]) -> bool:
    """Return whether any of the players (ids) has a rating."""
    found = rating_list(league, game)
    return found is not None and found.rows.filter(player__in=players).exists()


def expected_result(league: League, game: str, players: Sequence[int]) -> tuple[Expected, ...]:
    """Return the forecast of a hand of these players (ids), in order; () before any rating."""
    found = rating_list(league, game)
    if found is None or len(players) < 2:
        return ()
    return expected(rater(found.rater), stored_ratings(found, players), players)


def upsets_of(found: RatingList) -> list[Upset]:
    """Return the greatest upsets of a list's game, least likely first."""
    return [Upset(*upset) for upset in found.upsets]


def rating_changes(
    hand: Hand, before: Sequence[Result], after: Sequence[Result]
) -> tuple[RatingChange, ...]:
    """Return how replacing a hand's results would change the displayed ratings, by the same fit.
    ``before`` and ``after`` are the hand's results from `play.services.preview_correction`; () if
    the hand does not count.
    """
    league, game = hand.match.season.league, hand.match.game
    stored, evening = history_of(league, game), hand.match.played_on.toordinal()
    model = rater(rater_key(league))
    return changes(
        model.fit(stored.with_hand(hand.pk, evening, before)),
        model.fit(stored.with_hand(hand.pk, evening, after)),
    )


def _rated(row: RatingRow) -> Rated:
    return Rated(
        row.player_id,
        row.group,
        row.rank,
        row.best,
        row.worst,
        ShownRating.of(row.rating, row.by_hands, row.deviation, provisional=row.provisional),
        row.hands,
        row.peak,
        None if row.peak_evening is None else datetime.date.fromordinal(row.peak_evening),
    )


def _history(row: RatingRow) -> tuple[tuple[datetime.date, ShownRating], ...]:
    """Return the player's rating after each evening, thinned to what a chart can show."""
    own = RatingHistory.objects.filter(league=row.league_id, list=row.list_id, player=row.player_id)
    parts = own.order_by("part").values_list("figures", flat=True)
    after_evenings = [one for part in parts for one in unpack(part).tolist()]
    return tuple(
        (
            datetime.date.fromordinal(evening),
            ShownRating.of(
                rating, by_hands, None if isnan(deviation) else deviation, provisional=provisional
            ),
        )
        for evening, rating, by_hands, deviation, provisional in thinned(
            after_evenings, MOST_POINTS
        )
    )
