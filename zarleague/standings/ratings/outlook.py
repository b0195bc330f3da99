"""Forecasts before a match, and surprises and rating changes after it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Comparisons, History
from zarleague.standings.ratings.interface import Rater, Ratings, display


class Expected(NamedTuple):
    """The ratings' forecast for one player before a hand."""

    player_id: int
    place: float
    """Mean place: 1 and the chances of each other player to be ahead."""
    win: float
    """Chance to finish first, by the same model as the place; they sum to 1."""


class Upset(NamedTuple):
    """A hand in which a player was placed ahead of a stronger one."""

    hand_id: int
    evening: int
    player_id: int
    """The player ahead."""
    favourite_id: int
    """The player behind."""
    chance: float
    """Chance of the first by the ratings of the evening before, below 1/2."""


class RatingChange(NamedTuple):
    """One player's ratings before and after, as shown; None without a hand."""

    player_id: int
    before: int | None
    after: int | None


class Peak(NamedTuple):
    """A player's highest settled rating."""

    rating: int
    """As shown."""
    evening: int
    """The first evening after which it stood."""


def expected(rater: Rater, ratings: Ratings, player_ids: Sequence[int]) -> tuple[Expected, ...]:
    """Return the forecast of a hand of these players, in their order."""
    ids = np.asarray(player_ids, dtype=np.int64)
    count = len(ids)
    win = rater.first(ratings, ids)
    behind = np.asarray(rater.chance(ratings, np.tile(ids, count), np.repeat(ids, count))).reshape(
        count, count
    )
    np.fill_diagonal(behind, 0.0)
    place = 1.0 + behind.sum(axis=1)
    return tuple(
        Expected(player, float(place[at]), float(win[at])) for at, player in enumerate(player_ids)
    )


def changes(before: Ratings, after: Ratings) -> tuple[RatingChange, ...]:
    """Return, by id, every player whose displayed rating differs; used to preview a correction."""
    found: list[RatingChange] = []
    for player in sorted(before.index.keys() | after.index.keys()):
        then, now = _shown(before, player), _shown(after, player)
        if then != now:
            found.append(RatingChange(player, then, now))
    return tuple(found)


def upsets(
    rater: Rater, history: History, evenings: Iterable[tuple[int, Ratings]], most: int = 10
) -> tuple[Upset, ...]:
    """Return the greatest upsets, least likely first: of each evening the first time that the one
    was ahead of the other, and at most one per hand. ``evenings`` are what
    `Rater.after_each_evening` yields.

    Judged by the ratings before the evening; players without a settled rating by then are left out.
    """
    found: list[Upset] = []
    before: Ratings | None = None
    for (evening, after), (_, played) in zip(evenings, history.by_evening(), strict=True):
        if before is not None:
            likeliest = found[-1].chance if len(found) == most else 0.5
            found.extend(_evening_upsets(rater, before, played, evening, most, likeliest))
            found = sorted(found, key=lambda upset: (upset.chance, upset.hand_id))[:most]
        before = after
    return tuple(found)


def peaks(evenings: Sequence[tuple[int, Ratings]]) -> dict[int, Peak]:
    """Return each player's peak, by player id, of what `Rater.after_each_evening` yields.

    Provisional ratings are no peaks.
    """
    players = evenings[-1][1].player_ids if evenings else np.zeros(0, np.int64)
    highest, day = np.full(len(players), -np.inf), np.zeros(len(players), np.int64)
    for evening, ratings in evenings:
        at = np.searchsorted(players, ratings.player_ids)
        higher = ~ratings.provisional & (ratings.rating > highest[at])
        highest[at[higher]] = ratings.rating[higher]
        day[at[higher]] = evening
    return {
        int(players[at]): Peak(display(float(highest[at])), int(day[at]))
        for at in np.flatnonzero(highest > -np.inf)
    }


def _shown(ratings: Ratings, player: int) -> int | None:
    return ratings.of(player).rating if player in ratings.index else None


def _evening_upsets(
    rater: Rater, before: Ratings, played: History, evening: int, most: int, likeliest: float
) -> list[Upset]:
    """Return the evening's ``most`` least likely upsets, and any others as unlikely as the last of
    them, leaving out those above ``likeliest``."""
    pairs = Comparisons.of(played)
    parted = pairs.score != 0.5
    ahead = np.where(pairs.score > 0.5, pairs.first, pairs.second)[parted]
    behind = np.where(pairs.score > 0.5, pairs.second, pairs.first)[parted]
    winner, loser, hand = played.player_ids[ahead], played.player_ids[behind], pairs.hand[parted]
    chance = rater.chance(before, winner, loser)
    settled = before.player_ids[~before.provisional]
    counts = (chance < 0.5) & (chance <= likeliest)
    counts &= np.isin(winner, settled) & np.isin(loser, settled)
    winner, loser, hand, chance = winner[counts], loser[counts], hand[counts], chance[counts]
    least: dict[int, Upset] = {}
    listed: set[tuple[int, int]] = set()
    for at in np.lexsort((hand, loser, winner, chance)):
        if len(least) >= most and chance[at] > likeliest:
            break
        likeliest = float(chance[at])
        hand_id, pair = int(played.hand_ids[hand[at]]), (int(winner[at]), int(loser[at]))
        if hand_id not in least and pair not in listed:
            least[hand_id] = Upset(hand_id, evening, *pair, likeliest)
            listed.add(pair)
    return list(least.values())
