"""The Bradley–Terry maximum for leagues too large for a P x P array.

Pairs who met are a list; Newton steps are found by conjugate gradients, whose cost is linear in
that list.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from zarleague.standings.ratings import dense
from zarleague.standings.ratings.history import Comparisons, Floats, Ints
from zarleague.standings.ratings.pairs import pair_weight

RESIDUAL: Final = 1e-6
"""Conjugate gradients stop when the residual has shrunk to this share."""
MOST_DIRECTIONS: Final = 10
"""Conjugate gradients take at most so many directions for each player."""
PROBES: Final = 128
"""Random sign vectors by which the diagonal of the inverse is estimated, to a few per cent."""
PROBE_SEED: Final = 20161
"""Fixed, so that the same hands always give the same intervals."""


@dataclass(frozen=True)
class Pairs:
    """The M pairs of players who met, each once."""

    players: int
    first: Ints
    """(M,) index of a player."""
    second: Ints
    """(M,) index of the other, higher."""
    ahead: Floats
    """(M,) weight with which the first was placed ahead."""
    behind: Floats
    """(M,) weight with which the first was placed behind."""

    @classmethod
    def of(cls, found: Comparisons, players: int, factor: float) -> "Pairs":
        """Return the pairs of all comparisons, all weights multiplied by ``factor``.

        Sums are the same to the last bit in any order.
        """
        swapped = found.first > found.second
        low = np.where(swapped, found.second, found.first)
        high = np.where(swapped, found.first, found.second)
        halves = 2.0 * np.where(swapped, 1.0 - found.score, found.score)
        codes, at = np.unique(low * players + high, return_inverse=True)
        ahead, behind = np.zeros(len(codes)), np.zeros(len(codes))
        sizes = np.unique(found.size)
        for size, weight in zip(sizes, factor * pair_weight(sizes) / 2.0, strict=True):
            of_size = found.size == size
            ahead += np.bincount(at[of_size], halves[of_size], len(codes)) * weight
            behind += np.bincount(at[of_size], 2.0 - halves[of_size], len(codes)) * weight
        return cls(players, codes // players, codes % players, ahead, behind)

    def among(self, kept: Ints) -> "Pairs":
        """Return the same pairs with players numbered by their position in ``kept``, ascending."""
        return Pairs(
            len(kept),
            np.searchsorted(kept, self.first),
            np.searchsorted(kept, self.second),
            self.ahead,
            self.behind,
        )


def sparse_strengths(pairs: Pairs, prior_deviation: float) -> Floats:
    """Return the (P,) strengths at the maximum.

    Raise `NotConvergedError` if the weights are not finite.
    """
    pull = prior_deviation**-2
    strengths = np.zeros(pairs.players)
    for _ in range(dense.MOST_STEPS):
        ahead = _chances(pairs, strengths)
        excess = pairs.ahead * (1.0 - ahead) - pairs.behind * ahead
        gradient = (
            np.bincount(pairs.first, excess, pairs.players)
            - np.bincount(pairs.second, excess, pairs.players)
            - pull * strengths
        )
        step = _solve(_hessian(pairs, pull, strengths), gradient)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < dense.CLOSE_ENOUGH:
            return np.asarray(strengths + step)
        if not size < np.inf:
            break
        if size > dense.SURE_STEP:
            step = dense.halved(step, strengths, partial(_log_posterior, pairs, pull))
        strengths = strengths + step
    raise dense.NotConvergedError(f"no maximum after {dense.MOST_STEPS} steps")


def sparse_variances(pairs: Pairs, prior_deviation: float, strengths: Floats) -> Floats:
    """Return an estimate of the (P,) variances of the strengths against their mean.

    The diagonal of an inverse A is the mean of z * (A z) over vectors z of random signs (C. Bekas,
    E. Kokiopoulou and Y. Saad 2007). Taking the mean out of z takes it out of the strengths.
    """
    pull = prior_deviation**-2
    hessian = _hessian(pairs, pull, strengths)
    signs = np.random.default_rng(PROBE_SEED)
    total = np.zeros(pairs.players)
    for _ in range(PROBES):
        probe = signs.choice((-1.0, 1.0), pairs.players)
        total += probe * _solve(hessian, probe - probe.mean())
    # By Cauchy and Schwarz no variance u'Au is less than (u'u)^2 / (u'Hu), H the inverse of A; here
    # u is one player less the mean, and H times the vector of ones is the pull.
    share = 1.0 / pairs.players
    least = (1.0 - share) ** 2 / (hessian.diagonal - share * pull)
    return np.asarray(np.maximum(total / PROBES, least))


@dataclass(frozen=True)
class SparseHessian:
    """The negative Hessian of the log posterior, symmetric."""

    pairs: Pairs
    weight: Floats
    """(M,) what stands off the diagonal, but for its sign."""
    diagonal: Floats
    """(P,)"""

    def __matmul__(self, vector: Floats) -> Floats:
        """Return (P,) the product with a vector (P,)."""
        one, other, size = self.pairs.first, self.pairs.second, self.pairs.players
        product = self.diagonal * vector
        product -= np.bincount(one, self.weight * vector[other], size)
        product -= np.bincount(other, self.weight * vector[one], size)
        return product


def _solve(hessian: SparseHessian, right: Floats) -> Floats:
    """Solve by conjugate gradients, preconditioned by the diagonal (Hestenes and Stiefel 1952)."""
    if not np.isfinite(right).all():
        raise dense.NotConvergedError("the weights are not finite")
    found, residual = np.zeros_like(right), right
    near = RESIDUAL * float(np.linalg.norm(right))
    direction, before = np.zeros_like(right), np.inf
    for _ in range(MOST_DIRECTIONS * len(right)):
        if float(np.linalg.norm(residual)) <= near:
            break
        scaled = residual / hessian.diagonal
        size = float(residual @ scaled)
        direction = scaled + size / before * direction
        before = size
        product = hessian @ direction
        length = size / float(direction @ product)
        found, residual = found + length * direction, residual - length * product
    return found


def _chances(pairs: Pairs, strengths: Floats) -> Floats:
    """Return (M,): the chance that the first of each pair is placed ahead."""
    apart = strengths[pairs.second] - strengths[pairs.first]
    return np.asarray(1.0 / (1.0 + np.exp(apart)))


def _log_posterior(pairs: Pairs, pull: float, strengths: Floats) -> float:
    apart = strengths[pairs.first] - strengths[pairs.second]
    likelihood = -np.vdot(pairs.ahead, np.logaddexp(0.0, -apart))
    likelihood -= np.vdot(pairs.behind, np.logaddexp(0.0, apart))
    return float(likelihood - pull * np.vdot(strengths, strengths) / 2.0)


def _hessian(pairs: Pairs, pull: float, strengths: Floats) -> SparseHessian:
    """Return the negative Hessian of the log posterior."""
    ahead = _chances(pairs, strengths)
    weight = (pairs.ahead + pairs.behind) * ahead * (1.0 - ahead)
    diagonal = (
        pull
        + np.bincount(pairs.first, weight, pairs.players)
        + np.bincount(pairs.second, weight, pairs.players)
    )
    return SparseHessian(pairs, weight, np.asarray(diagonal, dtype=np.float64))
