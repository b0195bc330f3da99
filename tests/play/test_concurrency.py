"""Two phones at once, each on its own connection."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, key, totals
from zarleague.leagues.errors import Refused
from zarleague.play import selectors, services
from zarleague.play.errors import HandConflict
from zarleague.play.models import Hand, Match

PHONES = 4


@pytest.fixture
def club(transactional_db: None) -> Club:
    return factories.club()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same time; return what each returned or was refused with."""
    start = threading.Barrier(len(calls))
    outcomes: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        start.wait()
        try:
            outcomes[index] = call()
        except Refused as refused:
            outcomes[index] = refused
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index, call)) for index, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def enter(club: Club, match: Match, once: str, *points: int, **fields: Any) -> Hand:
    return services.enter_hand(
        match, totals(*points), key=once, actor=club.boss, at=EIGHT_O_CLOCK, **fields
    )


def test_one_hand_sent_by_several_requests_at_once_is_one_hand(club: Club) -> None:
    match, once = factories.match(club), key()
    hands = at_once(*[lambda: enter(club, match, once, 0, 4, 9)] * PHONES)
    assert len({hand.pk for hand in hands}) == 1
    assert Hand.objects.count() == 1


def test_of_several_scorekeepers_one_saves_and_the_others_are_told(club: Club) -> None:
    match = factories.match(club)
    hands = at_once(
        *(
            lambda total=total: enter(club, match, key(), 0, 4, total, expected_number=1)
            for total in range(5, 5 + PHONES)
        )
    )
    (saved,) = [hand for hand in hands if isinstance(hand, Hand)]
    conflicts = [refused for refused in hands if isinstance(refused, HandConflict)]
    assert len(conflicts) == PHONES - 1
    assert {conflict.saved for conflict in conflicts} == {saved}


def test_tables_that_score_at_once_are_all_counted(club: Club) -> None:
    # The same two players sit at every table, so that every hand changes the same totals.
    tables = [factories.match(club, "Ann", "Bob") for _ in range(PHONES)]
    at_once(
        *(
            lambda table=table: [enter(club, table, key(), 0, 3) for _ in range(5)]
            for table in tables
        )
    )
    ann, bob = selectors.season_table(club.season)
    assert (ann.points, ann.hands, ann.wins) == (0, 5 * PHONES, 5 * PHONES)
    assert (bob.points, bob.hands, bob.wins) == (3 * 5 * PHONES, 5 * PHONES, 0)


def test_a_match_started_several_times_at_once_is_one_match(club: Club) -> None:
    once = key()
    matches = at_once(
        *[
            lambda: services.start_match(
                club.season, ["Ann", "Bob"], actor=club.boss, key=once, at=EIGHT_O_CLOCK
            )
        ]
        * PHONES
    )
    assert len({match.pk for match in matches}) == 1
    assert Match.objects.count() == 1


def test_two_corrections_at_once(club: Club) -> None:
    match = factories.match(club)
    hand = factories.hand(club, match, 0, 4, 9)
    outcomes = at_once(
        *(
            lambda total=total: services.correct_hand(
                hand,
                totals(0, 4, total),
                reason="misread",
                key=key(),
                actor=club.boss,
                expected_version=1,
                at=EIGHT_O_CLOCK,
            )
            for total in range(20, 20 + PHONES)
        )
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert {outcome.code for outcome in refused} == {"version-conflict"}
    assert len(refused) == PHONES - 1
    assert hand.versions.count() == 2
