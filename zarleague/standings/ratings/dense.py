"""The Bradley–Terry maximum by Newton's method on P x P arrays; strengths are in log-odds."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Floats
from zarleague.standings.ratings.pairs import WeightedPairs

CLOSE_ENOUGH: Final = 1e-7
"""Largest step, in log-odds, after which to stop. Its factor is taken close by, so that what is
left is a thousandth of the step at most: 1e-10."""
CHORD: Final = 0.25
"""A step that shrank at least to this share of the one before shows that the Hessian has hardly
changed since it was factored."""
SURE_STEP: Final = 0.5
"""Up to this length a Newton step surely climbs: over it no curvature changes by more than a factor
of e, as two strengths part by no more than 1."""
NEAR: Final = 1e-7
"""Distance, in log-odds, over which no curvature changes by as much as figures are compared to: a
factor taken this close to the maximum is the one there."""
ROUGHLY: Final = 1e-3
"""The same where a deviation may err by a thousandth of itself, less than is ever shown."""
BY_HALVES_FROM: Final = 96
"""Rows from which a triangular matrix is inverted by halves."""
ROWS_AT_ONCE: Final = 128
"""Rows of a P x P sum that are computed at a time, so that no such array is made."""
MOST_STEPS: Final = 100


class NotConvergedError(ArithmeticError):
    """No maximum was found because some figures are not finite."""


class Maximum(NamedTuple):
    """The maximum of the log posterior."""

    strengths: Floats
    """(P,)"""
    root: Floats
    """(P, P) the inverse of the lower Cholesky factor of the negative Hessian there: its transpose
    times itself is the inverse of the Hessian."""
    curvature: Floats
    """(P,) see `_curvature`."""

    def log_determinant(self) -> float:
        """Return the logarithm of the determinant of the negative Hessian."""
        return -2.0 * float(np.log(np.diag(self.root)).sum())

    def variances(self) -> Floats:
        """Return (P,) the diagonal of the inverse of the negative Hessian."""
        return np.asarray(np.einsum("ij,ij->j", self.root, self.root))

    def covariance(self) -> Floats:
        """Return (P, P) the inverse of the negative Hessian."""
        return np.asarray(self.root.T @ self.root)


def dense_maximum(
    counts: WeightedPairs,
    prior_deviation: float,
    start: Maximum | None = None,
    *,
    close_enough: float = CLOSE_ENOUGH,
    rough: bool = False,
) -> Maximum:
    """Return the maximum, by steps down to ``close_enough``.

    ``start`` is the maximum of nearly the same counts and prior, if known. Its factor serves for
    the first steps (the chord method): they cost little beside a new factor and converge fast while
    the Hessian hardly changes.

    ``rough`` is for many maxima in a row: the factor, and what follows from it, is right to a
    thousandth only.

    Raise `NotConvergedError` if the counts are not finite.
    """
    pull, near = prior_deviation**-2, ROUGHLY if rough else NEAR
    curvature = _curvature(counts, pull)
    strengths, root, scale = np.zeros(len(curvature)), None, np.ones(len(curvature))
    if start is not None:
        # Assume that the Hessian has grown in proportion to its diagonal.
        strengths, root, scale = start.strengths, start.root, start.curvature / curvature
        scale = np.sqrt(scale)
    moved = np.inf
    room = np.empty((2, *counts.met.shape))
    before, shrunk = np.inf, 1.0
    for _ in range(MOST_STEPS):
        gradient = _gradient(counts, pull, strengths, room)
        if root is None or (before * shrunk < near < moved):
            root, moved, scale = _root(pull, strengths, room), 0.0, np.ones_like(scale)
        step = scale * _solve(root, scale * gradient)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < close_enough and moved < near:
            return Maximum(strengths + step, root, curvature)
        if size >= min(SURE_STEP, CHORD * before) and moved > 0.0:
            root, moved, scale = _root(pull, strengths, room), 0.0, np.ones_like(scale)
            step = _solve(root, gradient)
            size = float(np.max(np.abs(step), initial=0.0))
        if not size < np.inf:
            break
        if size > SURE_STEP:
            step = halved(step, strengths, partial(log_posterior, counts, pull))
        shrunk = min(size / before, 1.0) if before < np.inf else 1.0
        strengths, before, moved = strengths + step, size, moved + size
    raise NotConvergedError(f"no maximum after {MOST_STEPS} steps")


def _curvature(counts: WeightedPairs, pull: float) -> Floats:
    """Return (P,) the diagonal of the negative Hessian for equal strengths, where it is largest."""
    return np.asarray(pull + counts.met.sum(axis=1) / 4.0)


def log_posterior(counts: WeightedPairs, pull: float, strengths: Floats) -> float:
    """Return the log likelihood less half of ``pull`` times the sum of squared strengths."""
    # log(e^a + e^b) of every pair from the odds: one logarithm is cheaper than logaddexp.
    odds, spent = np.exp(strengths), 0.0
    for first in range(0, len(odds), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        together = np.add.outer(odds[rows], odds)
        np.log(together, out=together)
        spent += float(np.vdot(counts.met[rows], together))
    likelihood = float(counts.won @ strengths) - spent / 2.0
    return likelihood - pull * float(strengths @ strengths) / 2.0


def _gradient(counts: WeightedPairs, pull: float, strengths: Floats, room: Floats) -> Floats:
    """Return the gradient of the log posterior. Fill the arrays of ``room`` with the sums of odds
    of every two players and the weights divided by them; allocating new arrays would take
    longer."""
    odds = np.exp(strengths)
    np.add.outer(odds, odds, out=room[0])
    np.divide(counts.met, room[0], out=room[1])
    return np.asarray(counts.won - odds * room[1].sum(axis=1) - pull * strengths)


def _root(pull: float, strengths: Floats, room: Floats) -> Floats:
    """Return `Maximum.root` at these strengths, given what `_gradient` left."""
    odds = np.exp(strengths)
    both, hessian = room
    # Minus odds_i odds_j met_ij / (odds_i + odds_j)^2 off the diagonal; a row sums to the pull.
    hessian /= both
    hessian *= odds
    hessian *= -odds[:, None]
    np.fill_diagonal(hessian, pull - hessian.sum(axis=1))
    try:
        return _inverse(np.linalg.cholesky(hessian))
    except np.linalg.LinAlgError as error:
        raise NotConvergedError("the Hessian is not positive definite") from error


def _inverse(lower: Floats) -> Floats:
    """Return the inverse of a lower triangular matrix. Recurse on halves, so that most of the work
    is matrix products."""
    size = len(lower)
    if size < BY_HALVES_FROM:
        return np.asarray(np.tril(np.linalg.inv(lower)))
    half = size // 2
    found = np.zeros_like(lower)
    top = found[:half, :half] = _inverse(lower[:half, :half])
    bottom = found[half:, half:] = _inverse(lower[half:, half:])
    found[half:, :half] = -bottom @ (lower[half:, :half] @ top)
    return found


def _solve(root: Floats, right: Floats) -> Floats:
    """Return the inverse of the negative Hessian times a vector."""
    return np.asarray(root.T @ (root @ right))


def halved(step: Floats, strengths: Floats, value_at: Callable[[Floats], float]) -> Floats:
    """Return a step from these strengths, halved while ``value_at`` falls by it, but not below
    `SURE_STEP`: such a step surely climbs."""
    value = value_at(strengths)
    while value_at(strengths + step) < value and float(np.max(np.abs(step))) > SURE_STEP:
        step = step / 2.0
    return step
