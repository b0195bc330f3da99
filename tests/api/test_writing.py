"""Nothing counts twice: a write may carry an idempotency key, and a key writes only once."""

from typing import Any

import pytest
from django.apps import apps

from tests.api.endpoints import PERSONAL, WRITES
from tests.api.world import World, change, entry
from zarleague.leagues.models import League, Player
from zarleague.play.models import Hand


def rows() -> dict[str, int]:
    """How many rows every table has."""
    models = [
        *apps.get_app_config("leagues").get_models(),
        *apps.get_app_config("play").get_models(),
    ]
    return {model.__name__: model._default_manager.count() for model in models}


def said(answer: Any) -> Any:
    """Return what the body says, None if there is none."""
    return answer.json() if answer.content else None


PERSONAL_WRITES = {name: asked for name, asked in PERSONAL.items() if asked.body is not None}
TOLD_ONCE = {"make a link"}
"""Their answer holds a secret that is stored nowhere: the second says "" for it."""
GONE = {"delete a match"}
"""What they delete is not found by the second."""


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("name", [*WRITES, *PERSONAL_WRITES])
def test_the_same_key_writes_once_and_answers_the_same(world: World, name: str) -> None:
    write = (WRITES | PERSONAL_WRITES)[name]
    who = "organiser" if name in WRITES else "outsider"
    first = write.ask(world, who, under="once")
    assert first.status_code == write.status
    before = rows()
    again = write.ask(world, who, under="once")
    assert again.status_code == (404 if name in GONE else write.status)
    assert rows() == before
    if name in TOLD_ONCE:
        assert again.json() == first.json() | {"address": ""}
    elif name not in GONE:
        assert said(again) == said(first)


@pytest.mark.parametrize("name", ["add a player", "start a season", "join", "found a league"])
def test_a_key_belongs_to_what_it_was_sent_with(world: World, name: str) -> None:
    write = WRITES[name]
    path, body = write.path(world), write.body(world)
    caller = world.caller("organiser")
    caller.post(path, body, under="once")
    field = "who" if name == "join" else "name"
    other = caller.post(path, body | {field: "Eve"}, under="once")
    assert (other.status_code, other.json()["code"]) == (409, "key-reused")


def test_without_a_key_every_request_writes(world: World) -> None:
    path, caller = f"{world.hand_path}disputes/", world.caller("organiser")
    made = [caller.post(path, {"text": "Cat held two"}, under="") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json()["id"] != made[1].json()["id"]


def test_a_key_of_somebody_else_opens_nothing(world: World) -> None:
    guest = WRITES["add a guest"]
    path, body = guest.path(world), guest.body(world)
    assert world.caller("organiser").post(path, body, under="seen").status_code == 201
    for who, answer in (("scorekeeper", "key-reused"), ("player", "not-allowed")):
        assert world.caller(who).post(path, body, under="seen").json()["code"] == answer


def test_two_owners_may_found_leagues_under_the_same_key(world: World) -> None:
    for who in ("organiser", "outsider"):
        made = world.caller(who).post("leagues/", {"name": "Kitchen"}, under="k")
        assert made.status_code == 201
    assert League.objects.filter(name="Kitchen").count() == 2


def test_a_refused_write_leaves_its_key_free(world: World) -> None:
    caller, path = world.caller("organiser"), f"{world.league_path}players/"
    assert caller.post(path, {"name": "Ann"}, under="k").status_code == 409
    assert caller.post(path, {"name": "Dee"}, under="k").status_code == 201
    assert Player.objects.filter(name="Dee").exists()


def test_a_hand_sent_again_after_a_correction_is_still_the_same_hand(world: World) -> None:
    caller, path = world.caller(), f"{world.match_path}hands/"
    sent = entry(0, 4, 9, number=2, players=world.players)
    caller.post(path, sent, under="k")
    caller.post(f"{world.match_path}hands/2/versions/", entry(0, 4, 8) | change())
    caller.post(f"{world.match_path}seats/{world.seat.pk}/leave/")
    again = caller.post(path, sent, under="k")
    assert again.status_code == 201
    assert (again.json()["hand"]["number"], again.json()["hand"]["version"]) == (2, 2)
    assert Hand.objects.count() == 2
