"""Generate ``zarleague/client/operations.py`` from the OpenAPI schema: ``python -m
tools.make_client``. ``make`` does it whenever the code has changed.
"""

import keyword
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "zarleague" / "client" / "operations.py"
HEAD = '''\
"""The operations of the API and their data. Written by tools.make_client."""

from typing import Any, NotRequired, TypedDict

from zarleague.client.session import Session


'''
SIMPLE = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}
Schema = Mapping[str, Any]


def described() -> dict[str, Any]:
    """Return the OpenAPI schema of the API."""
    from drf_spectacular.generators import SchemaGenerator

    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def type_of(schema: Schema) -> str:
    """Return the annotation of a value."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[several]))
    kinds = schema.get("type", ())
    if isinstance(kinds, list):
        each = (type_of({**schema, "type": kind}) for kind in kinds)
        return " | ".join(dict.fromkeys(each))
    if kinds == "array":
        return f"list[{type_of(schema.get('items', {}))}]"
    if kinds == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values) if isinstance(values, Mapping) else 'Any'}]"
    return SIMPLE.get(kinds, "Any") if isinstance(kinds, str) else "Any"


def sentence(text: str) -> str:
    """Return the first sentence of a text, on one line."""
    flat = " ".join(text.replace("\\", "").split())
    first = re.split(r"(?<=[.:])\s", flat, maxsplit=1)[0].rstrip(":")
    return first if first.endswith(".") else f"{first}."


def classes(components: Mapping[str, Schema]) -> Iterator[str]:
    """Yield the data types."""
    for name, schema in sorted(components.items()):
        fields = schema.get("properties")
        if fields is None:
            yield f"{name} = {type_of(schema)}\n"
            continue
        required = set(schema.get("required", ()))
        yield f"class {name}(TypedDict):"
        yield f'    """{sentence(schema.get("description") or name)}"""\n'
        for field, of in fields.items():
            if keyword.iskeyword(field):
                raise ValueError(f"{name}.{field} cannot be a field")
            kind = f'"{type_of(of)}"'
            yield f"    {field}: {kind if field in required else f'NotRequired[{kind}]'}"
        yield "\n"


def answer_of(operation: Schema) -> str:
    """Return the annotation of an operation's answer."""
    status = min(operation["responses"])
    content = operation["responses"][status].get("content", {})
    if not content:
        return "None"
    json = content.get("application/json")
    return type_of(json["schema"]) if json and len(content) == 1 else "bytes"


def method(path: str, verb: str, operation: Schema) -> Iterator[str]:
    """Yield the method of one operation."""
    parameters = operation.get("parameters", ())
    query = [one for one in parameters if one["in"] == "query"]
    headers = {one["name"] for one in parameters if one["in"] == "header"}
    order = re.findall(r"{(\w+)}", path)
    in_path = {one["name"]: one for one in parameters if one["in"] == "path"}
    given = [f"{name}: {type_of(in_path[name]['schema'])}" for name in order]
    body = operation.get("requestBody")
    if body:
        given.append(f"body: {type_of(body['content']['application/json']['schema'])}")
    named = [
        f"{one['name']}: {type_of(one['schema'])}"
        + ("" if one.get("required") else " | None = None")
        for one in sorted(query, key=lambda one: not one.get("required", False))
    ]
    if "Idempotency-Key" in headers:
        named.append('key: str = ""')
    if "If-Match" in headers:
        named.append('if_match: str = ""')
    signature = ", ".join(["self", *given, *(["*", *named] if named else [])])
    answer = answer_of(operation)
    address = path.removeprefix("/api/v1/")
    arguments = [f'"{verb.upper()}"', f'{"f" if order else ""}"{address}"']
    if query:
        pairs = ", ".join(f'"{one["name"]}": {one["name"]}' for one in query)
        arguments.append(f"query={{{pairs}}}")
    arguments += ["body=body"] if body else []
    arguments += ["key=key"] if "Idempotency-Key" in headers else []
    arguments += ["if_match=if_match"] if "If-Match" in headers else []
    yield f"    def {operation['operationId']}({signature}) -> {answer}:"
    yield f'        """{sentence(operation["description"])}"""'
    call = f"self._ask({', '.join(arguments)})"
    if answer == "None":
        yield f"        {call}\n"
    else:
        yield f"        answer: {answer} = {call}"
        yield "        return answer\n"


def written() -> str:
    """Return the module."""
    schema = described()
    lines = list(classes(schema["components"]["schemas"]))
    lines += ["class Client(Session):", '    """A site, by the operations of its API."""\n']
    for path, operations in schema["paths"].items():
        for verb, operation in operations.items():
            lines += method(path, verb, operation)
    return HEAD + "\n".join(lines) + "\n"


def main() -> None:
    """Write the module."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
    os.environ.setdefault("SECRET_KEY", "unused")
    django.setup()
    TARGET.write_text(written())


if __name__ == "__main__":
    main()
