"""An evening of each example of a league's own game, through the pages."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.engine.declared.evenings import EVENINGS
from tests.factories import Club, key
from zarleague.play.models import Match

NAMES = ("Ann", "Bob", "Cat", "Dee")


@pytest.fixture
def club(db: None) -> Club:
    """A season by place points takes games of either direction."""
    return factories.club(rules={"preset": "place-points", "options": {"min_hands": 0}})


def page_data(page: Any, name: str) -> Any:
    """Return what a page tells its script."""
    found = re.search(rf'<script[^>]*id="{name}"[^>]*>(.*?)</script>', page.content.decode(), re.S)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("name", EVENINGS)
def test_an_example_is_added_played_and_counted(club: Club, client: Client, name: str) -> None:
    """One tap adds the game, a match starts with new names, the entry page's data says where each
    hand goes, and the scorepad has the totals worked out by hand."""
    client.force_login(club.organiser)
    slug, (hands, totals) = club.league.slug, EVENINGS[name]
    added = client.post(reverse("own-games", args=[slug]), {"example": name})
    assert added.headers["Location"] == reverse("own-game", args=[slug, name])
    seats = NAMES[: len(totals)]
    given = {"game": f"own:{name}", "seat": [f"+{one}" for one in seats], "key": key()}
    client.post(reverse("start-match", args=[slug]), given)
    match = Match.objects.get()
    for sheets, winner, _points in hands:
        data = page_data(client.get(reverse("enter-hand", args=[slug, match.pk])), "entry-data")
        entry = {"form": data["forms"][0]["key"], "sheets": sheets, "winner": winner}
        saved = client.post(
            data["save"], json.dumps(entry), content_type="application/json",
            headers={"Idempotency-Key": key()},
        )  # fmt: skip
        assert saved.status_code == 201, saved.content
    pad = client.get(reverse("match", args=[slug, match.pk]))
    standing = page_data(pad, "pad-data")["standing"]
    assert {one["name"]: one["total"] for one in standing} == dict(zip(seats, totals, strict=True))
