"""The search for tables at which as few people as possible meet again.

It starts from given tables and exchanges two people at a time as long as that helps; then it
exchanges a few at random and tries again, until it has weighed `EFFORT` exchanges or nobody meets
again. The steps are counted, not timed, so the same input gives the same tables everywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

Met = Mapping[tuple[int, int], int]
"""(a, b), a < b: how many tables they have shared. Those who never met may be left out."""

EFFORT: Final = 30_000
"""Exchanges weighed for one draw: some tenths of a second at most."""
_ASKED: Final = 60
"""Partners one person is compared with in a large hall."""

Weights = Sequence[Mapping[int, int]]
"""For each person, the cost of sharing a table with others."""


def weights(people: Sequence[int], met: Met) -> Weights:
    """Return the cost of each pair of these people, by their places in the sequence. That two meet
    again costs more than anything else; then it counts, squared, how often they have met."""
    places = {person: place for place, person in enumerate(people)}
    known = {
        (places[one], places[other]): times
        for (one, other), times in met.items()
        if times > 0 and one in places and other in places
    }
    again = sum(times * times for times in known.values()) + 1
    costs: list[dict[int, int]] = [{} for _ in people]
    for (one, other), times in known.items():
        costs[one][other] = costs[other][one] = again + times * times
    return costs


def cost_of(tables: Sequence[Sequence[int]], costs: Weights) -> int:
    """Return the cost of all pairs that share a table."""
    return sum(
        costs[one].get(other, 0) for table in tables for one, other in combinations(table, 2)
    )


def spread(
    tables: Sequence[Sequence[int]],
    costs: Weights,
    rng: Random,
    *,
    partners: Callable[[int, Sequence[int]], Sequence[int]],
    allowed: Callable[[int, int], bool] = lambda place, table: True,
    shakes: bool = True,
    between: Callable[[], None] = lambda: None,
) -> list[list[int]]:
    """Return the tables after exchanges of two people each that make them cheaper.

    ``partners(place, at)`` names those with whom somebody may change places, where ``at`` is
    everybody's table; ``allowed`` refuses a person a table. Without *shakes* the search ends where
    no exchange helps. ``between`` is called after each person whose exchanges were weighed.
    """
    search = _TableSearch(tables, costs, rng, partners, allowed, between)
    search.descend()
    best, best_cost = search.copy(), search.cost
    while shakes and best_cost and search.effort > 0:
        search.shake()
        search.descend()
        if search.cost <= best_cost:
            best, best_cost = search.copy(), search.cost
        else:
            search.restore(best, best_cost)
    return best


class _TableSearch:
    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        costs: Weights,
        rng: Random,
        partners: Callable[[int, Sequence[int]], Sequence[int]],
        allowed: Callable[[int, int], bool],
        between: Callable[[], None],
    ) -> None:
        self.costs, self.rng = costs, rng
        self.partners, self.allowed, self.between = partners, allowed, between
        self.effort = EFFORT
        self.at = [0] * len(costs)
        self.restore(tables, cost_of(tables, costs))

    def copy(self) -> list[list[int]]:
        return [list(table) for table in self.tables]

    def restore(self, tables: Sequence[Sequence[int]], cost: int) -> None:
        self.tables = [list(table) for table in tables]
        self.cost = cost
        for number, table in enumerate(self.tables):
            for place in table:
                self.at[place] = number

    def descend(self) -> None:
        """Exchange people as long as it helps, always the best of those weighed."""
        helps = True
        while helps and self.cost and self.effort > 0:
            helps = False
            for place in self.in_trouble():
                helps = self.move(place) or helps
                self.between()
                if self.effort <= 0:
                    break

    def in_trouble(self) -> list[int]:
        """Return those who meet somebody again, in a random order."""
        found = [
            place
            for table in self.tables
            for place in table
            if any(other in self.costs[place] for other in table)
        ]
        return shuffled(found, self.rng)

    def move(self, place: int) -> bool:
        """Exchange somebody with the best partner; return whether that helped."""
        others = self.partners(place, self.at)
        if len(others) > _ASKED:
            others = [others[int(self.rng.random() * len(others))] for _ in range(_ASKED)]
        best, change = -1, 0
        mine = self.at[place]
        of_mine = [each for each in self.tables[mine] if each != place]
        cost_here = self.pull(place, of_mine)
        for other in others:
            theirs = self.at[other]
            if theirs == mine or not self.fits(place, other):
                continue
            self.effort -= 1
            of_theirs = [each for each in self.tables[theirs] if each != other]
            after = (
                self.pull(place, of_theirs)
                + self.pull(other, of_mine)
                - cost_here
                - self.pull(other, of_theirs)
            )
            if after < change:
                best, change = other, after
        self.effort -= 1
        if best < 0:
            return False
        self.exchange(place, best)
        self.cost += change
        return True

    def pull(self, place: int, table: Sequence[int]) -> int:
        costs = self.costs[place]
        return sum([costs[other] for other in table if other in costs])

    def fits(self, place: int, other: int) -> bool:
        return self.allowed(place, self.at[other]) and self.allowed(other, self.at[place])

    def exchange(self, place: int, other: int) -> None:
        mine, theirs = self.at[place], self.at[other]
        self.tables[mine][self.tables[mine].index(place)] = other
        self.tables[theirs][self.tables[theirs].index(other)] = place
        self.at[place], self.at[other] = theirs, mine

    def shake(self) -> None:
        """Exchange a few people at random, one of them in trouble."""
        trouble = self.in_trouble()
        for place in [*trouble[:2], int(self.rng.random() * len(self.at))]:
            others = [
                other
                for other in self.partners(place, self.at)
                if self.at[other] != self.at[place] and self.fits(place, other)
            ]
            self.effort -= 1
            if others:
                self.exchange(place, others[int(self.rng.random() * len(others))])
        self.cost = cost_of(self.tables, self.costs)


def shuffled(things: Sequence[int], rng: Random) -> list[int]:
    """Return the things in a random order that is the same in every release of Python."""
    keys = [rng.random() for _ in things]
    return [things[place] for place in sorted(range(len(things)), key=keys.__getitem__)]
