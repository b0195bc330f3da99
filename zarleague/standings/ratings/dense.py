"""The Bradley–Terry maximum by Newton's method on P x P arrays; strengths are in log-odds."""

from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from zarleague.standings.ratings.history import Comparisons, Floats
from zarleague.standings.ratings.solve import Inverse, conjugate_gradients

CLOSE_ENOUGH: Final = 2e-6
"""Largest Newton step, in log-odds, after which to stop. Steps shrink quadratically: the strengths
reached are within a few times its square."""
SURE_STEP: Final = 0.5
"""Up to this length a Newton step surely climbs: over it no curvature changes by more than a factor
of e, as two strengths part by no more than 1."""
MOST_STEPS: Final = 100


class NotConvergedError(ArithmeticError):
    """The maximum was not found; the data hold figures that are not finite."""


@dataclass(frozen=True)
class Counts:
    """All the fit needs to know of P players' comparisons."""

    won: Floats
    """(P,) weight with which a player was placed ahead of others, level places half."""
    met: Floats
    """(P, P) weight of all comparisons of two players; symmetric, 0 with oneself."""

    @classmethod
    def none(cls, players: int) -> "Counts":
        """Return the counts before the first hand."""
        return cls(np.zeros(players), np.zeros((players, players)))

    @classmethod
    def of(cls, found: Comparisons, players: int) -> "Counts":
        """Return the counts of all comparisons.

        Halves are counted as whole numbers hand size by hand size and weighted last, so that the
        sums are the same to the last bit in any order.
        """
        counts = cls.none(players)
        for size in np.unique(found.size):
            at = found.size == size
            first, second, halves = found.first[at], found.second[at], 2.0 * found.score[at]
            counts.won[:] += np.bincount(first, halves, players) / size
            counts.won[:] += np.bincount(second, 2.0 - halves, players) / size
            pairs = np.bincount(first * players + second, minlength=players * players)
            both = pairs.reshape(players, players)
            counts.met[:] += (both + both.T) * (2.0 / size)
        return counts

    def include(self, found: Comparisons) -> None:
        """Add some comparisons, few beside P x P."""
        weight = 2.0 / found.size
        np.add.at(self.won, found.first, weight * found.score)
        np.add.at(self.won, found.second, weight * (1.0 - found.score))
        np.add.at(self.met, (found.first, found.second), weight)
        np.add.at(self.met, (found.second, found.first), weight)


class Information(NamedTuple):
    """The information matrix, the negative Hessian of the log posterior: ``diagonal`` less
    odds_i share_ij odds_j. Products with it need no array of their own."""

    pull: float
    """The prior's part of the diagonal."""
    diagonal: Floats
    odds: Floats
    share: Floats

    def times(self, vector: Floats) -> Floats:
        """Return the product with a vector."""
        return np.asarray(self.diagonal * vector - self.odds * (self.share @ (self.odds * vector)))

    def matrix(self, precision: DTypeLike = np.float64) -> Floats:
        """Return the matrix itself."""
        odds, matrix = self.odds.astype(precision), self.share.astype(precision)
        matrix *= -odds
        matrix *= odds[:, None]
        np.fill_diagonal(matrix, self.diagonal)
        return matrix


class Maximum(NamedTuple):
    """Where the log posterior is highest."""

    strengths: Floats
    """(P,)"""
    information: Information
    """There."""


class RoughInverse(NamedTuple):
    """The inverse of an information matrix in single precision, in half the time: deviations are
    within a millionth of their size.

    Beside what the hands say the prior hardly holds the mean of the players, which would cost the
    rest most of its digits. Here the mean is held as firmly as a player is on average; that takes
    the same ``short`` from every element, the vector of ones being an eigenvector.
    """

    firm: Inverse
    short: float

    @classmethod
    def of(cls, information: Information) -> "RoughInverse":
        """Invert."""
        players, pull = len(information.diagonal), information.pull
        added = float(np.mean(information.diagonal))
        matrix = information.matrix(np.float32)
        matrix += added / players
        return cls(Inverse.of(matrix), (1.0 / pull - 1.0 / (pull + added)) / players)

    def dot(self, vector: Floats) -> Floats:
        """Return the product with a vector whose elements sum to 0, as gradients do."""
        return self.firm.dot(vector.astype(np.float32)).astype(np.float64)

    def diagonal(self) -> Floats:
        """Return the diagonal."""
        return self.firm.diagonal().astype(np.float64) + self.short


class Near(NamedTuple):
    """Where to look for the maximum from."""

    strengths: Floats
    information: Information
    """Of similar counts."""
    inverse: RoughInverse
    """Of that."""

    @classmethod
    def to(cls, found: Maximum) -> "Near":
        """Return the place of a maximum."""
        return cls(*found, RoughInverse.of(found.information))

    def moved_by(self, found: Comparisons) -> "Near":
        """Return nearly the maximum of these comparisons as well, few beside those so far.

        At a maximum all comparisons so far pull nobody; what the new ones do is a Newton step,
        found without a look at all of them.
        """
        behind = 1.0 / (1.0 + np.exp(self.strengths[found.first] - self.strengths[found.second]))
        weight = 2.0 / found.size
        bend = weight * behind * (1.0 - behind)

        def spread(pull: Floats) -> Floats:
            players = len(self.strengths)
            up, down = (np.bincount(at, pull, players) for at in (found.first, found.second))
            return np.asarray(up - down, dtype=np.float64)

        def times(vector: Floats) -> Floats:
            apart = vector[found.first] - vector[found.second]
            return self.information.times(vector) + spread(bend * apart)

        gradient = spread(weight * (found.score - 1.0 + behind))
        step = conjugate_gradients(times, self.inverse.dot, gradient)
        return self._replace(strengths=self.strengths + step)


def dense_maximum(counts: Counts, prior_deviation: float, near: Near | None = None) -> Maximum:
    """Return the maximum, looked for from that of similar counts if given.

    Raises `NotConvergedError` if ``counts`` or ``near`` are not finite.
    """
    pull = prior_deviation**-2
    room = np.empty((2, *counts.met.shape))
    strengths = np.zeros(len(counts.won)) if near is None else near.strengths
    for _ in range(MOST_STEPS):
        gradient, information = _slopes(counts, pull, strengths, room)
        # The inverse of the counts before all but solves the system of the counts now.
        guess = near.inverse.dot if near else partial(np.multiply, 1.0 / information.diagonal)
        step = conjugate_gradients(information.times, guess, gradient)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < CLOSE_ENOUGH:
            return Maximum(strengths + step, information)
        if size > SURE_STEP:
            step = _halved(counts, pull, strengths, step)
        strengths = strengths + step
    raise NotConvergedError(f"no maximum after {MOST_STEPS} steps")


def covariance(inverse: Floats, prior_deviation: float, players: int) -> Floats:
    """Return the covariance of the strengths against the mean of ``players`` of them.

    The vector of ones is an eigenvector of the information matrix with eigenvalue 1/d^2, so taking
    the mean out subtracts d^2/P everywhere.
    """
    return np.asarray(inverse - prior_deviation**2 / max(players, 1))


def _slopes(
    counts: Counts, pull: float, strengths: Floats, room: Floats
) -> tuple[Floats, Information]:
    """Return the gradient of the log posterior and its negative Hessian, made in ``room``: asking
    for new arrays takes longer than filling them."""
    odds = np.exp(strengths)
    both, share = room
    np.add.outer(odds, odds, out=both)
    np.divide(counts.met, both, out=share)
    gradient = counts.won - odds * (share @ np.ones_like(odds)) - pull * strengths
    share /= both
    return gradient, Information(pull, pull + odds * (share @ odds), odds, share)


def _halved(counts: Counts, pull: float, strengths: Floats, step: Floats) -> Floats:
    """Return the step, halved until it surely climbs."""
    value = _log_posterior(counts, pull, strengths)
    while (
        _log_posterior(counts, pull, strengths + step) < value
        and float(np.max(np.abs(step))) > SURE_STEP
    ):
        step = step / 2.0
    return step


def _log_posterior(counts: Counts, pull: float, strengths: Floats) -> float:
    """Return what is maximised, but for a constant."""
    together = np.logaddexp(strengths[:, None], strengths[None, :])
    likelihood = np.vdot(counts.won, strengths) - np.vdot(counts.met, together) / 2.0
    return float(likelihood - pull * np.vdot(strengths, strengths) / 2.0)
