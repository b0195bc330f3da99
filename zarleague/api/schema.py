"""The OpenAPI description of the API: its parameters, responses and problems.

`reads`, `writes` and `checks` decorate a view's method with what drf-spectacular cannot infer.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers

from zarleague.api.description import add_examples
from zarleague.api.operations import Operation, Scope, note
from zarleague.api.paging import CURSOR, LARGEST, PAGE_SIZE, SIZE
from zarleague.api.problems import CONTENT_TYPE
from zarleague.api.shapes import FIX
from zarleague.leagues.idempotency import MAX_KEY

View = TypeVar("View", bound=Callable[..., Any])

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": MAX_KEY},
    OpenApiParameter.HEADER,
    description="Made by the sender: the same key never writes twice. A request without one "
    "writes each time it is sent.",
)
MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of what was read: nothing is written if it was changed since.",
)
PAGING = (
    OpenApiParameter(CURSOR, str, description="Where the page begins; part of ``next``."),
    OpenApiParameter(
        PAGE_SIZE,
        {"type": "integer", "minimum": 1, "maximum": LARGEST, "default": SIZE},
        description="Rows of a page.",
    ),
)
_ANYBODY: dict[str, list[str]] = {}


def reads(name: str, answer: Any, *parameters: Any) -> Callable[[View], View]:
    """Describe a read called ``name``; ``parameters`` are serializers of query parameters."""
    return described_read(name, {200: answer}, *parameters)


def described_read(name: str, answers: Any, *parameters: Any) -> Callable[[View], View]:
    """Describe a read by its responses, by status and content type."""
    operation = Operation(name, parameters=_names(parameters))
    return _described(operation, parameters=list(parameters), responses=answers)


def lists(name: str, row: type[serializers.Serializer], *parameters: Any) -> Callable[[View], View]:
    """Describe a paginated read."""
    page: Any = _page_of(row)  # type: ignore[arg-type]
    return reads(name, page, *PAGING, *parameters)


@cache
def _page_of(row: type[serializers.Serializer]) -> Any:
    """Return the description of a page of such rows."""
    return inline_serializer(
        f"{row.__name__}Page",
        {
            "next": serializers.URLField(allow_null=True),
            "results": row(many=True),
        },
    )


def writes(
    name: str, given: Any, answer: Any, status: int = 201, scope: str = Scope.SCORE
) -> Callable[[View], View]:
    """Describe a write; it needs a token of at least that scope."""
    return _described(
        Operation(name, writes=True, scope=scope, takes_body=given is not None),
        request=given,
        parameters=[KEY],
        responses={status: answer},
    )


def changes(name: str, given: Any, answer: Any, status: int = 200) -> Callable[[View], View]:
    """Describe a write that replaces or removes what a GET of its address returns: ``If-Match`` can
    make it conditional."""
    return _described(
        Operation(
            name,
            writes=True,
            scope=Scope.ORGANISE,
            takes_body=given is not None,
            takes_tag=True,
        ),
        request=given,
        parameters=[KEY, MATCH],
        responses={status: answer},
    )


def checks(name: str, given: Any, answer: Any) -> Callable[[View], View]:
    """Describe a POST that saves nothing."""
    operation = Operation(name, takes_body=given is not None)
    return _described(operation, request=given, responses={200: answer})


def _names(parameters: Iterable[Any]) -> frozenset[str]:
    """Return the names of query parameters, which a serializer has as its fields."""
    fields = (
        [one.name] if isinstance(one, OpenApiParameter) else one().fields for one in parameters
    )
    return frozenset(name for names in fields for name in names)


def _described(operation: Operation, **about: Any) -> Callable[[View], View]:
    """Return the decorator of an operation. Reads and checks are open to everybody who may see the
    league."""
    auth: Any = [{"token": [operation.scope]}, {"session": []}]
    if not operation.writes:
        auth.append(_ANYBODY)
    described = extend_schema(operation_id=operation.name, auth=auth, **about)
    return lambda view: note(operation, described(view))


class NamedSchema(AutoSchema):
    """Names a response as its serializer, without ``Shape``, unless the serializer says how."""

    def get_serializer_name(self, serializer: serializers.Serializer, direction: Any) -> str:
        """Return the name of a component."""
        return super().get_serializer_name(serializer, direction).removesuffix("Shape")


class VisitScheme(SessionScheme):
    """The session cookie, of an account or of a link."""

    target_class = "zarleague.api.authentication.VisitAuthentication"
    name = "session"


class TokenScheme(OpenApiAuthenticationExtension):
    """An API token of an account."""

    target_class = "zarleague.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the security scheme for the description."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "Made in one's account; may ``read``, ``score`` or ``organise``.",
        }


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Complete the generated description: add the problem document as the default response of every
    operation, and the examples."""
    result["components"]["schemas"]["Problem"] = _PROBLEM
    content = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {
                "description": "What is wrong, as RFC 9457 has it.",
                "content": content,
            }
            add_examples(operation)
            if "requestBody" in operation:
                _close(operation["requestBody"], result["components"]["schemas"])
    return result


def _close(node: Any, schemas: dict[str, Any]) -> None:
    """Say of every object of named fields in a request that it takes no others (`api.inputs`).

    What a field is without being sent is told in words: of a field with ``default`` programs that
    make typed clients take it that it is always there, and so ask for it.
    """
    if isinstance(node, list):
        for inner in node:
            _close(inner, schemas)
    if not isinstance(node, dict):
        return
    if "properties" in node:
        node["additionalProperties"] = False
        for asked in node["properties"].values():
            if (usual := asked.pop("default", "")) not in ("", None):
                text = f"{asked.get('description', '')} Without it: {json.dumps(usual)}."
                asked["description"] = text.strip()
    for name, inner in node.items():
        if name == "$ref":
            found = schemas[inner.rsplit("/", 1)[1]]
            if found.get("additionalProperties") is not False:
                _close(found, schemas)
        elif name not in ("example", "examples"):
            _close(inner, schemas)


_FINDING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "examples": ["too-many"]},
        "seat": {"type": "integer", "description": "Index of the sheet; -1: the whole table."},
        "player": {"type": "string"},
        "field": {"type": "string"},
        "blocks": {"type": "boolean", "description": "Whether the hand cannot be saved."},
        "text": {"type": "string"},
        "suggestion": {"type": "string"},
        "fix": FIX | {"description": "The suggestion as data."},
    },
}

_PROBLEM: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri", "examples": ["urn:zarleague:problem:invalid"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable; the last part of the type."},
        "detail": {"type": "string", "description": "A sentence in the language asked for."},
        "request": {"type": "string", "description": "The name of the request in the log."},
        "errors": {"type": "object", "description": "By field, of a request not well formed."},
        "field": {"type": "string", "description": "Which value makes no sense."},
        "findings": {"type": "array", "items": _FINDING},
        "player": {"type": "integer", "description": "Who has the name that is taken."},
        "expected": {"type": "integer", "description": "The number of the next hand."},
        "saved": {"$ref": "#/components/schemas/Hand"},
        "next": {"$ref": "#/components/schemas/Next"},
    },
}
