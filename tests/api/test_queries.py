"""The number of queries of an answer does not depend on the amount of data."""

import copy
import dataclasses

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.api.endpoints import CHECKS, READS
from tests.api.test_permissions import undone
from tests.api.world import World
from zarleague.leagues import services as leagues
from zarleague.play import services

IN_STEPS = {"player's hands", "season's hands"}
"""Look through a player's matches, twice as many at each step, until a page is full."""
TRIED = {"check rules", "check a right seat", "check counting a substitute"}
"""Write each hand of the match, at most 300, and take it back."""
GROWING = [
    name for name in (*READS, *CHECKS) if name not in IN_STEPS | TRIED | {"replay", "compare"}
]


def queries(world: World, *names: str, warm: bool = False) -> dict[str, int]:
    """How many each answer takes; what they are about is made once for all, and taken back."""
    asked = {name: (READS | CHECKS)[name] for name in names}
    who = {name: "player" if "player" in asked[name].may else "organiser" for name in names}
    for one in sorted(set(who.values())):
        world.caller(one)
    alone = dataclasses.replace(world, club=copy.deepcopy(world.club))
    found = {}
    with undone():
        for endpoint in asked.values():
            endpoint.prepare(alone)
        for name, endpoint in asked.items():
            with undone():
                if not warm:
                    endpoint.ask(alone, who[name])  # whatever is cached for good is so now
                with CaptureQueriesContext(connection) as taken:
                    assert endpoint.ask(alone, who[name]).status_code == 200
            found[name] = len(taken)
    return found


def grow(world: World) -> None:
    """More of everything: leagues, seasons, players, matches, seats, hands, versions."""
    club = world.club
    names = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay")
    for match in (world.match, *(factories.match(club, *names) for _ in range(3))):
        for number in range(3):
            width = 3 if match == world.match else len(names)
            factories.hand(club, match, *[0, *range(3 + number, 2 + number + width)])
    for number in range(4):
        theirs = factories.club(name=f"League {number}")
        leagues.set_role(theirs.league, club.player, "player", actor=theirs.boss)
        leagues.start_season(
            club.league,
            name=f"S{number}",
            starts=factories.FIRST_EVENING,
            actor=club.boss,
            key=factories.key(),
        )
    correct(world)


def correct(world: World) -> None:
    for version in (1, 2, 3):
        services.correct_hand(
            world.hand,
            factories.totals(0, 3, 5 + version),
            reason="miscounted",
            key=factories.key(),
            actor=world.club.boss,
            expected_version=version,
        )


def test_as_many_queries_for_much_as_for_little(world: World) -> None:
    before = queries(world, *GROWING)
    grow(world)
    after = queries(world, *GROWING, warm=True)
    assert [name for name in GROWING if after[name] > before[name]] == []


@pytest.mark.parametrize(
    ("name", "most"), [("match", 14), ("hands", 9), ("standings", 10), ("matches", 8)]
)
def test_what_phones_ask_most_takes_few_queries(world: World, name: str, most: int) -> None:
    assert queries(world, name)[name] <= most
