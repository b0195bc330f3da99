"""Evenings of many matches are voided, restored and moved in as many statements as short ones."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague.exchange.models import Delivery, Webhook
from zarleague.leagues.models import AuditEntry, Season
from zarleague.play import services
from zarleague.play.models import Hand, HandVersion, Match

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
LATER = FIRST_EVENING + datetime.timedelta(days=7)
TABLES = (
    ("Ann", "Bob"),
    ("Cat", "Dee"),
    ("Ann", "Cat"),
    ("Bob", "Dee"),
    ("Ann", "Dee"),
    ("Eve", "Bob"),
)


def evening(club: Club, matches: int) -> list[Match]:
    """Play two hands in each of so many matches of an evening, a penalty of 3 in the first, and one
    match of another evening."""
    played = [factories.match(club, *TABLES[number]) for number in range(matches)]
    other = factories.match(club, "Ann", "Bob", played_on=LATER - datetime.timedelta(days=1))
    for match in (*played, other):
        factories.hand(club, match, 7, 0, winner=1)
        factories.hand(club, match, 0, 5)
    services.add_penalty(
        club.season,
        club.players["Ann"],
        3,
        match=played[0],
        reason="Late",
        actor=club.boss,
        key=key(),
    )
    return played


def statements(change: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        change()
    return len(asked)


def changes(club: Club, to: datetime.date = LATER) -> list[Callable[[], Any]]:
    because = {"reason": "Played elsewhere", "actor": club.boss}
    return [
        lambda: services.void_evening(club.league, FIRST_EVENING, **because, key=key()),
        lambda: services.restore_evening(club.league, FIRST_EVENING, **because, key=key()),
        lambda: services.move_evening(
            club.league, FIRST_EVENING, played_on=to, **because, key=key()
        ),
    ]


def test_six_matches_take_as_many_statements_as_two(club: Club) -> None:
    """While an evening is changed, nobody else of its season can save."""
    taken = []
    for matches in (2, 6):
        evening(club, matches)
        there = LATER + datetime.timedelta(days=matches)
        taken.append([statements(change) for change in changes(club, there)])
        assert services.rebuild(club.season, write=False) == []
    assert taken[0] == taken[1]


def test_each_hand_and_each_match_of_it_is_recorded(club: Club) -> None:
    """Each hand has an entry in the audit log and a delivery for each webhook, and each match an
    entry, as when they are changed one by one."""
    hook = Webhook.objects.create(
        league=club.league, address="https://example.org/", events=["hand.corrected"]
    )
    matches = evening(club, 2)
    void, restore, move = changes(club)
    void()
    restore()
    move()
    assert services.rebuild(club.season, write=False) == []
    entries = AuditEntry.objects.filter(league=club.league).order_by("pk")
    hands = [hand.pk for hand in Hand.objects.filter(match__in=matches).order_by("pk")]
    for action, version in (("void_hand", 2), ("restore_hand", 3)):
        found = entries.filter(action=action)
        assert [entry.about_id for entry in found] == hands
        assert {entry.after["version"] for entry in found} == {version}
    for action in ("void_match", "restore_match"):
        told = entries.filter(action=action).values_list("about_id", "after")
        assert list(told) == [(match.pk, {"hands": 2}) for match in matches]
    moved = entries.filter(action="move_match").values_list("before", "after")
    assert list(moved) == [
        ({"evening": FIRST_EVENING.isoformat()}, {"evening": LATER.isoformat()})
    ] * len(matches)
    sent = [one.data["version"] for one in Delivery.objects.filter(webhook=hook).order_by("pk")]
    assert sent == [2] * 4 + [3] * 4


def test_matches_of_two_seasons_are_counted_in_theirs(club: Club) -> None:
    """Of an evening in two seasons the table of each loses and gains its own."""
    first, second = evening(club, 2)
    other = Season.objects.create(
        league=club.league, name="Other", starts=FIRST_EVENING, rules=club.season.rules
    )
    services.move_match(
        second, played_on=FIRST_EVENING, season=other, reason="There", actor=club.boss, key=key()
    )
    for change in changes(club):
        change()
        assert [services.rebuild(season, write=False) for season in (club.season, other)] == [
            [],
            [],
        ]
    assert set(Match.objects.filter(played_on=LATER)) == {first, second}
    assert HandVersion.objects.filter(hand__match=first).count() == 6
