"""The API reference as pages of the site: a list of operations, and a page for each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from zarleague.api.description import described

Schema = Mapping[str, Any]
YAML = "application/vnd.oai.openapi"


@dataclass(frozen=True, slots=True)
class DescribedField:
    """One field of a request or response body, or one parameter."""

    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True)
class Described:
    """One operation."""

    name: str
    verb: str
    path: str
    text: str
    scope: str
    """The narrowest scope a token needs, "" if no account is needed."""
    parameters: tuple[DescribedField, ...]
    body: tuple[DescribedField, ...]
    answer: tuple[DescribedField, ...]
    status: str
    request: Any
    """An example, None for operations without a body."""
    response: Any
    """An example, None for a file or an empty response."""


@cache
def _texts() -> dict[str, tuple[str, bytes]]:
    """Return content type and bytes of the description, by format."""
    kinds: dict[str, tuple[Any, str]] = {
        "json": (OpenApiJsonRenderer, "application/json"),
        "yaml": (OpenApiYamlRenderer, YAML),
    }
    return {
        name: (f"{kind}; charset=utf-8", writer().render(described()))
        for name, (writer, kind) in kinds.items()
    }


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Send the description as OpenAPI 3.1: YAML, or JSON with ``?format=json``."""
    kind, text = _texts()["json" if request.GET.get("format") == "json" else "yaml"]
    return HttpResponse(text, content_type=kind)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List all operations by area."""
    areas: dict[str, list[Described]] = {}
    for one in operations().values():
        areas.setdefault(_area(one.path), []).append(one)
    return render(request, "api/index.html", {"areas": sorted(areas.items())})


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """Show one operation with an example."""
    found = operations().get(name)
    if found is None:
        raise Http404
    return render(request, "api/operation.html", {"operation": found})


@cache
def operations() -> dict[str, Described]:
    """Return the operations by their names."""
    schema = described()
    return {
        one["operationId"]: _described(schema, address, verb, one)
        for address, verbs in schema["paths"].items()
        for verb, one in verbs.items()
    }


def _area(address: str) -> str:
    """Return the area of a path: its last segment that names a collection."""
    words = [part for part in address.removeprefix("/api/v1/").split("/") if part]
    named = [word for word in words if not word.startswith("{") and "." not in word]
    if named[0] in ("leagues", "matches") and len(words) > 2:
        return named[1] if len(named) > 1 else named[0]
    return named[0]


def _described(schema: Schema, address: str, verb: str, one: Schema) -> Described:
    status = min(one["responses"])
    body = _content(one.get("requestBody", {}))
    answer = _content(one["responses"][status])
    security = one.get("security", [])
    return Described(
        name=one["operationId"],
        verb=verb.upper(),
        path=address,
        text=one.get("description", ""),
        scope="" if {} in security else security[0]["token"][0],
        parameters=tuple(
            DescribedField(
                parameter["name"],
                _kind(parameter["schema"]),
                parameter.get("required", False),
                parameter.get("description", ""),
            )
            for parameter in one.get("parameters", ())
        ),
        body=tuple(_fields(schema, body.get("schema", {}))),
        answer=tuple(_fields(schema, answer.get("schema", {}))),
        status=status,
        request=body.get("example"),
        response=answer.get("example"),
    )


def _content(part: Schema) -> Schema:
    """Return the first content type of a body or a response."""
    found: Schema = next(iter(part.get("content", {}).values()), {})
    return found


def _fields(schema: Schema, of: Schema) -> Iterator[DescribedField]:
    """Yield the fields of a body; for a list, those of its rows."""
    resolved = _resolved(schema, of)
    if "items" in resolved:
        resolved = _resolved(schema, resolved["items"])
    required = resolved.get("required", ())
    for name, field in resolved.get("properties", {}).items():
        yield DescribedField(name, _kind(field), name in required, field.get("description", ""))


def _resolved(schema: Schema, of: Schema) -> Schema:
    if "$ref" in of:
        found: Schema = schema["components"]["schemas"][of["$ref"].rsplit("/", 1)[1]]
        return found
    return of


def _kind(schema: Schema) -> str:
    """Return the type of a value in JSON's terms."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_kind(one) for one in schema[several]))
    if "enum" in schema:
        return " | ".join("null" if one is None else str(one) for one in schema["enum"])
    kinds = schema.get("type", "any")
    if kinds == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    return " | ".join(kinds) if isinstance(kinds, list) else str(schema.get("format", kinds))


urlpatterns = [
    path("", index, name="api-guide"),
    path("operations/<slug:name>/", operation, name="api-operation"),
]
