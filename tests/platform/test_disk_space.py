"""A full disk: the reserve that lets the league start, and the banner on its pages."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.api.world import World, entry
from tests.factories import key
from zarleague.storage import disk_space

BANNER = "The disk of this site is full"


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that sets how many bytes are free."""

    def set_free(size: int) -> None:
        usage = shutil.disk_usage("/")._replace(free=size)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

    return set_free


def reserve(folder: Path) -> list[int]:
    return [path.stat().st_size for path in folder.iterdir()]


def test_the_reserve_is_kept_while_there_is_room_and_used_when_there_is_none(
    tmp_path: Path, free: Any
) -> None:
    free(63_999_999)
    disk_space.keep_reserve(tmp_path)
    assert reserve(tmp_path) == []
    free(64_000_000)
    disk_space.keep_reserve(tmp_path)
    assert reserve(tmp_path) == [16_000_000]
    free(32_000_000)
    disk_space.use_reserve(tmp_path)
    assert reserve(tmp_path) == [16_000_000]
    free(31_999_999)
    disk_space.use_reserve(tmp_path)
    assert reserve(tmp_path) == []
    disk_space.use_reserve(tmp_path)  # there is none any more


@pytest.mark.django_db
def test_a_full_disk_is_read_only(settings: Any, free: Any) -> None:
    """What is sent is answered 507, which a phone understands as kept; pages and signing in go on,
    and as soon as there is room everything does.
    """
    settings.EMBEDDED = True
    world = World.made()
    phone = Client()
    phone.force_login(world.club.scorekeeper)
    hands = f"/api/v1/{world.match_path}hands/"

    def enter() -> Any:
        body, headers = entry(0, 4, 9, number=2), {"Idempotency-Key": key()}
        return phone.post(hands, body, "application/json", headers=headers)

    free(31_999_999)
    refused = enter()
    assert (refused.status_code, refused.json()["code"]) == (507, "no-room")
    assert refused.headers["Retry-After"] == "60"
    assert refused.json()["detail"] == (
        "The site is out of space. Nothing can be saved until its owner frees some up. "
        "Hands on your phone are safe and will be sent again automatically."
    )
    page = phone.post(f"/l/{world.club.league.slug}/players/add/", {"name": "Dora"})
    assert page.status_code == 507
    assert "out of space" in page.content.decode()
    assert phone.get(f"/l/{world.club.league.slug}/").status_code == 200
    assert phone.get(hands).status_code == 200
    assert Client().post("/login/", {"login": "a", "password": "b"}).status_code == 200
    free(32_000_000)
    assert enter().status_code == 201


@pytest.mark.django_db
def test_every_page_says_that_the_disk_is_full(client: Client, settings: Any, free: Any) -> None:
    settings.EMBEDDED = True
    free(31_999_999)
    for address in ("/", "/login/", "/rules/", "/nothing/"):
        assert BANNER in client.get(address).content.decode(), address
    free(32_000_000)
    assert BANNER not in client.get("/").content.decode()
    settings.EMBEDDED = False  # the data is elsewhere
    free(0)
    assert BANNER not in client.get("/").content.decode()
