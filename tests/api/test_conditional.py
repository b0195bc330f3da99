"""Conditional writes: with ``If-Match`` nobody replaces what somebody else has changed since."""

import json
import subprocess
from collections.abc import Callable
from typing import NamedTuple

import httpx
import pytest
import requests

from tests.api.world import OWN_GAME, World
from tests.factories import key
from zarleague.client import ApiError, Client
from zarleague.leagues import selectors
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League
from zarleague.leagues.tokens import create_token

Asked = Callable[[str, str, dict[str, str], object], "Answer"]


@pytest.fixture
def world(db: None) -> World:
    """A league of the test's own: some tests here really commit, which the shared one forbids."""
    return World.made()


def token(world: World) -> str:
    """A token of the organiser."""
    actor = Actor.of(world.club.organiser)
    return create_token(actor=actor, name="Script", scope="organise", days=30)[1]


class Answer(NamedTuple):
    """A status, and the tag as it came."""

    status: int
    tag: str


def by_requests(method: str, address: str, headers: dict[str, str], body: object) -> Answer:
    answer = requests.request(method, address, headers=headers, json=body, timeout=180)
    return Answer(answer.status_code, answer.headers["ETag"] if answer.ok else "")


def by_httpx(method: str, address: str, headers: dict[str, str], body: object) -> Answer:
    answer = httpx.request(method, address, headers=headers, json=body, timeout=180)
    return Answer(answer.status_code, answer.headers["ETag"] if answer.is_success else "")


def by_curl(method: str, address: str, headers: dict[str, str], body: object) -> Answer:
    command = ["curl", "--silent", "--compressed", "--dump-header", "-", "--output", "/dev/null"]
    for name, value in headers.items():
        command += ["--header", f"{name}: {value}"]
    if body is not None:
        command += ["--json", json.dumps(body)]
    said = subprocess.run(
        [*command, "--request", method, address], capture_output=True, text=True, check=True
    ).stdout
    first, *lines = said.splitlines()
    tags = [line.split(": ", 1)[1] for line in lines if line.lower().startswith("etag: ")]
    return Answer(int(first.split()[1]), tags[0] if tags else "")


@pytest.mark.parametrize("ask", [by_requests, by_httpx, by_curl])
def test_a_tag_that_came_compressed_guards_a_write(live_app: str, ask: Asked) -> None:
    world = World.made()
    secret = token(world)
    address = f"{live_app}/api/v1/{world.league_path}rules/zar/"

    def change(preset: str, tag: str) -> Answer:
        conditions = headers | {"If-Match": tag, "Idempotency-Key": key()}
        return ask("PUT", address, conditions, {"preset": preset})

    def preset() -> str:
        return selectors.house_rules(world.club.league, "zar").preset

    headers = {"Authorization": f"Bearer {secret}"}
    read = ask("GET", address, headers, None)
    assert read.tag.startswith('W/"')  # compression has changed the bytes, so the tag is weak
    changed = change("zar-clay", read.tag)
    assert changed.status == 200
    assert change("zar-holland", read.tag).status == 412
    assert preset() == "zar-clay"
    assert change("zar-holland", changed.tag).status == 200  # the answer to a change has the next
    assert preset() == "zar-holland"


def test_the_client_gives_the_tag(live_app: str) -> None:
    world = World.made()
    secret = token(world)
    slug = world.club.league.slug
    with Client(live_app, secret) as site:
        site.read_settings(slug)
        seen = site.tag
        site.change_settings(slug, {"objection_hours": 24}, if_match=seen)
        with pytest.raises(ApiError) as refused:
            site.change_settings(slug, {"objection_hours": 12}, if_match=seen)
    assert (refused.value.status, refused.value.code) == (412, "changed-meanwhile")
    assert League.objects.get(pk=world.club.league.pk).objection_hours == 24


SET: dict[str, tuple[Callable[[World], str], str, dict[str, object], dict[str, object]]] = {
    "settings": (
        lambda w: f"{w.league_path}settings/",
        "patch",
        {"objection_hours": 24},
        {"objection_hours": 12},
    ),
    "house rules": (
        lambda w: f"{w.league_path}rules/zar/",
        "put",
        {"preset": "zar-clay"},
        {"preset": "zar-holland"},
    ),
    "player": (
        lambda w: f"{w.league_path}players/{w.players[0]}/",
        "patch",
        {"name": "Anna"},
        {"name": "Anne"},
    ),
    "member": (
        lambda w: f"{w.league_path}members/{w.member.pk}/",
        "patch",
        {"arbiter": True},
        {"arbiter": False},
    ),
    "webhook": (
        lambda w: f"{w.league_path}webhooks/{w.webhook.pk}/",
        "patch",
        {"active": False},
        {"active": True},
    ),
    "rater": (
        lambda w: f"{w.league_path}ratings/method/",
        "put",
        {"rater": "elo"},
        {"rater": "openskill"},
    ),
    "season": (
        lambda w: w.season_path,
        "patch",
        {"name": "Spring"},
        {"name": "Summer"},
    ),
    "own game": (
        lambda w: f"{w.league_path}own-games/",
        "put",
        {"definition": OWN_GAME | {"limit": 30}},
        {"definition": OWN_GAME | {"limit": 40}},
    ),
    "name of an own game": (
        lambda w: f"{w.league_path}own-games/{w.own_game}/",
        "patch",
        {"name": "One name"},
        {"name": "Another name"},
    ),
}
"""The address of everything that is set: how, to what, and to something else."""


@pytest.mark.parametrize("name", SET)
def test_nothing_is_set_over_the_change_of_somebody_else(world: World, name: str) -> None:
    where, method, one, other = SET[name]
    path, caller = where(world), world.caller("organiser")
    before = caller.get(path)["ETag"]
    changed = caller.send(method, path, one, tag=f'"other", {before}')
    assert changed.status_code == 200
    after = caller.get(path)
    assert before != after["ETag"] == changed["ETag"]
    refused = caller.send(method, path, other, tag=before)
    assert (refused.status_code, refused.json()["code"]) == (412, "changed-meanwhile")
    assert caller.get(path).content == after.content
    assert caller.send(method, path, other, tag="*").status_code == 200


@pytest.mark.parametrize("name", ["member", "webhook"])
def test_nothing_is_removed_that_was_changed_since(world: World, name: str) -> None:
    where, method, one, _ = SET[name]
    path, caller = where(world), world.caller("organiser")
    before = caller.get(path)["ETag"]
    caller.send(method, path, one)
    assert caller.send("delete", path, tag=before).status_code == 412
    assert caller.send("delete", path, tag=caller.get(path)["ETag"]).status_code == 204
    assert caller.get(path).status_code == 404


def test_no_match_is_deleted_that_was_changed_since(world: World) -> None:
    path, caller = f"matches/{world.fresh.pk}/", world.caller()
    before = caller.get(path)["ETag"]
    assert caller.post(f"{path}close/").status_code == 201
    assert caller.send("delete", path, tag=before).status_code == 412
    assert caller.send("delete", path, tag=caller.get(path)["ETag"]).status_code == 204
    assert caller.get(path).status_code == 404


def test_a_condition_nobody_looks_at_is_refused(world: World) -> None:
    path = f"{world.league_path}players/"
    refused = world.caller("organiser").send("post", path, {"name": "Dee"}, tag='"any"')
    assert (refused.status_code, refused.json()["code"]) == (400, "not-conditional")
    assert [row["name"] for row in world.caller().get(path).json()["results"]] == [
        "Ann", "Bob", "Cat",
    ]  # fmt: skip
