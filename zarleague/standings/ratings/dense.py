"""The Bradley–Terry maximum by Newton's method on P x P arrays; strengths are in log-odds."""

from typing import Final, NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.linalg.lapack import dpotri, dtrtri

from zarleague.standings.ratings.history import Floats
from zarleague.standings.ratings.pairs import WeightedPairs

CLOSE_ENOUGH: Final = 1e-10
"""Largest step, in log-odds, after which to stop; the strengths reached are closer than that."""
CHORD: Final = 0.25
"""A step that shrank at least to this share of the one before shows that the Hessian has hardly
changed since it was factored."""
SURE_STEP: Final = 0.5
"""Up to this length a Newton step surely climbs: over it no curvature changes by more than a factor
of e, as two strengths part by no more than 1."""
MOST_STEPS: Final = 100


class NotConvergedError(ArithmeticError):
    """The maximum was not found; the data hold figures that are not finite."""


class Maximum(NamedTuple):
    """Where the log posterior is highest."""

    strengths: Floats
    """(P,)"""
    factor: Floats
    """(P, P) lower Cholesky factor of the negative Hessian there; above the diagonal anything."""

    def prior_slope(self, prior_deviation: float) -> Floats:
        """Return (P,) by how much the strengths move with the logarithm of the prior deviation.

        At the maximum the gradient is 0 for every d; its derivative gives H dt = 2 t / d^2 dlog d.
        """
        right = 2.0 * self.strengths / prior_deviation**2
        return np.asarray(cho_solve((self.factor, True), right, check_finite=False))

    def log_determinant(self) -> float:
        """Return the logarithm of the determinant of the negative Hessian."""
        return 2.0 * float(np.log(np.diag(self.factor)).sum())

    def variances(self) -> Floats:
        """Return (P,) the diagonal of the inverse of the negative Hessian."""
        inverse, problem = dtrtri(np.tril(self.factor), lower=1)
        if problem:
            raise NotConvergedError("the Hessian cannot be inverted")
        return np.asarray(np.einsum("ij,ij->j", inverse, inverse))

    def covariance(self) -> Floats:
        """Return (P, P) the inverse of the negative Hessian."""
        inverse, problem = dpotri(self.factor, lower=1)
        if problem:
            raise NotConvergedError("the Hessian cannot be inverted")
        lower = np.tril(inverse)
        return np.asarray(lower + np.tril(lower, -1).T)


def dense_maximum(
    counts: WeightedPairs,
    prior_deviation: float,
    start: Floats | None = None,
    close_enough: float = CLOSE_ENOUGH,
) -> Maximum:
    """Return the maximum, looked for from ``start`` if given, by steps down to ``close_enough``.

    Raise `NotConvergedError` if the counts are not finite.
    """
    pull = prior_deviation**-2
    strengths = np.zeros(len(counts.won)) if start is None else start
    room = np.empty((2, *counts.met.shape))
    factor: Floats | None = None
    before = np.inf
    fresh = False
    for _ in range(MOST_STEPS):
        gradient = _gradient(counts, pull, strengths, room)
        # While the Hessian hardly changes its factor serves for the next steps as well (the chord
        # method): they shrink by as much as it does change, and cost next to nothing.
        if factor is None or not fresh:
            factor = _factor(counts, pull, strengths, room)
        step = cho_solve((factor, True), gradient, check_finite=False)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < close_enough:
            reached = strengths + step
            _gradient(counts, pull, reached, room)
            return Maximum(reached, _factor(counts, pull, reached, room))
        fresh = size < CHORD * before
        if not size < np.inf:
            break
        if size > SURE_STEP:
            step = _halved(counts, pull, strengths, step)
        strengths, before = strengths + step, size
    raise NotConvergedError(f"no maximum after {MOST_STEPS} steps")


def log_posterior(counts: WeightedPairs, pull: float, strengths: Floats) -> float:
    """Return the log likelihood less half of ``pull`` times the sum of squared strengths."""
    # log(e^a + e^b) of every two, by odds: one logarithm for each pair is cheaper than logaddexp.
    odds = np.exp(strengths)
    together = np.log(np.add.outer(odds, odds))
    likelihood = float(counts.won @ strengths) - float(np.vdot(counts.met, together)) / 2.0
    return likelihood - pull * float(strengths @ strengths) / 2.0


def _gradient(counts: WeightedPairs, pull: float, strengths: Floats, room: Floats) -> Floats:
    """Return the gradient of the log posterior. Leave in ``room`` the sums of odds of every two
    players, and the weights divided by them: new arrays would take longer than filling them."""
    odds = np.exp(strengths)
    np.add.outer(odds, odds, out=room[0])
    np.divide(counts.met, room[0], out=room[1])
    return np.asarray(counts.won - odds * (room[1] @ np.ones_like(odds)) - pull * strengths)


def _factor(counts: WeightedPairs, pull: float, strengths: Floats, room: Floats) -> Floats:
    """Return the lower Cholesky factor of the negative Hessian, given what `_gradient` left."""
    odds = np.exp(strengths)
    both, hessian = room
    # Minus odds_i odds_j met_ij / (odds_i + odds_j)^2 off the diagonal; a row sums to the pull.
    hessian /= both
    hessian *= odds
    hessian *= -odds[:, None]
    np.fill_diagonal(hessian, pull - hessian @ np.ones_like(odds))
    try:
        # Symmetric, so that the transpose, which LAPACK takes without a copy, is the same.
        factor, _lower = cho_factor(hessian.T, lower=True, check_finite=False)
    except np.linalg.LinAlgError as error:
        raise NotConvergedError("the Hessian is not positive definite") from error
    return np.asarray(factor)


def _halved(counts: WeightedPairs, pull: float, strengths: Floats, step: Floats) -> Floats:
    """Return the step, halved until it surely climbs."""
    value = log_posterior(counts, pull, strengths)
    while (
        log_posterior(counts, pull, strengths + step) < value
        and float(np.max(np.abs(step))) > SURE_STEP
    ):
        step = step / 2.0
    return step
