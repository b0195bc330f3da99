"""The Bradley–Terry maximum by Newton's method on P x P arrays.

``wins[i, j]`` is the weight with which player i was placed ahead of player j; strengths are in
log-odds.
"""

from typing import Final

import numpy as np

from zarleague.standings.ratings.history import Floats

CLOSE_ENOUGH: Final = 1e-7
"""Largest Newton step after which to stop. Steps shrink quadratically: the strengths reached are
within about the square of it."""
MOST_STEPS: Final = 100


class NotConvergedError(ArithmeticError):
    """The maximum was not found; the data hold figures that are not finite."""


def dense_strengths(wins: Floats, prior_deviation: float, start: Floats) -> Floats:
    """Return the (P,) strengths at the maximum, looked for from ``start``.

    Raises `NotConvergedError` if ``wins`` or ``start`` are not finite.
    """
    pull = prior_deviation**-2
    weight = wins + wins.T
    won = wins.sum(axis=1)
    strengths = start.copy()
    value = log_posterior(wins, pull, strengths)
    for _ in range(MOST_STEPS):
        ahead = chances(strengths)
        gradient = won - (weight * ahead).sum(axis=1) - pull * strengths
        step = np.linalg.solve(information(weight, ahead, pull), gradient)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < CLOSE_ENOUGH:
            return np.asarray(strengths + step)
        # Far from the maximum a full step can overshoot; near it the first trial always holds.
        trial = log_posterior(wins, pull, strengths + step)
        while trial < value and size > CLOSE_ENOUGH:
            step, size = step / 2.0, size / 2.0
            trial = log_posterior(wins, pull, strengths + step)
        strengths, value = strengths + step, trial
    raise NotConvergedError(f"no maximum after {MOST_STEPS} steps")


def dense_covariance(wins: Floats, prior_deviation: float, strengths: Floats) -> Floats:
    """Return the (P, P) covariance of the strengths against their mean.

    The vector of ones is an eigenvector of the information matrix with eigenvalue 1/d^2, so taking
    the mean out subtracts d^2/P everywhere.
    """
    pull = prior_deviation**-2
    inverse = np.linalg.inv(information(wins + wins.T, chances(strengths), pull))
    return np.asarray(inverse - prior_deviation**2 / max(len(strengths), 1))


def chances(strengths: Floats) -> Floats:
    """Return (P, P): the chance that the row's player is placed ahead of the column's."""
    odds = np.exp(strengths)
    return np.asarray(odds[:, None] / (odds[:, None] + odds[None, :]))


def information(weight: Floats, ahead: Floats, pull: float) -> Floats:
    """Return the negative Hessian of the log posterior."""
    matrix = -weight * ahead * ahead.T
    np.fill_diagonal(matrix, 0.0)
    np.fill_diagonal(matrix, pull - matrix.sum(axis=1))
    return matrix


def log_posterior(wins: Floats, pull: float, strengths: Floats) -> float:
    """Return what is maximised, but for a constant."""
    likelihood = np.vdot(wins, np.log(chances(strengths)))
    return float(likelihood - pull * np.vdot(strengths, strengths) / 2.0)
