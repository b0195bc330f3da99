"""Groups of players connected by hands. Ratings can be compared only within a group."""

from typing import Self

import numpy as np

from zarleague.standings.ratings.history import History, Ints


class Groups:
    """The connected components of the graph whose edges are hands played together.

    Two players may be compared if a chain of hands leads from one to the other. Hands are added as
    they are played; players without one are groups of their own.
    """

    def __init__(self, players: int) -> None:
        self.label = np.arange(players)
        """(P,) the same number for players of the same group, from 0 without gaps."""

    @classmethod
    def of(cls, history: History) -> Self:
        """Return the groups after all hands."""
        groups = cls(history.players)
        for part in history.parts():
            groups.add(part)
        return groups

    def add(self, played: History) -> None:
        """Join the groups of players who sat in a hand together."""
        first = np.repeat(played.player[played.start[:-1]], played.sizes)
        one, other = self.label[first], self.label[played.player]
        if np.array_equal(one, other):
            return
        joined = np.arange(len(self.label))
        while np.any(apart := joined[one] != joined[other]):
            # Hang the higher label under the lower one, then let everybody follow to the end.
            both = np.stack((joined[one[apart]], joined[other[apart]]))
            np.minimum.at(joined, both.max(axis=0), both.min(axis=0))
            while not np.array_equal(joined, further := joined[joined]):
                joined = further
        self.label = _renumbered(joined[self.label])

    def sizes(self) -> Ints:
        """Return (P,) the number of players in each player's group."""
        return np.bincount(self.label)[self.label]

    def numbers(self) -> Ints:
        """Return (P,) group numbers from 1: the largest first, then that with the first player."""
        sizes = np.bincount(self.label)
        first = np.full(len(sizes), len(self.label))
        np.minimum.at(first, self.label, np.arange(len(self.label)))
        order = np.lexsort((first, -sizes))
        number = np.empty(len(sizes), dtype=np.int64)
        number[order] = np.arange(1, len(sizes) + 1)
        return number[self.label]


def pairs_met(history: History) -> tuple[int, int]:
    """Return how many different pairs of players sat in a hand together, and in how many hands,
    added up over the pairs."""
    known, hands = np.zeros(0, dtype=np.int64), 0
    for part in history.parts():
        for size, rows in part.rows_by_size():
            player = np.sort(part.player[rows], axis=1)
            one, other = np.triu_indices(size, 1)
            met = player[:, one] * history.players + player[:, other]
            known = np.union1d(known, met)
            hands += met.size
    return len(known), hands


def _renumbered(labels: Ints) -> Ints:
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)
