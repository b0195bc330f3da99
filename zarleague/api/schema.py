"""The OpenAPI description of the API: its parameters, answers and problems.

`reads`, `writes` and `checks` decorate a view's method with what drf-spectacular cannot see.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers

from zarleague.api.base import NotHere
from zarleague.api.problems import CONTENT_TYPE

View = TypeVar("View", bound=Callable[..., Any])

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the sender, at most 64 characters. The same key never writes twice.",
)
_PAGING = (
    OpenApiParameter("page", int, description="Number of the page, from 1."),
    OpenApiParameter("page_size", int, description="Rows of a page: 50, at most 200."),
)


def reads(name: str, answer: Any, *parameters: Any) -> Callable[[View], View]:
    """Describe a read called ``name``; ``parameters`` are serializers of query parameters."""
    decorated: Callable[[View], View] = extend_schema(
        operation_id=name, parameters=list(parameters), responses={200: answer}
    )
    return decorated


def lists(name: str, row: type[serializers.Serializer], *parameters: Any) -> Callable[[View], View]:
    """Describe a read that answers page by page."""
    page = inline_serializer(
        f"{row.__name__}Page",
        {
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": row(many=True),
        },
    )
    return reads(name, page, *_PAGING, *parameters)


def writes(name: str, given: Any, answer: Any, status: int = 201) -> Callable[[View], View]:
    """Describe a write; it needs an idempotency key."""
    decorated: Callable[[View], View] = extend_schema(
        operation_id=name, request=given, parameters=[KEY], responses={status: answer}
    )
    return decorated


def checks(name: str, given: Any, answer: Any) -> Callable[[View], View]:
    """Describe a POST that writes nothing."""
    decorated: Callable[[View], View] = extend_schema(
        operation_id=name, request=given, responses={200: answer}
    )
    return decorated


class VisitScheme(SessionScheme):
    """The session's cookie, of an account or of a link."""

    target_class = "zarleague.api.base.VisitAuthentication"


class Schema(SpectacularAPIView):
    """This description, as OpenAPI 3: YAML, or JSON with ``?format=json``."""

    authentication_classes = NotHere.authentication_classes
    permission_classes = NotHere.permission_classes
    schema = None


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the problem document to every operation as its default response."""
    result["components"]["schemas"]["Problem"] = _PROBLEM
    content = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {
                "description": "What is wrong, as RFC 9457 has it.",
                "content": content,
            }
    return result


_FINDING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "example": "too-many"},
        "seat": {"type": "integer", "description": "Index of the sheet; -1: the whole table."},
        "player": {"type": "string"},
        "field": {"type": "string"},
        "blocks": {"type": "boolean", "description": "Whether the hand cannot be saved."},
        "text": {"type": "string"},
        "suggestion": {"type": "string"},
        "fix": {
            "type": "array",
            "nullable": True,
            "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            "description": "The suggestion as data.",
        },
    },
}

_PROBLEM: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri", "example": "urn:zarleague:problem:invalid"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable; the last part of the type."},
        "detail": {"type": "string", "description": "A sentence in the language asked for."},
        "errors": {"type": "object", "description": "By field, of a request not well formed."},
        "field": {"type": "string", "description": "Which value makes no sense."},
        "findings": {"type": "array", "items": _FINDING},
        "player": {"type": "integer", "description": "Who has the name that is taken."},
        "expected": {"type": "integer", "description": "The number of the next hand."},
        "saved": {"$ref": "#/components/schemas/Hand"},
        "next": {"$ref": "#/components/schemas/Next"},
    },
}
