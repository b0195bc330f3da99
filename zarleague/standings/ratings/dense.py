"""The Bradley–Terry maximum by Newton's method on P x P arrays.

``wins[i, j]`` is the weight with which player i was placed ahead of player j; strengths are in
log-odds.
"""

from typing import Final, NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Floats
from zarleague.standings.ratings.solve import conjugate_gradients, one_thread, symmetric_inverse

CLOSE_ENOUGH: Final = 2e-6
"""Largest Newton step, in log-odds, after which to stop. Steps shrink quadratically: the strengths
reached are within a few times its square."""
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
    inverse: Floats
    """(P, P) inverse of the information matrix there."""


def dense_maximum(wins: Floats, prior_deviation: float, near: Maximum | None = None) -> Maximum:
    """Return the maximum, looked for from that of similar counts if given.

    Raises `NotConvergedError` if ``wins`` or ``near`` are not finite.
    """
    with one_thread():
        return _climb(wins, prior_deviation**-2, near)


def covariance(inverse: Floats, prior_deviation: float, players: int) -> Floats:
    """Return the covariance of the strengths against the mean of ``players`` of them.

    The vector of ones is an eigenvector of the information matrix with eigenvalue 1/d^2, so taking
    the mean out subtracts d^2/P everywhere.
    """
    return np.asarray(inverse - prior_deviation**2 / max(players, 1))


def _climb(wins: Floats, pull: float, near: Maximum | None) -> Maximum:
    weight = wins + wins.T
    won = wins.sum(axis=1)
    strengths = np.zeros(len(wins)) if near is None else near.strengths
    for _ in range(MOST_STEPS):
        odds = np.exp(strengths)
        both = odds[:, None] + odds[None, :]
        share = weight / both
        gradient = won - odds * share.sum(axis=1) - pull * strengths
        # In place from here on: at this size making arrays costs as much as filling them.
        information = np.divide(share, both, out=share)
        information *= odds[:, None]
        information *= -odds
        np.fill_diagonal(information, 0.0)
        np.fill_diagonal(information, pull - information.sum(axis=1))
        step = _newton_step(information, gradient, near)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < CLOSE_ENOUGH:
            return Maximum(strengths + step, symmetric_inverse(information))
        if size > SURE_STEP:
            step = _halved(wins, pull, strengths, step)
        strengths = strengths + step
    raise NotConvergedError(f"no maximum after {MOST_STEPS} steps")


def _newton_step(information: Floats, gradient: Floats, near: Maximum | None) -> Floats:
    if near is None:
        return np.asarray(np.linalg.solve(information, gradient))
    # The inverse of the counts before all but solves the system of the counts now.
    return conjugate_gradients(
        lambda vector: np.asarray(information @ vector),
        lambda vector: np.asarray(near.inverse @ vector),
        gradient,
    )


def _halved(wins: Floats, pull: float, strengths: Floats, step: Floats) -> Floats:
    """Return the step, halved until it surely climbs."""
    value = _log_posterior(wins, pull, strengths)
    while (
        _log_posterior(wins, pull, strengths + step) < value
        and float(np.max(np.abs(step))) > SURE_STEP
    ):
        step = step / 2.0
    return step


def _log_posterior(wins: Floats, pull: float, strengths: Floats) -> float:
    """Return what is maximised, but for a constant."""
    likelihood = -np.vdot(wins, np.logaddexp(0.0, strengths[None, :] - strengths[:, None]))
    return float(likelihood - pull * np.vdot(strengths, strengths) / 2.0)
