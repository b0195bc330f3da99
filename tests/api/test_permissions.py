"""Who gets an answer from which endpoint: the table of docs/domain.md, over the API."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests import factories
from tests.api.endpoints import CHECKS, EVERYTHING, FILES, READS, WRITES
from tests.api.world import API, WHO, Caller, World, entry
from tests.factories import FIRST_EVENING, key
from zarleague.leagues import links
from zarleague.leagues.models import League
from zarleague.play import services
from zarleague.play.models import Hand


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is written inside, so that the next one finds the same."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def asked(world: World, name: str, who: str) -> Any:
    """Ask somebody's request and take back what it wrote."""
    world.caller(who)
    with undone():
        return EVERYTHING[name].ask(world, who)


CHANGES = [name for name, asked in EVERYTHING.items() if asked.body and asked.method != "post"]
"""Neither GET nor POST: what tests/platform/test_permission_table.py does not ask."""


@pytest.mark.table(one_in=9)  # the permission table asks for all of these, too
@pytest.mark.parametrize("name", [name for name in EVERYTHING if name not in CHANGES])
def test_everybody_gets_what_they_may(world: World, name: str) -> None:
    by_everybody(world, name)


@pytest.mark.parametrize("name", CHANGES)
def test_everybody_changes_what_they_may(world: World, name: str) -> None:
    by_everybody(world, name)


def by_everybody(world: World, name: str) -> None:
    for who in WHO:
        answer = asked(world, name, who)
        if who in EVERYTHING[name].may:
            assert answer.status_code == (WRITES[name].status if name in WRITES else 200), who
        elif who == "onlooker" and name in WRITES:
            assert (answer.status_code, answer.json()["code"]) == (401, "not-authenticated")
        elif who in ("outsider", "onlooker"):
            # A private league is hidden from strangers.
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), who
        else:
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed"), who


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("name", READS | FILES | CHECKS)
def test_a_public_league_can_be_looked_at_by_anybody(world: World, name: str) -> None:
    League.objects.update(visibility=League.Visibility.PUBLIC)
    may = EVERYTHING[name].may  # what a player may look at, anybody may
    for who in WHO:
        expected = 200 if "player" in may or who in may else 403
        assert asked(world, name, who).status_code == expected


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("name", WRITES)
def test_a_public_league_can_be_changed_by_nobody_else(world: World, name: str) -> None:
    League.objects.update(visibility=League.Visibility.PUBLIC)
    for who in set(WHO) - WRITES[name].may:
        answer = asked(world, name, who)
        refused = (401, "not-authenticated") if who == "onlooker" else (403, "not-allowed")
        assert (answer.status_code, answer.json()["code"]) == refused


def test_a_link_for_the_evening_starts_matches_of_that_evening(world: World) -> None:
    link, _ = links.create_link(
        world.club.league, "score-evening", actor=world.club.boss, evening=FIRST_EVENING
    )
    start = WRITES["start a match"]
    body = start.body(world)
    holder = Caller(link=link)
    assert holder.post(start.path(world), body).status_code == 201
    another = body | {"played_on": "2026-03-13"}
    assert holder.post(start.path(world), another).json()["code"] == "not-allowed"


def test_who_will_come_is_not_told_to_the_holder_of_a_link(world: World) -> None:
    day = datetime.date.fromisoformat(world.tomorrow)
    link, _ = links.create_link(
        world.club.league, "score-evening", actor=world.club.boss, evening=day
    )
    evening = f"{world.league_path}evenings/{day}/"
    said = {"people": [{"who": world.players[0], "state": "yes"}]}
    told = world.caller("organiser").post(f"{evening}attendance/", said).json()["attendance"]
    assert [one["player"] for one in told] == [world.players[0]]
    named = Caller(link=link).post(f"{evening}name/", {"title": "Spring cup"})
    assert (named.status_code, named.json()["attendance"]) == (201, [])


def test_what_a_link_writes_carries_the_name_its_holder_gave(world: World) -> None:
    made = world.caller("holder").post(f"{world.match_path}hands/", entry(0, 4, 9))
    assert made.json()["hand"]["author"] == "Zoe"


def test_what_somebody_has_entered_is_not_taken_from_another(world: World) -> None:
    """A page may be open from before somebody else signed in, in another tab."""
    keeper, club = world.caller("scorekeeper"), world.club
    others, own = f"user-{club.organiser.pk}", f"user-{club.scorekeeper.pk}"
    for entered_by, status in ((others, 401), (own, 201)):
        answer = keeper.client.post(
            f"{API}{world.match_path}hands/",
            entry(0, 4, 9),
            "application/json",
            headers={"Entered-By": entered_by, "Idempotency-Key": key()},
        )
        assert answer.status_code == status


def test_a_link_ends_with_its_revocation(world: World) -> None:
    holder = world.caller("holder")
    links.revoke_link(world.holder, actor=world.club.boss)
    assert holder.post(f"{world.match_path}hands/", entry(0, 4, 9)).status_code == 401


def test_a_settled_hand_is_corrected_by_keepers_only(world: World) -> None:
    # Without hours for objections a hand is agreed at once.
    League.objects.update(objection_hours=0)
    world.hand = factories.hand(world.club, world.match, 0, 1, 2, at=None)
    void = WRITES["void"]
    assert void.ask(world, "holder").json()["code"] == "not-allowed"
    assert void.ask(world, "scorekeeper").status_code == 201


@pytest.mark.parametrize("who", ["organiser", "holder"])
def test_a_cookie_alone_is_not_enough(world: World, who: str) -> None:
    caller = world.caller(who)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = caller.client.cookies
    path, body = f"{API}{world.match_path}hands/", entry(0, 4, 9)
    headers, before = {"Idempotency-Key": key()}, Hand.objects.count()
    refused = strict.post(path, body, "application/json", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "permission-denied")
    assert Hand.objects.count() == before
    token = "a" * 32
    strict.cookies["csrftoken"] = token
    headers["X-CSRFToken"] = token
    assert strict.post(path, body, "application/json", headers=headers).status_code == 201


def test_another_league_is_another_matter(world: World) -> None:
    other = factories.club()
    theirs = factories.match(other)
    services.enter_hand(theirs, factories.totals(0, 1, 2), key=key(), actor=other.boss)
    stranger = world.caller("organiser")
    for path in (f"matches/{theirs.pk}/", f"matches/{theirs.pk}/hands/1/"):
        assert stranger.get(path).status_code == 404
    # A season, a seat and a player are found under their own league and match only.
    slug = world.club.league.slug
    assert stranger.get(f"leagues/{slug}/seasons/{other.season.pk}/").status_code == 404
    seat = theirs.seats.first()
    assert stranger.post(f"{world.match_path}seats/{seat.pk}/leave/").status_code == 404
    joins = stranger.post(f"{world.match_path}seats/", {"who": other.players["Ann"].pk})
    assert joins.json()["code"] == "invalid"
