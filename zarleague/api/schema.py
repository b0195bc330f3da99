"""The operations of the API: their OpenAPI description, and the responses it declares.

`reads`, `lists`, `writes`, `changes` and `checks` decorate a view's method. They describe what
drf-spectacular cannot infer, and build the response from what the method returns: rows, in the
declared shape and with the declared status.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any, TypeVar

from django.http.response import HttpResponseBase
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.response import Response

from zarleague.api.description import add_examples
from zarleague.api.operations import Operation, Scope, note
from zarleague.api.paging import CURSOR, LARGEST, PAGE_SIZE, SIZE
from zarleague.api.problems import CONTENT_TYPE
from zarleague.api.shapes import FIX
from zarleague.leagues.idempotency import MAX_KEY

View = TypeVar("View", bound=Callable[..., Any])
Answering = Callable[[Callable[..., object]], Callable[..., Response]]
"""The decorator of a method that returns rows; they become its response."""

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


def reads(name: str, answer: Any, *parameters: Any) -> Answering:
    """Declare a read called ``name``; ``parameters`` are serializers of query parameters."""
    describe = described_read(name, {200: answer}, *parameters)
    return lambda view: describe(_answering(view, lambda self, rows: _shaped(self, answer, rows)))


def described_read(name: str, answers: Any, *parameters: Any) -> Callable[[View], View]:
    """Describe a read by its responses, by status and content type; its method returns one."""
    operation = Operation(name, parameters=_names(parameters))
    return _described(operation, parameters=list(parameters), responses=answers)


def lists(name: str, row: type[serializers.Serializer], *parameters: Any) -> Answering:
    """Declare a paginated read, whose method returns all rows."""
    page: Any = _page_of(row)  # type: ignore[arg-type]
    describe = described_read(name, {200: page}, *PAGING, *parameters)
    return lambda view: describe(_answering(view, lambda self, rows: self.paged(rows, row)))


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
) -> Answering:
    """Declare a write; it needs a token of at least that scope."""
    operation = Operation(name, writes=True, scope=scope, takes_body=given is not None)
    return _answers(operation, given, answer, status, KEY)


def changes(
    name: str, given: Any, answer: Any, status: int = 200, scope: str = Scope.ORGANISE
) -> Answering:
    """Declare a write that replaces or removes what a GET of its address returns: ``If-Match`` can
    make it conditional."""
    operation = Operation(
        name, writes=True, scope=scope, takes_body=given is not None, takes_tag=True
    )
    return _answers(operation, given, answer, status, KEY, MATCH)


def checks(name: str, given: Any, answer: Any, *, tries: bool = False) -> Answering:
    """Declare a POST that saves nothing. One that ``tries`` writes and takes it back: others wait
    for it, so it needs the scope of a write."""
    scope = Scope.SCORE if tries else Scope.READ
    operation = Operation(name, scope=scope, takes_body=given is not None, tries=tries)
    return _answers(operation, given, answer, 200)


def _answers(
    operation: Operation, given: Any, answer: Any, status: int, *headers: OpenApiParameter
) -> Answering:
    describe = _described(
        operation, request=given, parameters=list(headers), responses={status: answer}
    )
    return lambda view: describe(
        _answering(view, lambda self, rows: _shaped(self, answer, rows, status))
    )


def _answering(
    view: Callable[..., object], respond: Callable[[Any, Any], Response]
) -> Callable[..., Response]:
    """Return a method that makes a response of what the view returns, unless it is one."""

    @wraps(view)
    def answer(self: Any, *args: Any, **address: Any) -> Any:
        found = view(self, *args, **address)
        return found if isinstance(found, HttpResponseBase) else respond(self, found)

    return answer


def _shaped(endpoint: Any, shape: Any, rows: Any, status: int = 200) -> Response:
    """Return a response with rows in the shape of a serializer: a class, a list of a class
    (``many``), or None for a response without a body. The actor is in its context."""
    if shape is None:
        return Response(status=status)
    many = isinstance(shape, serializers.ListSerializer)
    kind = type(shape.child) if many else shape
    shown = kind(rows, many=many, context={"actor": endpoint.actor})
    return Response(shown.data, status=status)


def _names(parameters: Iterable[Any]) -> frozenset[str]:
    """Return the names of query parameters, which a serializer has as its fields."""
    fields = (
        [one.name] if isinstance(one, OpenApiParameter) else one().fields for one in parameters
    )
    return frozenset(name for names in fields for name in names)


def _described(operation: Operation, **about: Any) -> Callable[[View], View]:
    """Return the decorator of an operation. Reads, and checks that write nothing, are open to
    everybody who may see the league."""
    auth: Any = [{"token": [operation.scope]}, {"session": []}]
    if not operation.writes and not operation.tries:
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
    _let_anything_be_null(result["components"]["schemas"])
    return result


def _let_anything_be_null(node: Any) -> None:
    """Describe any JSON that may be null as any JSON. The generated "one of anything and null" does
    not allow null, which is both."""
    if isinstance(node, dict) and node.get("oneOf") == [{}, {"type": "null"}]:
        del node["oneOf"]
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            _let_anything_be_null(inner)


def _close(node: Any, schemas: dict[str, Any]) -> None:
    """Close every object of named fields in a request: it takes no others (`api.inputs`).

    The default of a field moves into its description: programs that make typed clients take
    ``default`` to mean that the field is always there, and then require it.
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
