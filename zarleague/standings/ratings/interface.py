"""The interface of a rater, and the data it returns."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike

from zarleague.standings.ratings.history import Bools, Floats, History, Ints

MIDDLE: Final = 1500.0
"""The rating of a player nothing is known of."""
PER_LOGIT: Final = 400.0 / math.log(10.0)
"""Rating points to one unit of log-odds: 400 points are ten to one."""
EQUAL: Final = 6
"""Decimals of a rating point to which ratings are compared: what differs less came out of rounding
in the arithmetic, not out of hands."""
INTERVAL: Final = 1.959963984540054
"""Deviations to either side that make a 95 % interval."""


def display(rating: float) -> int:
    """Round a rating to what is shown; the only place where ratings are rounded."""
    return round(rating)


def interval(rating: float, by_hands: float, deviation: float) -> tuple[float, float]:
    """Return the ends of a 95 % interval: 1.96 deviations on either side of what the hands alone
    say, and as far as the rating if that is outside."""
    reach = INTERVAL * deviation
    return min(rating, by_hands - reach), max(rating, by_hands + reach)


@dataclass(frozen=True)
class PlayerRating:
    """One player's rating as shown, in whole rating points."""

    player_id: int
    rating: int
    low: int | None
    """Lower end of the 95 % interval; None if the rater knows none."""
    high: int | None
    hands: int
    provisional: bool
    """Whether the rating rests on too few hands to be relied on."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of the P players who have played, unrounded, in rating points."""

    player_ids: Ints
    """(P,) ascending."""
    rating: Floats
    """(P,)"""
    deviation: Floats | None
    """(P,) standard deviation of ``by_hands``, None if the rater knows none."""
    hands: Ints
    """(P,)"""
    provisional: Bools
    """(P,)"""
    covariance: Floats | None = None
    """(P, P) of ``by_hands``, None if the rater has none or P is too large to hold it."""
    by_hands: Floats | None = None
    """(P,) what the hands alone say, without any belief held before them: the middle of intervals.
    None if that is the rating."""

    @cached_property
    def index(self) -> dict[int, int]:
        """Return the position of each player id in the columns."""
        return {int(player): index for index, player in enumerate(self.player_ids)}

    def of(self, player_id: int) -> PlayerRating:
        """Return one player's rating as shown. Raises KeyError for a player without a hand."""
        at = self.index[player_id]
        rating = float(self.rating[at])
        ends = None
        if self.deviation is not None:
            ends = interval(rating, float(self.middle[at]), float(self.deviation[at]))
        return PlayerRating(
            player_id,
            display(rating),
            None if ends is None else display(ends[0]),
            None if ends is None else display(ends[1]),
            int(self.hands[at]),
            bool(self.provisional[at]),
        )

    @property
    def middle(self) -> Floats:
        """Return (P,) the middle of each interval."""
        return self.rating if self.by_hands is None else self.by_hands

    def interval(self, deviations: float = INTERVAL) -> tuple[Floats, Floats]:
        """Return (P,) the lower and (P,) the upper ends of intervals, see `interval`; 1.96
        deviations are for 95 %, 1.28 for 80 %. Raises ValueError if the rater knows none."""
        if self.deviation is None:
            raise ValueError("these ratings have no deviations")
        reach = deviations * self.deviation
        return (
            np.minimum(self.rating, self.middle - reach),
            np.maximum(self.rating, self.middle + reach),
        )

    def ranked(self) -> list[PlayerRating]:
        """Return all players as shown, highest rating first, equal ones by id."""
        compared = self.compared()
        return [
            self.of(int(self.player_ids[at])) for at in np.lexsort((self.player_ids, -compared))
        ]

    def compared(self) -> Floats:
        """Return (P,) the ratings rounded, so that equal players have equal ratings."""
        return np.round(self.rating, EQUAL)

    def ranks(self, group: Ints) -> Ints:
        """Return (P,) ranks from 1 within each group, equal ratings sharing the better rank."""
        compared = self.compared()
        order = np.lexsort((-compared, group))
        in_order, groups = compared[order], group[order]
        position = np.arange(len(order))
        new_group = np.diff(groups, prepend=-1) != 0
        new_rank = new_group | (np.diff(in_order, prepend=np.inf) != 0)
        started = np.maximum.accumulate(np.where(new_group, position, 0))
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = 1 + np.maximum.accumulate(np.where(new_rank, position, 0)) - started
        return ranks

    def look_up(self, player_ids: ArrayLike) -> Floats:
        """Return the ratings of any players, `MIDDLE` for those without a hand."""
        return self._look_up(self.rating, player_ids, MIDDLE)

    def look_up_deviation(self, player_ids: ArrayLike, unknown: float) -> Floats:
        """Return the deviations of any players, ``unknown`` for those without a hand.

        Raises ValueError if the rater knows none.
        """
        if self.deviation is None:
            raise ValueError("these ratings have no deviations")
        return self._look_up(self.deviation, player_ids, unknown)

    def _look_up(self, column: Floats, player_ids: ArrayLike, unknown: float) -> Floats:
        wanted = np.asarray(player_ids, dtype=np.int64)
        if not len(self.player_ids):
            return np.full(wanted.shape, unknown)
        at = np.minimum(np.searchsorted(self.player_ids, wanted), len(self.player_ids) - 1)
        return np.where(self.player_ids[at] == wanted, column[at], unknown)


class Rater(Protocol):
    """A way to turn a history into ratings."""

    @property
    def key(self) -> str:
        """Return the name a league chooses it by."""

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands."""

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        """Yield (evening, ratings after it) in order, from ``since`` on if it is given; the last
        equals `fit`.

        Nothing of a later evening is in the ratings of an earlier one, unless it was fixed by
        `with_history`.
        """

    def with_history(self, history: History) -> "Rater":
        """Return the rater with what it learns from a whole history fixed.

        One that learns nothing returns itself.
        """

    def first(self, ratings: Ratings, player_ids: ArrayLike) -> Floats:
        """Return each player's chance to finish first in a hand of these players; they sum to 1.

        It uses the same model as `chance`; for two players both agree.
        """

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """Return the chance that each of ``first`` is placed ahead of its partner in ``second``.

        Both are equally long lists of player ids; a level place counts half. Players without a
        hand are taken at the middle.
        """


class LogisticRater:
    """The chances of a rater on the logistic scale: 400 points are odds of ten to one. It learns
    nothing from a history."""

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """See `Rater.chance`."""
        apart = (ratings.look_up(first) - ratings.look_up(second)) / PER_LOGIT
        return np.asarray(1.0 / (1.0 + np.exp(-apart)), dtype=np.float64)

    def first(self, ratings: Ratings, player_ids: ArrayLike) -> Floats:
        """See `Rater.first`: strengths in proportion (Luce)."""
        rating = ratings.look_up(player_ids)
        strength = np.exp((rating - rating.max(initial=0.0)) / PER_LOGIT)
        return np.asarray(strength / strength.sum(), dtype=np.float64)

    def with_history(self, history: History) -> Self:
        """See `Rater.with_history`."""
        return self


def no_ratings(player_ids: Ints) -> Ratings:
    """Return the ratings before the first hand."""
    none = np.zeros(0)
    return Ratings(player_ids, none, none, player_ids, none > 0)
