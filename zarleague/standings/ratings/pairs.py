"""The comparisons of a history added up by pair of players, with their weights.

A hand of n players is n(n-1)/2 comparisons. They are not independent: the player in first place is
ahead of all others at once. With equal strengths a player's number of others beaten has the
variance (n^2 - 1) / 12 (the variance of a rank), while n - 1 independent comparisons would have (n
- 1) / 4. With weight w the score of a player has the variance w^2 (n^2 - 1) / 12 and the likelihood
takes it for w (n - 1) / 4; the two agree for w = 3 / (n + 1).

Ties make ranks vary less, by the factor 1 - sum(t^3 - t) / (n^3 - n) over groups of t level places
(W. H. Kruskal and W. A. Wallis, "Use of ranks in one-criterion variance analysis", JASA 47, 1952).
All weights are divided by the mean of that factor over the hands, see `PairCounts.tie_factor`.

Unequal strengths make ranks vary less than the likelihood takes them to, see `variance_left`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, Self

import numpy as np

from zarleague.standings.ratings.history import Floats, History, Ints

TIE_STEP: Final = 0.05
"""The factor is rounded to this: a single hand then hardly ever changes the ratings of all
evenings, which rest on the factor of the whole history."""
LEAST_TIE_FACTOR: Final = 0.1
"""Ties raise no weight more than tenfold: hands that nobody wins say little, not everything."""

NODES: Final = 12
"""Points of an integral over strengths, which then is right to a thousandth."""


def pair_weight(size: Ints | int) -> Floats:
    """Return the weight of each comparison of hands of ``size`` players."""
    return np.asarray(3.0 / (size + 1.0))


def variance_left(hands: Mapping[int, int], deviation: float) -> float:
    """Return by how much the variance of strengths is smaller than the likelihood says, given the
    number of hands of each size and the deviation of strengths.

    With P_ij the chance that i is ahead of j, a player's comparisons in a hand have the variance
    (n - 1) B + (n - 1)(n - 2) C: B is the mean of P_ij (1 - P_ij) and C that of the chance to be
    ahead of both j and k less P_ij P_ik. With equal strengths they are 1/4 and 1/12, which makes
    w (1 + (n - 2) C / B) = 1 for the weight w of hands of n players; it is less if strengths
    differ. This is its mean over all comparisons; 1 for hands of two.
    """
    total = left = 0.0
    for size, count in sorted(hands.items()):
        compared = count * size * (size - 1) * float(pair_weight(size))
        total += compared
        left += compared * float(pair_weight(size)) * (1.0 + (size - 2) * _in_common(deviation))
    return left / total if total else 1.0


@cache
def _in_common(deviation: float) -> float:
    """Return C / B of `variance_left`, strengths being normal and performances as Luce has them:
    the chance to be ahead of both j and k is e^i / (e^i + e^j + e^k)."""
    at, weight = np.polynomial.hermite_e.hermegauss(NODES)
    weight = weight / weight.sum()
    odds = np.exp(deviation * at)
    ahead = odds[:, None] / (odds[:, None] + odds)
    of_both = odds[:, None, None] / (odds[:, None, None] + odds[:, None] + odds)
    apart = weight @ (ahead * (1.0 - ahead)) @ weight
    return float((weight @ (of_both @ weight @ weight - (ahead @ weight) ** 2)) / apart)


class PairCounts:
    """Everything a fit needs of the hands of P players; hands can be added as they are played.
    Integer sums are kept per size of hand and weighted at the end, so the order of the hands does
    not change a bit of the result.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self._sizes: dict[int, _SizeCounts] = {}

    @classmethod
    def of(cls, history: History) -> Self:
        counts = cls(history.players)
        for part in history.parts():
            counts.add(part)
        return counts

    def add(self, history: History) -> None:
        """Count all hands of a history of the same players."""
        for size, rows in history.rows_by_size():
            if size < 2:
                continue
            if size not in self._sizes:
                self._sizes[size] = _SizeCounts.none(self.players)
            self._sizes[size].add(history.player[rows], history.place[rows])

    def hands(self) -> dict[int, int]:
        """Return the number of hands of each size from two players on."""
        return {size: of.hands for size, of in self._sizes.items()}

    def tie_factor(self) -> float:
        """Return the share of the variance of ranks that ties leave, rounded, 1 without ties."""
        tied = untied = 0.0
        for size, of in self._sizes.items():
            weight = float(pair_weight(size)) ** 2
            tied += weight * of.squares / 4.0
            untied += weight * of.hands * (size**3 - size) / 12.0
        return max(round(tied / untied / TIE_STEP) * TIE_STEP, LEAST_TIE_FACTOR) if untied else 1.0

    def weighted(self, tie_factor: float) -> "WeightedPairs":
        """Return the sums with their weights."""
        won, met = np.zeros(self.players), np.zeros(0)
        for size in sorted(self._sizes):
            of, weight = self._sizes[size], float(pair_weight(size)) / tie_factor
            won += of.halves_won * (weight / 2.0)
            met = met + of.met * weight if met.size else of.met * weight
        return WeightedPairs(won, met if met.size else np.zeros((self.players, self.players)))


class WeightedPairs(NamedTuple):
    """The sums a likelihood is made of."""

    won: Floats
    """(P,) weight with which a player was placed ahead of others, level places half."""
    met: Floats
    """(P, P) weight of all comparisons of two players; symmetric, 0 with oneself."""


@dataclass
class _SizeCounts:
    """Sums over hands of one size, all whole numbers."""

    halves_won: Floats
    """(P,) twice the others a player was placed ahead of, level ones half."""
    met: Floats
    """(P, P) comparisons of two players; symmetric."""
    squares: int = 0
    """Sum of (others ahead of less others behind)^2: four times that of squared rank deviations."""
    hands: int = 0

    @classmethod
    def none(cls, players: int) -> Self:
        return cls(np.zeros(players), np.zeros((players, players)))

    def add(self, player: Ints, place: Ints) -> None:
        """Count hands: players and places, both (hands, size)."""
        hands, size = player.shape
        players = len(self.halves_won)
        lead = np.zeros((hands, size), dtype=np.int64)
        for first, second in zip(*np.triu_indices(size, 1), strict=True):
            ahead = np.sign(place[:, second] - place[:, first])
            lead[:, first] += ahead
            lead[:, second] -= ahead
        one, other = np.nonzero(~np.eye(size, dtype=np.bool_))
        _increment(self.met.ravel(), (player[:, one] * players + player[:, other]).ravel())
        _increment(self.halves_won, player.ravel(), (lead + (size - 1)).ravel())
        self.squares += int(np.vdot(lead, lead))
        self.hands += hands


def _increment(sums: Floats, at: Ints, by: Ints | None = None) -> None:
    """Add to sums in place, by the faster way for few indices or for many."""
    if len(at) * 4 < len(sums):
        np.add.at(sums, at, 1.0 if by is None else by)
    else:
        sums += np.bincount(at, by, len(sums))
