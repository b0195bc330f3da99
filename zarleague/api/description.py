"""The OpenAPI description of the API as the site serves it: cached, with an example of each
operation.

The examples are requests that `tests.api.test_examples` sent, and the responses to them.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator


@cache
def described() -> dict[str, Any]:
    """Return the description as OpenAPI 3.1. It is the same for all users."""
    with override("en"):
        found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Return ``request`` and ``answer`` by the name of the operation; files have no answer."""
    text = files("zarleague.api").joinpath("examples.json").read_text("utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def add_examples(operation: dict[str, Any]) -> None:
    """Add an operation's example to its description."""
    example = examples().get(operation["operationId"], {})
    if "request" in example and "requestBody" in operation:
        for content in operation["requestBody"]["content"].values():
            content["example"] = example["request"]
    for content in operation["responses"][min(operation["responses"])].get("content", {}).values():
        if "answer" in example:
            content["example"] = example["answer"]
