"""The schema is valid, names every address, and the answers are what it says."""

import re
from functools import cache
from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from jsonschema import Draft202012Validator

from tests.api.world import CHECKS, EVERYTHING, READS, WRITES, World, entry
from zarleague.api import urls


@cache
def schema() -> dict[str, Any]:
    """The schema as `manage.py spectacular` writes it; fails on any warning."""
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    described: dict[str, Any] = yaml.safe_load(out.getvalue())
    return described


def as_json_schema(part: Any) -> Any:
    """OpenAPI 3.0 says ``nullable`` where JSON Schema has a type of its own."""
    if isinstance(part, list):
        return [as_json_schema(item) for item in part]
    if not isinstance(part, dict):
        return part
    plain = {key: as_json_schema(value) for key, value in part.items() if key != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if part.get("nullable") is True else plain


def check(answer: Any, described: dict[str, Any]) -> None:
    """Raise if an answer is not as described."""
    components = as_json_schema(schema()["components"])
    Draft202012Validator(as_json_schema(described) | {"components": components}).validate(
        answer.json()
    )


def responses(path: str, method: str) -> dict[str, Any]:
    """What the operation of a path says it answers, by status."""
    for template, operations in schema()["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path) and method in operations:
            found: dict[str, Any] = operations[method]["responses"]
            return found
    raise LookupError(path)


def test_the_schema_names_every_address() -> None:
    (version, _) = urls.urlpatterns
    addresses = {
        "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(address.pattern))
        for address in version.url_patterns
        if address.name != "api-schema"
    }
    assert set(schema()["paths"]) == addresses


def test_every_write_is_said_to_need_a_key() -> None:
    for path, operations in schema()["paths"].items():
        if "post" not in operations:
            continue
        named = {parameter["name"] for parameter in operations["post"].get("parameters", ())}
        writes = "201" in operations["post"]["responses"]
        assert ("Idempotency-Key" in named) == writes, path


@pytest.mark.parametrize("name", EVERYTHING)
def test_answers_are_as_described(world: World, name: str) -> None:
    endpoint = EVERYTHING[name]
    answer = endpoint.ask(world, "organiser")
    method = "get" if name in READS else "post"
    described = responses("/api/v1/" + endpoint.path(world), method)[str(answer.status_code)]
    check(answer, described["content"]["application/json"]["schema"])


@pytest.mark.parametrize("name", [*CHECKS, *WRITES])
def test_problems_are_as_described(world: World, name: str) -> None:
    endpoint = EVERYTHING[name]
    answer = world.caller("organiser").post(endpoint.path(world), [])
    if answer.status_code >= 400:
        described = responses("/api/v1/" + endpoint.path(world), "post")["default"]
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
