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


def queries(world: World, name: str) -> int:
    """How many an answer takes; what it is about is made for it and taken back."""
    endpoint = (READS | CHECKS)[name]
    who = "player" if "player" in endpoint.may else "organiser"
    world.caller(who)
    alone = dataclasses.replace(world, club=copy.deepcopy(world.club))
    with undone():
        endpoint.ask(alone, who)  # whatever is cached for good is so now
        with CaptureQueriesContext(connection) as asked:
            assert endpoint.ask(alone, who).status_code == 200
    return len(asked)


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
    before = {name: queries(world, name) for name in GROWING}
    grow(world)
    after = {name: queries(world, name) for name in GROWING}
    assert [name for name in GROWING if after[name] > before[name]] == []


@pytest.mark.parametrize(
    ("name", "most"), [("match", 14), ("hands", 9), ("standings", 10), ("matches", 8)]
)
def test_what_phones_ask_most_takes_few_queries(world: World, name: str, most: int) -> None:
    assert queries(world, name) <= most
