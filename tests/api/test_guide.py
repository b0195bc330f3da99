"""docs/api.md: what it says to send can be sent, and every problem in it exists."""

import json
import re
import shlex
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve
from rest_framework.exceptions import APIException

from tests.api.world import World
from zarleague.api import problems
from zarleague.api.base import NotHere
from zarleague.leagues import errors as league_errors
from zarleague.leagues.errors import Refused
from zarleague.play import errors as play_errors

GUIDE = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
SHELL = "\n".join(re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)).replace("\\\n", " ")
# The script with variables is run as a whole by `test_first_script`.
SHELL = "\n".join(line for line in SHELL.splitlines() if "$" not in line)
POSTS = [shlex.split(line)[1:] for line in SHELL.splitlines() if line.startswith("post ")]
GETS = [f"/api/v1/{path}" for path in re.findall(r"^get \"([^\"]*)", SHELL, re.MULTILINE)]


@pytest.mark.parametrize("path", [path.split("?")[0] for path in GETS])
def test_addresses_to_read_exist(path: str) -> None:
    assert resolve(path).func.__dict__.get("view_class") is not NotHere


@pytest.mark.parametrize(("path", "_key", "body"), POSTS)
def test_what_is_sent_is_well_formed(world: World, path: str, _key: str, body: str) -> None:
    asked = re.sub(r"^matches/7/", world.match_path, path)
    if "history/KEY/" in asked:
        sent = world.sent("2025.csv", b"Date,Ann,Bob\n03/04/2025,0,12\n").transfer
        assert sent is not None
        asked = asked.replace("KEY", sent.key.hex)
    asked = asked.replace("leagues/friday/", world.league_path)
    if asked.startswith("disputes/3/"):
        about = world.ruling.dispute_id if asked.endswith("appeal/") else world.dispute.pk
        asked = asked.replace("disputes/3/", f"disputes/{about}/")
    answer = world.caller("organiser").post(asked, json.loads(body))
    # The version, the players or the cards are others here; the shape of the request is right.
    assert answer.status_code in (200, 201, 409, 422)


def test_every_refusal_is_in_the_table() -> None:
    codes = {
        error.code
        for module in (league_errors, play_errors)
        for error in vars(module).values()
        if isinstance(error, type) and issubclass(error, Refused) and error is not Refused
    }
    expected = codes | {
        error.default_code
        for error in vars(problems).values()
        if isinstance(error, type) and issubclass(error, APIException)
    }
    table = GUIDE.split("| status |")[1]
    assert expected <= set(re.findall(r"`([a-z-]+)`", table))


def test_the_example_problem_is_a_real_one(world: World) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    sent = {"form": "counts", "sheets": [{}, {"number": 1}, {"dragon": 5}], "winner": 0}
    answer = world.caller().post(f"{world.match_path}hands/", sent)
    assert answer.json() == json.loads(example)
