"""Every answer is as the description says, and like the example in it: a request made here, and
what was answered.

``EXAMPLES=write`` rewrites them.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.api.endpoints import EVERYTHING, FILES, PERSONAL
from tests.api.test_permissions import undone
from tests.api.test_schema import check, operation_at, responses, schema
from tests.api.world import World
from zarleague.api.description import examples
from zarleague.leagues import tokens

KEPT = Path(settings.BASE_DIR) / "zarleague" / "api" / "examples.json"
LONGEST = 2
"""Rows of a list in an example."""
ASKED = EVERYTHING | PERSONAL
SAME_OPERATION = {"add a guest"}
"""Another request of an operation that has an example."""
SECRET = re.compile(r"(ticket=|/(?:score|board|join|claim)/)[^\"&/]+")


def shortened(data: Any) -> Any:
    """The data with lists of at most `LONGEST` rows and no secrets."""
    if isinstance(data, dict):
        return {key: shortened(value) for key, value in data.items()}
    if isinstance(data, list):
        return [shortened(value) for value in data[:LONGEST]]
    return SECRET.sub(r"\1…", data) if isinstance(data, str) else data


def shape(data: Any) -> Any:
    """The keys of all objects in the data."""
    if isinstance(data, dict):
        return {key: shape(value) for key, value in data.items()}
    return [shape(value) for value in data] if isinstance(data, list) else None


def example(world: World, name: str) -> tuple[str, dict[str, Any]]:
    """Make the request of one endpoint, and see that the answer is as described; return its
    operation, and request and answer."""
    endpoint = ASKED[name]
    path = "/api/v1/" + endpoint.path(world).split("?")[0]
    method = "get" if endpoint.body is None else endpoint.method
    found: dict[str, Any] = {}
    if endpoint.body is not None:
        found["request"] = shortened(endpoint.body(world))
    answer = endpoint.ask(world, "outsider" if name in PERSONAL else "organiser")
    assert 200 <= answer.status_code < 300
    content = responses(path, method)[str(answer.status_code)].get("content")
    if content is None:
        assert answer.content == b""
    elif name in FILES:
        assert answer.headers["Content-Type"].split(";")[0] in content
    else:
        check(answer, content["application/json"]["schema"])
        found["answer"] = shortened(answer.json())
    return str(operation_at(path, method)["operationId"]), found


@pytest.mark.parametrize("name", sorted(ASKED))
def test_answers_are_as_described_and_as_in_the_example(world: World, name: str) -> None:
    operation, found = example(world, name)
    if name in SAME_OPERATION:
        return
    kept = examples()[operation]
    assert shape(found.get("request")) == shape(kept.get("request"))
    if isinstance(found.get("answer"), dict):
        assert found["answer"].keys() == kept["answer"].keys()
    else:
        assert type(found.get("answer")) is type(kept.get("answer"))


def test_every_operation_has_an_example() -> None:
    for operations in schema()["paths"].values():
        for operation in operations.values():
            assert operation["operationId"] in examples()


def test_no_example_shows_a_secret() -> None:
    assert tokens.PREFIX not in KEPT.read_text("utf-8")


if os.environ.get("EXAMPLES") == "write":

    def test_write_the_examples(db: None) -> None:
        made = {}
        for name in sorted(ASKED.keys() - SAME_OPERATION):
            with undone():
                operation, found = example(World.made(), name)
                made[operation] = found
        text = json.dumps(made, indent=1, sort_keys=True, ensure_ascii=False)
        KEPT.write_text(text + "\n", "utf-8")
