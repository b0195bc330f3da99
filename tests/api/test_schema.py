"""The schema is valid, names every address, and problems are what it says; what else is answered:
`test_examples`."""

import json
import re
from functools import cache
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from tests.api.endpoints import CHECKS, EVERYTHING, WRITES
from tests.api.world import World, entry
from zarleague.api import urls


@cache
def schema() -> dict[str, Any]:
    """The schema as `manage.py spectacular` writes it; fails on any warning."""
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--format=openapi-json", stdout=out)
    described: dict[str, Any] = json.loads(out.getvalue())
    return described


def test_the_schema_is_one_of_openapi() -> None:
    validate_schema(schema())


def test_no_field_of_a_request_has_a_default() -> None:
    """With one, openapi-typescript makes a type in which the field has to be sent."""
    asked = [name for name in schema()["components"]["schemas"] if name.endswith("Input")]
    assert "MatchInput" in asked
    for name in asked:
        fields = schema()["components"]["schemas"][name].get("properties", {})
        assert not [field for field, said in fields.items() if "default" in said], name


def test_what_may_be_anything_may_be_null() -> None:
    values = schema()["components"]["schemas"]["EntryInput"]["properties"]["sheets"]["items"]
    assert Draft202012Validator(values).is_valid({"points": None})


def check(answer: Any, described: dict[str, Any]) -> None:
    """Raise if an answer is not as described."""
    Draft202012Validator(described | {"components": schema()["components"]}).validate(answer.json())


def operation_at(path: str, method: str) -> dict[str, Any]:
    """The operation of a path; where several templates fit, the one with fewer parameters."""
    fitting = [
        template
        for template, operations in schema()["paths"].items()
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path) and method in operations
    ]
    found: dict[str, Any] = schema()["paths"][min(fitting, key=lambda one: one.count("{"))][method]
    return found


def responses(path: str, method: str) -> dict[str, Any]:
    """What the operation of a path says it answers, by status."""
    found: dict[str, Any] = operation_at(path, method)["responses"]
    return found


def test_the_schema_names_every_address() -> None:
    version = next(one for one in urls.urlpatterns if str(one.pattern) == "v1/")
    addresses = {
        "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(address.pattern))
        for address in version.url_patterns
        if address.name != "api-schema"
    }
    assert set(schema()["paths"]) == addresses


def test_every_write_is_said_to_take_a_key() -> None:
    for path, operations in schema()["paths"].items():
        for method, operation in operations.items():
            named = {parameter["name"] for parameter in operation.get("parameters", ())}
            writes = (method != "get" and "200" not in operation["responses"]) or method != "post"
            assert ("Idempotency-Key" in named) == (writes and method != "get"), path


@pytest.mark.parametrize("name", [*CHECKS, *WRITES])
def test_problems_are_as_described(world: World, name: str) -> None:
    endpoint = EVERYTHING[name]
    answer = world.caller("organiser").send(endpoint.method, endpoint.path(world), [])
    if answer.status_code >= 400:
        path = "/api/v1/" + endpoint.path(world)
        described = responses(path, endpoint.method)["default"]
        check(answer, described["content"]["application/problem+json"]["schema"])


@pytest.mark.parametrize(
    "body",
    [
        entry(0, 4, 9, number=1),
        entry(0, 4, 9, number=7),
        {"form": "counts", "sheets": [{}, {"dragon": 5}, {"number": 1}], "winner": 0},
    ],
)
def test_conflicts_and_findings_are_as_described(world: World, body: dict[str, Any]) -> None:
    answer = world.caller().post(f"{world.match_path}hands/", body)
    assert answer.status_code in (409, 422)
    described = responses(f"/api/v1/{world.match_path}hands/", "post")["default"]
    check(answer, described["content"]["application/problem+json"]["schema"])


def test_the_schema_is_served_to_anybody(client: Any, db: None) -> None:
    served = client.get("/api/v1/schema/", {"format": "json"})
    assert served.json()["paths"].keys() == schema()["paths"].keys()
